// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.rerank;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.isogloss.core.Language;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.server.catalog.Catalog;
import org.isogloss.server.catalog.ServedReranker;
import org.isogloss.server.http.Arguments;
import org.isogloss.server.http.RequestException;

/**
 * The request that all interfaces have in common.
 *
 * @param query the query
 * @param documents the texts to rank, with their titles
 * @param reranker the re-ranker
 * @param top maximum number of results, 1 or more
 * @param returnDocuments whether results contain their texts
 */
record RerankRequest(
    Query query,
    List<Passage> documents,
    ServedReranker reranker,
    int top,
    boolean returnDocuments) {

  List<ServedReranker.Scored> rank() {
    return reranker.rank(query, documents, top);
  }

  /** Number of tokens of the query with every document, as these interfaces count. */
  long tokens() {
    long ofQuery = reranker.tokens(query.text());
    long all = 0;
    for (Passage document : documents) {
      all += ofQuery + reranker.tokens(document.titledText());
    }
    return all;
  }

  static Query query(Arguments arguments) {
    return Query.of(arguments.nonBlank("query"));
  }

  static ServedReranker reranker(Arguments arguments, Catalog catalog) {
    return catalog.reranker("model", arguments.findString("model"));
  }

  /**
   * Reads a list of strings, or of objects with a {@code text} and perhaps a {@code title}.
   *
   * @param max maximum number of documents
   */
  static List<Passage> documents(Arguments arguments, String key, int max) {
    JsonNode list = arguments.require(key);
    if (!list.isArray()) {
      throw Arguments.wrongType(key, list, "a list of strings, or of objects with a text");
    }
    if (list.isEmpty() || list.size() > max) {
      throw RequestException.invalid(
          key, key + " has " + list.size() + " elements, expected 1 to " + max);
    }
    List<Passage> documents = new ArrayList<>(list.size());
    for (int i = 0; i < list.size(); i++) {
      String name = key + "[" + i + "]";
      String title = "";
      String text;
      if (list.get(i) instanceof ObjectNode object) {
        Arguments document = new Arguments(object);
        text = document.string("text");
        title = document.findString("title").orElse("");
      } else {
        text = Arguments.text(name, list.get(i));
      }
      documents.add(
          new Passage(String.valueOf(i), 0, Language.UNDETERMINED, title, text, 0, text.length()));
    }
    return documents;
  }
}
