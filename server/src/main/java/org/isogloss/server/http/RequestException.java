// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.http;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Optional;
import org.isogloss.core.IsoglossException;

/** A request that cannot be answered. The message is sent to the client. */
public final class RequestException extends IsoglossException {
  private static final long serialVersionUID = 1L;

  /** Why a request cannot be answered, with the HTTP status. */
  public enum Reason {
    INVALID(400, "invalid_request"),
    EMPTY(400, "empty_input"),
    TOO_LONG(400, "context_length_exceeded"),
    UNAUTHORIZED(401, "unauthorized"),
    FORBIDDEN(403, "forbidden"),
    NOT_FOUND(404, "not_found"),
    METHOD_NOT_ALLOWED(405, "method_not_allowed"),
    TOO_SLOW(408, "request_timeout"),
    CONFLICT(409, "conflict"),
    PRECONDITION_FAILED(412, "precondition_failed"),
    TOO_LARGE(413, "payload_too_large"),
    UNSUPPORTED_MEDIA_TYPE(415, "unsupported_media_type"),
    OVERLOADED(429, "overloaded"),
    FAILED(500, "internal_error"),
    UNAVAILABLE(503, "unavailable"),
    STORAGE_FULL(507, "storage_full");

    private final int status;
    private final String code;

    Reason(int status, String code) {
      this.status = status;
      this.code = code;
    }

    /** The HTTP status. */
    public int status() {
      return status;
    }

    /** The name for programs, the same in all error formats that have one. */
    public String code() {
      return code;
    }
  }

  private final Reason reason;
  private final String parameter;
  private final Duration retryAfter;

  private RequestException(
      Reason reason, Optional<String> parameter, String message, Optional<Duration> retryAfter) {
    super(message);
    this.reason = requireNonNull(reason, "reason is null");
    this.parameter = parameter.orElse("");
    this.retryAfter = retryAfter.orElse(Duration.ZERO);
  }

  /**
   * Creates an exception about the whole request.
   *
   * @param message for the client; without paths of the server
   */
  public static RequestException of(Reason reason, String message) {
    return new RequestException(reason, Optional.empty(), message, Optional.empty());
  }

  /**
   * Creates an exception about one key or parameter.
   *
   * @param parameter its name
   */
  public static RequestException of(Reason reason, String parameter, String message) {
    return new RequestException(reason, Optional.of(parameter), message, Optional.empty());
  }

  /** Creates an exception about a value that is not allowed: {@code top is 0, expected ...}. */
  public static RequestException invalid(String parameter, String message) {
    return of(Reason.INVALID, parameter, message);
  }

  /**
   * Creates an exception about more load than the server accepts.
   *
   * @param retryAfter when the client should try again
   */
  public static RequestException overloaded(String message, Duration retryAfter) {
    return new RequestException(
        Reason.OVERLOADED, Optional.empty(), message, Optional.of(retryAfter));
  }

  /**
   * Creates an exception about a part of the server that is unavailable for a while.
   *
   * @param retryAfter when the client should try again
   */
  public static RequestException unavailable(String message, Duration retryAfter) {
    return new RequestException(
        Reason.UNAVAILABLE, Optional.empty(), message, Optional.of(retryAfter));
  }

  public Reason reason() {
    return reason;
  }

  /** The key or parameter that is not allowed; empty if the message is about the whole request. */
  public Optional<String> parameter() {
    return Optional.of(parameter).filter(name -> !name.isEmpty());
  }

  /** When the client should try again; empty if not known. */
  public Optional<Duration> retryAfter() {
    return Optional.of(retryAfter).filter(Duration::isPositive);
  }
}
