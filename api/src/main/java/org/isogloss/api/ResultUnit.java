// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api;

/** The unit of the results of a search. */
public enum ResultUnit {
  /** Documents; each appears once, at the rank of its best passage (MaxP). */
  DOCUMENT,
  /** Passages; several may belong to the same document. */
  PASSAGE
}
