module org.isogloss.measure {}
