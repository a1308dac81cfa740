// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import org.isogloss.api.DocumentPage;
import org.isogloss.api.ListRequest;
import org.isogloss.api.StoredDocument;
import org.isogloss.api.filter.Filter;
import org.isogloss.api.json.DocumentJson;
import org.isogloss.core.Deadline;
import org.isogloss.core.util.Excerpt;
import org.isogloss.server.catalog.Catalog;
import org.isogloss.server.catalog.Change;
import org.isogloss.server.catalog.ChangeQueue;
import org.isogloss.server.catalog.DocumentPatch;
import org.isogloss.server.catalog.Precondition;
import org.isogloss.server.catalog.ServedIndex;
import org.isogloss.server.http.Access;
import org.isogloss.server.http.Arguments;
import org.isogloss.server.http.Endpoint;
import org.isogloss.server.http.ErrorFormat;
import org.isogloss.server.http.LineReader;
import org.isogloss.server.http.LineSpool;
import org.isogloss.server.http.Reply;
import org.isogloss.server.http.Request;
import org.isogloss.server.http.RequestException;
import org.isogloss.server.http.Route;

/**
 * Reads, puts and deletes documents. A change is acknowledged when it is on disk and visible to
 * searches; the same change can be sent again with the same result.
 */
public final class DocumentApi {
  private static final int NOT_MODIFIED = 304;

  /** How long a single document waits for a place in the queue. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** How long a stream of documents waits for a place in the queue: its client waits too. */
  private static final Duration STREAM_PATIENCE = Duration.ofMinutes(5);

  /** Whether a client waits until its changes are on disk. */
  private static final String DURABILITY = "durability";

  private static final int ACCEPTED = 202;

  /** Number of streams that are read and written at the same time. */
  private static final int MAX_STREAMS = 16;

  /** Number of documents of a stream that wait for their commit. */
  private static final int WINDOW = 4_000;

  private final Catalog catalog;
  private final int maxDocument;
  private final Duration timeLimit;
  private final Semaphore streams = new Semaphore(MAX_STREAMS);

  /**
   * Creates the endpoints.
   *
   * @param maxDocument maximum number of bytes of a document
   * @param timeLimit how long a client waits for a document, or for the commit of a single change
   */
  public DocumentApi(Catalog catalog, int maxDocument, Duration timeLimit) {
    this.catalog = catalog;
    this.maxDocument = maxDocument;
    this.timeLimit = timeLimit;
  }

  public List<Route> routes() {
    return List.of(
        route("POST", "/api/delete", Access.WRITE, this::deleteMatching),
        route("GET", "/api/documents", Access.READ, this::list),
        route("POST", "/api/documents", Access.WRITE, this::stream),
        route("GET", "/api/documents/{id...}", Access.READ, this::get),
        route("PUT", "/api/documents/{id...}", Access.WRITE, this::put),
        route("PATCH", "/api/documents/{id...}", Access.WRITE, this::patch),
        route("DELETE", "/api/documents/{id...}", Access.WRITE, this::delete));
  }

  private static Route route(String method, String path, Access access, Endpoint endpoint) {
    return new Route(
        method, path, access, ErrorFormat.PROBLEM_DETAILS, Route.Execution.CONNECTION, endpoint);
  }

  private ServedIndex index(Request request) {
    request.requireParameters(Set.of("index"));
    return catalog.visibleTo(request.grant()).index(request.parameter("index"));
  }

  /** Reads the index of a change. */
  private ServedIndex changed(Request request) {
    request.requireParameters(Set.of("index", DURABILITY));
    return catalog.visibleTo(request.grant()).index(request.parameter("index"));
  }

  /** Whether a client does not wait until its changes are on disk. */
  private static boolean isAsync(Request request) {
    return request
        .parameter(DURABILITY)
        .map(
            value -> {
              if (!value.equals("async") && !value.equals("commit")) {
                throw RequestException.invalid(
                    DURABILITY, DURABILITY + " is " + value + ", expected commit or async");
              }
              return value.equals("async");
            })
        .orElse(false);
  }

  private Reply get(Request request) {
    String id = request.pathParameter("id");
    ServedIndex index = index(request);
    StoredDocument document =
        Deadline.call(timeLimit, () -> index.use(engine -> engine.find(id)))
            .orElseThrow(() -> missing(id));
    Precondition precondition = Precondition.of(request);
    if (precondition.isUnmodified(document)) {
      return Reply.empty(NOT_MODIFIED).withHeader("ETag", Precondition.tag(document));
    }
    precondition.require(Optional.of(document));
    return Reply.json(DocumentJson.write(document)).withHeader("ETag", Precondition.tag(document));
  }

  /** Lists a page, or as lines of JSON all documents. */
  private Reply list(Request request) throws IOException {
    ListArguments list = ListArguments.read(request, catalog);
    if (request.header("accept").orElse("").contains(Reply.JSON_LINES)) {
      return export(list);
    }
    DocumentPage page =
        Deadline.call(timeLimit, () -> list.index().use(engine -> engine.list(list.request())));
    ObjectNode reply = JsonNodeFactory.instance.objectNode();
    ArrayNode documents = reply.putArray("documents");
    page.documents().forEach(document -> documents.add(DocumentJson.write(document)));
    page.cursor().ifPresent(cursor -> reply.put("cursor", cursor));
    return Reply.json(reply);
  }

  private Reply export(ListArguments list) throws IOException {
    acquireStream();
    LineSpool lines = new LineSpool();
    boolean complete = false;
    try {
      long left = list.top().isPresent() ? list.top().getAsInt() : Long.MAX_VALUE;
      Optional<ListRequest> next = Optional.of(list.request());
      while (next.isPresent() && left > 0) {
        ListRequest wanted = next.get();
        DocumentPage page = list.index().use(engine -> engine.list(wanted));
        page.documents().stream()
            .limit(left)
            .forEach(document -> lines.add(line(document, wanted.texts())));
        left -= page.documents().size();
        next = page.cursor().map(wanted::withCursor);
      }
      complete = true;
      return Reply.lines(lines);
    } finally {
      streams.release();
      if (!complete) {
        lines.close();
      }
    }
  }

  /** Returns a document as a line that can be put into an index, if it has its text. */
  private static String line(StoredDocument document, boolean text) {
    return (text ? DocumentJson.write(document.toDocument()) : DocumentJson.write(document))
        .toString();
  }

  private static RequestException missing(String id) {
    return RequestException.of(
        RequestException.Reason.NOT_FOUND, "id", "the index has no document " + Excerpt.quote(id));
  }

  private Reply put(Request request) throws IOException {
    ServedIndex index = changed(request);
    String id = request.pathParameter("id");
    ObjectNode object = request.jsonObject();
    if (object.hasNonNull("id")) {
      requireSameId(object, id);
    }
    object.put("id", id);
    return change(index, request, PutArguments.read(object));
  }

  private Reply patch(Request request) throws IOException {
    ServedIndex index = changed(request);
    String id = request.pathParameter("id");
    ObjectNode changes = request.jsonObject();
    requireSameId(changes, id);
    PutArguments.requireNoVectors(changes);
    return change(index, request, new Change.Patch(id, new DocumentPatch(changes)));
  }

  private static void requireSameId(ObjectNode object, String id) {
    if (object.has("id") && !object.get("id").asText().equals(id)) {
      throw RequestException.invalid(
          "id", "the id in the body differs from the one in the path: remove it from the body");
    }
  }

  private Reply delete(Request request) {
    return change(changed(request), request, new Change.Delete(request.pathParameter("id")));
  }

  private Reply deleteMatching(Request request) throws IOException {
    Arguments arguments = request.json();
    ServedIndex index = catalog.visibleTo(request.grant()).index(arguments.findString("index"));
    Filter filter = Arguments.parse("filter", arguments.nonBlank("filter"), Filter::parse);
    arguments.requireNoOthers();
    long deleted = awaitLimited(index.changes().delete(filter, PATIENCE));
    return Reply.json(JsonNodeFactory.instance.objectNode().put("deleted", deleted));
  }

  private Reply change(ServedIndex index, Request request, Change change) {
    Precondition precondition = Precondition.of(request);
    if (isAsync(request)) {
      return accept(index, change, precondition);
    }
    Change.Result result = awaitLimited(index.changes().submit(change, precondition, PATIENCE));
    if (result == Change.Result.NOT_FOUND) {
      throw missing(change.id());
    }
    return Reply.json(
        JsonNodeFactory.instance.objectNode().put("id", change.id()).put("result", name(result)));
  }

  private static Reply accept(ServedIndex index, Change change, Precondition precondition) {
    if (!precondition.isEmpty()) {
      throw RequestException.invalid(
          DURABILITY,
          DURABILITY
              + " is async, but whether the condition is met is known after the commit only");
    }
    index.changes().accept(change, PATIENCE);
    ObjectNode reply = JsonNodeFactory.instance.objectNode().put("id", change.id());
    reply.put("result", name(Change.Result.ACCEPTED)).put("waiting", index.changes().waiting());
    return Reply.json(ACCEPTED, reply);
  }

  private static String name(Change.Result result) {
    return result.name().toLowerCase(Locale.ROOT);
  }

  private <T> T awaitLimited(CompletableFuture<T> future) {
    return ChangeQueue.await(future, timeLimit);
  }

  /** A line of a stream whose document waits for its commit. */
  private record Pending(long line, String id, CompletableFuture<Change.Result> result) {}

  private Reply stream(Request request) throws IOException {
    ServedIndex index = changed(request);
    boolean async = isAsync(request);
    request.requireContentType("json", Reply.JSON_LINES);
    acquireStream();
    LineSpool replies = new LineSpool();
    boolean complete = false;
    try (var body = request.stream()) {
      readAll(new LineReader(body, maxDocument), index.changes(), async, replies);
      complete = true;
      return Reply.lines(replies);
    } finally {
      streams.release();
      if (!complete) {
        replies.close();
      }
    }
  }

  private void acquireStream() {
    if (!streams.tryAcquire()) {
      throw RequestException.overloaded(
          "the server reads and writes " + MAX_STREAMS + " streams of documents; try again later",
          PATIENCE);
    }
  }

  private static void readAll(
      LineReader lines, ChangeQueue changes, boolean async, LineSpool replies) throws IOException {
    Deque<Pending> window = new ArrayDeque<>();
    while (true) {
      Optional<Pending> next = readLine(lines, changes, async);
      if (next.isEmpty()) {
        break;
      }
      window.add(next.get());
      // Results that are there keep the window small; then the oldest one is awaited.
      while (!window.isEmpty() && (window.size() > WINDOW || window.getFirst().result().isDone())) {
        replies.add(reply(window.removeFirst()));
      }
    }
    while (!window.isEmpty()) {
      replies.add(reply(window.removeFirst()));
    }
  }

  /** Reads a line that is not blank; empty at the end. */
  private static Optional<Pending> readLine(LineReader lines, ChangeQueue changes, boolean async)
      throws IOException {
    String id = "";
    try {
      Optional<String> line = lines.next();
      while (line.isPresent() && line.get().isBlank()) {
        line = lines.next();
      }
      if (line.isEmpty()) {
        return Optional.empty();
      }
      Change.Put put = PutArguments.readLine(line.get());
      id = put.id();
      return Optional.of(new Pending(lines.number(), id, put(put, changes, async)));
    } catch (RequestException e) {
      return Optional.of(new Pending(lines.number(), id, CompletableFuture.failedFuture(e)));
    }
  }

  private static CompletableFuture<Change.Result> put(
      Change.Put put, ChangeQueue changes, boolean async) {
    if (!async) {
      return changes.submit(put, STREAM_PATIENCE);
    }
    changes.accept(put, STREAM_PATIENCE);
    return CompletableFuture.completedFuture(Change.Result.ACCEPTED);
  }

  private static String reply(Pending pending) {
    ObjectNode reply = JsonNodeFactory.instance.objectNode();
    reply.put("line", pending.line());
    if (!pending.id().isEmpty()) {
      reply.put("id", pending.id());
    }
    try {
      reply.put("result", name(ChangeQueue.await(pending.result())));
    } catch (RequestException e) {
      reply.put("result", "rejected");
      reply.put("status", e.reason().status());
      reply.put("detail", e.getMessage());
    }
    return reply.toString();
  }
}
