// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.isogloss.api.CompletionRequest;
import org.isogloss.api.Explanation;
import org.isogloss.api.SearchResults;
import org.isogloss.api.json.CompletionJson;
import org.isogloss.api.json.ExplanationJson;
import org.isogloss.api.json.SearchResultsJson;
import org.isogloss.core.Hit;
import org.isogloss.core.util.Excerpt;
import org.isogloss.server.catalog.Catalog;
import org.isogloss.server.catalog.ServedIndex;
import org.isogloss.server.catalog.VisibleIndexes;
import org.isogloss.server.http.Access;
import org.isogloss.server.http.Arguments;
import org.isogloss.server.http.Endpoint;
import org.isogloss.server.http.ErrorFormat;
import org.isogloss.server.http.Reply;
import org.isogloss.server.http.Request;
import org.isogloss.server.http.RequestException;
import org.isogloss.server.http.Route;

/** Searches and explains. */
public final class SearchApi {
  /** Maximum number of hits that one request explains. */
  private static final int MAX_EXPLAINED = 100;

  /** Maximum number of searches of one request. */
  private static final int MAX_SEARCHES = 100;

  /** Maximum number of completions of a query. */
  private static final int MAX_COMPLETIONS = 20;

  private final Catalog catalog;

  public SearchApi(Catalog catalog) {
    this.catalog = catalog;
  }

  public List<Route> routes() {
    return List.of(
        route(
            "GET",
            "/api/search",
            request -> search(request, SearchArguments.ofParameters(request))),
        route("POST", "/api/search", request -> search(request, request.json())),
        route("POST", "/api/searches", this::searchAll),
        route(
            "GET",
            "/api/complete",
            request -> complete(request, SearchArguments.ofParameters(request))),
        route("POST", "/api/complete", request -> complete(request, request.json())),
        route("POST", "/api/explain", this::explain));
  }

  private static Route route(String method, String path, Endpoint endpoint) {
    return new Route(
        method, path, Access.READ, ErrorFormat.PROBLEM_DETAILS, Route.Execution.POOL, endpoint);
  }

  private Reply search(Request request, Arguments arguments) {
    SearchArguments search =
        SearchArguments.read(arguments, catalog.visibleTo(request.grant())).withAnswers(arguments);
    arguments.requireNoOthers();
    return Reply.json(reply(search.index(), search.index().search(search.request())));
  }

  private static ObjectNode reply(ServedIndex index, SearchResults results) {
    ObjectNode reply = JsonNodeFactory.instance.objectNode();
    reply.put("index", index.name());
    reply.setAll(SearchResultsJson.writeReply(results));
    return reply;
  }

  /** Answers several searches together, those of an index on one commit. */
  private Reply searchAll(Request request) throws IOException {
    Arguments arguments = request.json();
    List<SearchArguments> searches =
        searches(arguments.require("searches"), catalog.visibleTo(request.grant()));
    arguments.requireNoOthers();
    Map<ServedIndex, List<Integer>> byIndex = new LinkedHashMap<>();
    for (int i = 0; i < searches.size(); i++) {
      byIndex.computeIfAbsent(searches.get(i).index(), index -> new ArrayList<>()).add(i);
    }
    ObjectNode[] replies = new ObjectNode[searches.size()];
    byIndex.forEach(
        (index, positions) -> {
          List<SearchResults> found =
              index.searchAll(positions.stream().map(i -> searches.get(i).request()).toList());
          for (int i = 0; i < found.size(); i++) {
            replies[positions.get(i)] = reply(index, found.get(i));
          }
        });
    ObjectNode reply = JsonNodeFactory.instance.objectNode();
    reply.putArray("results").addAll(List.of(replies));
    return Reply.json(reply);
  }

  private static List<SearchArguments> searches(JsonNode list, VisibleIndexes indexes) {
    if (!list.isArray() || list.isEmpty() || list.size() > MAX_SEARCHES) {
      throw RequestException.invalid(
          "searches", "searches is not a list of 1 to " + MAX_SEARCHES + " searches");
    }
    List<SearchArguments> searches = new ArrayList<>();
    long hits = 0;
    for (int i = 0; i < list.size(); i++) {
      String key = "searches[" + i + "]";
      if (!(list.get(i) instanceof ObjectNode object)) {
        throw Arguments.wrongType(key, list.get(i), "an object with a query");
      }
      searches.add(searchAt(key, new Arguments(object), indexes));
      hits += searches.getLast().request().top();
    }
    if (hits > SearchArguments.MAX_RANK) {
      throw RequestException.invalid(
          "searches",
          "the searches ask for "
              + hits
              + " hits together, expected at most "
              + SearchArguments.MAX_RANK
              + ": lower top, or send fewer searches");
    }
    return searches;
  }

  /** Reads one of several searches; messages name it. */
  private static SearchArguments searchAt(String key, Arguments arguments, VisibleIndexes indexes) {
    try {
      SearchArguments search = SearchArguments.read(arguments, indexes).withAnswers(arguments);
      arguments.requireNoOthers();
      return search;
    } catch (RequestException e) {
      throw RequestException.of(
          e.reason(),
          key + e.parameter().map(name -> "." + name).orElse(""),
          key + ": " + e.getMessage());
    }
  }

  private Reply complete(Request client, Arguments arguments) {
    ServedIndex index = catalog.visibleTo(client.grant()).index(arguments.findString("index"));
    CompletionRequest request =
        new CompletionRequest(
            arguments.string("query"),
            new LinkedHashSet<>(SearchArguments.languages(arguments, "languages")),
            arguments.integer("top", 1, MAX_COMPLETIONS).orElse(CompletionRequest.DEFAULT_TOP));
    arguments.requireNoOthers();
    ObjectNode reply = JsonNodeFactory.instance.objectNode();
    ArrayNode completions = reply.putArray("completions");
    index
        .use(engine -> engine.complete(request))
        .forEach(completion -> completions.add(CompletionJson.write(completion)));
    return Reply.json(reply);
  }

  private Reply explain(Request request) throws IOException {
    Arguments arguments = request.json();
    List<Hit> hits = hits(arguments.require("hits"));
    SearchArguments search = SearchArguments.read(arguments, catalog.visibleTo(request.grant()));
    arguments.requireNoOthers();
    List<Explanation> explanations =
        search
            .index()
            .use(
                engine -> {
                  for (Hit hit : hits) {
                    if (engine.view().passage(hit).isEmpty()) {
                      throw RequestException.of(
                          RequestException.Reason.NOT_FOUND,
                          "hits",
                          "the index has no passage "
                              + hit.passage()
                              + " of a document "
                              + Excerpt.quote(hit.documentId()));
                    }
                  }
                  return engine.explain(search.request(), hits);
                });
    ObjectNode reply = JsonNodeFactory.instance.objectNode();
    ArrayNode entries = reply.putArray("explanations");
    explanations.forEach(explanation -> entries.add(ExplanationJson.writeWithPassage(explanation)));
    return Reply.json(reply);
  }

  private static List<Hit> hits(JsonNode list) {
    List<Hit> hits = new ArrayList<>();
    if (!list.isArray() || list.isEmpty() || list.size() > MAX_EXPLAINED) {
      throw RequestException.invalid(
          "hits", "hits is not a list of 1 to " + MAX_EXPLAINED + " hits");
    }
    for (int i = 0; i < list.size(); i++) {
      if (!(list.get(i) instanceof ObjectNode object)) {
        throw Arguments.wrongType("hits[" + i + "]", list.get(i), "an object with an id");
      }
      Arguments hit = new Arguments(object);
      hits.add(
          new Hit(hit.string("id"), hit.integer("passage", 0, Integer.MAX_VALUE).orElse(0), 0));
      hit.requireNoOthers();
    }
    return hits;
  }
}
