module org.isogloss.bench {}
