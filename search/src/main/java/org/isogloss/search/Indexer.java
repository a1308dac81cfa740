package org.isogloss.search;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.lucene.index.ConcurrentMergeScheduler;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.TieredMergePolicy;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.isogloss.core.Encoder;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.LanguagePair;
import org.isogloss.text.PassageSplitter;

/**
 * Writes an index: adds, replaces and deletes documents. One process at a time may write an index;
 * any number may search it meanwhile and see its last commit.
 *
 * <p>Commits are atomic, and each says how many records of its source it holds. A run that was
 * killed, even with {@code kill -9}, goes on where its last commit stood as soon as the same source
 * is indexed again: no document is lost, none is there twice.
 */
public final class Indexer implements AutoCloseable {
  /** Half of what Lucene does: each segment has a graph of its own to search. */
  private static final double SEGMENTS_PER_TIER = 4;

  /** How documents are cut in a new index unless said: passages of at most 160 words. */
  public static final PassageSplitter USUAL_PASSAGES = new PassageSplitter(160);

  /**
   * Which vectors a new index holds unless said: those of sentences too where the encoder reads
   * words in their context; {@code docs/search.md} has what that was measured to be worth.
   */
  public static VectorOptions usualVectors(Encoder encoder) {
    return new VectorOptions(/* calibrated= */ false, /* sentences= */ encoder.contextual());
  }

  private final Path folder;
  private final IndexManifest manifest;
  private final Optional<Encoder> encoder;
  private final int threads;
  private final Duration commitEvery;
  private final Directory directory;
  private final IndexWriter writer;
  private Checkpoint checkpoint;
  private boolean broken;

  private Indexer(Builder builder, IndexManifest manifest) throws IOException {
    this.folder = builder.folder;
    this.manifest = manifest;
    this.encoder = builder.encoder;
    this.threads = builder.threads;
    this.commitEvery = builder.commitEvery;
    this.directory = FSDirectory.open(IndexFolder.lucene(folder));
    try {
      this.writer =
          new IndexWriter(
              directory,
              new IndexWriterConfig(Analyzers.perField())
                  .setSimilarity(new PassageLengths())
                  .setRAMBufferSizeMB(builder.memory)
                  .setMergeScheduler(new BackgroundMerges())
                  .setMergePolicy(new TieredMergePolicy().setSegmentsPerTier(SEGMENTS_PER_TIER))
                  .setCommitOnClose(false));
    } catch (IOException | RuntimeException e) {
      directory.close();
      throw e;
    }
    Map<String, String> userData = new HashMap<>();
    Iterable<Map.Entry<String, String>> live = writer.getLiveCommitData();
    if (live != null) {
      live.forEach(entry -> userData.put(entry.getKey(), entry.getValue()));
    }
    checkpoint = Checkpoint.of(userData);
  }

  /** Options for writing the index in {@code folder}, which is made if it is not there. */
  public static Builder at(Path folder) {
    return new Builder(folder);
  }

  /** How to write an index. */
  public static final class Builder {
    private static final double MAX_MEMORY = 128;

    private final Path folder;
    private final double memory =
        Math.clamp(Runtime.getRuntime().maxMemory() / 8.0 / (1 << 20), 16, MAX_MEMORY);
    private Optional<Encoder> encoder = Optional.empty();
    private String modelName = "";
    private Optional<PassageSplitter> passages = Optional.empty();
    private Optional<VectorOptions> vectors = Optional.empty();
    private Optional<SortedSet<String>> projected = Optional.empty();
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

    /** How to cut documents: as the index does already, a new one by {@link #USUAL_PASSAGES}. */
    public Builder passages(PassageSplitter passages) {
      this.passages = Optional.of(passages);
      return this;
    }

    /** Which vectors to store: as the index does already, a new one {@link #usualVectors}. */
    public Builder vectors(VectorOptions vectors) {
      this.vectors = Optional.of(vectors);
      return this;
    }

    /**
     * For queries in which languages to project frequencies when passages are written, so that
     * {@code psq} looks up one term for each word: as the index does already, a new one for none.
     * The tables have to be there before the passages.
     */
    public Builder projected(Collection<Language> languages) {
      SortedSet<String> codes = new TreeSet<>();
      languages.forEach(language -> codes.add(language.code()));
      this.projected = Optional.of(codes);
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
                + described(vectors.get())
                + " an index needs a model, found none; name one");
      }
      IndexManifest manifest =
          IndexFolder.openOrCreate(
              folder,
              model,
              passages.orElse(USUAL_PASSAGES),
              vectors.orElseGet(
                  () -> encoder.map(Indexer::usualVectors).orElse(VectorOptions.PLAIN)),
              projected.orElseGet(TreeSet::new));
      requireSame(manifest);
      requireSameProjection(manifest);
      try {
        return new Indexer(this, manifest);
      } catch (IOException e) {
        throw IndexFolder.problem(folder, e);
      } catch (IllegalArgumentException e) {
        throw new IsoglossException(folder + ": the index is damaged: " + e.getMessage(), e);
      }
    }

    private void requireSame(IndexManifest manifest) {
      encoder.ifPresent(some -> manifest.requireModel(folder, some));
      if (passages.isPresent() && !passages.get().equals(manifest.passages())) {
        throw new IsoglossException(
            folder
                + ": the index has passages of at most "
                + described(manifest.passages())
                + ", found "
                + described(passages.get())
                + "; leave these options out, or index the collection again into another folder");
      }
      if (vectors.isPresent() && !vectors.get().equals(manifest.vectors())) {
        throw new IsoglossException(
            folder
                + ": the index is "
                + described(manifest.vectors())
                + ", found "
                + described(vectors.get())
                + "; leave these options out, or index the collection again into another folder");
      }
    }

    private void requireSameProjection(IndexManifest manifest) {
      if (projected.isPresent() && !projected.get().equals(manifest.projected())) {
        throw new IsoglossException(
            folder
                + ": the index projects to the languages "
                + manifest.projected()
                + ", found "
                + projected.get()
                + "; leave this option out, or index the collection again into another folder");
      }
    }

    private static String described(VectorOptions vectors) {
      return (vectors.calibrated() ? "calibrated" : "not calibrated")
          + (vectors.sentences() ? ", with" : ", without")
          + " vectors of sentences";
    }

    private static String described(PassageSplitter passages) {
      return passages.maxWords() + " words with " + passages.overlap() + " sentences of overlap";
    }
  }

  /** What the index says about itself. */
  public IndexManifest manifest() {
    return manifest;
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
  public LanguagePair addTable(Path file) {
    requireUsable();
    boolean fixed = !manifest.projected().isEmpty() && writer.getDocStats().maxDoc > 0;
    return IndexTables.add(folder, file, fixed);
  }

  /** The same without news of the progress. */
  public IndexSummary index(DocumentSource source) {
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
  public IndexSummary index(DocumentSource source, Consumer<IndexProgress> listener) {
    requireUsable();
    if (manifest.model().isPresent() && encoder.isEmpty()) {
      throw new IsoglossException(
          folder
              + ": the index holds vectors of the model "
              + manifest.model().get().name()
              + "; give that model to add documents to it");
    }
    long start = System.nanoTime();
    Checkpoint first = checkpoint.next(source.identity());
    boolean complete = false;
    try (var run =
        new IndexingRun(
            writer,
            new PassageMaker(manifest.passages(), encoder),
            new PassageEncoder(encoder, manifest.vectors().sentences()),
            Projection.of(folder, manifest.projected()),
            threads,
            commitEvery)) {
      checkpoint = run.read(source, first, listener);
      awaitMerges();
      complete = true;
      return summary(first, Duration.ofNanos(System.nanoTime() - start));
    } catch (IOException e) {
      throw IndexFolder.problem(folder, e);
    } catch (AlreadyClosedException e) {
      // The writer closes itself when the disk fails behind its back, as while it merges.
      throw e.getCause() instanceof IOException cause ? IndexFolder.problem(folder, cause) : e;
    } finally {
      broken |= !complete;
    }
  }

  /** Lets merges end that are under way: fewer segments are searched faster. */
  private void awaitMerges() throws IOException {
    if (writer.getConfig().getMergeScheduler() instanceof ConcurrentMergeScheduler merges) {
      merges.sync();
      writer.commit();
    }
  }

  private IndexSummary summary(Checkpoint first, Duration elapsed) throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(writer)) {
      IndexCounts counts = new IndexCounts(reader);
      long written = counts.documentsOf(checkpoint.run());
      return new IndexSummary(
          checkpoint.consumed(),
          first.consumed(),
          checkpoint.consumed() - checkpoint.empty() - written,
          checkpoint.empty(),
          counts.documents(),
          counts.passages(),
          counts.languages(),
          elapsed);
    }
  }

  /**
   * Deletes documents and commits.
   *
   * @param documentIds those that the index does not hold are passed over
   * @return how many documents were deleted
   */
  public long delete(Collection<String> documentIds) {
    requireUsable();
    boolean complete = false;
    try {
      List<String> ids = List.copyOf(new HashSet<>(documentIds));
      long deleted;
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        deleted = new IndexCounts(reader).documentsOf(ids);
      }
      writer.deleteDocuments(ids.stream().map(Fields::id).toArray(Term[]::new));
      checkpoint = checkpoint.changed();
      checkpoint.commit(writer);
      complete = true;
      return deleted;
    } catch (IOException e) {
      throw IndexFolder.problem(folder, e);
    } finally {
      broken |= !complete;
    }
  }

  private void requireUsable() {
    if (broken || !writer.isOpen()) {
      throw new IllegalStateException("the indexer is closed, or failed before");
    }
  }

  /** Releases the index; what was not committed is not in it. Closing twice does nothing. */
  @Override
  public void close() {
    try (directory) {
      writer.rollback();
    } catch (IOException e) {
      throw IndexFolder.problem(folder, e);
    }
  }
}
