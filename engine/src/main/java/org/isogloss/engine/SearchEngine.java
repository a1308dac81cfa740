// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.isogloss.api.Snippet;
import org.isogloss.api.field.FieldType;
import org.isogloss.api.filter.Filter;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.Document;
import org.isogloss.core.Encoder;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.LanguageRange;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.core.Retriever;
import org.isogloss.core.Role;
import org.isogloss.core.ScoreProbability;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.util.Cleanup;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.OnError;
import org.isogloss.data.detect.Documents;
import org.isogloss.search.DocumentSource;
import org.isogloss.search.EmbeddedDocument;
import org.isogloss.search.IndexLocations;
import org.isogloss.search.Indexer;
import org.isogloss.search.IndexingProgress;
import org.isogloss.search.IndexingSummary;
import org.isogloss.search.QueryLimit;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.manifest.IndexProbability;
import org.isogloss.search.storage.IndexLocation;

/**
 * An index that is open for searching and writing, with the encoder of its vectors, a default
 * pipeline and re-rankers.
 *
 * <pre>{@code
 * try (var engine = SearchEngine.open(Path.of("my-index"))) {
 *   for (var result : engine.search("wann wurde Warschau gegründet", 10)) {
 *     System.out.println(result.hit().documentId() + ": " + result.snippet().text());
 *   }
 * }
 * }</pre>
 *
 * <p>A romanized query, such as {@code kak ispech khleb}, is written in the script of its language
 * first, if there are tables for it ({@link EngineBuilder#deromanization}) and no passage contains
 * all its words; the request of {@link SearchResults} has the query as it was searched.
 *
 * <p>All methods are safe for use by many threads at once; a program opens one engine for an index
 * and shares it. Each search uses one commit of the index from its beginning to its end. Changes
 * that the engine writes are visible to searches that begin after the call; changes by another
 * process are visible after {@link #refresh}.
 *
 * <p>After {@link #close}, every method that uses the index or a model throws {@link
 * IllegalStateException}. User errors, such as a pipeline string that cannot be parsed, are
 * reported as {@link IsoglossException}s, whose messages are suitable for display.
 */
public final class SearchEngine implements AutoCloseable {
  private final IndexLocation location;
  private final Lifecycle lifecycle;
  private final CurrentCommit current;
  private final Pipeline defaultPipeline;
  private final QueryScripts scripts;
  private final EngineParts components;
  private final Writing writer;
  private final int threads;

  SearchEngine(
      IndexLocation location,
      CurrentCommit current,
      Pipeline defaultPipeline,
      QueryScripts scripts,
      EngineParts components,
      Writing writer,
      int threads) {
    this.location = location;
    this.lifecycle = new Lifecycle(location.name());
    this.current = current;
    this.defaultPipeline = defaultPipeline;
    this.scripts = scripts;
    this.components = components;
    this.writer = writer;
    this.threads = threads;
  }

  /**
   * Opens an index with its own model, the default pipeline and its re-ranker.
   *
   * @throws IsoglossException if there is no index in the folder, it is damaged, or its model
   *     cannot be opened
   */
  public static SearchEngine open(Path folder) {
    return at(folder).open();
  }

  /**
   * Opens an index. If the folder is missing or empty, creates an index without documents, with the
   * model {@value Models#DEFAULT}.
   *
   * @throws IsoglossException like {@link #open}, and if the folder contains other files or cannot
   *     be written
   */
  public static SearchEngine openOrCreate(Path folder) {
    return at(folder).openOrCreate();
  }

  /** Returns a builder with the options for opening the index in a folder. */
  public static EngineBuilder at(Path folder) {
    return at(IndexLocations.of(folder));
  }

  /** Returns a builder with the options for opening the index at any location. */
  public static EngineBuilder at(IndexLocation location) {
    return new EngineBuilder(location);
  }

  /**
   * Searches with the default pipeline.
   *
   * @param query a text in any language
   * @param depth maximum number of documents, 1 or more
   */
  public SearchResults search(String query, int depth) {
    return search(SearchRequest.of(query).withDepth(depth));
  }

  /**
   * Searches as a request specifies.
   *
   * @throws IsoglossException if the pipeline requires a component that is not available, such as a
   *     re-ranker, a translation table or vectors, or answers are requested and the engine has no
   *     model that finds them
   */
  public SearchResults search(SearchRequest request) {
    requireNonNull(request, "request is null");
    return lifecycle.run(
        () -> current.read(commit -> searching(commit).answer(scripts.restore(request, commit))));
  }

  /**
   * Answers many requests on several threads, with their queries encoded and re-ranked in batches.
   * All results are held in memory and come from the same commit.
   *
   * @return the results of each request, in the order of the requests
   * @throws IsoglossException like {@link #search(SearchRequest)}, and if the calling thread is
   *     interrupted
   */
  public List<SearchResults> searchAll(List<SearchRequest> requests) {
    List<SearchRequest> all = List.copyOf(requests);
    return lifecycle.run(
        () ->
            current.read(
                commit ->
                    searching(commit)
                        .answerAll(
                            all.stream().map(each -> scripts.restore(each, commit)).toList())));
  }

  /**
   * Returns a retriever of this engine, for callers that need only rankings, such as runs of many
   * queries, other retrievers and measurements. Each of its calls uses the commit that is current
   * at that time.
   *
   * @param pipeline the pipeline to run
   * @param languages languages of the documents to return; all languages if empty
   * @param unit whether the rankings contain documents or passages
   * @return a retriever that can be used until the engine is closed
   * @throws IsoglossException if the pipeline requires a component that is not available
   */
  public Retriever retriever(Pipeline pipeline, Set<LanguageRange> languages, ResultUnit unit) {
    return retriever(pipeline, languages, Optional.empty(), unit);
  }

  /**
   * Returns a retriever like {@link #retriever(Pipeline, Set, ResultUnit)} that finds only
   * documents that meet a filter.
   *
   * @param filter a condition on the fields of documents; empty for all documents
   * @throws IsoglossException also if the filter does not fit the fields of the documents
   */
  public Retriever retriever(
      Pipeline pipeline, Set<LanguageRange> languages, Optional<Filter> filter, ResultUnit unit) {
    var setting = new Commit.Setting(pipeline, Set.copyOf(languages), filter, unit);
    lifecycle.run(() -> current.read(commit -> commit.retriever(setting)));
    return new Retriever() {
      @Override
      public Ranking retrieve(Query query, int depth) {
        return lifecycle.run(
            () ->
                current.read(
                    commit ->
                        commit.retriever(setting).retrieve(scripts.restore(query, commit), depth)));
      }

      @Override
      public List<Ranking> retrieveAll(List<Query> queries, int depth) {
        return lifecycle.run(
            () ->
                current.read(
                    commit ->
                        commit
                            .retriever(setting)
                            .retrieveAll(scripts.restoreAll(queries, commit), depth)));
      }
    };
  }

  /**
   * Explains the rank of a passage. If the re-ranker is a cross-encoder, the passage is scored
   * again once for each of its words, which may take seconds; {@link
   * SearchRequest#withExplanations} leaves this out.
   *
   * @param request the request whose results are explained
   * @param hit the passage to explain
   * @throws IsoglossException if the index does not contain the passage
   */
  public Explanation explain(SearchRequest request, Hit hit) {
    return explain(request, List.of(hit), done -> {}).getFirst();
  }

  /**
   * Explains the ranks of passages, like {@link #explain(SearchRequest, Hit)}. The stages of the
   * pipeline are run once for all passages.
   *
   * @param listener receives the number of explained passages, on the calling thread
   * @return the explanations in the order of the hits
   */
  public List<Explanation> explain(SearchRequest request, List<Hit> hits, IntConsumer listener) {
    List<Hit> all = List.copyOf(hits);
    return lifecycle.run(
        () ->
            current.read(
                commit ->
                    searching(commit).explain(scripts.restore(request, commit), all, listener)));
  }

  /**
   * Returns ranks and scores of passages in each stage of the pipeline of a request, in the order
   * in which it runs, without other explanations.
   *
   * @return in the order of the hits, which need not be results of the request
   */
  public List<List<StageRank>> stageRanks(SearchRequest request, List<Hit> hits) {
    List<Hit> all = List.copyOf(hits);
    return lifecycle.run(
        () ->
            current.read(
                commit -> searching(commit).stageRanks(scripts.restore(request, commit), all)));
  }

  /**
   * Waits until the files of the index are verified, which begins when a commit is opened. Searches
   * fail as soon as damage is known.
   *
   * @param limit the longest time to wait; zero to ask for what is known
   * @throws IsoglossException if a file is known to be damaged
   */
  public void requireIntact(Duration limit) {
    lifecycle.run(
        () ->
            current.read(
                commit -> {
                  commit.index().requireIntact(limit);
                  return true;
                }));
  }

  private Searching searching(Commit commit) {
    return new Searching(
        commit,
        defaultPipeline,
        components::reranker,
        components.answerExtractor(),
        components.workers(),
        threads);
  }

  /**
   * Scores passages of the index with a re-ranker, for example to estimate probabilities.
   *
   * @param reranker a re-ranker that the program registered, a model folder, or a shipped model
   * @return {@code double[hits.size()]}, in the order of the hits; the log-odds if the re-ranker
   *     returns probabilities
   * @throws IsoglossException if there is no such re-ranker, or the index does not contain a hit
   */
  public double[] scores(String reranker, Query query, List<Hit> hits) {
    return lifecycle.run(
        () ->
            current.read(
                commit ->
                    commit
                        .index()
                        .scores(
                            components.reranker(reranker), scripts.restore(query, commit), hits)));
  }

  /**
   * The conversion of a re-ranker's scores to probabilities in this index.
   *
   * @param reranker a re-ranker that the program registered, a model folder, or a shipped model
   * @return empty if neither the index nor the model of the re-ranker states it
   * @throws IsoglossException if there is no such re-ranker
   */
  public Optional<ScoreProbability> probability(String reranker) {
    return lifecycle.run(
        () ->
            current.read(
                commit -> commit.index().probability(reranker, components.reranker(reranker))));
  }

  /**
   * Stores in the index the conversion of a re-ranker's scores to probabilities, in place of that
   * of its model, and refreshes this engine. An index stores this for one re-ranker.
   *
   * @throws IsoglossException if the index cannot be written
   */
  public void setProbability(String reranker, ScoreProbability probability) {
    lifecycle.run(
        () -> {
          location.setProbability(new IndexProbability(reranker, probability));
          return current.refresh();
        });
  }

  /**
   * Finds the passages whose vectors are nearest to a vector of the caller, such as one that
   * another program computed with the model of the index. Passages without a vector are not found.
   *
   * @param vector has the dimension of the index and any length; nothing is near the zero vector
   * @param depth maximum number of passages, 1 or more
   * @return the passages by descending cosine of their vectors with the given one
   * @throws IsoglossException if the index has no vectors, or vectors of another dimension
   */
  public List<NearestPassage> nearest(float[] vector, int depth) {
    return nearest(vector, Optional.empty(), depth);
  }

  /**
   * Finds the nearest passages like {@link #nearest(float[], int)}, only in documents that meet a
   * filter.
   *
   * @throws IsoglossException also if the filter does not fit the fields of the documents
   */
  public List<NearestPassage> nearest(float[] vector, Filter filter, int depth) {
    return nearest(vector, Optional.of(filter), depth);
  }

  private List<NearestPassage> nearest(float[] vector, Optional<Filter> filter, int depth) {
    return lifecycle.run(
        () ->
            current.read(
                commit ->
                    commit.index().nearest(vector, filter, depth).hits().stream()
                        .map(hit -> nearest(commit.index(), hit))
                        .toList()));
  }

  private static NearestPassage nearest(SearchIndex index, Hit hit) {
    return new NearestPassage(
        hit,
        ResultPage.passage(index, hit),
        index.metadata(hit.documentId()),
        index.vector(hit).orElseThrow());
  }

  /** Returns the passage of a hit; empty if the index does not contain it. */
  public Optional<Passage> passage(Hit hit) {
    return lifecycle.run(() -> current.read(commit -> commit.index().passage(hit)));
  }

  /**
   * Returns the part of a hit's passage to display, with the words of the query highlighted; for
   * hits of a {@link #retriever}.
   *
   * @throws IsoglossException if the index does not contain the passage
   */
  public Snippet snippet(Query query, Hit hit) {
    return lifecycle.run(
        () -> current.read(commit -> commit.index().snippet(scripts.restore(query, commit), hit)));
  }

  /** Returns the other fields of a document; none if the index does not contain it. */
  public Metadata metadata(String documentId) {
    return lifecycle.run(() -> current.read(commit -> commit.index().metadata(documentId)));
  }

  /** Types of the fields of the documents, by name. */
  public SortedMap<String, FieldType> fieldTypes() {
    return lifecycle.run(() -> current.read(commit -> commit.index().fieldTypes()));
  }

  /** Returns the passages of a document in order; empty if the index does not contain it. */
  public List<Passage> document(String id) {
    return lifecycle.run(() -> current.read(commit -> commit.index().documentPassages(id)));
  }

  /**
   * Encodes texts with the model of the index.
   *
   * @return {@code float[texts.size()][dimension]}, as {@link Encoder#encode} returns it
   * @throws IsoglossException if the index has no model or was opened without it
   */
  public float[][] encode(List<String> texts, Role role) {
    return lifecycle.run(
        () ->
            components
                .encoder()
                .orElseThrow(
                    () ->
                        new IsoglossException(
                            location.name()
                                + ": the index was created or opened without a model, which encoding"
                                + " needs; open a model by its name instead"))
                .encode(texts, role));
  }

  /**
   * Re-ranks passages, which need not be in the index, with the re-ranker of the default pipeline,
   * or with the shipped re-ranker if that pipeline has none.
   *
   * @return all passages, best first; passages with equal scores keep their order
   * @throws IsoglossException if there is no such re-ranker
   */
  public List<ScoredPassage> rerank(Query query, List<Passage> passages) {
    return rerank(
        defaultPipeline.reranker().orElse(Pipeline.Reranked.DEFAULT_SCORER), query, passages);
  }

  /**
   * Re-ranks passages, which need not be in the index.
   *
   * @param reranker a re-ranker that the program registered, a model folder, or a shipped model
   * @return all passages, best first; passages with equal scores keep their order
   * @throws IsoglossException if there is no such re-ranker
   */
  public List<ScoredPassage> rerank(String reranker, Query query, List<Passage> passages) {
    List<Passage> all = List.copyOf(passages);
    return lifecycle.run(
        () -> {
          PairScorer scorer = components.reranker(reranker);
          float[] scores =
              all.isEmpty()
                  ? new float[0]
                  : scorer.score(QueryLimit.truncate(scripts.restore(query)), all);
          List<ScoredPassage> scored = new ArrayList<>();
          for (int i = 0; i < scores.length; i++) {
            scored.add(new ScoredPassage(i, all.get(i), scores[i]));
          }
          scored.sort(Comparator.comparingDouble(ScoredPassage::score).reversed());
          return List.copyOf(scored);
        });
  }

  /** Re-ranks plain texts in any language: text {@code i} becomes the document {@code i}. */
  public List<ScoredPassage> rerank(String query, List<String> texts) {
    return rerank(
        Query.of(query),
        IntStream.range(0, texts.size())
            .mapToObj(
                i -> {
                  String text = texts.get(i);
                  return new Passage(
                      String.valueOf(i), 0, Language.UNDETERMINED, "", text, 0, text.length());
                })
            .toList());
  }

  /**
   * Adds documents, commits, and refreshes this engine. Each document replaces the document with
   * the same id. One call with many documents is much faster than many calls.
   *
   * @throws IsoglossException if another process is writing the index, an id is invalid, a document
   *     has neither title nor text, or an I/O error occurs; then no document is added, replaced or
   *     deleted
   */
  public IndexingSummary index(Collection<Document> documents) {
    try (DocumentSource source = DocumentSource.of(documents)) {
      return index(source, progress -> {});
    }
  }

  /**
   * Adds the documents of a file or a folder, in any format that {@link Documents} reads. If the
   * process is killed, the same call resumes from the last commit.
   *
   * @throws IsoglossException like {@link #index(Collection)}, and if a document cannot be read
   */
  public IndexingSummary index(Path collection) {
    try (DocumentSource source =
        DocumentSource.of(
            collection, Documents.read(collection, Language.UNDETERMINED, OnError.FAIL))) {
      return index(source, progress -> {});
    }
  }

  /**
   * Adds the documents of a source, as {@link Indexer#index(DocumentSource, Consumer)} does.
   *
   * @param source the documents; closed by the caller
   * @param listener receives the progress a few times a second, on the calling thread
   * @throws IsoglossException like {@link #index(Collection)}
   */
  public IndexingSummary index(DocumentSource source, Consumer<IndexingProgress> listener) {
    return lifecycle.run(
        () -> {
          try {
            IndexingSummary summary = writer.index(source, listener);
            current.refresh();
            return summary;
          } catch (RuntimeException e) {
            // A long run has committed several times before it fails.
            try {
              current.refresh();
            } catch (RuntimeException suppressed) {
              e.addSuppressed(suppressed);
            }
            throw e;
          }
        });
  }

  /**
   * Adds documents whose vectors were computed elsewhere, each as one passage, commits, and
   * refreshes this engine. Each document replaces the document with the same id. One call with many
   * documents is much faster than many calls.
   *
   * @throws IsoglossException if another process is writing the index, the index has no vectors or
   *     stores those of sentences or tokens, a vector does not have its dimension, or an I/O error
   *     occurs
   */
  public IndexingSummary indexEmbedded(Collection<EmbeddedDocument> documents) {
    List<EmbeddedDocument> all = List.copyOf(documents);
    return lifecycle.run(
        () -> {
          IndexingSummary summary = writer.indexEmbedded(all);
          current.refresh();
          return summary;
        });
  }

  /**
   * Deletes the documents that meet a filter, commits, and refreshes this engine.
   *
   * @return number of deleted documents
   * @throws IsoglossException if another process is writing the index, the filter does not fit the
   *     fields of the documents, or an I/O error occurs
   */
  public long delete(Filter filter) {
    return lifecycle.run(
        () -> {
          long deleted = writer.delete(filter);
          current.refresh();
          return deleted;
        });
  }

  /**
   * Deletes documents, commits, and refreshes this engine.
   *
   * @param documentIds ids of the documents; unknown ids are ignored
   * @return number of deleted documents
   * @throws IsoglossException if another process is writing the index, or an I/O error occurs
   */
  public long delete(Collection<String> documentIds) {
    return lifecycle.run(
        () -> {
          long deleted = writer.delete(documentIds);
          current.refresh();
          return deleted;
        });
  }

  /**
   * Adds a translation table to the index, as {@link Indexer#addTranslationTable} does, and
   * refreshes this engine.
   *
   * @return the languages of the table
   */
  public LanguagePair addTable(Path file) {
    return lifecycle.run(
        () -> {
          LanguagePair languages = writer.addTable(file);
          current.refresh();
          return languages;
        });
  }

  /**
   * Makes the last commit of the index, by any process, visible to searches that begin after this
   * call. Unchanged segments are not read again. Running searches finish on their own commit.
   *
   * @return whether there was a newer commit
   * @throws IsoglossException if the index was removed, was replaced by one that this engine cannot
   *     search, or is damaged; searches then continue to use the previous commit
   */
  public boolean refresh() {
    return lifecycle.run(current::refresh);
  }

  /**
   * Returns the re-ranker to which pipelines refer by a name: one that the program registered, a
   * model folder, or a shipped model. It is closed with the engine, unless the program registered
   * it.
   *
   * @return the re-ranker; empty if the name is {@link Pipeline.Reranked#DEFAULT_SCORER} and no
   *     such model exists
   * @throws IsoglossException if there is no model with another name, or a model cannot be opened
   */
  public Optional<PairScorer> reranker(String name) {
    return lifecycle.run(() -> components.rerankers().find(name));
  }

  /** The pipeline of requests that do not specify one. */
  public Pipeline defaultPipeline() {
    return defaultPipeline;
  }

  /** The encoder of the index's vectors; empty if the engine was opened without one. */
  public Optional<Encoder> encoder() {
    return components.encoder();
  }

  /** The name of the model of the index's vectors; empty like {@link #encoder}. */
  public Optional<String> model() {
    return components.model().map(EngineEncoder::name);
  }

  /** Whether the engine has a model that finds the answers of {@link SearchRequest#withAnswers}. */
  public boolean findsAnswers() {
    return components.answers().isPresent();
  }

  /** Where the index is. */
  public IndexLocation location() {
    return location;
  }

  /** The manifest of the index. */
  public IndexManifest manifest() {
    return lifecycle.run(() -> current.read(commit -> commit.index().manifest()));
  }

  /** Number of documents that searches see now. */
  public long documents() {
    return lifecycle.run(() -> current.read(commit -> commit.index().documentCount()));
  }

  /** Number of passages that searches see now. */
  public long passages() {
    return lifecycle.run(() -> current.read(commit -> commit.index().passageCount()));
  }

  /** Number of passages of each language that searches see now, most first. */
  public Map<Language, Long> languages() {
    return lifecycle.run(() -> current.read(commit -> commit.index().passagesPerLanguage()));
  }

  /**
   * Rejects new operations, waits for running operations, and releases the index and the models
   * that the engine opened. A running indexing operation is not cancelled: it ends when its source
   * is exhausted. Closing twice has no effect.
   *
   * @throws IllegalStateException if it is called from within an operation of this engine, for
   *     example by a listener, since that would be a deadlock
   */
  @Override
  public void close() {
    lifecycle.close(() -> Cleanup.runAll(writer::close, current::close, components::close));
  }
}
