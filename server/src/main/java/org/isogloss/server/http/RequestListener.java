// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.http;

import java.time.Duration;

/** Receives what a server has answered, for metrics. Implementations are thread-safe. */
@FunctionalInterface
public interface RequestListener {
  /**
   * Called after a reply has been sent.
   *
   * @param route path of the route, such as {@code /api/documents/{id}}; {@code other} for requests
   *     to other paths
   * @param status HTTP status of the reply
   * @param elapsed from the arrival of the head of the request
   */
  void answered(String method, String route, int status, Duration elapsed);
}
