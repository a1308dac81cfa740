// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.api;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.isogloss.api.Translation;
import org.isogloss.api.json.TranslationJson;
import org.isogloss.core.Deadline;
import org.isogloss.server.catalog.Catalog;
import org.isogloss.server.catalog.ServedIndex;
import org.isogloss.server.http.Access;
import org.isogloss.server.http.ErrorFormat;
import org.isogloss.server.http.Reply;
import org.isogloss.server.http.Request;
import org.isogloss.server.http.RequestException;
import org.isogloss.server.http.Route;

/** Lists the translations of a document. */
public final class VersionApi {
  private final Catalog catalog;
  private final Duration timeLimit;

  /**
   * Creates the endpoint.
   *
   * @param timeLimit how long the storage of an index may take to answer
   */
  public VersionApi(Catalog catalog, Duration timeLimit) {
    this.catalog = catalog;
    this.timeLimit = timeLimit;
  }

  public List<Route> routes() {
    return List.of(
        new Route(
            "GET",
            "/api/versions",
            Access.READ,
            ErrorFormat.PROBLEM_DETAILS,
            Route.Execution.CONNECTION,
            this::versions));
  }

  private Reply versions(Request request) {
    request.requireParameters(Set.of("id", "index"));
    String id =
        request
            .parameter("id")
            .orElseThrow(
                () -> RequestException.invalid("id", "id is missing, expected a document"));
    ServedIndex index = catalog.visibleTo(request.grant()).index(request.parameter("index"));
    List<Translation> translations =
        Deadline.call(timeLimit, () -> index.use(engine -> engine.view().translations(id)));
    ObjectNode reply = JsonNodeFactory.instance.objectNode();
    TranslationJson.put(reply, translations);
    return Reply.json(reply);
  }
}
