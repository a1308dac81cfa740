// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/** Requests, results, pipelines and filters of searches, for engines and clients alike. */
module org.isogloss.api {
  requires transitive com.fasterxml.jackson.databind;
  requires transitive org.isogloss.core;
  requires static org.jspecify;

  exports org.isogloss.api;
  exports org.isogloss.api.field;
  exports org.isogloss.api.filter;
  exports org.isogloss.api.json;
  exports org.isogloss.api.pipeline;
  exports org.isogloss.api.query;
}
