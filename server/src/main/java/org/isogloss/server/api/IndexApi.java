// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.isogloss.api.json.IndexDescriptionJson;
import org.isogloss.core.Deadline;
import org.isogloss.engine.SearchEngine;
import org.isogloss.search.links.LinkedText;
import org.isogloss.search.links.LinkedTextFormat;
import org.isogloss.server.catalog.Catalog;
import org.isogloss.server.catalog.ChangeQueue;
import org.isogloss.server.catalog.ServedIndex;
import org.isogloss.server.catalog.VisibleIndexes;
import org.isogloss.server.http.Access;
import org.isogloss.server.http.Endpoint;
import org.isogloss.server.http.ErrorFormat;
import org.isogloss.server.http.LineSpool;
import org.isogloss.server.http.Reply;
import org.isogloss.server.http.Request;
import org.isogloss.server.http.RequestException;
import org.isogloss.server.http.Route;

/** Describes the indexes and the links of their documents, and refreshes them. */
public final class IndexApi {
  private static final String TSV = "text/tab-separated-values";

  private final Catalog catalog;
  private final Duration timeLimit;

  /**
   * Creates the endpoints.
   *
   * @param timeLimit how long the storage of an index may take to answer
   */
  public IndexApi(Catalog catalog, Duration timeLimit) {
    this.catalog = catalog;
    this.timeLimit = timeLimit;
  }

  public List<Route> routes() {
    return List.of(
        route("GET", "/api/indexes", Access.READ, this::indexes),
        route("GET", "/api/indexes/{name}", Access.READ, this::statistics),
        route("GET", "/api/indexes/{name}/links", Access.READ, this::links),
        route("POST", "/api/indexes/{name}/refresh", Access.WRITE, this::refresh),
        route("POST", "/api/indexes/{name}/commit", Access.WRITE, this::commit));
  }

  private static Route route(String method, String path, Access access, Endpoint endpoint) {
    return new Route(
        method, path, access, ErrorFormat.PROBLEM_DETAILS, Route.Execution.CONNECTION, endpoint);
  }

  private Reply indexes(Request request) {
    request.requireParameters(Set.of());
    ObjectNode reply = JsonNodeFactory.instance.objectNode();
    ArrayNode indexes = reply.putArray("indexes");
    return Deadline.call(
        timeLimit,
        () -> {
          for (ServedIndex index : catalog.visibleTo(request.grant()).all()) {
            indexes.add(IndexDescriptionJson.write(index.describe()));
          }
          return Reply.json(reply);
        });
  }

  /** Returns the index in the path. */
  private static ServedIndex index(VisibleIndexes indexes, Request request) {
    request.requireParameters(Set.of());
    return indexes.index(Optional.of(request.pathParameter("name")));
  }

  private Reply statistics(Request request) {
    VisibleIndexes indexes = catalog.visibleTo(request.grant());
    ServedIndex index = index(indexes, request);
    ObjectNode reply = IndexDescriptionJson.write(index.describe());
    ArrayNode aliases = reply.putArray("aliases");
    indexes.aliasesOf(index.name()).forEach(aliases::add);
    reply.put("changes_waiting", index.changes().waiting());
    return index.use(
        engine -> {
          reply.put("bytes", engine.location().sizeOnDisk());
          engine
              .view()
              .manifest()
              .model()
              .ifPresent(
                  model ->
                      reply
                          .put("dimension", model.dimension())
                          .put("fingerprint", model.fingerprint()));
          engine
              .view()
              .linkedTexts()
              .ifPresent(
                  texts ->
                      reply
                          .put(
                              "translated_texts",
                              texts.stream().filter(LinkedText::isTranslated).count())
                          .put(
                              "linked_documents",
                              texts.stream().mapToLong(text -> text.ids().size()).sum()));
          return Reply.json(reply);
        });
  }

  private Reply links(Request request) throws IOException {
    ServedIndex index = index(catalog.visibleTo(request.grant()), request);
    boolean tsv = request.header("accept").orElse("").contains(TSV);
    List<LinkedText> texts =
        index
            .use(engine -> engine.view().linkedTexts())
            .orElseThrow(
                () ->
                    RequestException.of(
                        RequestException.Reason.NOT_FOUND,
                        "the translations of documents of the index "
                            + index.name()
                            + " were not sought yet, or it has no vectors or an earlier version"
                            + " wrote it"));
    LineSpool lines = new LineSpool();
    try {
      (tsv ? LinkedTextFormat.TSV : LinkedTextFormat.JSONL).lines(texts).forEach(lines::add);
      return tsv ? Reply.lines(lines).withContentType(TSV + "; charset=utf-8") : Reply.lines(lines);
    } catch (RuntimeException | Error e) {
      lines.close();
      throw e;
    }
  }

  private Reply refresh(Request request) {
    ServedIndex index = index(catalog.visibleTo(request.grant()), request);
    boolean refreshed = Deadline.call(timeLimit, () -> index.use(SearchEngine::refresh));
    return Reply.json(JsonNodeFactory.instance.objectNode().put("refreshed", refreshed));
  }

  /** Waits until the changes that were accepted before are on disk. */
  private Reply commit(Request request) {
    ServedIndex index = index(catalog.visibleTo(request.grant()), request);
    ChangeQueue.await(index.changes().flush(timeLimit), timeLimit);
    return Reply.json(
        JsonNodeFactory.instance.objectNode().put("failed", index.changes().failedLater()));
  }
}
