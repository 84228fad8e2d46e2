from bench.cases import main

main()
