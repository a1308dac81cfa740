package org.isogloss.search;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.util.Version;
import org.isogloss.core.Encoder;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.SourceIdentity;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.index.IndexCounts;
import org.isogloss.search.index.IndexFolder;
import org.isogloss.search.index.IndexTranslationTables;
import org.isogloss.search.index.IndexingCheckpoint;
import org.isogloss.search.index.PassageFields;
import org.isogloss.search.index.TermProjection;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.manifest.IndexManifestJson;
import org.isogloss.search.manifest.VectorOptions;
import org.isogloss.search.writer.IndexWriteSession;
import org.isogloss.search.writer.PassageEncoder;
import org.isogloss.search.writer.PassageExtractor;
import org.isogloss.text.segmentation.PassageSplitter;

/**
 * Writes an index: adds, replaces and deletes documents. One process at a time may write an index;
 * any number may search it meanwhile and see its last commit.
 *
 * <p>Commits are atomic, and each says how many records of its source it holds. A run that was
 * killed, even with {@code kill -9}, goes on where its last commit stood as soon as the same source
 * is indexed again: no document is lost, none is there twice.
 */
public final class Indexer implements AutoCloseable {
  /** How documents are cut in a new index unless said: passages of at most 160 words. */
  public static final PassageSplitter DEFAULT_PASSAGES = new PassageSplitter(160);

  /**
   * Which vectors a new index holds unless said: those of sentences too where the encoder reads
   * words in their context; {@code docs/search.md} has what that was measured to be worth.
   */
  public static VectorOptions defaultVectors(Encoder encoder) {
    return new VectorOptions(/* calibrated= */ false, /* sentences= */ encoder.isContextual());
  }

  private final Path folder;
  private final IndexWriteSession store;
  private final LanguageAnalyzers analyzers;
  private final Optional<Encoder> encoder;
  private final int threads;
  private final Duration commitEvery;
  private final IndexingPlan run;
  private boolean broken;

  private Indexer(Builder builder, IndexWriteSession store) {
    this.folder = builder.folder;
    this.store = store;
    this.analyzers = builder.analyzers;
    this.encoder = builder.encoder;
    this.threads = builder.threads;
    this.commitEvery = builder.commitEvery;
    this.run = new IndexingPlan(IndexingCheckpoint.fromUserData(store.userData()));
  }

  /** Options for writing the index in {@code folder}, which is made if it is not there. */
  public static Builder at(Path folder) {
    return new Builder(folder);
  }

  /** How to write an index. */
  public static final class Builder {
    private static final double MAX_BUFFER_MEGABYTES = 128;

    private final Path folder;
    private final double bufferMegabytes =
        Math.clamp(Runtime.getRuntime().maxMemory() / 8.0 / (1 << 20), 16, MAX_BUFFER_MEGABYTES);
    private Optional<Encoder> encoder = Optional.empty();
    private String modelName = "";
    private Optional<PassageSplitter> passages = Optional.empty();
    private Optional<VectorOptions> vectors = Optional.empty();
    private Optional<SortedSet<String>> projectedLanguages = Optional.empty();
    private LanguageAnalyzers analyzers = LanguageAnalyzers.shipped();
    private int threads = Runtime.getRuntime().availableProcessors();
    private Duration commitEvery = Duration.ofSeconds(30);

    private Builder(Path folder) {
      this.folder = requireNonNull(folder, "folder is null");
    }

    /**
     * Stores a vector of every passage; without, the index is one of words alone.
     *
     * @param name of the model, which the manifest remembers
     * @param encoder stays open when the indexer is closed
     */
    public Builder encoder(String name, Encoder encoder) {
      this.modelName = requireNonNull(name, "name is null");
      this.encoder = Optional.of(encoder);
      return this;
    }

    /** How to cut documents: as the index does already, a new one by {@link #DEFAULT_PASSAGES}. */
    public Builder passages(PassageSplitter passages) {
      this.passages = Optional.of(passages);
      return this;
    }

    /** Which vectors to store: as the index does already, a new one {@link #defaultVectors}. */
    public Builder vectors(VectorOptions vectors) {
      this.vectors = Optional.of(vectors);
      return this;
    }

    /**
     * For queries in which languages to project frequencies when passages are written, so that
     * {@code psq} looks up one term for each word: as the index does already, a new one for none.
     * The tables have to be there before the passages.
     */
    public Builder projectedLanguages(Collection<Language> languages) {
      SortedSet<String> codes = new TreeSet<>();
      languages.forEach(language -> codes.add(language.code()));
      this.projectedLanguages = Optional.of(codes);
      return this;
    }

    /**
     * Which analyzers read the documents: the {@linkplain LanguageAnalyzers#shipped shipped} ones
     * by default. An index is searched and written with the analyzers that it was made with.
     */
    public Builder analyzers(LanguageAnalyzers analyzers) {
      this.analyzers = requireNonNull(analyzers, "analyzers is null");
      return this;
    }

    /** How many threads analyse and encode: one for each processor unless said. */
    public Builder threads(int threads) {
      if (threads < 1) {
        throw new IllegalArgumentException("threads is " + threads + ", expected 1 or more");
      }
      this.threads = threads;
      return this;
    }

    /** How much time a kill may cost: 30 seconds unless said. */
    public Builder commitEvery(Duration commitEvery) {
      this.commitEvery = requireNonNull(commitEvery, "commitEvery is null");
      return this;
    }

    /**
     * Opens the index for writing, or makes it.
     *
     * @throws IsoglossException if the folder holds something else, or an index that was made with
     *     another model, other passages or another version, or another process is writing it
     */
    public Indexer open() {
      Optional<IndexManifest.Model> model =
          encoder.map(some -> IndexManifest.Model.of(modelName, some));
      if (model.isEmpty() && vectors.isPresent() && !vectors.get().equals(VectorOptions.PLAIN)) {
        throw new IsoglossException(
            folder
                + ": to be "
                + IndexRequirements.describe(vectors.get())
                + " an index needs a model, found none; name one");
      }
      IndexManifest ifNew =
          new IndexManifest(
              Version.LATEST.toString(),
              model,
              passages.orElse(DEFAULT_PASSAGES),
              vectors.orElseGet(
                  () -> encoder.map(Indexer::defaultVectors).orElse(VectorOptions.PLAIN)),
              projectedLanguages.orElseGet(TreeSet::new),
              IndexManifestJson.names(analyzers));
      IndexWriteSession store =
          IndexWriteSession.open(
              folder,
              bufferMegabytes,
              analyzers,
              ifNew,
              new IndexRequirements(folder, encoder, passages, vectors, projectedLanguages));
      try {
        return new Indexer(this, store);
      } catch (IllegalArgumentException e) {
        Indexer.close(folder, store);
        throw IndexFolder.damaged(folder, e);
      }
    }
  }

  /** What the index says about itself. */
  public IndexManifest manifest() {
    return store.manifest();
  }

  /**
   * Announces what this run will do: first delete documents, then add sources in this order. If the
   * last run was killed, and did nothing but the first of these steps, this run continues where its
   * last commit stood. Without an announcement, each call of {@link #delete} and {@link #index} is
   * a run of its own.
   *
   * @param deleted ids that {@link #delete} will be called with; if empty, it will not be called
   * @param sources what {@link #index} will be called with, one call for each
   * @throws IsoglossException if a source cannot be read; those that the last run has read are read
   *     here, to see whether they are the same
   */
  public void startRun(Collection<String> deleted, List<SourceIdentity> sources) {
    requireUsable();
    run.start(deleted, sources);
  }

  /** Makes a new index exist even if it holds no documents yet. */
  public void commit() {
    requireUsable();
    if (!store.hasCommit()) {
      attempt(
          () -> {
            store.commit(run.checkpoint());
            return null;
          });
    }
  }

  /**
   * Gives the index a table of translations, by which queries in one of its two languages find
   * passages in the other. One that the index has for these languages is replaced.
   *
   * @param file a table that {@code isogloss align} wrote
   * @return its languages
   * @throws IsoglossException if it is no table, is damaged, or cannot be copied, or if passages
   *     are in the index already whose frequencies were projected without it
   */
  public LanguagePair addTranslationTable(Path file) {
    requireUsable();
    boolean fixed =
        !manifest().projectedLanguages().isEmpty() && store.writer().getDocStats().maxDoc > 0;
    return IndexTranslationTables.add(folder, file, fixed, analyzers);
  }

  /** The same without news of the progress. */
  public IndexingSummary index(DocumentSource source) {
    return index(source, progress -> {});
  }

  /**
   * Adds the documents of a source. A document takes the place of the one in the index that has its
   * id; of several with one id in the source, the last stays. If the run before this one read the
   * same source, what it committed is not read again.
   *
   * @param listener hears of the progress a few times a second, on the thread that called
   * @throws IsoglossException if the source or the disk fails, or this index needs an encoder and
   *     has none; the index is then as it was at the last commit, and this indexer is of no more
   *     use
   */
  public IndexingSummary index(DocumentSource source, Consumer<IndexingProgress> listener) {
    requireUsable();
    if (manifest().model().isPresent() && encoder.isEmpty()) {
      throw new IsoglossException(
          folder
              + ": the index holds vectors of the model "
              + manifest().model().get().name()
              + "; give that model to add documents to it");
    }
    long start = System.nanoTime();
    return attempt(
        () -> {
          IndexingCheckpoint.Step first = run.nextStep(source.identity().value(), true);
          IndexingCheckpoint.Step last = first.finished() ? first : read(source, first, listener);
          store.awaitMerges();
          run.advance();
          return summary(first, last, Duration.ofNanos(System.nanoTime() - start));
        });
  }

  private IndexingCheckpoint.Step read(
      DocumentSource source, IndexingCheckpoint.Step first, Consumer<IndexingProgress> listener)
      throws IOException {
    try (var reading =
        new IndexingRun(
            store.writer(),
            step -> {
              run.update(step);
              store.commit(run.checkpoint());
            },
            new PassageExtractor(manifest().passages(), encoder),
            new PassageEncoder(encoder, manifest().vectors().sentences()),
            TermProjection.of(folder, manifest().projectedLanguages(), analyzers),
            threads,
            commitEvery)) {
      return reading.read(source, first, listener);
    }
  }

  /** What may fail because of the disk. */
  @FunctionalInterface
  private interface Attempt<T> {
    T run() throws IOException;
  }

  /** Does something; if it fails, this indexer cannot be used any more. */
  private <T> T attempt(Attempt<T> action) {
    boolean complete = false;
    try {
      T result = action.run();
      complete = true;
      return result;
    } catch (IOException e) {
      store.broken();
      throw IndexFolder.failure(folder, e);
    } catch (AlreadyClosedException e) {
      // The writer closes itself if the disk fails in a background thread.
      if (e.getCause() instanceof IOException cause) {
        store.broken();
        throw IndexFolder.failure(folder, cause);
      }
      throw e;
    } finally {
      broken |= !complete;
    }
  }

  private IndexingSummary summary(
      IndexingCheckpoint.Step first, IndexingCheckpoint.Step last, Duration elapsed)
      throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(store.writer())) {
      IndexCounts counts = new IndexCounts(reader);
      long written = counts.documentsOf(last.run());
      return new IndexingSummary(
          last.consumed(),
          first.consumed(),
          last.consumed() - last.emptyRecords() - written,
          last.emptyRecords(),
          counts.documents(),
          counts.passages(),
          counts.passagesPerLanguage(),
          elapsed);
    }
  }

  /**
   * Deletes documents and commits.
   *
   * @param documentIds ids that the index does not hold are ignored
   * @return how many documents were deleted; 0 if the killed run that this one continues had
   *     deleted them already
   */
  public long delete(Collection<String> documentIds) {
    requireUsable();
    Set<String> ids = Set.copyOf(documentIds);
    return attempt(
        () -> {
          IndexingCheckpoint.Step step = run.nextStep(SourceIdentity.ofDocumentIds(ids), false);
          long deleted = step.finished() ? 0 : delete(ids, step);
          run.advance();
          return deleted;
        });
  }

  private long delete(Set<String> ids, IndexingCheckpoint.Step step) throws IOException {
    long deleted;
    try (DirectoryReader reader = DirectoryReader.open(store.writer())) {
      deleted = new IndexCounts(reader).documentsOf(ids);
    }
    store.writer().deleteDocuments(ids.stream().map(PassageFields::idTerm).toArray(Term[]::new));
    IndexingCheckpoint.Step done = step.finishedAs(step.identity(), 0, 0);
    run.update(done);
    // A new index holds nothing to delete, and does not begin to exist by that.
    if (store.hasCommit()) {
      store.commit(run.checkpoint());
    }
    return deleted;
  }

  private void requireUsable() {
    if (broken || !store.writer().isOpen()) {
      throw new IllegalStateException("the indexer is closed, or failed before");
    }
  }

  /**
   * Releases the index; what was not committed is not in it. A new index without a commit is
   * removed again. Closing twice does nothing.
   */
  @Override
  public void close() {
    close(folder, store);
  }

  private static void close(Path folder, IndexWriteSession store) {
    try {
      store.close();
    } catch (IOException e) {
      throw IndexFolder.failure(folder, e);
    }
  }
}
