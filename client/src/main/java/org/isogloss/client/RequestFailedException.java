// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.client;

import java.util.Optional;
import java.util.OptionalInt;
import org.isogloss.core.IsoglossException;

/**
 * A request that a server refused, that did not reach it, or whose reply cannot be read. The
 * message names the request and states the reason.
 */
public final class RequestFailedException extends IsoglossException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final String detail;
  private final String parameter;
  private final String requestId;

  private RequestFailedException(
      String message,
      Throwable cause,
      int status,
      String detail,
      String parameter,
      String requestId) {
    super(message, cause);
    this.status = status;
    this.detail = detail;
    this.parameter = parameter;
    this.requestId = requestId;
  }

  /** Creates the exception for a reply with a status other than 200. */
  static RequestFailedException refused(
      String request, int status, String detail, String parameter, String requestId) {
    return new RequestFailedException(
        request + ": the server replied " + status + ": " + detail,
        null,
        status,
        detail,
        parameter,
        requestId);
  }

  /** Creates the exception for a request without a reply that can be read. */
  static RequestFailedException failed(String request, String problem, Throwable cause) {
    return new RequestFailedException(request + ": " + problem, cause, 0, problem, "", "");
  }

  /** The HTTP status of the reply; empty if there was none that can be read. */
  public OptionalInt status() {
    return status == 0 ? OptionalInt.empty() : OptionalInt.of(status);
  }

  /** The message of the server, or what prevented a reply. */
  public String detail() {
    return detail;
  }

  /** The key or parameter that the server does not allow; empty if it named none. */
  public Optional<String> parameter() {
    return Optional.of(parameter).filter(name -> !name.isEmpty());
  }

  /** The id under which the log of the server has the request; empty if it sent none. */
  public Optional<String> requestId() {
    return Optional.of(requestId).filter(id -> !id.isEmpty());
  }
}
