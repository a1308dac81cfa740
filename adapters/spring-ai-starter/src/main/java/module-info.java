// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/** Spring Boot auto-configuration of the Isogloss adapters to Spring AI. */
module org.isogloss.springai.boot {
  requires transitive org.isogloss.engine;
  requires transitive org.isogloss.springai;
  requires transitive org.isogloss.springai.client;
  requires transitive spring.boot.autoconfigure;
  requires micrometer.observation;
  requires spring.beans;
  requires spring.boot;
  requires spring.context;
  requires spring.core;

  exports org.isogloss.springai.boot;

  // Spring creates beans and binds properties by reflection.
  opens org.isogloss.springai.boot;
}
