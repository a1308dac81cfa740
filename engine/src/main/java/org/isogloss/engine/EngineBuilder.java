package org.isogloss.engine;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.analysis.Analyzer;
import org.isogloss.core.Encoder;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Retriever;
import org.isogloss.search.Indexer;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.manifest.VectorOptions;
import org.isogloss.search.pipeline.Pipeline;
import org.isogloss.search.pipeline.PipelineComponents;
import org.isogloss.text.segmentation.PassageSplitter;

/**
 * How to open a {@link SearchEngine}. What is not set is as the index was made, or for a new index
 * as the command line makes it.
 *
 * <p>A program plugs in parts of its own here: an encoder, re-rankers and retrievers that pipelines
 * name, and analyzers of languages. All of them are used by many threads at once, stay open when
 * the engine is closed, and are closed by the program after it.
 */
public final class EngineBuilder {
  private final Path folder;
  private final Map<String, PairScorer> scorers = new LinkedHashMap<>();
  private final Map<String, Retriever> retrievers = new LinkedHashMap<>();
  private Optional<String> model = Optional.empty();
  private Optional<EngineEncoder> encoder = Optional.empty();
  private Optional<Pipeline> pipeline = Optional.empty();
  private Optional<PassageSplitter> passages = Optional.empty();
  private Optional<VectorOptions> vectors = Optional.empty();
  private Optional<List<Language>> projected = Optional.empty();
  private LanguageAnalyzers analyzers = LanguageAnalyzers.shipped();
  private int threads = Runtime.getRuntime().availableProcessors();

  EngineBuilder(Path folder) {
    this.folder = requireNonNull(folder, "folder is null");
  }

  /**
   * Which model encodes: a model folder, the name of a shipped model, or {@link Models#NONE} to do
   * without vectors. By default the model that the index names, {@link Models#DEFAULT} for a new
   * index. An existing index takes only the model that it was made with, which may have moved to
   * another folder; an index without vectors needs none, and none is opened for it.
   */
  public EngineBuilder model(String folderOrName) {
    this.model = Optional.of(folderOrName);
    this.encoder = Optional.empty();
    return this;
  }

  /**
   * Which encoder encodes, instead of a model.
   *
   * @param name of its model, which a new index remembers; an index is opened by the encoder's
   *     {@linkplain Encoder#fingerprint fingerprint}, not by this name
   * @param encoder stays open when the engine is closed
   */
  public EngineBuilder encoder(String name, Encoder encoder) {
    requireNonNull(encoder, "encoder is null");
    this.encoder = Optional.of(EngineEncoder.given(requireNonNull(name, "name is null"), encoder));
    this.model = Optional.empty();
    return this;
  }

  /** Does without vectors: no model is opened, and searches go by words. */
  public EngineBuilder withoutVectors() {
    return model(Models.NONE);
  }

  /** The pipeline of requests that name none; by default that of {@link DefaultPipeline}. */
  public EngineBuilder pipeline(Pipeline pipeline) {
    this.pipeline = Optional.of(pipeline);
    return this;
  }

  /**
   * The same for a pipeline string.
   *
   * @throws IsoglossException if it cannot be read
   */
  public EngineBuilder pipeline(String pipeline) {
    return pipeline(Pipeline.parse(pipeline));
  }

  /**
   * Gives pipelines a re-ranker of the program.
   *
   * @param name by which pipelines ask for it, as in {@code bm25 >> rerank(NAME)}; it goes before a
   *     model of that name. {@link Pipeline.Reranked#DEFAULT_SCORER} is the one of {@code >>
   *     rerank}
   * @param scorer stays open when the engine is closed
   */
  public EngineBuilder reranker(String name, PairScorer scorer) {
    // A pipeline string cannot name what holds these, so nobody could use it.
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
   * Gives pipelines a retriever of the program.
   *
   * @param name by which pipelines ask for it, as in {@code {bm25, retriever(NAME)}rrf}: letters,
   *     digits, {@code -} and {@code _}
   * @param retriever names passages of this index; what the index does not hold, and what is in a
   *     language that is not wanted, is left out. Stays open when the engine is closed
   */
  public EngineBuilder retriever(String name, Retriever retriever) {
    String checked = new Pipeline.Custom(name).name();
    retrievers.put(checked, requireNonNull(retriever, "retriever is null"));
    return this;
  }

  /**
   * Has an analyzer of the program read the documents and queries of a language. The index
   * remembers its name, and is opened only with the same analyzers.
   *
   * @param name as {@link LanguageAnalyzers#with} takes it
   * @param analyzer stays open when the engine is closed
   */
  public EngineBuilder analyzer(Language language, String name, Analyzer analyzer) {
    analyzers = analyzers.with(language, name, analyzer);
    return this;
  }

  /** How documents are cut: as the index does, a new one by {@link Indexer#DEFAULT_PASSAGES}. */
  public EngineBuilder passages(PassageSplitter passages) {
    this.passages = Optional.of(passages);
    return this;
  }

  /** Which vectors are stored: as the index does, a new one {@link Indexer#defaultVectors}. */
  public EngineBuilder vectors(VectorOptions vectors) {
    this.vectors = Optional.of(vectors);
    return this;
  }

  /**
   * As {@link Indexer.Builder#projectedLanguages}: as the index does, a new one for no language.
   */
  public EngineBuilder projected(Collection<Language> languages) {
    this.projected = Optional.of(List.copyOf(languages));
    return this;
  }

  /**
   * How many processors encode, re-rank, index and search batches: all by default. One search runs
   * on the thread that asks for it; only its models use others.
   */
  public EngineBuilder threads(int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException("threads is " + threads + ", expected 1 or more");
    }
    this.threads = threads;
    return this;
  }

  /**
   * Opens the index with its model and the re-ranker of its default pipeline.
   *
   * @throws IsoglossException if there is no index in the folder, it is damaged, it was made with
   *     another model or other analyzers, its model cannot be opened, or the default pipeline asks
   *     for something that is not there
   */
  public SearchEngine open() {
    return open(IndexManifest.read(folder, analyzers), /* made= */ false);
  }

  /**
   * Opens the index, or makes one without documents if an index can be made in the folder.
   *
   * @throws IsoglossException like {@link #open}, and if the folder holds something else or cannot
   *     be written
   */
  public SearchEngine openOrCreate() {
    Optional<IndexManifest> found = SearchIndex.findManifest(folder, analyzers);
    if (found.isPresent()) {
      return open(found.get(), /* made= */ false);
    }
    Optional<EngineEncoder> used = opened(Models.DEFAULT);
    try {
      writing(used).create();
      return engine(used, /* made= */ true);
    } catch (RuntimeException e) {
      used.ifPresent(EngineEncoder::close);
      throw e;
    }
  }

  private SearchEngine open(IndexManifest manifest, boolean made) {
    Optional<EngineEncoder> used =
        manifest.model().isEmpty() && encoder.isEmpty()
            ? Optional.empty()
            : opened(Models.of(manifest));
    try {
      return engine(used, made);
    } catch (RuntimeException e) {
      used.ifPresent(EngineEncoder::close);
      throw e;
    }
  }

  /** Opens the encoder that is set, or else a model. */
  private Optional<EngineEncoder> opened(String usual) {
    String name = model.orElse(usual);
    return encoder.or(
        () ->
            name.equals(Models.NONE)
                ? Optional.empty()
                : Optional.of(EngineEncoder.open(name, threads)));
  }

  private Writing writing(Optional<EngineEncoder> used) {
    // Copied: this builder may go on to open another engine.
    LanguageAnalyzers byLanguage = analyzers;
    int workers = threads;
    Optional<PassageSplitter> splitter = passages;
    Optional<VectorOptions> stored = vectors;
    Optional<List<Language>> projecting = projected;
    return new Writing(
        () -> {
          Indexer.Builder builder = Indexer.at(folder).analyzers(byLanguage).threads(workers);
          used.ifPresent(known -> builder.encoder(known.name(), known.encoder()));
          splitter.ifPresent(builder::passages);
          stored.ifPresent(builder::vectors);
          projecting.ifPresent(builder::projectedLanguages);
          return builder;
        });
  }

  private SearchEngine engine(Optional<EngineEncoder> used, boolean made) {
    SearchIndex index =
        used.isPresent()
            ? SearchIndex.open(folder, used.get().encoder(), analyzers)
            : SearchIndex.open(folder, analyzers);
    Rerankers rerankers = new Rerankers(threads, scorers);
    try {
      Map<String, Retriever> named = Map.copyOf(retrievers);
      PipelineComponents parts =
          new PipelineComponents(rerankers::find, name -> Optional.ofNullable(named.get(name)));
      Pipeline usual = pipeline.orElseGet(() -> usual(index, used));
      if (!made) {
        // Opens its re-ranker now, and reports now what it asks for and is not there. A new index
        // may be given that later.
        index.retriever(usual, Set.of(), parts);
      }
      return new SearchEngine(
          folder,
          new CurrentCommit(index, parts),
          usual,
          new EngineParts(used, rerankers),
          writing(used),
          threads);
    } catch (RuntimeException e) {
      rerankers.close();
      index.close();
      throw e;
    }
  }

  private static Pipeline usual(SearchIndex index, Optional<EngineEncoder> used) {
    Pipeline retrieving = index.defaultPipeline();
    return used.map(known -> DefaultPipeline.of(retrieving, known.name())).orElse(retrieving);
  }
}
