// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/** Spring Boot auto-configuration for indexes and models of an Isogloss server. */
module org.isogloss.springai.client {
  requires transitive org.isogloss.client;
  requires transitive org.isogloss.springai;
  requires transitive spring.boot.autoconfigure;
  requires micrometer.observation;
  requires spring.beans;
  requires spring.boot;
  requires spring.context;
  requires spring.core;
  requires static spring.boot.health;

  exports org.isogloss.springai.client;

  // Spring creates beans and binds properties by reflection.
  opens org.isogloss.springai.client;
}
