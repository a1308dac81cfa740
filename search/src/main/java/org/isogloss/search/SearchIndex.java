package org.isogloss.search;

import java.nio.file.Path;
import java.util.Collections;
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
import org.isogloss.search.explain.Snippet;
import org.isogloss.search.explain.TermMatch;
import org.isogloss.search.index.IndexFolder;
import org.isogloss.search.index.IndexTranslationTables;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.pipeline.Pipeline;
import org.isogloss.search.reader.IndexSnapshot;
import org.isogloss.search.reader.LanguageScope;
import org.isogloss.search.retrieve.CompositeRetrievers;
import org.isogloss.search.retrieve.QueryTranslation;
import org.isogloss.search.retrieve.QueryVectorCache;
import org.isogloss.search.retrieve.RankingDepth;
import org.isogloss.search.retrieve.RetrieverFactory;

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
  private final SnippetGenerator snippets;

  private SearchIndex(Path folder, IndexManifest manifest, Optional<QueryVectorCache> vectors) {
    this.folder = folder;
    this.manifest = manifest;
    this.vectors = vectors;
    this.tables = IndexTranslationTables.open(folder);
    this.snapshot = IndexSnapshot.open(folder);
    this.snippets = new SnippetGenerator(snapshot, vectors, manifest.vectors());
  }

  /**
   * Reads the manifest of a folder in which an index may be made.
   *
   * @return empty if there is no such folder, nothing in it, or nothing but what a first run left
   *     that was killed before its first commit
   * @throws org.isogloss.core.IsoglossException if the folder holds something else, or a damaged
   *     manifest
   */
  public static Optional<IndexManifest> findManifest(Path folder) {
    return IndexFolder.canCreateIndex(folder)
        ? Optional.empty()
        : Optional.of(IndexManifest.read(folder));
  }

  /**
   * Opens an index to search it by its words alone.
   *
   * @throws IsoglossException if the folder is not an index, is damaged, or is of a version that
   *     this one cannot read
   */
  public static SearchIndex open(Path folder) {
    return new SearchIndex(folder, IndexManifest.read(folder), Optional.empty());
  }

  /**
   * Opens an index to search it by its words and its vectors.
   *
   * @param encoder the one that the index was made with; stays open when the index is closed
   * @throws IsoglossException like {@link #open(Path)}, and if the encoder is another one
   */
  public static SearchIndex open(Path folder, Encoder encoder) {
    IndexManifest manifest = IndexManifest.read(folder);
    manifest.requireModel(folder, encoder);
    return new SearchIndex(folder, manifest, Optional.of(new QueryVectorCache(encoder)));
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

  /** The pipeline for who names none: {@link #defaultPipeline(Encoder)}, or words alone. */
  public String defaultPipeline() {
    return vectors.map(known -> defaultPipeline(known.encoder())).orElse("bm25");
  }

  /**
   * The pipeline for who names none, where there are vectors: words and vectors, fairly to all
   * languages. Words weigh more beside an encoder that does not read them in their context.
   */
  public static String defaultPipeline(Encoder encoder) {
    return encoder.isContextual() ? "{bm25, dense}fair" : "{bm25:2, dense}fair";
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
    return retriever(Pipeline.parse(pipeline), Set.of(), name -> Optional.empty());
  }

  /**
   * The same, for passages in some languages only.
   *
   * @param languages the languages; all if it is empty
   */
  public Retriever retriever(String pipeline, Set<LanguageRange> languages) {
    return retriever(Pipeline.parse(pipeline), languages, name -> Optional.empty());
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
    LanguageScope all = LanguageScope.ofLanguages(snapshot.codes());
    Retriever built =
        new RetrieverFactory(folder, manifest, snapshot, vectors, tables, scorers)
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
      implements Retriever {
    @Override
    public Ranking retrieve(Query query, int depth) {
      return retriever.retrieve(
          QueryLimit.truncate(query), Math.min(RankingDepth.requirePositive(depth), maxHits));
    }

    @Override
    public void prepare(List<Query> queries) {
      List<Query> cut = queries.stream().map(QueryLimit::truncate).toList();
      vectors.ifPresentOrElse(known -> known.prepare(cut), () -> retriever.prepare(cut));
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
    return snippets.generate(
        QueryLimit.truncate(query),
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

  /**
   * Which words of a hit's passage counted as which words of the query, by those parts of a
   * pipeline that go by words.
   *
   * @return none where no word did, as in a hit of {@code dense} alone
   */
  public List<TermMatch> termMatches(Pipeline pipeline, Query query, Hit hit) {
    Query asked = QueryLimit.truncate(query);
    return passage(hit).stream()
        .flatMap(
            passage ->
                pipeline.lexicalRetrievers().stream()
                    .flatMap(
                        words ->
                            TermMatches.find(
                                words,
                                QueryTranslation.of(words, snapshot.codes(), tables, Set.of()),
                                asked,
                                passage)
                                .stream()))
        .toList();
  }

  /** Closing twice does nothing. */
  @Override
  public void close() {
    snapshot.close();
  }
}
