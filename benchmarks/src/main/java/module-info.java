module org.isogloss.benchmarks {}
