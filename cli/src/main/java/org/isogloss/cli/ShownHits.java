package org.isogloss.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import org.isogloss.core.Hit;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.explain.Snippet;
import org.isogloss.search.explain.TermMatch;
import org.isogloss.search.pipeline.Pipeline;
import org.isogloss.text.Span;

/**
 * Hits with what the index has to show of them.
 *
 * @param offset how many hits stand before the first of these
 * @param explained the pipeline that found them, where it is to be shown which words counted
 */
record ShownHits(
    SearchIndex index, Query query, Ranking ranking, long offset, Optional<Pipeline> explained) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** A table as wide as the terminal. */
  String toTable(Console console) {
    Terminal terminal = console.terminal();
    HitTable table = new HitTable(terminal.tableColumns().orElse(0), terminal.styledOut());
    int rank = (int) offset; // It fits if there are hits.
    for (Hit hit : ranking.hits()) {
      table.add(++rank, hit, passage(hit), index.snippet(query, hit), shown(evidence(hit)));
    }
    return table.toString();
  }

  private List<TermMatch> evidence(Hit hit) {
    return explained.map(pipeline -> index.termMatches(pipeline, query, hit)).orElse(List.of());
  }

  /** A line for each part of the pipeline: {@code psq: garden = Garten .75 x2, ...}. */
  private static List<String> shown(List<TermMatch> evidence) {
    Map<String, StringJoiner> lines = new LinkedHashMap<>();
    for (TermMatch word : evidence) {
      lines
          .computeIfAbsent(word.pipelinePart(), part -> new StringJoiner(", ", part + ": ", ""))
          .add(
              String.format(
                  Locale.ROOT,
                  "%s = %s %.2f%s",
                  word.queryWord(),
                  word.passageWord(),
                  word.probability(),
                  word.frequency() > 1 ? " x" + word.frequency() : ""));
    }
    return lines.values().stream().map(StringJoiner::toString).toList();
  }

  /** One object with all of them. */
  String toJson(String pipeline) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("query", query.text());
    root.put("language", query.language().tag());
    root.put("pipeline", pipeline);
    root.put("offset", offset);
    ArrayNode hits = root.putArray("hits");
    int rank = (int) offset; // It fits if there are hits.
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
      if (explained.isPresent()) {
        ArrayNode words = node.putArray("words");
        for (TermMatch word : evidence(hit)) {
          words
              .addObject()
              .put("retriever", word.pipelinePart())
              .put("asked", word.queryWord())
              .put("found", word.passageWord())
              .put("probability", word.probability())
              .put("frequency", word.frequency());
        }
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
