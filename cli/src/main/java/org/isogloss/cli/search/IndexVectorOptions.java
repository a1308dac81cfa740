// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import java.util.Optional;
import org.isogloss.cli.option.OptionHint;
import org.isogloss.core.TokenVectorScorer;
import org.isogloss.core.util.Excerpt;
import org.isogloss.engine.DefaultPipeline;
import org.isogloss.engine.LoadedModel;
import org.isogloss.engine.Rerankers;
import org.isogloss.engine.SparseModel;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.search.Indexer;
import org.isogloss.search.IndexerBuilder;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.manifest.VectorOptions;
import org.isogloss.search.manifest.VectorQuantization;
import org.isogloss.search.storage.IndexLocation;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

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
      names = "--vectors",
      paramLabel = "PRECISION",
      converter = PrecisionName.class,
      description =
          "Precision of the vectors in graphs, which have to fit into memory: float, 4-bit, 1-bit"
              + " or quantized, the smallest. The hits of a graph get their scores from vectors in"
              + " single precision on disk. Default: as in the index, float in a new one.")
  private VectorQuantization quantization;

  @Option(
      names = "--late-chunking",
      negatable = true,
      description =
          "Encode passages in the context of their documents: the model reads as much of a document"
              + " at once as it can. It must pool by the mean. Default: as in the index, no in a new"
              + " one.")
  private Boolean lateChunking;

  @Option(
      names = "--token-vectors",
      paramLabel = "MODEL",
      description =
          "Store the vectors of the tokens of passages, with which this re-ranker need not encode"
              + " them for a query: the folder of a late-interaction model, the name of a shipped"
              + " one, or none. Default: as in the index; in a new one the shipped re-ranker, if it"
              + " belongs to the model.")
  private String tokenVectors;

  @Option(
      names = "--sparse",
      paramLabel = "MODEL",
      description =
          "Store the weights of the terms of passages by this sparse model, for sparse in"
              + " pipelines: the folder of a model such as SPLADE or BGE-M3. Default: as in the"
              + " index; none in a new one.")
  private String sparse;

  /**
   * Opens the sparse model of an index.
   *
   * @return empty if the index stores no weights of terms
   */
  Optional<SparseModel> openSparse(IndexLocation index, InferenceOptions options) {
    return OptionHint.add(
        "--sparse MODEL",
        failure -> sparse == null,
        () -> SparseModel.find(index.findManifest(), Optional.ofNullable(sparse), options));
  }

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
    if (calibrated != null || sentences != null || quantization != null || lateChunking != null) {
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
              sentences == null ? defaults.sentences() : sentences,
              quantization == null ? defaults.quantization() : quantization,
              lateChunking == null ? defaults.lateChunking() : lateChunking));
    }
  }

  /** Converts names as users write them. */
  static final class PrecisionName implements ITypeConverter<VectorQuantization> {
    @Override
    public VectorQuantization convert(String name) {
      return switch (name) {
        case "float" -> VectorQuantization.NONE;
        case "4-bit" -> VectorQuantization.FOUR_BITS;
        case "1-bit", "quantized" -> VectorQuantization.ONE_BIT;
        default ->
            throw new TypeConversionException(
                "expected float, 4-bit, 1-bit or quantized, found " + Excerpt.quote(name));
      };
    }
  }

  private TokenVectorScorer scorer(String name, Rerankers rerankers) {
    return OptionHint.add(
        "--token-vectors MODEL",
        failure -> tokenVectors == null,
        () -> rerankers.tokenVectorScorer(name));
  }
}
