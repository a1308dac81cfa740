// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.lucene.analysis.Analyzer;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.field.FieldType;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.Encoder;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Retriever;
import org.isogloss.core.TextTranslator;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.search.Indexer;
import org.isogloss.search.IndexerBuilder;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.manifest.VectorOptions;
import org.isogloss.search.storage.IndexLocation;
import org.isogloss.text.decoding.AnswerExtractor;
import org.isogloss.text.deromanization.DeromanizationTables;
import org.isogloss.text.segmentation.PassageSplitter;

/**
 * Options for opening a {@link SearchEngine}. An option that is not set has the value with which
 * the index was created; for a new index it has the same default as on the command line.
 *
 * <p>A program can plug in its own components: an encoder, re-rankers and retrievers that pipelines
 * refer to by name, translators, an extractor of answers, and analyzers of languages. All of them
 * must be thread-safe. They stay open when the engine is closed; the program closes them
 * afterwards.
 */
public final class EngineBuilder {
  private final IndexLocation location;
  private final Map<String, PairScorer> scorers = new LinkedHashMap<>();
  private final Map<String, Retriever> retrievers = new LinkedHashMap<>();
  private Optional<String> model = Optional.empty();
  private Optional<EngineEncoder> encoder = Optional.empty();
  private Optional<IndexManifest.Model> external = Optional.empty();

  /** Opens the model that finds answers. */
  private Optional<Function<InferenceOptions, AnswerFinder>> answers = Optional.empty();

  /** Add the translation models. */
  private final List<Consumer<Translators>> translators = new ArrayList<>();

  private Optional<DeromanizationTables> deromanization = DeromanizationTables.findShipped();
  private Optional<Pipeline> pipeline = Optional.empty();
  private Optional<PassageSplitter> passages = Optional.empty();
  private Optional<VectorOptions> vectors = Optional.empty();
  private Optional<String> tokenVectors = Optional.empty();
  private Optional<String> sparse = Optional.empty();
  private Optional<List<Language>> projected = Optional.empty();
  private LanguageAnalyzers analyzers = LanguageAnalyzers.shipped();
  private boolean keepWriterOpen;
  private Map<String, FieldType> fieldTypes = Map.of();
  private InferenceOptions inference = InferenceOptions.defaults();

  EngineBuilder(IndexLocation location) {
    this.location = requireNonNull(location, "location is null");
  }

  /**
   * Sets the model that encodes texts: a model folder, the name of a shipped model, or {@link
   * Models#NONE} to work without vectors. The default is the model that the index names, or {@link
   * Models#DEFAULT} for a new index. An existing index accepts only the model with which it was
   * created, but the model may have moved to another folder. No model is opened for an index
   * without vectors.
   */
  public EngineBuilder model(String folderOrName) {
    this.model = Optional.of(folderOrName);
    this.encoder = Optional.empty();
    this.external = Optional.empty();
    return this;
  }

  /**
   * Sets an encoder of the program, which replaces the model.
   *
   * @param name name of the encoder's model, which a new index records; when an existing index is
   *     opened, the encoder's {@linkplain Encoder#fingerprint fingerprint} is checked, not this
   *     name
   * @param encoder the encoder; stays open when the engine is closed
   */
  public EngineBuilder encoder(String name, Encoder encoder) {
    requireNonNull(encoder, "encoder is null");
    this.encoder =
        Optional.of(EngineEncoder.supplied(requireNonNull(name, "name is null"), encoder));
    this.model = Optional.empty();
    this.external = Optional.empty();
    return this;
  }

  /**
   * Stores and searches vectors of a model that Isogloss does not run: the program computes those
   * of documents ({@link SearchEngine#indexEmbedded}) and of queries ({@link IndexView#nearest}).
   * Texts are searched by their words.
   *
   * @param name name of the model, not blank. An existing index accepts only the name and dimension
   *     with which it was created
   * @param dimension length of its vectors, 1 to {@value
   *     org.isogloss.search.manifest.IndexManifest.Model#MAX_DIMENSION}
   */
  public EngineBuilder externalModel(String name, int dimension) {
    this.external = Optional.of(IndexManifest.Model.external(name, dimension));
    this.model = Optional.of(Models.NONE);
    this.encoder = Optional.empty();
    return this;
  }

  /** Disables vectors: no model is opened, and searches are purely lexical. */
  public EngineBuilder withoutVectors() {
    return model(Models.NONE);
  }

  /**
   * Sets the pipeline of requests that do not specify one. The default is {@link DefaultPipeline}.
   */
  public EngineBuilder pipeline(Pipeline pipeline) {
    this.pipeline = Optional.of(pipeline);
    return this;
  }

  /**
   * Sets the pipeline of requests that do not specify one.
   *
   * @param pipeline a pipeline string
   * @throws IsoglossException if the string cannot be parsed
   */
  public EngineBuilder pipeline(String pipeline) {
    return pipeline(Pipeline.parse(pipeline));
  }

  /**
   * Registers a re-ranker of the program for use in pipelines.
   *
   * @param name the name by which pipelines refer to it, as in {@code bm25 >> rerank(NAME)}. It
   *     takes precedence over a model of the same name. {@link Pipeline.Reranked#DEFAULT_SCORER} is
   *     the name of the re-ranker in {@code >> rerank}
   * @param scorer the re-ranker; stays open when the engine is closed
   */
  public EngineBuilder reranker(String name, PairScorer scorer) {
    // A pipeline string cannot contain such a name, so the re-ranker would be unreachable.
    if (requireNonNull(name, "name is null").isBlank() || name.matches(".*[,)=].*")) {
      throw new IllegalArgumentException(
          "the re-ranker is named \""
              + name
              + "\", expected a name without \",\", \")\" and \"=\"");
    }
    scorers.put(name.strip(), requireNonNull(scorer, "scorer is null"));
    return this;
  }

  /**
   * Sets the model that finds the answers of {@link SearchRequest#withAnswers}. Without one, such
   * requests fail.
   *
   * @param folderOrName a model folder, or the name of a shipped model: a transformer with a head
   *     for question answering
   */
  public EngineBuilder answers(String folderOrName) {
    requireNonNull(folderOrName, "folderOrName is null");
    answers = Optional.of(inference -> AnswerFinder.open(folderOrName, inference));
    return this;
  }

  /**
   * Sets an extractor of the program, which finds the answers of {@link SearchRequest#withAnswers}.
   *
   * @param extractor the extractor; stays open when the engine is closed
   */
  public EngineBuilder answers(AnswerExtractor extractor) {
    AnswerFinder supplied = AnswerFinder.supplied(requireNonNull(extractor, "extractor is null"));
    answers = Optional.of(inference -> supplied);
    return this;
  }

  /**
   * Adds a model that translates the queries of {@code translate} and {@code
   * dense(translated=WEIGHT)} in pipelines. If several translate into one language, the first that
   * can translate a query is used.
   *
   * @param folderOrName a model folder, or the name of a shipped model
   */
  public EngineBuilder translator(String folderOrName) {
    requireNonNull(folderOrName, "folderOrName is null");
    translators.add(all -> all.open(folderOrName));
    return this;
  }

  /**
   * Adds a translator of the program, as {@link #translator(String)} does.
   *
   * @param translator the translator; stays open when the engine is closed
   */
  public EngineBuilder translator(TextTranslator translator) {
    requireNonNull(translator, "translator is null");
    translators.add(all -> all.add(translator));
    return this;
  }

  /**
   * Sets the tables by which romanized queries, such as {@code kak ispech khleb}, are written in
   * the script of their language before they are searched. The default is those on the class path,
   * if there are any.
   */
  public EngineBuilder deromanization(DeromanizationTables tables) {
    deromanization = Optional.of(tables);
    return this;
  }

  /** Searches romanized queries as they are. */
  public EngineBuilder withoutDeromanization() {
    deromanization = Optional.empty();
    return this;
  }

  /**
   * Registers a retriever of the program for use in pipelines.
   *
   * @param name the name by which pipelines refer to it, as in {@code {bm25, retriever(NAME)}rrf}:
   *     letters, digits, {@code -} and {@code _}
   * @param retriever returns passages of this index; passages that the index does not contain or
   *     whose language is not requested are dropped. The retriever stays open when the engine is
   *     closed
   */
  public EngineBuilder retriever(String name, Retriever retriever) {
    String checked = new Pipeline.Custom(name).name();
    retrievers.put(checked, requireNonNull(retriever, "retriever is null"));
    return this;
  }

  /**
   * Sets the analyzer for the documents and queries of a language. The index records its name, and
   * can be opened only with the same analyzers.
   *
   * @param name the name of the analyzer, as in {@link LanguageAnalyzers#with}
   * @param analyzer the analyzer; stays open when the engine is closed
   */
  public EngineBuilder analyzer(Language language, String name, Analyzer analyzer) {
    analyzers = analyzers.with(language, name, analyzer);
    return this;
  }

  /**
   * Sets how documents are split into passages. The default is the setting of the index, or {@link
   * Indexer#DEFAULT_PASSAGES} for a new index.
   */
  public EngineBuilder passages(PassageSplitter passages) {
    this.passages = Optional.of(passages);
    return this;
  }

  /**
   * Sets which vectors are stored. The default is the setting of the index, or {@link
   * Indexer#defaultVectors} for a new index.
   */
  public EngineBuilder vectors(VectorOptions vectors) {
    this.vectors = Optional.of(vectors);
    return this;
  }

  /**
   * Sets the re-ranker whose token vectors a new index stores, so that passages need not be encoded
   * when they are re-ranked. The default is the setting of the index; for a new index it is the
   * shipped re-ranker, if it belongs to the model.
   *
   * @param reranker a late-interaction re-ranker that the program registered, a model folder, a
   *     shipped model, or {@link Models#NONE}
   */
  public EngineBuilder tokenVectors(String reranker) {
    tokenVectors = Optional.of(requireNonNull(reranker, "reranker is null"));
    return this;
  }

  /**
   * Sets the model whose weights of terms a new index stores, for the retriever {@code sparse}. The
   * default is the setting of the index; a new index stores none.
   *
   * @param model a folder of a sparse model, such as SPLADE or BGE-M3, or {@link Models#NONE}
   */
  public EngineBuilder sparse(String model) {
    sparse = Optional.of(requireNonNull(model, "model is null"));
    return this;
  }

  /**
   * Declares types of fields, as {@link IndexerBuilder#fieldTypes} does; used when documents are
   * added.
   */
  public EngineBuilder fieldTypes(Map<String, FieldType> types) {
    fieldTypes = Map.copyOf(types);
    return this;
  }

  /**
   * Sets whether the index is kept open for writing from the first change until the engine is
   * closed: a change then takes less time, and does not wait until Lucene has merged segments.
   * Meanwhile no other engine or process can write the index. The default is {@code false}.
   */
  public EngineBuilder keepWriterOpen(boolean keep) {
    keepWriterOpen = keep;
    return this;
  }

  /**
   * Sets the languages that {@link IndexerBuilder#projectedLanguages} describes. The default is the
   * setting of the index, or no language for a new index.
   */
  public EngineBuilder projected(Collection<Language> languages) {
    this.projected = Optional.of(List.copyOf(languages));
    return this;
  }

  /**
   * Sets the number of threads that encode, re-rank, index and search batches. The default is the
   * number of available processors. A single search runs on the calling thread; its models, the
   * completion of its groups of versions and the snippets of its results use up to this number of
   * threads.
   */
  public EngineBuilder threads(int threads) {
    inference = inference.withThreads(threads);
    return this;
  }

  /**
   * Sets the device on which the models run that the engine opens, except translation models. An
   * index can be written and searched on different devices. The default is {@code cpu}.
   *
   * @param device {@code cpu}, {@code cuda}, {@code cuda:N} or {@code auto}, see {@link
   *     InferenceOptions#device}
   */
  public EngineBuilder device(String device) {
    inference = inference.withDevice(device);
    return this;
  }

  /**
   * Opens the index with its model, the re-ranker of its default pipeline, the translation models,
   * and the model that finds answers if one is set.
   *
   * @throws IsoglossException if there is no index at the location, it is damaged, it was created
   *     with another model or other analyzers, its model cannot be opened, or the default pipeline
   *     requires a component that is not available
   */
  public SearchEngine open() {
    return new EngineOpener(options()).open();
  }

  /**
   * Opens the index, or creates one without documents if there is none.
   *
   * @throws IsoglossException like {@link #open}, and if the location contains something else, or
   *     cannot be written
   */
  public SearchEngine openOrCreate() {
    return new EngineOpener(options()).openOrCreate();
  }

  /** Returns the options as they are now: this builder may be changed and open another engine. */
  private EngineOptions options() {
    return new EngineOptions(
        location,
        scorers,
        retrievers,
        model,
        encoder,
        external,
        answers,
        translators,
        deromanization,
        pipeline,
        passages,
        vectors,
        tokenVectors,
        sparse,
        projected,
        analyzers,
        keepWriterOpen,
        fieldTypes,
        inference);
  }
}
