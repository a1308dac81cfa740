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
  /**
   * What encodes and scores texts.
   *
   * @param components the components of the pipeline
   */
  private record OpenModels(Encoder encoder, PipelineComponents components) {
    OpenModels {
      requireNonNull(encoder, "encoder is null");
      requireNonNull(components, "components is null");
    }

    OpenModels symmetric() {
      return new OpenModels(new SymmetricEncoder(encoder), components);
    }
  }

  private final String model;
  private final OpenModels indexing;
  private final OpenModels searching;
  private final String pipeline;
  private final Pipeline parsed;
  private final int threads;
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
    this(
        model,
        new OpenModels(encoder, components),
        new OpenModels(encoder, components),
        pipeline,
        threads,
        List.of(),
        /* lateChunking= */ false);
  }

  private IndexedSystem(
      String model,
      OpenModels indexing,
      OpenModels searching,
      String pipeline,
      int threads,
      List<Path> tables,
      boolean lateChunking) {
    this.model = model;
    this.indexing = indexing;
    this.searching = searching;
    this.pipeline = pipeline;
    this.parsed = Pipeline.parse(pipeline);
    this.threads = threads;
    this.tables = List.copyOf(tables);
    this.lateChunking = lateChunking;
  }

  /** Creates a system with translation tables, see {@link Indexer#addTranslationTable}. */
  public IndexedSystem withTables(List<Path> files) {
    return new IndexedSystem(model, indexing, searching, pipeline, threads, files, lateChunking);
  }

  /**
   * Creates a system whose queries are encoded and scored by others than its documents, which must
   * have the same fingerprints, for example the same models on another device.
   *
   * @param encoder not closed
   * @param components not closed
   */
  public IndexedSystem searchedBy(Encoder encoder, PipelineComponents components) {
    return new IndexedSystem(
        model,
        indexing,
        new OpenModels(encoder, components),
        pipeline,
        threads,
        tables,
        lateChunking);
  }

  /** Creates a system that encodes passages in the context of their documents. */
  public IndexedSystem withLateChunking() {
    return new IndexedSystem(
        model, indexing, searching, pipeline, threads, tables, /* lateChunking= */ true);
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
        model,
        indexing.symmetric(),
        searching.symmetric(),
        pipeline,
        threads,
        tables,
        lateChunking);
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
    Optional<String> stored =
        pipelines.stream().flatMap(each -> storedScorer(each).stream()).findFirst();
    Path folder = temporaryFolder();
    try {
      IndexerBuilder builder =
          Indexer.at(folder)
              .encoder(model, indexing.encoder())
              .vectors(
                  new VectorOptions(
                          /* calibrated= */ false,
                          pipelines.stream().anyMatch(Pipeline::usesSentenceVectors))
                      .withLateChunking(lateChunking))
              .threads(threads);
      stored.ifPresent(name -> builder.tokenVectors(name, scorer(name, indexing).orElseThrow()));
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

  /** Returns the name of the re-ranker of a pipeline if an index stores its token vectors. */
  private Optional<String> storedScorer(Pipeline pipeline) {
    return pipeline.reranker().filter(name -> scorer(name, indexing).isPresent());
  }

  private static Optional<TokenVectorScorer> scorer(String name, OpenModels models) {
    return models
        .components()
        .scorers()
        .apply(name)
        .filter(TokenVectorScorer.class::isInstance)
        .map(TokenVectorScorer.class::cast);
  }

  private static Path temporaryFolder() {
    try {
      return Files.createTempDirectory("isogloss-benchmark");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private SearchIndex open(Path folder, Optional<String> stored) {
    SearchIndexBuilder index = SearchIndex.at(folder).encoder(searching.encoder());
    stored.flatMap(name -> scorer(name, searching)).ifPresent(index::tokenVectors);
    return index.open();
  }

  /** A collection in an index. */
  public final class IndexedCollection implements SearchableCollection {
    private final Path folder;
    private final SearchIndex index;

    private IndexedCollection(Path folder, Optional<String> stored) {
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
          index.bestPassagePerDocument(index.retriever(pipeline, ranges, searching.components()));
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
          index.bestPassagePerDocument(index.retriever(pipeline, Set.of(), searching.components()));
      int asking = BatchSearch.recommendedThreads(pipeline, threads);
      try (Stream<QueryResult> answers = BatchSearch.search(retriever, queries, depth, asking)) {
        answers.forEachOrdered(answer -> visitor.accept(answer.query(), answer.ranking()));
      }
    }

    /** Returns the last step of a search by a pipeline: texts with log-odds. */
    public TextRanker textRanker(Pipeline pipeline) {
      return TextRanker.of(
          index, pipeline, searching.components().scorers(), /* translations= */ false);
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
