// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.http;

/** The permission that a client needs to use a route. Each includes those before it. */
public enum Access {
  /** Open to every client that can connect: health checks and the files of the search page. */
  PUBLIC,
  /** Searching and inference. */
  READ,
  /** Changing the documents of an index. */
  WRITE,
  /** Creating, dropping, renaming and restoring indexes, and loading models. */
  ADMIN
}
