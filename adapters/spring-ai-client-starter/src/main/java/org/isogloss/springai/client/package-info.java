// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Spring Boot auto-configuration for indexes and models of an Isogloss server.
 *
 * <p>{@link org.isogloss.springai.client.IsoglossClientAutoConfiguration} lists the beans, and the
 * properties that they need.
 */
package org.isogloss.springai.client;
