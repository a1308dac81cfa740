// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.SearchResults;
import org.isogloss.api.json.SearchResultsJson;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.ProgressBar;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.core.Retriever;
import org.isogloss.core.util.DisplayText;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.trec.RunLine;
import org.isogloss.data.trec.TrecRun;
import org.isogloss.engine.SearchEngine;
import org.isogloss.search.BatchSearch;
import org.isogloss.search.QueryResult;

/**
 * Searches with many queries and writes what is found, in the order of the queries.
 *
 * @param search the documents that are searched
 */
record QueryBatch(
    SearchEngine engine, List<Query> queries, SearchOptions search, int threads, Console console) {
  /** Maximum number of results that are held in memory with their passages. */
  private static final int RESULTS_IN_MEMORY = 20_000;

  /**
   * Writes a TREC run.
   *
   * @param depth maximum number of hits of a query
   * @param tag name of the system; the pipeline if empty
   * @param ignoreIdenticalIds whether hits with the id of their query are left out
   * @return the number of hits
   */
  long writeRun(Path output, int depth, Optional<String> tag, boolean ignoreIdenticalIds) {
    Pipeline pipeline = engine.defaultPipeline();
    Retriever retriever = engine.retriever(search.select(SearchRequest.of("")));
    String system = tag.orElseGet(() -> search.pipeline(engine).replaceAll("\\s+", ""));
    // The hit that is left out makes room for another one.
    int searched = ignoreIdenticalIds ? Math.addExact(depth, 1) : depth;
    ProgressBar progress = console.progress("Searching", "queries");
    try (Stream<QueryResult> answers =
            BatchSearch.search(
                retriever, queries, searched, BatchSearch.recommendedThreads(pipeline, threads));
        RecordWriter<RunLine> writer = TrecRun.writer(output)) {
      long[] answered = new long[1];
      answers.forEachOrdered(
          answer -> {
            String query = answer.query().id();
            Ranking ranking =
                ignoreIdenticalIds ? without(query, answer.ranking()).top(depth) : answer.ranking();
            TrecRun.toLines(query, ranking, system).forEach(writer::write);
            progress.update(++answered[0], queries.size());
          });
      writer.commit();
      return writer.writtenCount();
    }
  }

  private static Ranking without(String document, Ranking ranking) {
    return Ranking.of(
        ranking.hits().stream().filter(hit -> !hit.documentId().equals(document)).toList());
  }

  /**
   * Writes a JSON object for each query, one on each line.
   *
   * @param depth maximum number of hits of a query
   * @param options what the results contain
   * @return the number of hits
   */
  long writeJson(Path output, int depth, ResultOptions options) {
    List<SearchRequest> requests =
        queries.stream()
            .map(query -> search.select(SearchRequest.of(query).withLiteral(true).withTop(depth)))
            .map(options::apply)
            .toList();
    String pipeline = search.pipeline(engine);
    ProgressBar progress = console.progress("Searching", "queries");
    int together = Math.max(1, RESULTS_IN_MEMORY / depth);
    long hits = 0;
    try (RecordWriter<SearchResults> writer =
        RecordWriter.open(output, (results, line) -> line.append(toJson(results, pipeline)))) {
      for (int from = 0; from < requests.size(); from += together) {
        int end = Math.min(requests.size(), from + together);
        for (SearchResults results : engine.searchAll(requests.subList(from, end))) {
          writer.write(results);
          hits += results.size();
        }
        progress.update(end, requests.size());
      }
      writer.commit();
    }
    return hits;
  }

  private static String toJson(SearchResults results, String pipeline) {
    JsonNode object =
        JsonNodeFactory.instance
            .objectNode()
            .put("query_id", results.request().query().id())
            .setAll(SearchResultsJson.write(results).put("pipeline", pipeline));
    return DisplayText.escapeJson(object.toString());
  }
}
