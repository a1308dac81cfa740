// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.lucene;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.search.CollectionStatistics;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.isogloss.api.SortKey;
import org.isogloss.api.field.FieldTypes;
import org.isogloss.api.filter.Filter;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.filter.IndexedText;
import org.isogloss.search.index.IndexFolder;
import org.isogloss.search.index.IndexIntegrity;
import org.isogloss.search.index.IoSupplier;
import org.isogloss.search.index.PassageFields;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.manifest.IndexManifestJson;
import org.isogloss.search.manifest.VectorQuantization;
import org.isogloss.search.reader.CandidatePassages;
import org.isogloss.search.reader.DocumentIds;
import org.isogloss.search.reader.FieldStatistics;
import org.isogloss.search.reader.IndexSnapshot;
import org.isogloss.search.reader.IndexTerm;
import org.isogloss.search.reader.PassageScope;
import org.isogloss.search.reader.TermStatistics;
import org.isogloss.search.vector.LanguageMeans;
import org.isogloss.search.vector.QuerySample;

/** One commit of an index in a folder, opened for reading. */
public final class LuceneSnapshot implements IndexSnapshot {
  private final Path folder;
  private final IndexedText text;
  private final SharedDirectory directory;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final DirectoryReader reader;
  private final long version;
  private final IndexSearcher searcher;
  private final IndexTerms terms;
  private final long documents;
  private final Map<Language, Long> languages;
  private final Set<String> codes = new LinkedHashSet<>();
  private final Map<String, FieldStatistics> fields = new HashMap<>();
  private final Map<String, Long> passagesByCode = new HashMap<>();
  private final long analysedPassages;
  private final LanguageMeans means;
  private final QuerySample queries;
  private final FieldTypes fieldTypes;
  private final LuceneStoredPassages stored;
  private final VectorQuantization quantization;
  private final ChecksumVerification verification;

  /**
   * A directory shared by the snapshots of several commits; it is closed with the last snapshot.
   */
  private static final class SharedDirectory {
    private final Directory directory;
    private int snapshots = 1;

    SharedDirectory(Directory directory) {
      this.directory = directory;
    }

    synchronized SharedDirectory share() {
      snapshots++;
      return this;
    }

    synchronized void release() throws IOException {
      if (--snapshots == 0) {
        directory.close();
      }
    }
  }

  /**
   * Creates a snapshot of an open reader.
   *
   * @param directory released when the snapshot is closed, not if this constructor throws
   * @param reader released with the snapshot, and if this constructor throws
   * @param verification of the files of the reader
   */
  private LuceneSnapshot(
      Path folder,
      LanguageAnalyzers analyzers,
      SharedDirectory directory,
      DirectoryReader reader,
      ChecksumVerification verification)
      throws IOException {
    this.folder = folder;
    this.directory = directory;
    this.reader = reader;
    this.verification = verification;
    try {
      version = reader.getVersion();
      searcher = new IndexSearcher(reader);
      terms = new IndexTerms(searcher);
      LuceneCounts counts = new LuceneCounts(folder, reader);
      documents = counts.documents();
      languages = counts.passagesPerLanguage();
      for (Map.Entry<Language, Long> entry : languages.entrySet()) {
        String code = entry.getKey().code();
        codes.add(code);
        passagesByCode.put(code, entry.getValue());
        fields.put(PassageFields.textField(code), statistics(PassageFields.textField(code)));
      }
      analysedPassages = fields.values().stream().mapToLong(FieldStatistics::passages).sum();
      for (String code : codes) {
        fields.put(PassageFields.titleField(code), statistics(PassageFields.titleField(code)));
      }
      means = LanguageMeans.fromUserData(reader.getIndexCommit().getUserData());
      queries = QuerySample.fromUserData(reader.getIndexCommit().getUserData());
      fieldTypes = FieldTypes.fromUserData(reader.getIndexCommit().getUserData());
      stored = new LuceneStoredPassages(folder, reader, !fieldTypes.types().isEmpty());
      IndexManifest manifest = IndexManifestJson.readWithAnyCustomAnalyzers(folder);
      quantization = manifest.vectors().quantization();
      text = new IndexedText(analyzers.withRules(manifest.rules()), manifest.positions());
    } catch (IOException | RuntimeException | AssertionError e) {
      reader.decRef();
      throw e;
    }
  }

  /** Begins the verification of a commit. */
  @FunctionalInterface
  private interface Verifier {
    void begin(ChecksumVerification verification) throws IOException;
  }

  /** Creates a snapshot of a commit, of which the checksums are verified. */
  private static LuceneSnapshot of(
      Path folder,
      LanguageAnalyzers analyzers,
      SharedDirectory directory,
      DirectoryReader reader,
      Verifier verifier)
      throws IOException {
    ChecksumVerification verification = new ChecksumVerification(folder, reader.getIndexCommit());
    LuceneSnapshot snapshot =
        new LuceneSnapshot(folder, analyzers, directory, reader, verification);
    try {
      // Last, so that verification in the background does not slow down the opening.
      verifier.begin(verification);
      return snapshot;
    } catch (IOException | RuntimeException e) {
      reader.decRef();
      throw e;
    }
  }

  private FieldStatistics statistics(String field) throws IOException {
    CollectionStatistics found = searcher.collectionStatistics(field);
    return found == null
        ? FieldStatistics.NONE
        : new FieldStatistics(found.docCount(), found.sumTotalTermFreq());
  }

  /** Opens the last commit of an index that was created with the shipped analyzers. */
  public static LuceneSnapshot open(Path folder) {
    return open(folder, LanguageAnalyzers.shipped());
  }

  /** Opens the last commit. */
  public static LuceneSnapshot open(Path folder, LanguageAnalyzers analyzers) {
    return opened(
        folder,
        () -> {
          Directory directory = FSDirectory.open(IndexFolder.lucene(folder));
          try {
            DirectoryReader reader = DirectoryReader.open(directory);
            return of(
                folder,
                analyzers,
                new SharedDirectory(directory),
                reader,
                ChecksumVerification::begin);
          } catch (IOException | RuntimeException | AssertionError e) {
            directory.close();
            throw e;
          }
        });
  }

  /**
   * Opens the last commit; segments that are shared with this snapshot are not opened again. This
   * snapshot stays open.
   *
   * @return a snapshot of the last commit; empty if this snapshot is of the last commit
   */
  public Optional<LuceneSnapshot> reopened() {
    return opened(
        folder,
        () -> {
          DirectoryReader newer = DirectoryReader.openIfChanged(reader);
          if (newer == null) {
            return Optional.empty();
          }
          SharedDirectory shared = directory.share();
          try {
            return Optional.of(
                of(
                    folder,
                    text.analyzers(),
                    shared,
                    newer,
                    ChecksumVerification::beginInBackground));
          } catch (IOException | RuntimeException | AssertionError e) {
            shared.release();
            throw e;
          }
        });
  }

  /** The version of the commit, which each commit increases. */
  long version() {
    return version;
  }

  /** Returns a second snapshot of the same commit, which is closed separately. */
  public LuceneSnapshot again() {
    return opened(
        folder,
        () -> {
          reader.incRef();
          SharedDirectory shared = directory.share();
          try {
            return new LuceneSnapshot(folder, text.analyzers(), shared, reader, verification);
          } catch (IOException | RuntimeException | AssertionError e) {
            shared.release();
            throw e;
          }
        });
  }

  private static <T> T opened(Path folder, IoSupplier<T> action) {
    IndexIntegrity.verifyBeforeReading(folder);
    try {
      return action.get();
    } catch (IOException e) {
      throw IndexFolder.failure(folder, e);
    } catch (RuntimeException | AssertionError e) {
      throw IndexFolder.damaged(folder, e);
    }
  }

  /**
   * Runs an action that reads the index. Lucene does not verify checksums while reading, so damaged
   * files can cause arbitrary exceptions. If the action fails, the checksums are verified.
   *
   * @throws IsoglossException if the files cannot be read or are damaged
   */
  public <T> T read(IoSupplier<T> action) {
    verification.requireIntact();
    return IndexIntegrity.read(folder, reader, action);
  }

  @Override
  public void requireIntact(Duration limit) {
    verification.requireIntact(limit);
  }

  @Override
  public String name() {
    return folder.toString();
  }

  @Override
  public LanguageAnalyzers analyzers() {
    return text.analyzers();
  }

  IndexedText indexedText() {
    return text;
  }

  IndexSearcher searcher() {
    return searcher;
  }

  IndexTerms terms() {
    return terms;
  }

  @Override
  public long documents() {
    return documents;
  }

  @Override
  public long passages() {
    return reader.numDocs();
  }

  @Override
  public Map<Language, Long> languages() {
    return languages;
  }

  @Override
  public Set<String> codes() {
    return codes;
  }

  @Override
  public LanguageMeans means() {
    return means;
  }

  /** Number of passages in any of the given languages. */
  long passages(Set<String> languageCodes) {
    return languageCodes.stream().mapToLong(code -> passagesByCode.getOrDefault(code, 0L)).sum();
  }

  @Override
  public FieldStatistics fieldStatistics(String field) {
    return fields.getOrDefault(field, FieldStatistics.NONE);
  }

  @Override
  public long analysedPassages() {
    return analysedPassages;
  }

  @Override
  public Map<IndexTerm, TermStatistics> termStatistics(Collection<IndexTerm> terms) {
    return read(() -> this.terms.statistics(terms));
  }

  @Override
  public List<String> terms(String field, String prefix, int count) {
    return read(() -> terms.mostFrequent(field, prefix, count));
  }

  @Override
  public List<String> similarTerms(String field, String term, int count) {
    return read(() -> terms.similar(field, term, count));
  }

  @Override
  public LuceneStoredPassages stored() {
    return stored;
  }

  @Override
  public DocumentIds documentIds(
      Optional<Filter> filter, List<SortKey> keys, Optional<String> after, int count) {
    DocumentLister lister = new DocumentLister(this, filter, keys);
    return read(() -> lister.list(after, count));
  }

  @Override
  public CandidatePassages candidates(PassageScope scope) {
    return candidates(scope, VectorSearch.MAX_EXACT_PASSAGES);
  }

  /**
   * Returns the passages of a scope, to be searched.
   *
   * @param maxExactPassages maximum number of candidates of an exhaustive search of vectors
   */
  public CandidatePassages candidates(PassageScope scope, long maxExactPassages) {
    return new LuceneCandidates(this, new PassageFilter(scope, this), maxExactPassages);
  }

  @Override
  public QuerySample queries() {
    return queries;
  }

  @Override
  public FieldTypes fieldTypes() {
    return fieldTypes;
  }

  /** The precision of the vectors that are compared in graphs. */
  VectorQuantization quantization() {
    return quantization;
  }

  IndexReader reader() {
    return reader;
  }

  private IsoglossException failure(IOException e) {
    return IndexFolder.failure(folder, e);
  }

  @Override
  public void close() {
    if (closed.getAndSet(true)) {
      return;
    }
    try {
      reader.decRef();
      directory.release();
    } catch (IOException e) {
      throw failure(e);
    }
  }
}
