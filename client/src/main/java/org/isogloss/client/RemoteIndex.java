// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.client;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.StreamSupport;
import org.isogloss.api.Completion;
import org.isogloss.api.CompletionRequest;
import org.isogloss.api.DocumentPage;
import org.isogloss.api.EmbeddedDocument;
import org.isogloss.api.Explanation;
import org.isogloss.api.FieldName;
import org.isogloss.api.IndexDescription;
import org.isogloss.api.ListRequest;
import org.isogloss.api.PutOutcome;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.SearchResults;
import org.isogloss.api.Searcher;
import org.isogloss.api.SortKey;
import org.isogloss.api.StoredDocument;
import org.isogloss.api.Translation;
import org.isogloss.api.VectorHit;
import org.isogloss.api.filter.Filter;
import org.isogloss.api.json.CompletionJson;
import org.isogloss.api.json.DocumentJson;
import org.isogloss.api.json.ExplanationJson;
import org.isogloss.api.json.IndexDescriptionJson;
import org.isogloss.api.json.SearchRequestJson;
import org.isogloss.api.json.SearchResultsJson;
import org.isogloss.api.json.TranslationJson;
import org.isogloss.api.json.VectorHitJson;
import org.isogloss.core.Document;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.json.JsonObject;
import org.isogloss.core.metadata.MetadataValue;
import org.isogloss.core.util.Excerpt;
import org.isogloss.core.util.IdValidator;

/**
 * An index of a server. All methods throw a {@link RequestFailedException} as {@link
 * IsoglossClient} describes it. An index is used until its client is closed.
 */
public final class RemoteIndex implements Searcher {
  private static final String DOCUMENTS = "/api/documents";
  private static final int NOT_FOUND = 404;
  private static final int OVERLOADED = 429;
  private static final int FIRST_SERVER_ERROR = 500;

  /** Number of requests of one call that are under way at the same time. */
  private static final int CONCURRENT_REQUESTS = 8;

  /** Number of passages that a server explains in one request. */
  private static final int MAX_EXPLAINED = 100;

  /** Number of ids in a filter. */
  private static final int MAX_IDS = 1_000;

  /** Number of characters of the ids in a filter: the server accepts filters of 100,000. */
  private static final int MAX_FILTER = 50_000;

  private final Transport transport;
  private final Optional<String> name;

  RemoteIndex(Transport transport, Optional<String> name) {
    this.transport = requireNonNull(transport, "transport is null");
    this.name = requireNonNull(name, "name is null");
  }

  /** The name of the index; empty for the only index of a server. */
  public Optional<String> name() {
    return name;
  }

  /**
   * {@inheritDoc}
   *
   * @throws IsoglossException if the server has no index of this name, or several and no name is
   *     given
   */
  @Override
  public IndexDescription describe() {
    if (name.isPresent()) {
      return IndexDescriptionJson.read(
          transport.send("GET", "/api/indexes/" + Transport.encoded(name.get())));
    }
    List<IndexDescription> all = describeAll(transport);
    if (all.size() != 1) {
      throw new IsoglossException(
          "the server has "
              + all.size()
              + " indexes, expected the name of one of "
              + all.stream().map(IndexDescription::name).toList());
    }
    return all.getFirst();
  }

  /** Returns the descriptions of all indexes of a server. */
  static List<IndexDescription> describeAll(Transport transport) {
    return transport.send("GET", "/api/indexes").requiredObjects("indexes").stream()
        .map(IndexDescriptionJson::read)
        .toList();
  }

  @Override
  public SearchResults search(SearchRequest request) {
    return Transport.await(searchAsync(request));
  }

  /**
   * Searches without waiting for the results.
   *
   * @return completed with a {@link RequestFailedException} if the search fails
   */
  public CompletableFuture<SearchResults> searchAsync(SearchRequest request) {
    return Transport.map(
        transport.sendAsync(
            "POST", "/api/search", withIndex(SearchRequestJson.write(request)), request.timeout()),
        reply -> SearchResultsJson.readReply(reply, request));
  }

  /**
   * {@inheritDoc} At most {@value #CONCURRENT_REQUESTS} requests are under way at the same time; if
   * one fails, the others are not sent.
   */
  @Override
  public List<SearchResults> searchAll(List<SearchRequest> requests) {
    return sendAll(requests, this::searchAsync);
  }

  /** Sends a request for each of some values, and returns the replies in their order. */
  private static <T, R> List<R> sendAll(
      Collection<T> values, Function<T, CompletableFuture<R>> request) {
    List<R> replies = new ArrayList<>(values.size());
    Deque<CompletableFuture<R>> underWay = new ArrayDeque<>();
    try {
      for (T value : values) {
        if (underWay.size() == CONCURRENT_REQUESTS) {
          replies.add(Transport.await(underWay.removeFirst()));
        }
        underWay.add(request.apply(value));
      }
      while (!underWay.isEmpty()) {
        replies.add(Transport.await(underWay.removeFirst()));
      }
      return List.copyOf(replies);
    } finally {
      underWay.forEach(reply -> reply.cancel(true));
    }
  }

  /** {@inheritDoc} One request explains up to {@value #MAX_EXPLAINED} of them. */
  @Override
  public List<Explanation> explain(SearchRequest request, List<Hit> hits) {
    List<Explanation> explanations = new ArrayList<>(hits.size());
    for (int from = 0; from < hits.size(); from += MAX_EXPLAINED) {
      List<Hit> some = hits.subList(from, Math.min(hits.size(), from + MAX_EXPLAINED));
      explanations.addAll(explainSome(request, some));
    }
    return List.copyOf(explanations);
  }

  private List<Explanation> explainSome(SearchRequest request, List<Hit> hits) {
    ObjectNode body = withIndex(SearchRequestJson.write(request.withAnswers(0)));
    ArrayNode passages = body.putArray("hits");
    hits.forEach(
        hit -> passages.addObject().put("id", hit.documentId()).put("passage", hit.passage()));
    return Transport.await(transport.sendAsync("POST", "/api/explain", body, request.timeout()))
        .requiredObjects("explanations")
        .stream()
        .map(ExplanationJson::readWithPassage)
        .toList();
  }

  @Override
  public void put(Document document) {
    transport.send("PUT", path(document.id()), DocumentJson.write(document));
  }

  /** {@inheritDoc} They are sent in one request. */
  @Override
  public List<PutOutcome> putAll(Collection<Document> documents) {
    List<PutOutcome> outcomes = new ArrayList<>(documents.size());
    putAll(documents, outcomes::add);
    return outcomes;
  }

  /**
   * Adds or replaces any number of documents, in one request that neither side holds in memory.
   *
   * @param documents iterated by another thread while they are sent, again from the beginning if
   *     the server asks to repeat the request
   * @param outcomes receives an outcome for each document, in their order, after all were sent
   */
  public void putAll(Iterable<Document> documents, Consumer<PutOutcome> outcomes) {
    putLines(documents, DocumentJson::write, outcomes);
  }

  /** {@inheritDoc} They are sent in one request. */
  @Override
  public List<PutOutcome> putAllEmbedded(Collection<EmbeddedDocument> documents) {
    List<PutOutcome> outcomes = new ArrayList<>(documents.size());
    putLines(documents, DocumentJson::write, outcomes::add);
    return outcomes;
  }

  private <T> void putLines(
      Iterable<T> documents, Function<T, ObjectNode> json, Consumer<PutOutcome> outcomes) {
    AtomicLong acknowledged = new AtomicLong();
    transport.stream(
        DOCUMENTS + parameters(),
        () ->
            new DocumentLines(
                StreamSupport.stream(documents.spliterator(), /* parallel= */ false)
                    .map(json)
                    .iterator()),
        line -> outcomes.accept(outcome(acknowledged.getAndIncrement(), line)));
  }

  @Override
  public List<VectorHit> nearest(float[] vector, Optional<Filter> filter, int top) {
    ObjectNode body = withIndex(JsonNodeFactory.instance.objectNode()).put("top", top);
    ArrayNode components = body.putArray("vector");
    for (float component : vector) {
      components.add(component);
    }
    filter.ifPresent(condition -> body.put("filter", condition.toString()));
    return transport.send("POST", "/api/nearest", body).requiredObjects("hits").stream()
        .map(VectorHitJson::read)
        .toList();
  }

  private static PutOutcome outcome(long position, JsonObject json) {
    long line = json.integer("line");
    if (line != position + 1) {
      throw json.error("line", String.valueOf(line), String.valueOf(position + 1));
    }
    String id = json.findString("id").orElse("");
    String result = json.string("result");
    return switch (result) {
      case "indexed" -> PutOutcome.indexed(position, id);
      case "rejected" ->
          PutOutcome.rejected(position, id, reason(json.integer("status")), json.string("detail"));
      default -> throw json.error("result", result, "indexed or rejected");
    };
  }

  /** Whether a document can be sent again, by the status that its own request would have had. */
  private static PutOutcome.Reason reason(long status) {
    return status == OVERLOADED || status >= FIRST_SERVER_ERROR
        ? PutOutcome.Reason.UNAVAILABLE
        : PutOutcome.Reason.INVALID;
  }

  @Override
  public Optional<StoredDocument> find(String id) {
    return Transport.await(findAsync(id));
  }

  /** {@inheritDoc} Each is a request of its own, of which several are under way. */
  @Override
  public List<StoredDocument> findAll(Collection<String> ids) {
    return sendAll(ids, this::findAsync).stream().flatMap(Optional::stream).toList();
  }

  private CompletableFuture<Optional<StoredDocument>> findAsync(String id) {
    return transport
        .sendAsync("GET", path(id))
        .thenApply(reply -> Optional.of(DocumentJson.readStored(reply)))
        .exceptionally(
            failure -> {
              Throwable cause =
                  failure instanceof CompletionException ? failure.getCause() : failure;
              if (cause instanceof RequestFailedException refused && isMissingDocument(refused)) {
                return Optional.empty();
              }
              throw failure instanceof CompletionException known
                  ? known
                  : new CompletionException(failure);
            });
  }

  /**
   * Returns the documents that are translations of a document, by the links that indexing finds:
   * one of each other language, each with the mean cosine of their passages as score.
   *
   * @return none if the index does not contain the document, or knows no translation of it
   */
  public List<Translation> translations(String id) {
    String path = "/api/versions?id=" + Transport.encoded(id);
    return TranslationJson.read(
        transport.send(
            "GET", path + name.map(index -> "&index=" + Transport.encoded(index)).orElse("")));
  }

  @Override
  public boolean delete(String id) {
    try {
      transport.sendOnce("DELETE", path(id));
      return true;
    } catch (RequestFailedException e) {
      if (isMissingDocument(e)) {
        return false;
      }
      throw e;
    }
  }

  /** Whether the document is what was not found, not the index. */
  private static boolean isMissingDocument(RequestFailedException failure) {
    return failure.status().orElse(0) == NOT_FOUND && failure.parameter().equals(Optional.of("id"));
  }

  @Override
  public long delete(Collection<String> ids) {
    long deleted = 0;
    List<MetadataValue> some = new ArrayList<>();
    int characters = 0;
    for (String id : ids) {
      // A character that is escaped counts twice, quotes and the separator for four.
      int added = 2 * id.length() + 4;
      if (some.size() == MAX_IDS || (!some.isEmpty() && characters + added > MAX_FILTER)) {
        deleted += delete(new Filter.OneOf(Filter.ID, some));
        some.clear();
        characters = 0;
      }
      some.add(MetadataValue.of(id));
      characters += added;
    }
    return some.isEmpty() ? deleted : deleted + delete(new Filter.OneOf(Filter.ID, some));
  }

  @Override
  public long delete(Filter filter) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("filter", filter.toString());
    return transport.sendOnce("POST", "/api/delete", withIndex(body)).integer("deleted");
  }

  /** {@inheritDoc} A server looks for new commits by itself, every second by default. */
  @Override
  public boolean refresh() {
    String index = name.orElseGet(() -> describe().name());
    return transport
        .send("POST", "/api/indexes/" + Transport.encoded(index) + "/refresh")
        .booleanValue("refreshed");
  }

  @Override
  public List<Completion> complete(CompletionRequest request) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("query", request.typed());
    if (!request.languages().isEmpty()) {
      ArrayNode languages = body.putArray("languages");
      request.languages().forEach(language -> languages.add(language.toString()));
    }
    body.put("top", request.top());
    return transport
        .send("POST", "/api/complete", withIndex(body))
        .requiredObjects("completions")
        .stream()
        .map(CompletionJson::read)
        .toList();
  }

  /** {@inheritDoc} A server refuses more than 1,000 documents in a page. */
  @Override
  public DocumentPage list(ListRequest request) {
    StringJoiner parameters = new StringJoiner("&", DOCUMENTS + "?", "");
    BiConsumer<String, String> add =
        (key, value) -> parameters.add(key + "=" + Transport.encoded(value));
    name.ifPresent(index -> add.accept("index", index));
    request.filter().ifPresent(filter -> add.accept("filter", filter.toString()));
    if (!request.sort().isEmpty()) {
      add.accept("sort", String.join(",", request.sort().stream().map(SortKey::toString).toList()));
    }
    request
        .fields()
        .ifPresent(
            fields ->
                add.accept(
                    "fields", String.join(",", fields.stream().map(FieldName::quoted).toList())));
    add.accept("text", String.valueOf(request.texts()));
    add.accept("top", String.valueOf(request.top()));
    request.cursor().ifPresent(cursor -> add.accept("cursor", cursor));
    JsonObject reply = transport.send("GET", parameters.toString());
    return new DocumentPage(
        reply.requiredObjects("documents").stream().map(DocumentJson::readListed).toList(),
        reply.findString("cursor"));
  }

  private ObjectNode withIndex(ObjectNode body) {
    name.ifPresent(index -> body.put("index", index));
    return body;
  }

  private String parameters() {
    return name.map(index -> "?index=" + Transport.encoded(index)).orElse("");
  }

  private String path(String id) {
    IdValidator.findProblem(id)
        .ifPresent(
            problem -> {
              throw new IsoglossException("the id " + Excerpt.quote(id) + " " + problem);
            });
    return DOCUMENTS + "/" + Transport.encoded(id) + parameters();
  }
}
