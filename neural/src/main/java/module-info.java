module org.isogloss.neural {}
