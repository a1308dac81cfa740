// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.http;

import static java.util.Objects.requireNonNull;

/**
 * A method and a path with what answers it.
 *
 * @param method an HTTP method in capitals
 * @param path the path; a segment in braces, such as {@code {name}}, stands for any segment that is
 *     not empty, and a last one with dots, such as {@code {id...}}, for one or more of them
 * @param access what the client must be allowed to do
 * @param errors how errors are reported
 * @param execution where the endpoint runs
 * @param endpoint answers the requests
 */
public record Route(
    String method,
    String path,
    Access access,
    ErrorFormat errors,
    Execution execution,
    Endpoint endpoint) {
  /** Where an endpoint runs. */
  public enum Execution {
    /** On the thread of the connection: it answers at once, or waits for the client. */
    CONNECTION,
    /** In the pool of work, whose queue is bounded: it searches or runs a model. */
    POOL,
    /**
     * On the thread of the connection if the body is short, and there {@link Request#work} may pass
     * the work to the pool: changing threads takes longer than the work of a small model.
     */
    BY_WORK
  }

  public Route {
    requireNonNull(method, "method is null");
    requireNonNull(path, "path is null");
    requireNonNull(access, "access is null");
    requireNonNull(errors, "errors is null");
    requireNonNull(execution, "execution is null");
    requireNonNull(endpoint, "endpoint is null");
  }

  /** Returns the path as OpenAPI writes it, without the dots of its last name. */
  public String template() {
    return path.replace("...}", "}");
  }
}
