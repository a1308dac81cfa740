// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.http;

import java.io.IOException;

/** Answers the requests of a route. */
@FunctionalInterface
public interface Endpoint {
  /**
   * Answers a request.
   *
   * @throws RequestException if the request cannot be answered
   * @throws IOException if the body cannot be read
   */
  Reply handle(Request request) throws IOException;
}
