// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.filter.Filter;
import org.isogloss.core.Passage;
import org.isogloss.core.json.MetadataJson;
import org.isogloss.core.metadata.PageStarts;
import org.isogloss.engine.NearestPassage;
import org.isogloss.server.catalog.Catalog;
import org.isogloss.server.catalog.ServedIndex;
import org.isogloss.server.http.Access;
import org.isogloss.server.http.Arguments;
import org.isogloss.server.http.ErrorFormat;
import org.isogloss.server.http.Reply;
import org.isogloss.server.http.Request;
import org.isogloss.server.http.Route;

/** Searches by vectors of clients. */
public final class VectorApi {
  private final Catalog catalog;

  public VectorApi(Catalog catalog) {
    this.catalog = catalog;
  }

  public List<Route> routes() {
    return List.of(
        new Route(
            "POST",
            "/api/nearest",
            Access.READ,
            ErrorFormat.PROBLEM_DETAILS,
            Route.Execution.POOL,
            this::nearest));
  }

  private Reply nearest(Request request) throws IOException {
    Arguments arguments = request.json();
    ServedIndex index = catalog.visibleTo(request.grant()).index(arguments.findString("index"));
    float[] vector = VectorArguments.read("vector", arguments.require("vector"));
    int top =
        arguments.integer("top", 1, SearchArguments.MAX_TOP).orElse(SearchRequest.DEFAULT_TOP);
    Optional<Filter> filter =
        arguments
            .findString("filter")
            .filter(text -> !text.isBlank())
            .map(text -> Arguments.parse("filter", text, Filter::parse));
    arguments.requireNoOthers();
    List<NearestPassage> found =
        index.use(
            engine ->
                filter
                    .map(condition -> engine.view().nearest(vector, condition, top))
                    .orElseGet(() -> engine.view().nearest(vector, top)));
    ObjectNode reply = JsonNodeFactory.instance.objectNode();
    reply.put("index", index.name());
    ArrayNode hits = reply.putArray("hits");
    found.forEach(passage -> hits.add(hit(hits.size() + 1, passage)));
    return Reply.json(reply);
  }

  private static ObjectNode hit(int rank, NearestPassage found) {
    Passage passage = found.passage();
    ObjectNode hit = JsonNodeFactory.instance.objectNode();
    hit.put("rank", rank);
    hit.put("score", found.hit().score());
    hit.put("id", passage.documentId());
    hit.put("language", passage.language().tag());
    hit.put("title", passage.title());
    hit.put("passage", passage.ordinal());
    hit.put("start", passage.start());
    hit.put("end", passage.end());
    hit.put("text", passage.text());
    hit.set("metadata", MetadataJson.write(PageStarts.without(found.metadata())));
    return hit;
  }
}
