// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core;

/**
 * The role of a text when it is encoded; some encoders prepend a different prefix for each role.
 */
public enum Role {
  /** A query. */
  QUERY,
  /** A passage that may answer a query. */
  PASSAGE
}
