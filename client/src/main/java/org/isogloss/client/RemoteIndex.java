// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.client;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.util.Excerpt;
import org.isogloss.core.util.IdValidator;

/**
 * An index of a server. A change is on disk and visible to searches when its method returns. All
 * methods throw a {@link RequestFailedException} as {@link IsoglossClient} describes it. This class
 * is thread-safe, and is used until its client is closed.
 */
public final class RemoteIndex {
  private static final String DOCUMENTS = "/api/documents";
  private static final int NOT_FOUND = 404;

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
   * Describes the index.
   *
   * @throws IsoglossException if the server has no index of this name, or several and no name is
   *     given
   */
  public IndexDescription describe() {
    List<IndexDescription> all =
        transport.send("GET", "/api/indexes").list("indexes", IndexDescription::read);
    return all.stream()
        .filter(index -> name.isPresent() ? index.name().equals(name.get()) : all.size() == 1)
        .findFirst()
        .orElseThrow(
            () ->
                new IsoglossException(
                    (name.isPresent()
                            ? "the server has no index " + Excerpt.quote(name.get())
                            : "the server has " + all.size() + " indexes")
                        + ", expected the name of one of "
                        + all.stream().map(IndexDescription::name).toList()));
  }

  /** Searches the index. */
  public SearchReply search(SearchRequest request) {
    return SearchReply.read(transport.send("POST", "/api/search", withIndex(request.json())));
  }

  /** Searches the index with default options, for the first ten documents. */
  public SearchReply search(String query) {
    return search(SearchRequest.of(query));
  }

  /**
   * Adds a document, or replaces the one with the same id.
   *
   * @throws RequestFailedException if the index rejects it
   */
  public void put(Document document) {
    transport.send("PUT", path(document.id()), DocumentJson.of(document));
  }

  /**
   * Adds or replaces documents, in one request.
   *
   * @return an outcome for each document, in their order; a rejected one does not affect the others
   */
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
    AtomicLong acknowledged = new AtomicLong();
    transport.stream(
        DOCUMENTS + parameters(),
        () -> new DocumentLines(documents.iterator()),
        line -> outcomes.accept(PutOutcome.read(acknowledged.getAndIncrement(), line)));
  }

  /** Returns a document with its passages; empty if the index does not have it. */
  public Optional<StoredDocument> find(String id) {
    try {
      return Optional.of(StoredDocument.read(transport.send("GET", path(id))));
    } catch (RequestFailedException e) {
      if (isMissingDocument(e)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /**
   * Deletes a document.
   *
   * @return whether the index had it
   */
  public boolean delete(String id) {
    try {
      transport.delete(path(id));
      return true;
    } catch (RequestFailedException e) {
      if (isMissingDocument(e)) {
        return false;
      }
      throw e;
    }
  }

  /** Whether the server did not find the document, as opposed to the index. */
  private static boolean isMissingDocument(RequestFailedException failure) {
    return failure.status().orElse(0) == NOT_FOUND && failure.parameter().equals(Optional.of("id"));
  }

  /**
   * Deletes the documents that meet a filter.
   *
   * @param filter a condition such as {@code year < 2000 or id in ("a", "b")}
   * @return number of deleted documents
   */
  public long deleteMatching(String filter) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("filter", requireNonNull(filter, "filter is null"));
    return transport.delete("POST", "/api/delete", withIndex(body)).longInteger("deleted");
  }

  /**
   * Makes the last commit of the index, by any process, visible to searches that begin after this
   * call. A server looks for new commits by itself, every second by default.
   *
   * @return whether there was a commit that searches did not see
   * @throws IsoglossException if the index has no name, and the server has several
   */
  public boolean refresh() {
    String index = name.orElseGet(() -> describe().name());
    return transport.send("POST", "/api/indexes/" + encoded(index) + "/refresh").bool("refreshed");
  }

  private ObjectNode withIndex(ObjectNode body) {
    name.ifPresent(index -> body.put("index", index));
    return body;
  }

  private String parameters() {
    return name.map(index -> "?index=" + encoded(index)).orElse("");
  }

  private String path(String id) {
    IdValidator.findProblem(id)
        .ifPresent(
            problem -> {
              throw new IsoglossException("the id " + Excerpt.quote(id) + " " + problem);
            });
    return DOCUMENTS + "/" + encoded(id) + parameters();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
