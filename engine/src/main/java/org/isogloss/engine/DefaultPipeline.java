// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import java.util.Optional;
import org.isogloss.api.pipeline.Evidence;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.api.pipeline.TranslationOptions;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.manifest.VocabularyReference;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.manifest.IndexManifest;

/**
 * The default pipeline: lexical and dense retrieval, fused with scores normalised per language
 * ({@link SearchIndex#defaultPipeline}), followed by the re-ranker whose token vectors the index
 * stores and the grouping of translations, or by the shipped re-ranker if it belongs to the model
 * of the index. Depths, weights and gates were chosen by experiment; see {@code
 * docs/results/search.md} and {@code docs/results/reranker.md}.
 */
public final class DefaultPipeline {
  private DefaultPipeline() {}

  /** Appends {@code rerank} for passages that are encoded when they are re-ranked. */
  public static Pipeline reranked(Pipeline retrieval) {
    return new Pipeline.Reranked(retrieval, Pipeline.Reranked.DEFAULT_SCORER, 0.75, 20);
  }

  /**
   * Appends {@code rerank} for passages whose token vectors are read from the index, {@code lead},
   * because the topic of a document is evidence about its passages, and {@code translations},
   * because a re-ranker separates the translations of a text.
   *
   * @param tokenVectorModel name of the model of the token vectors
   */
  public static Pipeline reranked(Pipeline retrieval, String tokenVectorModel) {
    return new Pipeline.TranslationsGrouped(
        new Pipeline.Evidenced(rerankedByTokens(retrieval, tokenVectorModel), Evidence.LEAD, 0.3),
        TranslationOptions.DEFAULT.withCompleted(5).withMargin(0.6));
  }

  private static Pipeline rerankedByTokens(Pipeline retrieval, String tokenVectorModel) {
    return new Pipeline.Reranked(retrieval, tokenVectorModel, 0.8, 100);
  }

  /**
   * Returns the default pipeline.
   *
   * @param retrieval the pipeline without a re-ranker
   * @param model name of the model that encoded the vectors of the index; empty for an index
   *     without vectors
   * @param tokenVectorModel name of the model of its token vectors; empty if it stores none
   */
  public static Pipeline of(
      Pipeline retrieval, Optional<String> model, Optional<String> tokenVectorModel) {
    if (tokenVectorModel.isPresent()) {
      // The other steps need the vectors of texts.
      return model.isPresent()
          ? reranked(retrieval, tokenVectorModel.get())
          : rerankedByTokens(retrieval, tokenVectorModel.get());
    }
    return model.flatMap(DefaultPipeline::shippedReranker).isPresent()
        ? reranked(retrieval)
        : retrieval;
  }

  /**
   * Returns the default pipeline of an index that is created with all defaults.
   *
   * @param retrieval the pipeline without a re-ranker
   * @param model name of the model that encodes the vectors of the index
   */
  public static Pipeline ofNewIndex(Pipeline retrieval, String model) {
    Optional<String> named = Optional.of(model);
    return of(retrieval, named, tokenVectorModel(Optional.empty(), named, Optional.empty()));
  }

  /**
   * Returns the name of the model whose token vectors documents added to an index have.
   *
   * @param existing the manifest of the index; empty if it does not exist yet
   * @param model name of the model that encodes its vectors; empty for an index without vectors
   * @param requested the requested model, {@link Models#NONE} for no token vectors; empty for the
   *     default: the model of the index, or for a new index the shipped re-ranker if it belongs to
   *     the model
   */
  public static Optional<String> tokenVectorModel(
      Optional<IndexManifest> existing, Optional<String> model, Optional<String> requested) {
    if (requested.isPresent()) {
      return requested.filter(name -> !name.equals(Models.NONE)).map(Models::absoluteName);
    }
    return existing.isPresent()
        ? existing.get().tokenVectors().map(IndexManifest.TokenVectorModel::name)
        : model.flatMap(DefaultPipeline::shippedReranker);
  }

  /** Returns the name of the shipped re-ranker if it belongs to a model. */
  private static Optional<String> shippedReranker(String model) {
    Optional<ModelFolder> shipped = ModelFolder.findShipped(Pipeline.Reranked.DEFAULT_SCORER);
    if (shipped.isEmpty()) {
      return Optional.empty();
    }
    try (ModelFolder reranker = shipped.get()) {
      return reranker
          .manifest()
          .vocabulary()
          .map(VocabularyReference::model)
          .filter(model::equals)
          .map(same -> Pipeline.Reranked.DEFAULT_SCORER);
    }
  }
}
