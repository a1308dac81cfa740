// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.http;

/** Receives what a server has answered, for metrics and logs. Implementations are thread-safe. */
@FunctionalInterface
public interface RequestListener {
  /** Called after a reply has been sent. */
  void answered(Exchange exchange);
}
