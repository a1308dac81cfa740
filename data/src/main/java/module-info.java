/** Readers and writers of the field's file formats. */
module org.isogloss.data {
  requires transitive org.isogloss.core;
  requires transitive org.isogloss.text;
  requires com.fasterxml.jackson.core;
  requires com.fasterxml.jackson.databind;

  exports org.isogloss.data;
}
