// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.http;

/** A client sends a request more slowly than the server allows. */
final class SlowClientException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SlowClientException(String message) {
    super(message);
  }
}
