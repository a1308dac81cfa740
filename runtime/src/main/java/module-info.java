module org.isogloss.runtime {}
