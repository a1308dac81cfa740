module org.isogloss.search {}
