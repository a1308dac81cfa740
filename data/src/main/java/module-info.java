/** Readers and writers of the field's file formats. */
module org.isogloss.data {
  requires transitive org.isogloss.core;

  exports org.isogloss.data;
}
