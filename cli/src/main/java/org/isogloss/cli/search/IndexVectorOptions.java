// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import java.util.Optional;
import org.isogloss.cli.option.OptionHint;
import org.isogloss.core.TokenVectorScorer;
import org.isogloss.engine.DefaultPipeline;
import org.isogloss.engine.LoadedModel;
import org.isogloss.engine.Rerankers;
import org.isogloss.search.Indexer;
import org.isogloss.search.IndexerBuilder;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.manifest.VectorOptions;
import org.isogloss.search.storage.IndexLocation;
import picocli.CommandLine.Option;

/** Options of the vectors of a new index. */
final class IndexVectorOptions {
  @Option(
      names = "--calibrated",
      negatable = true,
      description =
          "Subtract the mean vector of each language, so that texts of one language are not"
              + " close only because of it. Default: as in the index, no in a new one.")
  private Boolean calibrated;

  @Option(
      names = "--sentences",
      negatable = true,
      description =
          "Store a vector of each sentence of a passage in addition to its own. Default: as in"
              + " the index; in a new one yes, unless it stores vectors of tokens, the model is"
              + " static, or there is none.")
  private Boolean sentences;

  @Option(
      names = "--token-vectors",
      paramLabel = "MODEL",
      description =
          "Store the vectors of the tokens of passages, with which this re-ranker need not encode"
              + " them for a query: the folder of a late-interaction model, the name of a shipped"
              + " one, or none. Default: as in the index; in a new one the shipped re-ranker, if it"
              + " belongs to the model.")
  private String tokenVectors;

  /**
   * Sets the encoder and the vectors of an index.
   *
   * @param encoder the encoder of the index; empty for an index without vectors
   * @param rerankers opens the model of token vectors
   */
  void apply(
      IndexerBuilder builder,
      IndexLocation index,
      Optional<LoadedModel> encoder,
      Rerankers rerankers) {
    Optional<IndexManifest> existing = index.findManifest();
    encoder.ifPresent(model -> builder.encoder(model.name(), model.encoder()));
    Optional<String> tokenVectorModel =
        DefaultPipeline.tokenVectorModel(
            existing, encoder.map(LoadedModel::name), Optional.ofNullable(tokenVectors));
    tokenVectorModel.ifPresent(name -> builder.tokenVectors(name, scorer(name, rerankers)));
    if (calibrated != null || sentences != null) {
      VectorOptions defaults =
          existing
              .map(IndexManifest::vectors)
              .or(
                  () ->
                      encoder.map(
                          model ->
                              Indexer.defaultVectors(
                                  model.encoder(), tokenVectorModel.isPresent())))
              .orElse(VectorOptions.PLAIN);
      builder.vectors(
          new VectorOptions(
              calibrated == null ? defaults.calibrated() : calibrated,
              sentences == null ? defaults.sentences() : sentences));
    }
  }

  private TokenVectorScorer scorer(String name, Rerankers rerankers) {
    return OptionHint.add(
        "--token-vectors MODEL",
        failure -> tokenVectors == null,
        () -> rerankers.tokenVectorScorer(name));
  }
}
