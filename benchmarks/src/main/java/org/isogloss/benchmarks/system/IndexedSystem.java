// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.system;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.Document;
import org.isogloss.core.Encoder;
import org.isogloss.core.Language;
import org.isogloss.core.LanguageRange;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.core.Retriever;
import org.isogloss.core.TokenVectorScorer;
import org.isogloss.core.io.FolderTree;
import org.isogloss.measure.Run;
import org.isogloss.search.BatchSearch;
import org.isogloss.search.DocumentSource;
import org.isogloss.search.Indexer;
import org.isogloss.search.IndexerBuilder;
import org.isogloss.search.QueryResult;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.SearchIndexBuilder;
import org.isogloss.search.manifest.VectorOptions;
import org.isogloss.search.pipeline.PipelineComponents;
import org.isogloss.search.relevance.TextRanker;

/** Isogloss itself as the measured system: its index and search, in a temporary folder. */
public final class IndexedSystem implements RetrievalSystem {
  private final String model;
  private final Encoder encoder;
  private final String pipeline;
  private final Pipeline parsed;
  private final int threads;
  private final PipelineComponents components;
  private final List<Path> tables;
  private final boolean lateChunking;

  /**
   * Creates a system.
   *
   * @param model name of the encoder's model
   * @param encoder not closed
   * @param pipeline in the grammar of {@link Pipeline}
   * @param threads number of threads for indexing and search
   */
  public IndexedSystem(String model, Encoder encoder, String pipeline, int threads) {
    this(model, encoder, pipeline, threads, PipelineComponents.NONE);
  }

  /**
   * Creates a system with re-rankers or translation models.
   *
   * @param components the components of the pipeline, which are not closed
   */
  public IndexedSystem(
      String model, Encoder encoder, String pipeline, int threads, PipelineComponents components) {
    this(model, encoder, pipeline, threads, components, List.of(), /* lateChunking= */ false);
  }

  private IndexedSystem(
      String model,
      Encoder encoder,
      String pipeline,
      int threads,
      PipelineComponents components,
      List<Path> tables,
      boolean lateChunking) {
    this.components = requireNonNull(components, "components is null");
    this.model = model;
    this.encoder = encoder;
    this.pipeline = pipeline;
    this.parsed = Pipeline.parse(pipeline);
    this.threads = threads;
    this.tables = List.copyOf(tables);
    this.lateChunking = lateChunking;
  }

  /** Creates a system with translation tables, see {@link Indexer#addTranslationTable}. */
  public IndexedSystem withTables(List<Path> files) {
    return new IndexedSystem(model, encoder, pipeline, threads, components, files, lateChunking);
  }

  /** Creates a system that encodes passages in the context of their documents. */
  public IndexedSystem withLateChunking() {
    return new IndexedSystem(
        model, encoder, pipeline, threads, components, tables, /* lateChunking= */ true);
  }

  @Override
  public String model() {
    return model;
  }

  @Override
  public String pipeline() {
    return pipeline;
  }

  @Override
  public RetrievalSystem symmetric() {
    return new IndexedSystem(
        model, new SymmetricEncoder(encoder), pipeline, threads, components, tables, lateChunking);
  }

  @Override
  public SearchableCollection open(List<Document> documents) {
    return index(documents);
  }

  /** Indexes a collection as the pipeline of this system needs it. */
  public IndexedCollection index(List<Document> documents) {
    return index(documents, List.of(parsed));
  }

  /**
   * Indexes a collection as pipelines need it, so that the same index serves all of them: with the
   * token vectors of the first re-ranker that has some, and with sentence vectors if one of the
   * pipelines uses them.
   */
  public IndexedCollection index(List<Document> documents, List<Pipeline> pipelines) {
    Optional<StoredScorer> stored =
        pipelines.stream().flatMap(pipeline -> stored(pipeline).stream()).findFirst();
    Path folder = temporaryFolder();
    try {
      IndexerBuilder builder =
          Indexer.at(folder)
              .encoder(model, encoder)
              .vectors(
                  new VectorOptions(
                          /* calibrated= */ false,
                          pipelines.stream().anyMatch(Pipeline::usesSentenceVectors))
                      .withLateChunking(lateChunking))
              .threads(threads);
      stored.ifPresent(tokens -> builder.tokenVectors(tokens.name(), tokens.scorer()));
      try (Indexer indexer = builder.open();
          DocumentSource source = DocumentSource.of(documents)) {
        tables.forEach(indexer::addTranslationTable);
        indexer.index(source, progress -> {});
      }
      return new IndexedCollection(folder, stored);
    } catch (RuntimeException e) {
      FolderTree.deleteIfExists(folder);
      throw e;
    }
  }

  /** A re-ranker whose token vectors an index stores, with its name in pipelines. */
  private record StoredScorer(String name, TokenVectorScorer scorer) {}

  private Optional<StoredScorer> stored(Pipeline pipeline) {
    return pipeline
        .reranker()
        .flatMap(
            name ->
                components
                    .scorers()
                    .apply(name)
                    .filter(TokenVectorScorer.class::isInstance)
                    .map(scorer -> new StoredScorer(name, (TokenVectorScorer) scorer)));
  }

  private static Path temporaryFolder() {
    try {
      return Files.createTempDirectory("isogloss-benchmark");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private SearchIndex open(Path folder, Optional<StoredScorer> stored) {
    SearchIndexBuilder index = SearchIndex.at(folder).encoder(encoder);
    stored.map(StoredScorer::scorer).ifPresent(index::tokenVectors);
    return index.open();
  }

  /** A collection in an index. */
  public final class IndexedCollection implements SearchableCollection {
    private final Path folder;
    private final SearchIndex index;

    private IndexedCollection(Path folder, Optional<StoredScorer> stored) {
      this.folder = folder;
      this.index = open(folder, stored);
    }

    @Override
    public Run search(
        List<Query> queries, Set<Language> documentLanguages, int depth, Runnable onQueryAnswered) {
      return search(parsed, queries, documentLanguages, depth, onQueryAnswered);
    }

    /** Answers queries by another pipeline, like {@link SearchableCollection#search}. */
    public Run search(
        Pipeline pipeline,
        List<Query> queries,
        Set<Language> documentLanguages,
        int depth,
        Runnable onQueryAnswered) {
      Set<LanguageRange> ranges =
          documentLanguages.stream()
              .map(language -> new LanguageRange(language, Optional.empty()))
              .collect(Collectors.toSet());
      Retriever retriever =
          index.bestPassagePerDocument(index.retriever(pipeline, ranges, components));
      Map<String, Ranking> rankings = new LinkedHashMap<>();
      int asking = BatchSearch.recommendedThreads(pipeline, threads);
      try (Stream<QueryResult> answers = BatchSearch.search(retriever, queries, depth, asking)) {
        answers.forEachOrdered(
            answer -> {
              rankings.put(answer.query().id(), answer.ranking());
              onQueryAnswered.run();
            });
      }
      return Run.of(model, rankings);
    }

    /**
     * Passes the documents that a pipeline finds for each query to a visitor, in the order of the
     * queries.
     */
    public void rank(
        Pipeline pipeline, List<Query> queries, int depth, BiConsumer<Query, Ranking> visitor) {
      Retriever retriever =
          index.bestPassagePerDocument(index.retriever(pipeline, Set.of(), components));
      int asking = BatchSearch.recommendedThreads(pipeline, threads);
      try (Stream<QueryResult> answers = BatchSearch.search(retriever, queries, depth, asking)) {
        answers.forEachOrdered(answer -> visitor.accept(answer.query(), answer.ranking()));
      }
    }

    /** Returns the last step of a search by a pipeline: texts with log-odds. */
    public TextRanker textRanker(Pipeline pipeline) {
      return TextRanker.of(index, pipeline, components.scorers(), /* translations= */ false);
    }

    /** Number of passages. */
    public long passages() {
      return index.passageCount();
    }

    @Override
    public void close() {
      index.close();
      FolderTree.deleteIfExists(folder);
    }
  }
}
