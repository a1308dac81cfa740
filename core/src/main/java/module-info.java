/** The values and contracts that all other modules share. */
module org.isogloss.core {
  exports org.isogloss.core;
  exports org.isogloss.core.io;
  exports org.isogloss.core.util;
}
