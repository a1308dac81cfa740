// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/** The values and contracts that all other modules share. */
module org.isogloss.core {
  requires com.fasterxml.jackson.core;
  requires com.fasterxml.jackson.databind;
  requires static org.jspecify;

  exports org.isogloss.core;
  exports org.isogloss.core.concurrent;
  exports org.isogloss.core.io;
  exports org.isogloss.core.json to
      org.isogloss.api,
      org.isogloss.benchmarks,
      org.isogloss.cli,
      org.isogloss.client,
      org.isogloss.data,
      org.isogloss.engine,
      org.isogloss.mining,
      org.isogloss.modelio,
      org.isogloss.papers,
      org.isogloss.search,
      org.isogloss.server,
      org.isogloss.solr,
      org.isogloss.spark;
  exports org.isogloss.core.metadata;
  exports org.isogloss.core.util;
}
