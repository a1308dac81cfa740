// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.http;

import io.helidon.http.Status;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.Optional;

/** Passes requests to another handler, which can be replaced and is dropped in the end. */
public final class SwitchableHandler implements Handler {
  private volatile Optional<Handler> handler;

  public SwitchableHandler(Handler handler) {
    this.handler = Optional.of(handler);
  }

  @Override
  public void handle(ServerRequest request, ServerResponse response) throws Exception {
    Optional<Handler> current = handler;
    if (current.isPresent()) {
      current.get().handle(request, response);
    } else {
      response.status(Status.SERVICE_UNAVAILABLE_503).send();
    }
  }

  /** Passes the requests that arrive from now on to another handler. */
  public void use(Handler other) {
    handler = Optional.of(other);
  }

  /** Drops the handler. */
  public void stop() {
    handler = Optional.empty();
  }
}
