package org.isogloss.engine;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
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
import org.isogloss.data.LanguagePair;
import org.isogloss.data.OnError;
import org.isogloss.data.detect.Documents;
import org.isogloss.search.DocumentSource;
import org.isogloss.search.Indexer;
import org.isogloss.search.IndexingProgress;
import org.isogloss.search.IndexingSummary;
import org.isogloss.search.QueryLimit;
import org.isogloss.search.explain.Snippet;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.pipeline.Pipeline;

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
 * <p>All methods are safe for use by many threads at once; a program opens one engine for an index
 * and shares it. Each search uses one commit of the index from its beginning to its end. What the
 * engine itself writes is visible to searches that begin after the call; what another process
 * writes is visible after {@link #refresh}.
 *
 * <p>After {@link #close}, every method that uses the index or a model throws {@link
 * IllegalStateException}. Mistakes of users, such as a pipeline that cannot be read, are {@link
 * IsoglossException}s with messages that can be shown as they are.
 */
public final class SearchEngine implements AutoCloseable {
  private final Path folder;
  private final Lifecycle lifecycle;
  private final CurrentCommit current;
  private final Pipeline usual;
  private final EngineParts parts;
  private final Writing writing;
  private final int threads;

  SearchEngine(
      Path folder,
      CurrentCommit current,
      Pipeline usual,
      EngineParts parts,
      Writing writing,
      int threads) {
    this.folder = folder;
    this.lifecycle = new Lifecycle(folder.toString());
    this.current = current;
    this.usual = usual;
    this.parts = parts;
    this.writing = writing;
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
   * Opens an index, or makes one without documents, with the model {@value Models#DEFAULT}, if the
   * folder is missing or empty.
   *
   * @throws IsoglossException like {@link #open}, and if the folder holds something else or cannot
   *     be written
   */
  public static SearchEngine openOrCreate(Path folder) {
    return at(folder).openOrCreate();
  }

  /** Options for opening the index in a folder. */
  public static EngineBuilder at(Path folder) {
    return new EngineBuilder(folder);
  }

  /**
   * Searches by the default pipeline.
   *
   * @param query in any language
   * @param depth maximum number of documents, 1 or more
   */
  public SearchResults search(String query, int depth) {
    return search(SearchRequest.of(query).withDepth(depth));
  }

  /**
   * Searches.
   *
   * @throws IsoglossException if the pipeline asks for something that is not there, such as a
   *     re-ranker, a table of translations or vectors
   */
  public SearchResults search(SearchRequest request) {
    requireNonNull(request, "request is null");
    return lifecycle.run(
        () -> current.read(commit -> new Searching(commit, usual, threads).answer(request)));
  }

  /**
   * Searches for many requests on several threads; their queries are encoded and re-ranked
   * together. All results are in memory at once and of one commit.
   *
   * @return the results of each request, in the order of the requests
   * @throws IsoglossException like {@link #search(SearchRequest)}, and if the calling thread is
   *     interrupted
   */
  public List<SearchResults> searchAll(List<SearchRequest> requests) {
    List<SearchRequest> all = List.copyOf(requests);
    return lifecycle.run(
        () -> current.read(commit -> new Searching(commit, usual, threads).answerAll(all)));
  }

  /**
   * A retriever of this engine, for what needs rankings alone, such as runs of many queries, other
   * retrievers and measurements. Each of its calls uses the commit that is current then.
   *
   * @param languages of the documents that are wanted; all if it is empty
   * @return usable until the engine is closed
   * @throws IsoglossException if the pipeline asks for something that is not there
   */
  public Retriever retriever(Pipeline pipeline, Set<LanguageRange> languages, ResultUnit unit) {
    var setting = new Commit.Setting(pipeline, Set.copyOf(languages), unit);
    lifecycle.run(() -> current.read(commit -> commit.retriever(setting)));
    return new Retriever() {
      @Override
      public Ranking retrieve(Query query, int depth) {
        return lifecycle.run(
            () -> current.read(commit -> commit.retriever(setting).retrieve(query, depth)));
      }

      @Override
      public List<Ranking> retrieveAll(List<Query> queries, int depth) {
        return lifecycle.run(
            () -> current.read(commit -> commit.retriever(setting).retrieveAll(queries, depth)));
      }
    };
  }

  /**
   * Explains the rank of a passage, word by word. The words of a passage are scored again one by
   * one if the re-ranker is a cross-encoder, so this may take seconds.
   *
   * @param request whose query and pipeline are explained
   * @throws IsoglossException if the index does not hold the passage
   */
  public Explanation explain(SearchRequest request, Hit hit) {
    Pipeline pipeline = request.pipeline().orElse(usual);
    Query query = QueryLimit.truncate(request.query());
    return lifecycle.run(
        () ->
            current.read(
                commit -> {
                  Passage passage = Searching.passage(commit.index(), hit);
                  return Explanation.of(
                      query,
                      passage,
                      commit.index().termMatches(pipeline, query).apply(passage),
                      pipeline.reranker().map(parts::reranker),
                      parts.encoder());
                }));
  }

  /** The passage that a hit names; empty if the index does not hold it. */
  public Optional<Passage> passage(Hit hit) {
    return lifecycle.run(() -> current.read(commit -> commit.index().passage(hit)));
  }

  /**
   * The part of a hit's passage to show, with the words of the query highlighted; for hits of a
   * {@link #retriever}.
   *
   * @throws IsoglossException if the index does not hold the passage
   */
  public Snippet snippet(Query query, Hit hit) {
    return lifecycle.run(() -> current.read(commit -> commit.index().snippet(query, hit)));
  }

  /** The passages of a document, in order; none if the index does not hold it. */
  public List<Passage> document(String id) {
    return lifecycle.run(() -> current.read(commit -> commit.index().documentPassages(id)));
  }

  /**
   * Encodes texts with the model of the index.
   *
   * @return {@code float[texts.size()][dimension]}, as {@link Encoder#encode} returns it
   * @throws IsoglossException if the index has no model, or was opened without it
   */
  public float[][] encode(List<String> texts, Role role) {
    return lifecycle.run(
        () ->
            parts
                .encoder()
                .orElseThrow(
                    () ->
                        new IsoglossException(
                            folder
                                + ": the index was made or opened without a model, which encoding"
                                + " needs; open a model by its name instead"))
                .encode(texts, role));
  }

  /**
   * Re-ranks passages from anywhere, with the re-ranker of the default pipeline or else the shipped
   * one.
   *
   * @return all of them, best first; equal scores in the order given
   * @throws IsoglossException if there is no such re-ranker
   */
  public List<ScoredPassage> rerank(Query query, List<Passage> passages) {
    return rerank(usual.reranker().orElse(Pipeline.Reranked.DEFAULT_SCORER), query, passages);
  }

  /**
   * Re-ranks passages from anywhere.
   *
   * @param reranker a re-ranker that the program gave, a model folder, or a shipped model
   * @return all of them, best first; equal scores in the order given
   * @throws IsoglossException if there is no such re-ranker
   */
  public List<ScoredPassage> rerank(String reranker, Query query, List<Passage> passages) {
    List<Passage> all = List.copyOf(passages);
    return lifecycle.run(
        () -> {
          PairScorer scorer = parts.reranker(reranker);
          float[] scores =
              all.isEmpty() ? new float[0] : scorer.score(QueryLimit.truncate(query), all);
          List<ScoredPassage> scored = new ArrayList<>();
          for (int i = 0; i < scores.length; i++) {
            scored.add(new ScoredPassage(i, all.get(i), scores[i]));
          }
          scored.sort(Comparator.comparingDouble(ScoredPassage::score).reversed());
          return List.copyOf(scored);
        });
  }

  /** The same for plain texts in any language: text {@code i} is the document {@code i}. */
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
   * Adds documents; each replaces the one in the index that has its id. Commits, and refreshes this
   * engine. Many documents in one call take much less time than many calls.
   *
   * @throws IsoglossException if another process is writing the index, an id is not acceptable, or
   *     the disk fails
   */
  public IndexingSummary index(Collection<Document> documents) {
    try (DocumentSource source = DocumentSource.of(documents)) {
      return index(source, progress -> {});
    }
  }

  /**
   * Adds the documents of a file or a folder, in any format that {@link Documents} reads. If this
   * process is killed, the same call continues at its last commit.
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
   * @param source closed by the caller
   * @param listener receives the progress a few times a second, on the calling thread
   * @throws IsoglossException like {@link #index(Collection)}
   */
  public IndexingSummary index(DocumentSource source, Consumer<IndexingProgress> listener) {
    return lifecycle.run(
        () -> {
          IndexingSummary summary = writing.index(source, listener);
          current.refresh();
          return summary;
        });
  }

  /**
   * Deletes documents, commits, and refreshes this engine.
   *
   * @param documentIds ids that the index does not hold are ignored
   * @return how many documents were deleted
   * @throws IsoglossException if another process is writing the index, or the disk fails
   */
  public long delete(Collection<String> documentIds) {
    return lifecycle.run(
        () -> {
          long deleted = writing.delete(documentIds);
          current.refresh();
          return deleted;
        });
  }

  /**
   * Gives the index a table of translations, as {@link Indexer#addTranslationTable} does, and
   * refreshes this engine.
   *
   * @return its languages
   */
  public LanguagePair addTable(Path file) {
    return lifecycle.run(
        () -> {
          LanguagePair languages = writing.addTable(file);
          current.refresh();
          return languages;
        });
  }

  /**
   * Has searches that begin after this call use the last commit of the index, whoever wrote it.
   * What did not change is not read again. Searches that are running finish on their own commit.
   *
   * @return whether there was a newer commit
   * @throws IsoglossException if the index was removed, replaced by one that this engine cannot
   *     search, or is damaged; searches then go on with the commit they have
   */
  public boolean refresh() {
    return lifecycle.run(current::refresh);
  }

  /**
   * The re-ranker that pipelines call by a name: one that the program gave, a model folder, or a
   * shipped model. It is closed with the engine, unless the program gave it.
   *
   * @return empty if the name is {@link Pipeline.Reranked#DEFAULT_SCORER} and there is no such
   *     model
   * @throws IsoglossException if another name is no model, or a model cannot be opened
   */
  public Optional<PairScorer> reranker(String name) {
    return lifecycle.run(() -> parts.rerankers().find(name));
  }

  /** The pipeline of requests that name none. */
  public Pipeline defaultPipeline() {
    return usual;
  }

  /** The encoder of the index's vectors; empty if there are none, or none are needed. */
  public Optional<Encoder> encoder() {
    return parts.encoder();
  }

  /** The name of the model of the index's vectors; empty like {@link #encoder}. */
  public Optional<String> model() {
    return parts.model().map(EngineEncoder::name);
  }

  /** The folder of the index. */
  public Path folder() {
    return folder;
  }

  /** What the index says about itself. */
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
   * Refuses new operations, waits for those that are running, and releases the index and the models
   * that the engine opened; indexing ends only when its source does. Closing twice does nothing.
   *
   * @throws IllegalStateException if it is called by what an operation of this engine calls, such
   *     as a listener, which would wait for itself
   */
  @Override
  public void close() {
    lifecycle.close(
        () -> {
          current.close();
          parts.close();
        });
  }
}
