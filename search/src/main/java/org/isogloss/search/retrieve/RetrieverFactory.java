package org.isogloss.search.retrieve;

import java.nio.file.Path;
import java.util.Optional;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Retriever;
import org.isogloss.search.index.IndexTranslationTables;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.manifest.VectorOptions;
import org.isogloss.search.pipeline.Pipeline;
import org.isogloss.search.pipeline.PipelineComponents;
import org.isogloss.search.reader.IndexSnapshot;
import org.isogloss.search.reader.LanguageScope;

/** Makes retrievers over one index out of pipelines. */
public final class RetrieverFactory {
  private final Path folder;
  private final IndexManifest manifest;
  private final IndexSnapshot snapshot;
  private final Optional<QueryVectorCache> vectors;
  private final IndexTranslationTables tables;
  private final PipelineComponents parts;

  public RetrieverFactory(
      Path folder,
      IndexManifest manifest,
      IndexSnapshot snapshot,
      Optional<QueryVectorCache> vectors,
      IndexTranslationTables tables,
      PipelineComponents parts) {
    this.folder = folder;
    this.manifest = manifest;
    this.snapshot = snapshot;
    this.vectors = vectors;
    this.tables = tables;
    this.parts = parts;
  }

  /**
   * A retriever of passages.
   *
   * @param scope the passages that may be found
   */
  public Retriever create(Pipeline pipeline, LanguageScope scope) {
    return switch (pipeline) {
      case Pipeline.Lexical words -> lexical(words, scope);
      case Pipeline.Dense dense -> dense(dense, scope);
      case Pipeline.Custom custom ->
          CompositeRetrievers.held(custom(custom.name()), scope, snapshot);
      case Pipeline.Fused fused -> fused(fused, scope);
      case Pipeline.LanguageNormalized fair ->
          new LanguageNormalizedFusion(
              lexical((Pipeline.Lexical) fair.lexicalPart().pipeline(), scope),
              create(fair.otherPart().pipeline(), scope),
              new LanguageNormalizedFusion.Weights(
                  fair.lexicalPart().weight(), fair.otherPart().weight()),
              snapshot);
      case Pipeline.Truncated cut ->
          CompositeRetrievers.truncate(create(cut.pipeline(), scope), cut.hits());
      case Pipeline.LanguageRestricted within ->
          create(within.pipeline(), scope.restrictedTo(within.languages()));
      case Pipeline.Reranked reranked ->
          new RerankingRetriever(
              create(reranked.pipeline(), scope),
              scorer(reranked.scorer()),
              reranked.weight(),
              reranked.first(),
              snapshot);
      case Pipeline.LanguageBalanced balanced ->
          CompositeRetrievers.balanceLanguages(
              create(balanced.pipeline(), scope), balanced.share(), snapshot);
    };
  }

  private LexicalRetriever lexical(Pipeline.Lexical words, LanguageScope scope) {
    if (words.usesTables() && tables.isEmpty()) {
      throw new IsoglossException(
          folder
              + ": \""
              + words
              + "\" needs tables of translations, but the index has none; make one with isogloss"
              + " align --table FILE, and give it to the index with isogloss index --table FILE");
    }
    return LexicalRetriever.of(words, snapshot, scope, tables, manifest.projectedLanguages());
  }

  private Retriever dense(Pipeline.Dense dense, LanguageScope scope) {
    QueryVectorCache queries =
        vectors.orElseThrow(
            () ->
                new IsoglossException(
                    folder
                        + ": \"dense\" needs the vectors of an index and the model that made"
                        + " them, but the index was made or opened without a model; use the"
                        + " pipeline bm25, or index the collection with a model"));
    return new DenseRetriever(
        snapshot, queries, options(dense), scope, DenseRetriever.MAX_EXACT_PASSAGES);
  }

  private DenseOptions options(Pipeline.Dense dense) {
    VectorOptions held = manifest.vectors();
    double sentences =
        dense.sentences().orElse(held.sentences() ? DenseOptions.DEFAULT_SENTENCE_WEIGHT : 0);
    if (sentences > 0 && !held.sentences()) {
      throw new IsoglossException(
          folder
              + ": \"sentences="
              + sentences
              + "\" needs vectors of sentences, but the index was made without; leave it out, or"
              + " index the collection again with vectors of sentences");
    }
    return new DenseOptions(dense.calibrated().orElse(held.calibrated()), sentences);
  }

  private Retriever fused(Pipeline.Fused fused, LanguageScope scope) {
    return CompositeRetrievers.fuse(
        fused.method(),
        fused.parts().stream().map(part -> create(part.pipeline(), scope)).toList(),
        fused.parts().stream().mapToDouble(Pipeline.WeightedPipeline::weight).toArray());
  }

  private Retriever custom(String name) {
    Optional<? extends Retriever> retriever = parts.retrievers().apply(name);
    if (retriever.isEmpty()) {
      throw new IsoglossException(
          "no retriever \""
              + name
              + "\" is at hand, which the pipeline asks for by retriever("
              + name
              + "); leave it out, or give the search a retriever of that name");
    }
    return retriever.get();
  }

  private PairScorer scorer(String name) {
    Optional<? extends PairScorer> scorer = parts.scorers().apply(name);
    if (scorer.isEmpty()) {
      throw new IsoglossException(
          name.equals(Pipeline.Reranked.DEFAULT_SCORER)
              ? "no re-ranker called "
                  + name
                  + " is at hand, which \">> rerank\" asks for; leave it out, or name one, as in"
                  + " \">> rerank(FOLDER)\""
              : "no re-ranker \""
                  + name
                  + "\" is at hand, which the pipeline asks for by rerank("
                  + name
                  + "); leave \">> rerank(...)\" out, or name one that is installed");
    }
    return scorer.get();
  }
}
