package org.isogloss.search;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Retriever;

/** Makes retrievers over one index out of pipelines. */
final class PipelineBuilder {
  private final Path folder;
  private final IndexManifest manifest;
  private final Snapshot snapshot;
  private final Optional<QueryVectors> vectors;
  private final IndexTables tables;
  private final Function<String, Optional<? extends PairScorer>> scorers;

  PipelineBuilder(
      Path folder,
      IndexManifest manifest,
      Snapshot snapshot,
      Optional<QueryVectors> vectors,
      IndexTables tables,
      Function<String, Optional<? extends PairScorer>> scorers) {
    this.folder = folder;
    this.manifest = manifest;
    this.snapshot = snapshot;
    this.vectors = vectors;
    this.tables = tables;
    this.scorers = scorers;
  }

  /**
   * A retriever of passages.
   *
   * @param scope the passages that may be found
   */
  Retriever build(Pipeline pipeline, Scope scope) {
    return switch (pipeline) {
      case Pipeline.Lexical words -> lexical(words, scope);
      case Pipeline.Dense dense -> dense(dense, scope);
      case Pipeline.Fused fused -> fused(fused, scope);
      case Pipeline.Fair fair ->
          new FairFusion(
              lexical((Pipeline.Lexical) fair.words().pipeline(), scope),
              build(fair.other().pipeline(), scope),
              new FairFusion.Weights(fair.words().weight(), fair.other().weight()),
              snapshot);
      case Pipeline.Cut cut -> Retrievers.cut(build(cut.pipeline(), scope), cut.hits());
      case Pipeline.Within within -> build(within.pipeline(), scope.within(within.languages()));
      case Pipeline.Reranked reranked ->
          new Reranking(
              build(reranked.pipeline(), scope),
              scorer(reranked.scorer()),
              reranked.weight(),
              reranked.first(),
              snapshot);
      case Pipeline.Balanced balanced ->
          Retrievers.balance(build(balanced.pipeline(), scope), balanced.share(), snapshot);
    };
  }

  private LexicalRetriever lexical(Pipeline.Lexical words, Scope scope) {
    if (words.usesTables() && tables.isEmpty()) {
      throw new IsoglossException(
          folder
              + ": \""
              + words
              + "\" needs tables of translations, but the index has none; make one with isogloss"
              + " align --table FILE, and give it to the index with isogloss index --table FILE");
    }
    return LexicalRetriever.of(words, snapshot, scope, tables, manifest.projected());
  }

  private Retriever dense(Pipeline.Dense dense, Scope scope) {
    QueryVectors queries =
        vectors.orElseThrow(
            () ->
                new IsoglossException(
                    folder
                        + ": \"dense\" needs the vectors of an index and the model that made"
                        + " them, but the index was made or opened without a model; use the"
                        + " pipeline bm25, or index the collection with a model"));
    return new DenseRetriever(snapshot, queries, options(dense), scope, DenseRetriever.EXACT);
  }

  private DenseOptions options(Pipeline.Dense dense) {
    VectorOptions held = manifest.vectors();
    double sentences = dense.sentences().orElse(held.sentences() ? DenseOptions.BEST_SENTENCE : 0);
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

  private Retriever fused(Pipeline.Fused fused, Scope scope) {
    List<Retriever> parts =
        fused.parts().stream().map(part -> build(part.pipeline(), scope)).toList();
    return Retrievers.fusion(
        Fusion.valueOf(fused.method().toUpperCase(Locale.ROOT)),
        parts,
        fused.parts().stream().mapToDouble(Pipeline.Part::weight).toArray());
  }

  private PairScorer scorer(String name) {
    Optional<? extends PairScorer> scorer = scorers.apply(name);
    if (scorer.isEmpty()) {
      throw new IsoglossException(
          name.equals(Pipeline.Reranked.USUAL)
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
