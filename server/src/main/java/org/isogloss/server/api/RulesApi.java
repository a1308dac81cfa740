// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.api;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.isogloss.core.Deadline;
import org.isogloss.core.IsoglossException;
import org.isogloss.search.rules.SearchRules;
import org.isogloss.server.catalog.Catalog;
import org.isogloss.server.catalog.ServedIndex;
import org.isogloss.server.http.Access;
import org.isogloss.server.http.Arguments;
import org.isogloss.server.http.Endpoint;
import org.isogloss.server.http.ErrorFormat;
import org.isogloss.server.http.Reply;
import org.isogloss.server.http.Request;
import org.isogloss.server.http.RequestException;
import org.isogloss.server.http.Route;

/** Reads and replaces the synonyms, stop words and pinned documents of an index. */
public final class RulesApi {
  private static final String RULES = "/api/indexes/{name}/rules";

  private final Catalog catalog;
  private final Duration timeLimit;

  /**
   * Creates the endpoints.
   *
   * @param timeLimit how long the storage of an index may take to answer
   */
  public RulesApi(Catalog catalog, Duration timeLimit) {
    this.catalog = catalog;
    this.timeLimit = timeLimit;
  }

  public List<Route> routes() {
    return List.of(route("GET", this::get), route("PUT", this::put));
  }

  private static Route route(String method, Endpoint endpoint) {
    return new Route(
        method,
        RULES,
        Access.ADMIN,
        ErrorFormat.PROBLEM_DETAILS,
        Route.Execution.CONNECTION,
        endpoint);
  }

  private ServedIndex index(Request request) {
    request.requireParameters(Set.of());
    return catalog.visibleTo(request.grant()).index(Optional.of(request.pathParameter("name")));
  }

  private Reply get(Request request) {
    ServedIndex index = index(request);
    return Reply.json(
        Deadline.call(timeLimit, () -> index.use(engine -> engine.location().rules())).json());
  }

  /** Stores the rules; the next search uses them. */
  private Reply put(Request request) throws IOException {
    ServedIndex index = index(request);
    Arguments arguments = request.json();
    SearchRules rules = SearchRules.NONE;
    rules = with(arguments, "synonyms", rules::withSynonyms, rules);
    rules = with(arguments, "stop_words", rules::withStopWords, rules);
    rules = with(arguments, "pins", rules::withPins, rules);
    arguments.requireNoOthers();
    store(index, rules);
    ObjectNode reply = JsonNodeFactory.instance.objectNode();
    reply.put("name", index.name()).put("result", "stored");
    reply.put("synonyms", rules.synonyms().size());
    reply.put("stop_words", rules.stopWords().size());
    reply.put("pins", rules.pins().size());
    return Reply.json(reply);
  }

  private static SearchRules with(
      Arguments arguments,
      String key,
      Function<String, SearchRules> parser,
      SearchRules unchanged) {
    Optional<String> text = arguments.findString(key);
    try {
      return text.map(parser).orElse(unchanged);
    } catch (IsoglossException e) {
      throw RequestException.invalid(key, e.getMessage());
    }
  }

  private void store(ServedIndex index, SearchRules rules) {
    Deadline.call(
        timeLimit,
        () ->
            index.use(
                engine -> {
                  engine.location().setRules(rules);
                  return engine.refresh();
                }));
  }
}
