module org.isogloss.model {}
