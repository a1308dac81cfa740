// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.isogloss.api.filter.Filter;
import org.isogloss.api.pipeline.Evidence;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.Deadline;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Query;
import org.isogloss.core.Retriever;
import org.isogloss.search.index.IndexTranslationTables;
import org.isogloss.search.links.DocumentLinks;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.manifest.VectorOptions;
import org.isogloss.search.pipeline.PipelineComponents;
import org.isogloss.search.pipeline.TranslationModels;
import org.isogloss.search.reader.CandidatePassages;
import org.isogloss.search.reader.IndexSnapshot;
import org.isogloss.search.reader.PassageScope;
import org.isogloss.search.rules.SearchRules;
import org.isogloss.search.storage.OpenIndex;

/** Creates the retrievers of pipelines over one index. This class is not thread-safe. */
public final class RetrieverFactory {
  private final IndexManifest manifest;
  private final IndexSnapshot snapshot;
  private final Optional<QueryVectorCache> vectors;
  private final Optional<SparseQueries> sparse;
  private final IndexTranslationTables tables;
  private final SearchRules rules;
  private final Optional<DocumentLinks> links;
  private final PipelineComponents components;
  private final Function<PairScorer, HitScorer> hitScorers;
  private final Map<PassageScope, CandidatePassages> candidates = new HashMap<>();

  /**
   * Creates a factory.
   *
   * @param sparse the weights of the terms of queries; empty if the index is open without them
   * @param hitScorers returns the scorer of hits that uses a pair scorer
   */
  public RetrieverFactory(
      OpenIndex index,
      Optional<QueryVectorCache> vectors,
      Optional<SparseQueries> sparse,
      PipelineComponents components,
      Function<PairScorer, HitScorer> hitScorers) {
    this.manifest = index.manifest();
    this.snapshot = index.snapshot();
    this.vectors = vectors;
    this.sparse = sparse;
    this.tables = index.tables();
    this.rules = index.rules();
    this.links = index.links();
    this.components = components;
    this.hitScorers = hitScorers;
  }

  /**
   * Creates a passage retriever. It checks the {@link Deadline} before each stage.
   *
   * @param scope the candidate passages
   */
  public Retriever create(Pipeline pipeline, PassageScope scope) {
    Retriever stage = stage(pipeline, scope);
    BatchRetriever checked =
        (queries, depth) -> {
          Deadline.check();
          return stage.retrieveAll(queries, depth);
        };
    return checked;
  }

  private Retriever stage(Pipeline pipeline, PassageScope scope) {
    return switch (pipeline) {
      case Pipeline.Lexical component -> lexical(component, scope);
      case Pipeline.Sparse component -> sparse(scope);
      case Pipeline.Dense dense -> dense(dense, scope);
      case Pipeline.Custom custom ->
          CompositeRetrievers.restrict(custom(custom.name()), candidates(scope));
      case Pipeline.Fused fused -> fused(fused, scope);
      case Pipeline.LanguageNormalized fair ->
          new LanguageNormalizedFusion(
              fair.lexicalPart().pipeline() instanceof Pipeline.Lexical words
                  ? lexical(words, scope)
                  : sparse(scope),
              create(fair.otherPart().pipeline(), scope),
              new LanguageNormalizedFusion.Weights(
                  fair.lexicalPart().weight(), fair.otherPart().weight(), fair.strength()),
              snapshot);
      case Pipeline.Truncated truncated ->
          CompositeRetrievers.truncate(create(truncated.pipeline(), scope), truncated.hits());
      case Pipeline.LanguageRestricted restricted ->
          create(restricted.pipeline(), scope.restrictedTo(restricted.languages()));
      case Pipeline.Reranked reranked ->
          new RerankingRetriever(
              create(reranked.pipeline(), scope),
              hitScorers.apply(scorer(reranked.scorer())),
              reranked.weight(),
              reranked.first());
      case Pipeline.Evidenced evidenced ->
          new EvidenceRetriever(
              create(evidenced.pipeline(), scope),
              evidence(evidenced.evidence()),
              evidenced.weight());
      case Pipeline.LanguageBalanced balanced ->
          CompositeRetrievers.balanceLanguages(
              create(balanced.pipeline(), scope), balanced.share(), snapshot);
      case Pipeline.TranslationsGrouped grouped -> translationsGrouped(grouped, scope);
    };
  }

  /** Returns the passages of a scope, which the retrievers of a pipeline share. */
  private CandidatePassages candidates(PassageScope scope) {
    return candidates.computeIfAbsent(scope, snapshot::candidates);
  }

  private LexicalRetriever lexical(Pipeline.Lexical component, PassageScope scope) {
    TranslationModels models = components.translationModels();
    boolean usesModels = component instanceof Pipeline.Translate;
    if (component.usesTables() && tables.isEmpty() && !(usesModels && !models.isEmpty())) {
      throw new IsoglossException(
          snapshot.name()
              + ": \""
              + component
              + "\" needs translation tables"
              + (usesModels ? " or translation models" : "")
              + ", but the index has none; estimate a table from parallel text, and add it to the"
              + " index"
              + (usesModels ? ", or open a translation model with it" : ""));
    }
    QueryTranslation translation =
        QueryTranslation.of(
            component,
            snapshot.codes(),
            snapshot.analyzers(),
            tables,
            manifest.projectedLanguages(),
            models,
            WordEdits.of(snapshot, rules));
    return LexicalRetriever.of(
        component,
        snapshot,
        candidates(scope),
        translation,
        scope.filter().map(RetrieverFactory::requiredPrefixes).orElse(List.of()));
  }

  private SparseRetriever sparse(PassageScope scope) {
    SparseQueries queries =
        sparse.orElseThrow(
            () ->
                new IsoglossException(
                    snapshot.name()
                        + ": \"sparse\" needs weights of terms, "
                        + manifest
                            .sparse()
                            .map(
                                model ->
                                    "but the index was opened without the model that computed"
                                        + " them, "
                                        + model.name())
                            .orElse(
                                "but the index has none; index the collection with a sparse"
                                    + " model")));
    return new SparseRetriever(queries, candidates(scope));
  }

  /** The beginnings of words that all documents contain that meet a filter. */
  private static List<String> requiredPrefixes(Filter filter) {
    return switch (filter) {
      case Filter.ContainsPrefix contains -> List.of(contains.prefix());
      case Filter.And and ->
          and.filters().stream().flatMap(part -> requiredPrefixes(part).stream()).toList();
      default -> List.of();
    };
  }

  private Retriever dense(Pipeline.Dense dense, PassageScope scope) {
    QueryVectorCache queries = requireVectors("dense");
    return new DenseRetriever(
        snapshot, queryVectors(dense, queries), options(dense), candidates(scope));
  }

  /**
   * Returns the vectors of queries.
   *
   * @param component the part of the pipeline that needs them
   */
  private QueryVectorCache requireVectors(String component) {
    return vectors.orElseThrow(
        () ->
            new IsoglossException(
                snapshot.name()
                    + ": \""
                    + component
                    + "\" needs the vectors of an index and the model that encoded"
                    + " them, but the index was created or opened without a model; use the"
                    + " pipeline bm25, or index the collection with a model"));
  }

  private Function<Query, float[]> queryVectors(Pipeline.Dense dense, QueryVectorCache queries) {
    TranslationModels models = components.translationModels();
    if (dense.translated() == 0) {
      return queries::get;
    }
    if (models.isEmpty()) {
      throw new IsoglossException(
          snapshot.name()
              + ": \""
              + dense
              + "\" needs translation models, but the index was opened without one; omit"
              + " \"translated\", or open a translation model with the index");
    }
    return new TranslatedQueryVector(queries, models, dense.translated())::of;
  }

  private DenseOptions options(Pipeline.Dense dense) {
    VectorOptions stored = manifest.vectors();
    double sentences = dense.sentences().orElse(0);
    if (sentences > 0 && !stored.sentences()) {
      throw new IsoglossException(
          snapshot.name()
              + ": \"sentences="
              + sentences
              + "\" needs vectors of sentences, but the index has none; omit the option, or"
              + " index the collection again with vectors of sentences");
    }
    return new DenseOptions(
        dense.calibrated().orElse(stored.calibrated()), sentences, dense.feedback());
  }

  /**
   * Groups by the links of the index, or by the vectors of passages if the pipeline states a
   * minimum similarity. An index without links has no known translations.
   */
  private Retriever translationsGrouped(Pipeline.TranslationsGrouped grouped, PassageScope scope) {
    if (manifest.model().isEmpty()) {
      throw new IsoglossException(
          snapshot.name()
              + ": \"translations\" needs the vectors of an index, but the index has none; omit the"
              + " stage, or index the collection with a model");
    }
    Retriever retriever = create(grouped.pipeline(), scope);
    Translations translations;
    OptionalDouble minSimilarity = grouped.options().minSimilarity();
    if (minSimilarity.isPresent()) {
      translations = Translations.similar(minSimilarity.getAsDouble(), snapshot, candidates(scope));
    } else if (links.isPresent()) {
      translations = Translations.linked(links.get(), snapshot, candidates(scope));
    } else {
      return retriever;
    }
    return new TranslationGrouping(
        retriever, translations, grouped.options(), snapshot, components.workers());
  }

  private EvidenceRetriever.HitEvidence evidence(Evidence evidence) {
    return switch (evidence) {
      case LEAD ->
          new LeadEvidence(snapshot, requireVectors("lead")::get, manifest.vectors().calibrated());
      case HUBNESS -> {
        if (manifest.model().isEmpty()) {
          throw new IsoglossException(
              snapshot.name()
                  + ": \"hubness\" needs the vectors of an index, but the index has none; omit the"
                  + " stage, or index the collection with a model");
        }
        yield new HubnessEvidence(snapshot);
      }
    };
  }

  private Retriever fused(Pipeline.Fused fused, PassageScope scope) {
    return CompositeRetrievers.fuse(
        fused.method(),
        fused.parts().stream().map(part -> create(part.pipeline(), scope)).toList(),
        fused.parts().stream().mapToDouble(Pipeline.WeightedPipeline::weight).toArray());
  }

  private Retriever custom(String name) {
    Optional<? extends Retriever> retriever = components.retrievers().apply(name);
    if (retriever.isEmpty()) {
      throw new IsoglossException(
          "no retriever \""
              + name
              + "\" is available, which the pipeline names in retriever("
              + name
              + "); omit it, or register a retriever of that name");
    }
    return retriever.get();
  }

  private PairScorer scorer(String name) {
    Optional<? extends PairScorer> scorer = components.scorers().apply(name);
    if (scorer.isEmpty()) {
      throw new IsoglossException(
          name.equals(Pipeline.Reranked.DEFAULT_SCORER)
              ? "no re-ranker called "
                  + name
                  + " is available, which \">> rerank\" uses; omit the stage, or name another one, as in"
                  + " \">> rerank(FOLDER)\""
              : "no re-ranker \""
                  + name
                  + "\" is available, which the pipeline names in rerank("
                  + name
                  + "); omit \">> rerank(...)\", or name an available one");
    }
    return scorer.get();
  }
}
