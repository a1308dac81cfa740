// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.http;

/** What a client must be allowed to do to use a route. */
public enum Access {
  /** Open to everybody who can connect: health checks and the files of the search page. */
  PUBLIC,
  /** Searching and inference. */
  READ,
  /** Changing an index. */
  WRITE
}
