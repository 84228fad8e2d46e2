from bench.templates import main

main()
