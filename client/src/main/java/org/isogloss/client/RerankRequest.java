// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.client;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.isogloss.core.Language;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;

/**
 * Passages to rank for a query.
 *
 * @param query the text, and its language if known
 * @param passages one or more; the re-ranker reads their texts, titles and languages
 * @param top maximum number of results, 1 or more; all passages if empty
 * @param reranker name of a re-ranker; empty for the first one of the server
 */
public record RerankRequest(
    Query query, List<Passage> passages, OptionalInt top, Optional<String> reranker) {
  public RerankRequest {
    requireNonNull(query, "query is null");
    passages = List.copyOf(passages);
    requireNonNull(reranker, "reranker is null");
    if (requireNonNull(top, "top is null").orElse(1) < 1) {
      throw new IllegalArgumentException("top is " + top.getAsInt() + ", expected 1 or more");
    }
  }

  /** Creates a request that ranks all passages by the first re-ranker of the server. */
  public static RerankRequest of(Query query, List<Passage> passages) {
    return new RerankRequest(query, passages, OptionalInt.empty(), Optional.empty());
  }

  /** Creates a request that ranks texts by the first re-ranker of the server. */
  public static RerankRequest of(String query, List<String> texts) {
    return of(
        Query.of(query),
        texts.stream()
            .map(text -> new Passage("", 0, Language.UNDETERMINED, "", text, 0, text.length()))
            .toList());
  }

  /** Returns a copy with a maximum number of results. */
  public RerankRequest withTop(int number) {
    return new RerankRequest(query, passages, OptionalInt.of(number), reranker);
  }

  /** Returns a copy for another re-ranker. */
  public RerankRequest withReranker(String name) {
    return new RerankRequest(query, passages, top, Optional.of(name));
  }

  ObjectNode json() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("query", query.text());
    putLanguage(json, "query_language", query.language());
    ArrayNode array = json.putArray("passages");
    for (Passage passage : passages) {
      ObjectNode object = array.addObject().put("text", passage.text());
      if (!passage.title().isEmpty()) {
        object.put("title", passage.title());
      }
      putLanguage(object, "language", passage.language());
    }
    top.ifPresent(number -> json.put("top", number));
    reranker.ifPresent(name -> json.put("reranker", name));
    return json;
  }

  private static void putLanguage(ObjectNode json, String key, Language language) {
    if (!language.isUndetermined()) {
      json.put(key, language.tag());
    }
  }
}
