from bench.panels import main

main()
