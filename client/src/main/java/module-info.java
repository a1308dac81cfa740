// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/** A client of Isogloss servers. */
module org.isogloss.client {
  requires transitive org.isogloss.api;
  requires com.fasterxml.jackson.core;
  requires com.fasterxml.jackson.databind;
  requires java.net.http;
  requires static org.jspecify;

  exports org.isogloss.client;
}
