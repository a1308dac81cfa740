// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/** The values and contracts that all other modules share. */
module org.isogloss.core {
  exports org.isogloss.core;
  exports org.isogloss.core.concurrent to
      org.isogloss.lexical,
      org.isogloss.runtime;
  exports org.isogloss.core.io;
  exports org.isogloss.core.util;
}
