/** Values and contracts that every other module shares. */
module org.isogloss.core {
  exports org.isogloss.core;
  exports org.isogloss.core.io;
  exports org.isogloss.core.util;
}
