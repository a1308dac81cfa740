package org.isogloss.search;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
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
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.explain.Snippet;
import org.isogloss.search.explain.TermMatch;
import org.isogloss.search.index.FileStamp;
import org.isogloss.search.index.IndexFolder;
import org.isogloss.search.index.IndexTranslationTables;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.pipeline.Pipeline;
import org.isogloss.search.pipeline.PipelineComponents;
import org.isogloss.search.reader.IndexSnapshot;
import org.isogloss.search.reader.LanguageScope;
import org.isogloss.search.retrieve.BatchRetriever;
import org.isogloss.search.retrieve.CompositeRetrievers;
import org.isogloss.search.retrieve.QueryTranslation;
import org.isogloss.search.retrieve.QueryVectorCache;
import org.isogloss.search.retrieve.RankingDepth;
import org.isogloss.search.retrieve.RetrieverFactory;
import org.isogloss.search.retrieve.TranslatedQueryWord;

/**
 * An index, open for searching: one commit of it, whatever is written meanwhile. All that it gives
 * is safe for use by many threads at once, until it is closed.
 */
public final class SearchIndex implements AutoCloseable {
  private final Path folder;
  private final IndexManifest manifest;
  private final IndexSnapshot snapshot;
  private final Optional<QueryVectorCache> vectors;
  private final IndexTranslationTables tables;
  private final Stamps stamps;
  private final SnippetGenerator snippets;

  /**
   * What changes when the index is replaced by another one, or its tables are.
   *
   * @param manifest of the manifest, which is written once
   */
  private record Stamps(FileStamp manifest, List<FileStamp> tables) {
    static Stamps of(Path folder) {
      return new Stamps(
          FileStamp.of(folder.resolve(IndexManifest.FILE)), IndexTranslationTables.stamps(folder));
    }
  }

  private SearchIndex(
      Path folder,
      IndexManifest manifest,
      Optional<QueryVectorCache> vectors,
      Stamps stamps,
      IndexTranslationTables tables,
      IndexSnapshot snapshot) {
    this.folder = folder;
    this.manifest = manifest;
    this.vectors = vectors;
    this.stamps = stamps;
    this.tables = tables;
    this.snapshot = snapshot;
    this.snippets = new SnippetGenerator(snapshot, vectors, manifest.vectors());
  }

  private static SearchIndex open(
      Path folder, LanguageAnalyzers analyzers, Optional<QueryVectorCache> vectors) {
    // Before anything is read: what changes meanwhile is then noticed by reopened().
    Stamps stamps = Stamps.of(folder);
    IndexManifest manifest = IndexManifest.read(folder, analyzers);
    vectors.ifPresent(queries -> manifest.requireModel(folder, queries.encoder()));
    IndexTranslationTables tables = IndexTranslationTables.open(folder);
    IndexSnapshot snapshot = IndexSnapshot.open(folder, analyzers);
    return new SearchIndex(folder, manifest, vectors, stamps, tables, snapshot);
  }

  /**
   * Reads the manifest of a folder in which an index may be made.
   *
   * @return empty if there is no such folder, nothing in it, or nothing but what a first run left
   *     that was killed before its first commit
   * @throws org.isogloss.core.IsoglossException like {@link IndexManifest#read(Path)}
   */
  public static Optional<IndexManifest> findManifest(Path folder) {
    return findManifest(folder, LanguageAnalyzers.shipped());
  }

  /**
   * Like {@link #findManifest(Path)}, for an index that was, or will be, made with the given
   * analyzers.
   *
   * @return empty if an index may be made in the folder
   * @throws org.isogloss.core.IsoglossException like {@link IndexManifest#read(Path, Analyzers)}
   */
  public static Optional<IndexManifest> findManifest(Path folder, LanguageAnalyzers analyzers) {
    return IndexFolder.canCreateIndex(folder)
        ? Optional.empty()
        : Optional.of(IndexManifest.read(folder, analyzers));
  }

  /**
   * Opens an index to search it by its words alone.
   *
   * @throws IsoglossException if the folder is not an index, is damaged, or is of a version that
   *     this one cannot read
   */
  public static SearchIndex open(Path folder) {
    return open(folder, LanguageAnalyzers.shipped());
  }

  /**
   * Opens an index that was made with analyzers of the caller's, to search it by its words alone.
   *
   * @throws IsoglossException like {@link #open(Path)}, and if the analyzers are other ones
   */
  public static SearchIndex open(Path folder, LanguageAnalyzers analyzers) {
    return open(folder, analyzers, Optional.empty());
  }

  /**
   * Opens an index to search it by its words and its vectors.
   *
   * @param encoder the one that the index was made with; stays open when the index is closed
   * @throws IsoglossException like {@link #open(Path)}, and if the encoder is another one
   */
  public static SearchIndex open(Path folder, Encoder encoder) {
    return open(folder, encoder, LanguageAnalyzers.shipped());
  }

  /**
   * Opens an index that was made with analyzers of the caller's, to search it by its words and its
   * vectors.
   *
   * @param encoder the one that the index was made with; stays open when the index is closed
   * @throws IsoglossException like {@link #open(Path, Encoder)}, and if the analyzers are other
   *     ones
   */
  public static SearchIndex open(Path folder, Encoder encoder, LanguageAnalyzers analyzers) {
    return open(folder, analyzers, Optional.of(new QueryVectorCache(encoder)));
  }

  /**
   * The index as it is now: its last commit, with the tables that it has. What did not change is
   * shared with this one and not read again. Both are to be closed, in any order.
   *
   * @return empty if nothing has changed since this one was opened
   * @throws IsoglossException if the folder is no index any more, is damaged, or holds another
   *     index that cannot be searched as this one is
   */
  public Optional<SearchIndex> reopened() {
    Stamps now = Stamps.of(folder);
    if (!now.manifest().equals(stamps.manifest())) {
      return Optional.of(open(folder, snapshot.analyzers(), vectors));
    }
    boolean sameTables = now.tables().equals(stamps.tables());
    IndexTranslationTables newTables = sameTables ? tables : IndexTranslationTables.open(folder);
    Optional<IndexSnapshot> newer = snapshot.reopened();
    if (newer.isEmpty() && sameTables) {
      return Optional.empty();
    }
    return Optional.of(
        new SearchIndex(
            folder, manifest, vectors, now, newTables, newer.orElseGet(snapshot::again)));
  }

  /** The encoder of its vectors; empty if it was opened without one. */
  public Optional<Encoder> encoder() {
    return vectors.map(QueryVectorCache::encoder);
  }

  /** What the index says about itself. */
  public IndexManifest manifest() {
    return manifest;
  }

  /** How many documents it holds. */
  public long documentCount() {
    return snapshot.documents();
  }

  /** How many passages it holds. */
  public long passageCount() {
    return snapshot.passages();
  }

  /** Passages of each language, most first. */
  public Map<Language, Long> passagesPerLanguage() {
    return Collections.unmodifiableMap(snapshot.languages());
  }

  /** The default pipeline: {@link #defaultPipeline(Encoder)}, or words alone without vectors. */
  public Pipeline defaultPipeline() {
    return vectors.map(known -> defaultPipeline(known.encoder())).orElse(new Pipeline.Bm25());
  }

  /**
   * The default pipeline of an index with vectors: words and vectors, fairly to all languages.
   * Words weigh more with an encoder that does not read them in their context.
   */
  public static Pipeline defaultPipeline(Encoder encoder) {
    return new Pipeline.LanguageNormalized(
        new Pipeline.WeightedPipeline(new Pipeline.Bm25(), encoder.isContextual() ? 1 : 2),
        new Pipeline.WeightedPipeline(new Pipeline.Dense(), 1));
  }

  /**
   * What a pipeline string asks for, finding passages. Of a long query only the beginning counts,
   * see {@link QueryLimit}.
   *
   * @param pipeline in the grammar of {@link Pipeline}
   * @throws IsoglossException if it cannot be read, asks for vectors where there are none, or asks
   *     for re-ranking
   */
  public Retriever retriever(String pipeline) {
    return retriever(Pipeline.parse(pipeline), Set.of(), PipelineComponents.NONE);
  }

  /**
   * The same, for passages in some languages only.
   *
   * @param languages the languages; all if it is empty
   */
  public Retriever retriever(String pipeline, Set<LanguageRange> languages) {
    return retriever(Pipeline.parse(pipeline), languages, PipelineComponents.NONE);
  }

  /**
   * The same with re-rankers.
   *
   * @param scorers gives the pair scorer with a name, empty where there is none; what it gives
   *     stays open
   */
  public Retriever retriever(
      Pipeline pipeline,
      Set<LanguageRange> languages,
      Function<String, Optional<? extends PairScorer>> scorers) {
    return retriever(pipeline, languages, PipelineComponents.ofScorers(scorers));
  }

  /**
   * The same with re-rankers and retrievers of the caller's.
   *
   * @param languages the languages; all if it is empty
   * @throws IsoglossException like {@link #retriever(String)}, and if a name is not among the parts
   */
  public Retriever retriever(
      Pipeline pipeline, Set<LanguageRange> languages, PipelineComponents parts) {
    LanguageScope all = LanguageScope.ofLanguages(snapshot.codes());
    Retriever built =
        new RetrieverFactory(folder, manifest, snapshot, vectors, tables, parts)
            .create(pipeline, languages.isEmpty() ? all : all.restrictedTo(languages));
    return new Limited(
        built,
        Math.clamp(snapshot.passages(), 1, Integer.MAX_VALUE),
        vectors.filter(known -> pipeline.usesVectors()));
  }

  /**
   * Asks for no more hits than there are passages, and keeps queries to {@link QueryLimit}.
   *
   * @param vectors of queries, which are encoded together; empty if none are needed
   */
  private record Limited(Retriever retriever, int maxHits, Optional<QueryVectorCache> vectors)
      implements BatchRetriever {
    @Override
    public List<Ranking> retrieveAll(List<Query> queries, int depth) {
      int limit = Math.min(RankingDepth.requirePositive(depth), maxHits);
      List<Query> cut = queries.stream().map(QueryLimit::truncate).toList();
      vectors.ifPresent(known -> known.remember(cut));
      return retriever.retrieveAll(cut, limit);
    }
  }

  /**
   * Finds documents: each once, at the place of its best passage, by the score of that (MaxP).
   *
   * @param passages a retriever of this index
   */
  public Retriever bestPassagePerDocument(Retriever passages) {
    return passageCount() == documentCount()
        ? passages
        : CompositeRetrievers.bestPassagePerDocument(passages);
  }

  /** The passage that a hit names; empty where this index does not hold it. */
  public Optional<Passage> passage(Hit hit) {
    return snapshot.passage(hit);
  }

  /** The passages of a document, in order; none where this index does not hold it. */
  public List<Passage> documentPassages(String id) {
    return snapshot.documentPassages(id);
  }

  /**
   * The part of a hit's passage that says most about why it was found: the sentence whose vector is
   * nearest, where the index has vectors of sentences; else the sentence with the rarest words of
   * the query; where it has none, the nearest one. Words of the query are highlighted.
   *
   * @throws IsoglossException if the index does not hold the passage
   */
  public Snippet snippet(Query query, Hit hit) {
    return snippet(
        query,
        passage(hit)
            .orElseThrow(
                () ->
                    new IsoglossException(
                        folder
                            + ": the index has no passage "
                            + hit.passage()
                            + " of a document "
                            + hit.documentId())));
  }

  /** The same for a passage of this index that was read already. */
  public Snippet snippet(Query query, Passage passage) {
    return snippets.generate(QueryLimit.truncate(query), passage);
  }

  /**
   * Which words of a hit's passage counted as which words of the query, by those parts of a
   * pipeline that go by words.
   *
   * @return none where no word did, as in a hit of {@code dense} alone
   */
  public List<TermMatch> termMatches(Pipeline pipeline, Query query, Hit hit) {
    return passage(hit).map(termMatches(pipeline, query)).orElse(List.of());
  }

  /**
   * The same for many passages of this index: the query is analysed once.
   *
   * @return a function from a passage to its evidence, safe for use by many threads at once
   */
  public Function<Passage, List<TermMatch>> termMatches(Pipeline pipeline, Query query) {
    Query asked = QueryLimit.truncate(query);
    Map<Pipeline.Lexical, Map<String, List<TranslatedQueryWord>>> words = new LinkedHashMap<>();
    for (Pipeline.Lexical part : pipeline.lexicalRetrievers()) {
      words.put(
          part,
          QueryTranslation.of(part, snapshot.codes(), snapshot.analyzers(), tables, Set.of())
              .of(asked));
    }
    return passage ->
        words.entrySet().stream()
            .flatMap(
                entry ->
                    TermMatches.find(
                        entry.getKey(), entry.getValue(), snapshot.analyzers(), passage)
                        .stream())
            .toList();
  }

  /** Closing twice does nothing. */
  @Override
  public void close() {
    snapshot.close();
  }
}
