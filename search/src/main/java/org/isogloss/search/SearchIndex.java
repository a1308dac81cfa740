// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.isogloss.api.Completion;
import org.isogloss.api.CompletionRequest;
import org.isogloss.api.DocumentPage;
import org.isogloss.api.FacetCount;
import org.isogloss.api.ListRequest;
import org.isogloss.api.Snippet;
import org.isogloss.api.SortKey;
import org.isogloss.api.StoredDocument;
import org.isogloss.api.field.FieldType;
import org.isogloss.api.filter.Filter;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.api.pipeline.TranslationOptions;
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
import org.isogloss.core.SparseEncoder;
import org.isogloss.core.TokenVectorScorer;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.filter.FilterFields;
import org.isogloss.search.links.DocumentLinks;
import org.isogloss.search.links.LinkedText;
import org.isogloss.search.lucene.FolderLocation;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.pipeline.PipelineComponents;
import org.isogloss.search.pipeline.TranslationModels;
import org.isogloss.search.reader.CandidatePassages;
import org.isogloss.search.reader.IndexSnapshot;
import org.isogloss.search.reader.PassageScope;
import org.isogloss.search.retrieve.BatchRetriever;
import org.isogloss.search.retrieve.CompositeRetrievers;
import org.isogloss.search.retrieve.DocumentLanguages;
import org.isogloss.search.retrieve.QueryVectorCache;
import org.isogloss.search.retrieve.RankingDepth;
import org.isogloss.search.retrieve.RetrieverFactory;
import org.isogloss.search.retrieve.SparseQueries;
import org.isogloss.search.retrieve.Spelling;
import org.isogloss.search.retrieve.TranslationGrouping;
import org.isogloss.search.retrieve.Translations;
import org.isogloss.search.retrieve.Unfamiliarity;
import org.isogloss.search.rules.SearchRules;
import org.isogloss.search.storage.IndexLocation;
import org.isogloss.search.storage.MissingPassageException;
import org.isogloss.search.storage.OpenIndex;
import org.isogloss.search.vector.DenseQuery;
import org.isogloss.search.vector.UnitVectors;

/**
 * An index that is open for searching. It shows one commit, and later writes do not change it. The
 * index and all objects that it returns are thread-safe and can be used until the index is closed.
 */
public final class SearchIndex implements AutoCloseable {
  private final OpenIndex opened;
  private final IndexManifest manifest;
  private final IndexSnapshot snapshot;
  private final Optional<QueryVectorCache> vectors;
  private final Optional<TokenVectorScorer> tokenVectorScorer;
  private final Optional<SparseQueries> sparse;
  private final SnippetGenerator snippets;
  private final HitScoring scoring;

  private SearchIndex(
      OpenIndex opened,
      Optional<QueryVectorCache> vectors,
      Optional<TokenVectorScorer> tokenVectorScorer,
      Optional<SparseQueries> sparse) {
    this.opened = opened;
    this.manifest = opened.manifest();
    this.snapshot = opened.snapshot();
    this.vectors = vectors;
    this.tokenVectorScorer = tokenVectorScorer;
    this.sparse = sparse.filter(queries -> manifest.storesWeightsOf(queries.encoder()));
    this.scoring = new HitScoring(opened, vectors);
    this.snippets = new SnippetGenerator(snapshot, vectors, storedScorer(), manifest.vectors());
  }

  /** Returns a builder with the options for opening the index in a folder. */
  public static SearchIndexBuilder at(Path folder) {
    return at(new FolderLocation(folder));
  }

  /** Returns a builder with the options for opening the index at any location. */
  public static SearchIndexBuilder at(IndexLocation location) {
    return new SearchIndexBuilder(location);
  }

  /** Closes the index if it cannot be used with the models. */
  static SearchIndex open(
      OpenIndex opened,
      Optional<Encoder> encoder,
      Optional<TokenVectorScorer> tokenVectorScorer,
      Optional<SparseEncoder> sparse) {
    try {
      IndexManifest manifest = opened.manifest();
      encoder.ifPresent(given -> manifest.requireModel(opened.snapshot().name(), given));
      Optional<TokenVectorScorer> pooling =
          tokenVectorScorer
              .filter(manifest::storesVectorsOf)
              .filter(scorer -> manifest.tokenVectors().orElseThrow().pooled());
      return new SearchIndex(
          opened,
          encoder.map(given -> new QueryVectorCache(given, pooling)),
          tokenVectorScorer,
          sparse.map(SparseQueries::new));
    } catch (RuntimeException e) {
      opened.close();
      throw e;
    }
  }

  /**
   * Reads the manifest of a folder in which an index may be created.
   *
   * @return the manifest; empty if the folder is missing, is empty, or contains only files of a
   *     first run that was killed before its first commit
   * @throws org.isogloss.core.IsoglossException like {@link IndexManifest#read(Path)}
   */
  public static Optional<IndexManifest> findManifest(Path folder) {
    return findManifest(folder, LanguageAnalyzers.shipped());
  }

  /**
   * Like {@link #findManifest(Path)}, for an index that was or will be created with the given
   * analyzers.
   *
   * @return the manifest; empty if an index can be created in the folder
   * @throws org.isogloss.core.IsoglossException like {@link IndexManifest#read(Path,
   *     LanguageAnalyzers)}
   */
  public static Optional<IndexManifest> findManifest(Path folder, LanguageAnalyzers analyzers) {
    return new FolderLocation(folder).findManifest(analyzers);
  }

  /**
   * Opens an index for lexical search only.
   *
   * @throws IsoglossException if the folder is not an index, is damaged, or has a version that this
   *     version cannot read
   */
  public static SearchIndex open(Path folder) {
    return at(folder).open();
  }

  /** Opens an index at any location for lexical search only, like {@link #open(Path)}. */
  public static SearchIndex open(IndexLocation location) {
    return at(location).open();
  }

  /**
   * Opens the last commit of the index with its current translation tables. Unchanged parts are
   * shared with this object and not read again. The caller closes both objects, in any order.
   *
   * @return empty if nothing has changed since this object was opened
   * @throws IsoglossException if the folder is no longer an index, is damaged, or contains another
   *     index that cannot be opened with this encoder and these analyzers
   */
  public Optional<SearchIndex> reopened() {
    // Vectors of queries stay valid unless an index with other settings has replaced this one.
    return opened
        .reopened()
        .map(
            newer ->
                newer.manifest().equals(manifest)
                    ? new SearchIndex(newer, vectors, tokenVectorScorer, sparse)
                    : open(
                        newer, encoder(), tokenVectorScorer, sparse.map(SparseQueries::encoder)));
  }

  /**
   * Whether nothing but the {@link #links} of documents has changed between this and another state
   * of the index, which may be closed.
   */
  public boolean differsOnlyInLinks(SearchIndex other) {
    return opened.differsOnlyInLinks(other.opened);
  }

  /** The encoder of the vectors; empty if the index was opened without one. */
  public Optional<Encoder> encoder() {
    return vectors.map(QueryVectorCache::encoder);
  }

  /** The name of the index in messages. */
  public String name() {
    return snapshot.name();
  }

  /**
   * Waits until the files of the index are verified, which begins when it is opened: at once if
   * they are small, otherwise in the background. Every search fails as soon as damage is known;
   * this method reports whether earlier results are those of an intact index.
   *
   * @param limit the longest time to wait
   * @throws IsoglossException if a file is known to be damaged
   */
  public void requireIntact(Duration limit) {
    snapshot.requireIntact(limit);
  }

  /** The manifest of the index. */
  public IndexManifest manifest() {
    return manifest;
  }

  /** Number of documents. */
  public long documentCount() {
    return snapshot.documents();
  }

  /** Number of passages. */
  public long passageCount() {
    return snapshot.passages();
  }

  /** Number of passages of each language, in descending order. */
  public Map<Language, Long> passagesPerLanguage() {
    return Collections.unmodifiableMap(snapshot.languages());
  }

  /**
   * The default pipeline: {@link #defaultPipeline(Encoder)}; without an encoder BM25, fused with
   * the weights of terms if the index is open with the model that computes them.
   */
  public Pipeline defaultPipeline() {
    return vectors.map(cache -> defaultPipeline(cache.encoder())).orElseGet(this::withoutVectors);
  }

  private Pipeline withoutVectors() {
    return sparse.isEmpty()
        ? new Pipeline.Bm25()
        : new Pipeline.LanguageNormalized(
            new Pipeline.WeightedPipeline(new Pipeline.Bm25(), 1),
            new Pipeline.WeightedPipeline(new Pipeline.Sparse(), 1));
  }

  /**
   * The default pipeline of an index with vectors: BM25 and dense scores, fused after normalising
   * each per language. BM25 has a higher weight if the encoder is not contextual.
   */
  public static Pipeline defaultPipeline(Encoder encoder) {
    return new Pipeline.LanguageNormalized(
        new Pipeline.WeightedPipeline(new Pipeline.Bm25(), encoder.isContextual() ? 1 : 2),
        new Pipeline.WeightedPipeline(new Pipeline.Dense(), 1));
  }

  /**
   * Creates the passage retriever that a pipeline string describes. Long queries are truncated; see
   * {@link QueryLimit}.
   *
   * @param pipeline a string in the grammar of {@link Pipeline}
   * @throws IsoglossException if the string cannot be parsed, needs vectors but the index is open
   *     without them, or contains a re-ranker
   */
  public Retriever retriever(String pipeline) {
    return retriever(Pipeline.parse(pipeline), Set.of(), PipelineComponents.NONE);
  }

  /**
   * Creates a passage retriever restricted to some languages.
   *
   * @param pipeline a string in the grammar of {@link Pipeline}
   * @param languages languages of the passages; all languages if empty
   * @throws IsoglossException like {@link #retriever(String)}
   */
  public Retriever retriever(String pipeline, Set<LanguageRange> languages) {
    return retriever(Pipeline.parse(pipeline), languages, PipelineComponents.NONE);
  }

  /**
   * Creates a passage retriever for a pipeline that may contain re-rankers.
   *
   * @param languages languages of the passages; all languages if empty
   * @param scorers returns the pair scorer with a name, or empty if there is none; the retriever
   *     does not close it
   */
  public Retriever retriever(
      Pipeline pipeline,
      Set<LanguageRange> languages,
      Function<String, Optional<? extends PairScorer>> scorers) {
    return retriever(pipeline, languages, PipelineComponents.ofScorers(scorers));
  }

  /**
   * Creates a passage retriever for a pipeline that may contain re-rankers and retrievers of the
   * caller.
   *
   * @param languages languages of the passages; all languages if empty
   * @param components finds the re-rankers and retrievers by name
   * @throws IsoglossException like {@link #retriever(String)}, and if a component that the pipeline
   *     names is not found
   */
  public Retriever retriever(
      Pipeline pipeline, Set<LanguageRange> languages, PipelineComponents components) {
    return retriever(pipeline, languages, Optional.empty(), components);
  }

  /**
   * Creates a passage retriever that finds only passages of documents that meet a filter.
   *
   * @param filter a condition on the fields of documents; empty for all documents
   * @throws IsoglossException like {@link #retriever(Pipeline, Set, PipelineComponents)}, and if no
   *     document has a field of the filter, or its type does not fit the comparison
   */
  public Retriever retriever(
      Pipeline pipeline,
      Set<LanguageRange> languages,
      Optional<Filter> filter,
      PipelineComponents components) {
    Retriever built =
        new RetrieverFactory(opened, vectors, sparse, components, scoring::scorer)
            .create(pipeline, scope(languages, filter));
    return new DepthLimitedRetriever(
        built,
        Math.clamp(snapshot.passages(), 1, Integer.MAX_VALUE),
        pipeline.usesTranslationModels() ? components.translationModels() : TranslationModels.NONE,
        vectors.filter(cache -> pipeline.usesVectors()));
  }

  /**
   * Limits the depth to the number of passages, and queries to {@link QueryLimit}.
   *
   * @param models the models with which the queries of a batch are translated together
   * @param vectors the cache in which the queries of a batch are encoded together; empty if the
   *     pipeline needs no vectors
   */
  private record DepthLimitedRetriever(
      Retriever retriever,
      int maxHits,
      TranslationModels models,
      Optional<QueryVectorCache> vectors)
      implements BatchRetriever {
    @Override
    public List<Ranking> retrieveAll(List<Query> queries, int depth) {
      int limit = Math.min(RankingDepth.requirePositive(depth), maxHits);
      List<Query> truncated = queries.stream().map(QueryLimit::truncate).toList();
      List<Query> translations = models.remember(truncated);
      vectors.ifPresent(
          cache ->
              cache.remember(Stream.concat(truncated.stream(), translations.stream()).toList()));
      return retriever.retrieveAll(truncated, limit);
    }
  }

  /**
   * Creates a document retriever: each document has the rank and the score of its best passage
   * (MaxP).
   *
   * @param passages a passage retriever of this index
   */
  public Retriever bestPassagePerDocument(Retriever passages) {
    return passageCount() == documentCount()
        ? passages
        : CompositeRetrievers.bestPassagePerDocument(passages, documentCount());
  }

  /** Returns the passage of a hit; empty if the index does not contain it. */
  public Optional<Passage> passage(Hit hit) {
    return snapshot.stored().passage(hit);
  }

  /** Returns the passages of hits, in the same order; empty for those that are missing. */
  public List<Optional<Passage>> passages(List<Hit> hits) {
    return snapshot.stored().passages(hits);
  }

  /**
   * Passes all passages to a visitor, each with the metadata of its document. The passages of a
   * document follow each other in order; the order of the documents is that of the index.
   */
  public void forEachPassage(BiConsumer<Passage, Metadata> visitor) {
    snapshot.stored().forEachPassage(visitor);
  }

  /**
   * The documents that are translations or copies of each other; empty if they were not sought yet,
   * because the index has no vectors, an earlier version wrote it, or it was merged.
   */
  public Optional<DocumentLinks> links() {
    return opened.links();
  }

  /** The rules of queries. */
  public SearchRules rules() {
    return opened.rules();
  }

  /**
   * Returns the first passages of the documents that the {@link #rules} put first for a query, with
   * score 0.
   *
   * @param languages languages of the documents; all languages if empty
   * @param filter a condition on the fields of documents; empty for all documents
   */
  public List<Hit> pinned(Query query, Set<LanguageRange> languages, Optional<Filter> filter) {
    List<Hit> hits = rules().pins().of(query.text()).stream().map(id -> new Hit(id, 0, 0)).toList();
    return hits.isEmpty() ? hits : snapshot.candidates(scope(languages, filter)).retain(hits);
  }

  /**
   * The texts that {@link #links} contains, with those of their documents that were not deleted.
   */
  public List<LinkedText> linkedTexts() {
    List<LinkedText> texts = links().map(DocumentLinks::texts).orElse(List.of());
    Set<String> present =
        snapshot
            .stored()
            .documentLanguages(texts.stream().flatMap(text -> text.ids().stream()).toList())
            .keySet();
    return texts.stream().flatMap(text -> text.retain(present::contains).stream()).toList();
  }

  /**
   * Partitions hits into groups of translations and copies, by the {@link #links} of their
   * documents. Without links, and if a minimum similarity is given, likely translations are
   * recognised by the vectors of passages.
   *
   * @param hits hits of this index, best first
   * @param minSimilarity minimum similarity of a likely translation to the first hit of its group,
   *     0 to 1: the cosine of their vectors, raised if it is far above that of the next hit in the
   *     language, lowered if their scores differ; empty for the links
   * @param count maximum number of groups, 0 or more
   * @return the first groups in the order of their first hits, each in the order of the hits
   * @throws IsoglossException if the index has no vectors
   */
  public List<List<Hit>> translations(List<Hit> hits, OptionalDouble minSimilarity, int count) {
    if (manifest.model().isEmpty()) {
      throw new IsoglossException(
          snapshot.name()
              + ": translations are recognised by vectors, but the index has none; index the"
              + " collection with a model");
    }
    CandidatePassages all = snapshot.candidates(scope(Set.of(), Optional.empty()));
    Translations translations =
        minSimilarity.isEmpty() && links().isPresent()
            ? Translations.linked(links().get(), snapshot, all)
            : Translations.similar(
                minSimilarity.orElse(TranslationOptions.DEFAULT_MIN_SIMILARITY), snapshot, all);
    return TranslationGrouping.groups(snapshot, translations, hits, count);
  }

  /** The pairs of language codes of its translation tables, such as {@code de-en}. */
  public SortedSet<String> translationPairs() {
    return opened.tables().pairs();
  }

  /**
   * Returns the languages of the documents of hits by document id, without their scripts; {@link
   * Language#UNDETERMINED} for documents that the index does not contain.
   */
  public Map<String, Language> languages(List<Hit> hits) {
    Map<String, Language> languages = new HashMap<>();
    DocumentLanguages.of(snapshot, hits)
        .forEach((id, code) -> languages.put(id, Language.of(code)));
    return languages;
  }

  /** Types of the fields of the documents, by name. */
  public SortedMap<String, FieldType> fieldTypes() {
    return snapshot.fieldTypes().types();
  }

  /** Returns the other fields of a document; none if the index does not contain it. */
  public Metadata metadata(String documentId) {
    return metadata(List.of(documentId)).getOrDefault(documentId, Metadata.EMPTY);
  }

  /** Returns the other fields of documents by id; none of those that the index does not contain. */
  public Map<String, Metadata> metadata(Collection<String> documentIds) {
    return snapshot.stored().metadata(documentIds);
  }

  /**
   * Counts the values of fields in the documents of hits.
   *
   * @param facets in the grammar of {@link org.isogloss.api.Facet}
   * @return the counts of each facet: of values in descending order, of groups in their order
   * @throws IsoglossException if a facet cannot be parsed, or no document has its field
   */
  public SequencedMap<String, List<FacetCount>> facets(List<Hit> hits, Collection<String> facets) {
    return new FacetCounter(snapshot).count(hits, facets);
  }

  /**
   * Returns an order of documents by their fields; documents with equal values are equal.
   *
   * @param documentIds the ids that will be compared
   * @param keys one or more; the first one decides first
   * @throws IsoglossException if no document has a field
   */
  public Comparator<String> documentOrder(Collection<String> documentIds, List<SortKey> keys) {
    return DocumentOrder.of(snapshot, documentIds, keys);
  }

  /**
   * Checks that documents have a field.
   *
   * @throws IsoglossException if none has it
   */
  public void requireField(String name) {
    new FilterFields(snapshot.fieldTypes()).require(name);
  }

  /**
   * Returns the vectors of evenly spaced passages, of unit length, by hits with score 0; none if
   * the index has no vectors.
   *
   * @param size maximum number of vectors, 1 or more
   */
  public SequencedMap<Hit, float[]> sampleVectors(int size) {
    return snapshot.stored().sampleVectors(size);
  }

  /**
   * Finds the passages whose vectors are nearest to a vector of the caller, such as one that
   * another program computed with the model of the index. Passages without a vector are not found.
   *
   * @param vector has the dimension of the index and any length; nothing is near the zero vector
   * @param filter a condition on the fields of documents; empty for all documents
   * @param depth maximum number of passages, 1 or more
   * @return the passages by descending cosine of their vectors with the given one
   * @throws IsoglossException if the index has no vectors or vectors of another dimension, or the
   *     filter does not fit the fields of the documents
   */
  public Ranking nearest(float[] vector, Optional<Filter> filter, int depth) {
    RankingDepth.requirePositive(depth);
    manifest.requireVector(snapshot.name(), "the query", vector);
    float[] unit = UnitVectors.of(vector);
    PassageScope scope = scope(Set.of(), filter);
    return Encoder.isNonZero(unit)
        ? snapshot
            .candidates(scope)
            .nearest(
                DenseQuery.nearest(unit),
                /* sentenceWeight= */ 0,
                Math.clamp(passageCount(), 1, depth))
        : Ranking.EMPTY;
  }

  /** Returns the vector of a passage, of unit length; empty if it has none. */
  public Optional<float[]> vector(Hit hit) {
    return snapshot.stored().vector(hit);
  }

  private PassageScope scope(Set<LanguageRange> languages, Optional<Filter> filter) {
    PassageScope all = PassageScope.ofLanguages(snapshot.codes());
    PassageScope within = languages.isEmpty() ? all : all.restrictedTo(languages);
    return filter.map(within::matching).orElse(within);
  }

  /** Returns the passages of a document in order; empty if the index does not contain it. */
  public List<Passage> documentPassages(String id) {
    return snapshot.stored().documentPassages(id);
  }

  /**
   * Lists a page of documents, without a query. If their texts are long, the page has fewer
   * documents than the request allows.
   *
   * @throws IsoglossException if the filter, a sort key or a name of a field does not fit the
   *     fields of the documents, or the cursor is not one of a list in this order
   */
  public DocumentPage list(ListRequest request) {
    request.fields().ifPresent(names -> names.forEach(this::requireField));
    return new StoredDocumentReader(snapshot).list(request);
  }

  /**
   * Completes a query that a user has begun to type, from titles and words of documents.
   *
   * @return completions, the best first
   */
  public List<Completion> complete(CompletionRequest request) {
    return new QueryCompleter(snapshot, scope(request.languages(), Optional.empty()))
        .complete(request);
  }

  /**
   * Returns documents as the index stores them, in the order of their ids; without those that it
   * does not contain.
   *
   * @param texts whether they have their passages
   */
  public List<StoredDocument> documents(List<String> ids, boolean texts) {
    return new StoredDocumentReader(snapshot).documents(ids, texts);
  }

  /**
   * Returns the part of a hit's passage that best explains the match, with query words highlighted.
   * If the index has sentence vectors, this is the sentence whose vector is most similar to the
   * query; otherwise it is the sentence with the rarest words of the query, or, if no sentence
   * contains a word of the query, the most similar sentence.
   *
   * @throws IsoglossException if the index does not contain the passage
   */
  public Snippet snippet(Query query, Hit hit) {
    return snippet(
        query, passage(hit).orElseThrow(() -> new MissingPassageException(snapshot.name(), hit)));
  }

  /** Like {@link #snippet(Query, Hit)}, for a passage of this index that has already been read. */
  public Snippet snippet(Query query, Passage passage) {
    return snippet(query, passage, Snippet.DEFAULT_LENGTH);
  }

  /**
   * Like {@link #snippet(Query, Passage)}, of another length.
   *
   * @param maxLength maximum number of characters of the passage, 1 or more; the sentence is
   *     continued by the next ones, or truncated
   */
  public Snippet snippet(Query query, Passage passage, int maxLength) {
    return snippets(query, maxLength).apply(passage);
  }

  /**
   * Returns snippets of many passages for one query, which is analysed only once.
   *
   * @param maxLength maximum number of characters of a passage, 1 or more
   * @return a function from a passage of this index to its snippet; it is thread-safe
   */
  public Function<Passage, Snippet> snippets(Query query, int maxLength) {
    return snippets.of(QueryLimit.truncate(query), maxLength);
  }

  /**
   * Returns a query with other words for those that no passage has, if they are probably misspelt:
   * words that differ by one edit.
   *
   * @param languages the languages of passages from which the words are; empty for all
   * @param filter the condition that their documents meet; empty for all documents
   */
  public Optional<String> suggestion(
      Query query, Set<LanguageRange> languages, Optional<Filter> filter) {
    return new Spelling(snapshot)
        .suggestion(QueryLimit.truncate(query), scope(languages, filter), rules());
  }

  /**
   * Returns how unlike a query is to those that texts of this index could answer, see {@link
   * Unfamiliarity}.
   *
   * @return 0 for a query in a known language, or whose words all are in the index
   */
  public double unfamiliarity(Query query) {
    return new Unfamiliarity(snapshot, rules()).of(QueryLimit.truncate(query));
  }

  /** Returns an object that shows how queries match passages of this index. */
  public PassageMatches matches() {
    return matches(TranslationModels.NONE);
  }

  /**
   * Shows how queries match passages, if pipelines translate queries with models.
   *
   * @param models the translation models of the retrievers
   */
  public PassageMatches matches(TranslationModels models) {
    return new PassageMatches(
        new PassageMatches.Translations(opened.tables(), models),
        opened.rules(),
        snapshot,
        storedScorer(),
        encoder(),
        sparse,
        snippets);
  }

  /** Scores of hits of this index that are comparable between queries. */
  public HitScoring scoring() {
    return scoring;
  }

  /** The scorer whose token vectors the index stores. */
  private Optional<TokenVectorScorer> storedScorer() {
    return tokenVectorScorer.filter(manifest::storesVectorsOf);
  }

  /** Closing twice has no effect. */
  @Override
  public void close() {
    opened.close();
  }
}
