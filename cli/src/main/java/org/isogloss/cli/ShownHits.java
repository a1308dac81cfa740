package org.isogloss.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.isogloss.core.Hit;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.Snippet;
import org.isogloss.text.Span;

/**
 * Hits with what the index has to show of them.
 *
 * @param offset how many hits stand before the first of these
 */
record ShownHits(SearchIndex index, Query query, Ranking ranking, int offset) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** A table as wide as the terminal. */
  String toTable(Console console) {
    HitTable table = new HitTable(console.columns().orElse(0), console.columns().isPresent());
    int rank = offset;
    for (Hit hit : ranking.hits()) {
      table.add(++rank, hit, passage(hit), index.snippet(query, hit));
    }
    return table.toString();
  }

  /** One object with all of them. */
  String toJson(String pipeline) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("query", query.text());
    root.put("language", query.language().tag());
    root.put("pipeline", pipeline);
    root.put("offset", offset);
    ArrayNode hits = root.putArray("hits");
    int rank = offset;
    for (Hit hit : ranking.hits()) {
      Passage passage = passage(hit);
      Snippet snippet = index.snippet(query, hit);
      ObjectNode node = hits.addObject();
      node.put("rank", ++rank);
      node.put("score", hit.score());
      node.put("id", hit.documentId());
      node.put("language", passage.language().tag());
      node.put("title", passage.title());
      node.put("passage", passage.ordinal());
      node.put("start", passage.start());
      node.put("end", passage.end());
      node.put("snippet", snippet.text());
      ArrayNode highlights = node.putArray("highlights");
      for (Span span : snippet.highlights()) {
        highlights.addArray().add(span.start()).add(span.end());
      }
    }
    try {
      return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(root);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private Passage passage(Hit hit) {
    return index
        .passage(hit)
        .orElseThrow(
            () -> new IllegalStateException("the index has lost passage " + hit.documentId()));
  }
}
