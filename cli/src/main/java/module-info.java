module org.isogloss.cli {}
