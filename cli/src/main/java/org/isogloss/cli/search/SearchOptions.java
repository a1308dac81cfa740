// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import org.isogloss.api.SearchRequest;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.engine.EngineBuilder;
import org.isogloss.engine.SearchEngine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of every command that searches an index with one pipeline. */
final class SearchOptions {
  @Mixin private IndexOption index;

  @Option(
      names = "--pipeline",
      paramLabel = "P",
      description =
          "Search pipeline: bm25, dense, psq, translate, {bm25:0.4,dense:0.6}wsum,"
              + " {bm25,dense}fair%%50 >> rerank(MODEL, weight=0.7); isogloss help pipelines has"
              + " the grammar. Default: {bm25,dense}fair, re-ranked in an index of compact;"
              + " {bm25:2,dense}fair with a static model; bm25 without vectors.")
  private String pipeline;

  @Mixin private QueryOptions query;

  QueryOptions query() {
    return query;
  }

  /**
   * Opens the index for the pipeline.
   *
   * @param results the options of the results, which may need further models
   */
  SearchEngine open(ResultOptions results, int threads) {
    EngineBuilder builder = results.apply(query.engine(index.location(), threads));
    if (pipeline == null) {
      return query.open(builder, index.location());
    }
    Pipeline parsed = Pipeline.parse(pipeline);
    // A pipeline without vectors need not wait for a model to load, unless it explains the words.
    (parsed.usesVectors() || results.explain ? builder : builder.withoutVectors()).pipeline(parsed);
    return index.withTranslationHint(parsed, () -> query.open(builder, index.location()));
  }

  /** Returns the pipeline as the user wrote it, or the default pipeline of the engine. */
  String pipeline(SearchEngine engine) {
    return pipeline == null ? engine.defaultPipeline().toString() : pipeline;
  }

  /** Returns a request for the documents that the options select. */
  SearchRequest select(SearchRequest request) {
    SearchRequest within = request.withLanguages(query.documentLanguages());
    return query.filter().map(within::withFilter).orElse(within);
  }
}
