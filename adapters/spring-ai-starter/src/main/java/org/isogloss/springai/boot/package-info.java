// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Auto-configuration of Isogloss in Spring Boot applications that use Spring AI.
 *
 * <p>{@link org.isogloss.springai.boot.IsoglossAutoConfiguration} creates the beans from the
 * properties {@code isogloss.*}.
 */
package org.isogloss.springai.boot;
