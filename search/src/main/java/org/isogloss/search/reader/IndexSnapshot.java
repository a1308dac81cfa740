// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.reader;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.FloatVectorValues;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.KnnVectorValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.Bits;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Passage;
import org.isogloss.core.Ranking;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.index.IndexCounts;
import org.isogloss.search.index.IndexFolder;
import org.isogloss.search.index.IndexIntegrity;
import org.isogloss.search.index.MetadataFields;
import org.isogloss.search.index.PassageFields;
import org.isogloss.search.metadata.FieldTypes;
import org.isogloss.search.vector.DenseQuery;
import org.isogloss.search.vector.LanguageMeans;
import org.isogloss.search.vector.SentenceScorer;

/** One commit of an index, opened for reading. All retrievers read the index through a snapshot. */
public final class IndexSnapshot implements AutoCloseable {
  private final Path folder;
  private final LanguageAnalyzers analyzers;
  private final SharedDirectory directory;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final DirectoryReader reader;
  private final IndexSearcher searcher;
  private final long documents;
  private final Map<Language, Long> languages;
  private final Set<String> codes = new LinkedHashSet<>();
  private final Map<String, FieldStatistics> fields = new HashMap<>();
  private final Map<String, Long> passagesByCode = new HashMap<>();
  private final long analysedPassages;
  private final LanguageMeans means;
  private final FieldTypes fieldTypes;
  private final AtomicReference<PassageNameCache> passageNames = new AtomicReference<>();

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
   */
  private IndexSnapshot(
      Path folder, LanguageAnalyzers analyzers, SharedDirectory directory, DirectoryReader reader)
      throws IOException {
    this.folder = folder;
    this.analyzers = analyzers;
    this.directory = directory;
    this.reader = reader;
    try {
      searcher = new IndexSearcher(reader);
      IndexCounts counts = new IndexCounts(reader);
      documents = counts.documents();
      languages = counts.passagesPerLanguage();
      for (Map.Entry<Language, Long> entry : languages.entrySet()) {
        String code = entry.getKey().code();
        codes.add(code);
        passagesByCode.put(code, entry.getValue());
        fields.put(
            PassageFields.textField(code),
            FieldStatistics.of(searcher, PassageFields.textField(code)));
      }
      analysedPassages = fields.values().stream().mapToLong(FieldStatistics::passages).sum();
      means = LanguageMeans.fromUserData(reader.getIndexCommit().getUserData());
      fieldTypes = FieldTypes.fromUserData(reader.getIndexCommit().getUserData());
    } catch (IOException | RuntimeException | AssertionError e) {
      reader.decRef();
      throw e;
    }
  }

  /** Opens the last commit of an index that was created with the shipped analyzers. */
  public static IndexSnapshot open(Path folder) {
    return open(folder, LanguageAnalyzers.shipped());
  }

  /** Opens the last commit. */
  public static IndexSnapshot open(Path folder, LanguageAnalyzers analyzers) {
    return opened(
        folder,
        () -> {
          Directory directory = FSDirectory.open(IndexFolder.lucene(folder));
          try {
            DirectoryReader reader = DirectoryReader.open(directory);
            return new IndexSnapshot(folder, analyzers, new SharedDirectory(directory), reader);
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
  public Optional<IndexSnapshot> reopened() {
    return opened(
        folder,
        () -> {
          DirectoryReader newer = DirectoryReader.openIfChanged(reader);
          if (newer == null) {
            return Optional.empty();
          }
          SharedDirectory shared = directory.share();
          try {
            return Optional.of(new IndexSnapshot(folder, analyzers, shared, newer));
          } catch (IOException | RuntimeException | AssertionError e) {
            shared.release();
            throw e;
          }
        });
  }

  /** Returns a second snapshot of the same commit, which is closed separately. */
  public IndexSnapshot again() {
    return opened(
        folder,
        () -> {
          reader.incRef();
          SharedDirectory shared = directory.share();
          try {
            return new IndexSnapshot(folder, analyzers, shared, reader);
          } catch (IOException | RuntimeException | AssertionError e) {
            shared.release();
            throw e;
          }
        });
  }

  private static <T> T opened(Path folder, ReadAction<T> action) {
    IndexIntegrity.verifyBeforeReading(folder);
    try {
      return action.read();
    } catch (IOException e) {
      throw IndexFolder.failure(folder, e);
    } catch (RuntimeException | AssertionError e) {
      throw IndexFolder.damaged(folder, e);
    }
  }

  /**
   * An action that reads from Lucene's files.
   *
   * @param <T> type of the result
   */
  @FunctionalInterface
  public interface ReadAction<T> {
    T read() throws IOException;
  }

  /**
   * Runs an action that reads the index. Lucene does not verify checksums while reading, so damaged
   * files can cause arbitrary exceptions. If the action fails, the checksums are verified.
   *
   * @throws IsoglossException if the files cannot be read or are damaged
   */
  public <T> T read(ReadAction<T> action) {
    try {
      return action.read();
    } catch (IOException e) {
      throw failure(e);
    } catch (RuntimeException | AssertionError | OutOfMemoryError e) {
      IndexIntegrity.verify(folder, reader);
      throw e;
    }
  }

  /** The analyzers of the index. */
  public LanguageAnalyzers analyzers() {
    return analyzers;
  }

  public IndexSearcher searcher() {
    return searcher;
  }

  public long documents() {
    return documents;
  }

  public long passages() {
    return reader.numDocs();
  }

  /** Number of passages of each language, in descending order. */
  public Map<Language, Long> languages() {
    return languages;
  }

  /** Language codes of the passages, ordered by descending number of passages. */
  public Set<String> codes() {
    return codes;
  }

  /** The mean vectors of the languages that are stored in the commit. */
  public LanguageMeans means() {
    return means;
  }

  /** Number of passages in any of the given languages. */
  public long passages(Set<String> languageCodes) {
    return languageCodes.stream().mapToLong(code -> passagesByCode.getOrDefault(code, 0L)).sum();
  }

  /** Statistics of the analysed field of a language. */
  public FieldStatistics fieldStatistics(String field) {
    return fields.getOrDefault(field, FieldStatistics.EMPTY);
  }

  /** Number of passages with at least one term. */
  public long analysedPassages() {
    return analysedPassages;
  }

  /** Converts Lucene's hits to a ranking with the same scores. */
  public Ranking ranking(TopDocs found) throws IOException {
    List<Hit> hits = new ArrayList<>(found.scoreDocs.length);
    for (ScoreDoc doc : found.scoreDocs) {
      float score = doc instanceof FieldDoc sorted ? (Float) sorted.fields[0] : doc.score;
      hits.add(hit(doc.doc, score));
    }
    return Ranking.of(hits);
  }

  /** The cached names of all passages; empty if the index is too large for the cache. */
  public Optional<PassageNameCache> passageNames() throws IOException {
    if (reader.maxDoc() > PassageNameCache.MAX_PASSAGES) {
      return Optional.empty();
    }
    PassageNameCache loaded = passageNames.get();
    if (loaded == null) {
      loaded = PassageNameCache.load(reader);
      passageNames.set(loaded);
    }
    return Optional.of(loaded);
  }

  /** Creates the hit of a Lucene document number. */
  public Hit hit(int doc, double score) throws IOException {
    Optional<PassageNameCache> cache = passageNames();
    if (cache.isPresent()) {
      return cache.get().hit(doc, score);
    }
    LeafReaderContext leaf = leaf(doc);
    int inLeaf = doc - leaf.docBase;
    SortedDocValues ids = DocValues.getSorted(leaf.reader(), PassageFields.ID);
    NumericDocValues ordinals = DocValues.getNumeric(leaf.reader(), PassageFields.PASSAGE);
    if (!ids.advanceExact(inLeaf) || !ordinals.advanceExact(inLeaf)) {
      throw new IsoglossException(folder + ": the index is damaged: a passage has no id");
    }
    String id = ids.lookupOrd(ids.ordValue()).utf8ToString();
    return new Hit(id, (int) ordinals.longValue(), score);
  }

  private LeafReaderContext leaf(int doc) {
    return reader.leaves().get(leafIndex(doc));
  }

  /** Index of the segment that contains a Lucene document number. */
  int leafIndex(int doc) {
    return ReaderUtil.subIndex(doc, reader.leaves());
  }

  /** Returns the passage of a hit; empty if the index does not contain it. */
  public Optional<Passage> passage(Hit hit) {
    return read(
        () -> {
          OptionalInt doc = doc(hit.documentId(), hit.passage());
          return doc.isPresent()
              ? Optional.of(PassageFields.toPassage(reader.storedFields().document(doc.getAsInt())))
              : Optional.empty();
        });
  }

  /** Returns the Lucene document number of a passage. */
  private OptionalInt doc(String documentId, int passage) throws IOException {
    for (int doc : docs(documentId)) {
      if (hit(doc, 0).passage() == passage) {
        return OptionalInt.of(doc);
      }
    }
    return OptionalInt.empty();
  }

  /** Returns the vector of a passage, of unit length; empty if it has none. */
  public Optional<float[]> vector(Hit hit) {
    return read(
        () -> {
          OptionalInt doc = doc(hit.documentId(), hit.passage());
          if (doc.isEmpty()) {
            return Optional.empty();
          }
          LeafReaderContext leaf = leaf(doc.getAsInt());
          int inLeaf = doc.getAsInt() - leaf.docBase;
          SortedDocValues codesOfLeaf = DocValues.getSorted(leaf.reader(), PassageFields.LANGUAGE);
          if (!codesOfLeaf.advanceExact(inLeaf)) {
            return Optional.empty();
          }
          String code = codesOfLeaf.lookupOrd(codesOfLeaf.ordValue()).utf8ToString();
          FloatVectorValues values =
              leaf.reader().getFloatVectorValues(PassageFields.vectorField(code));
          if (values == null) {
            return Optional.empty();
          }
          KnnVectorValues.DocIndexIterator iterator = values.iterator();
          return iterator.advance(inLeaf) == inLeaf
              ? Optional.of(values.vectorValue(iterator.index()).clone())
              : Optional.empty();
        });
  }

  /** Whether a filter does not exclude the passage of a hit. */
  public boolean accepts(PassageFilter filter, Hit hit) {
    return read(
        () -> {
          OptionalInt doc = doc(hit.documentId(), hit.passage());
          if (doc.isEmpty()) {
            return false;
          }
          LeafReaderContext leaf = leaf(doc.getAsInt());
          Bits accepted = filter.acceptedDocs(leaf);
          return accepted == null || accepted.get(doc.getAsInt() - leaf.docBase);
        });
  }

  /** The types of the fields of documents that are stored in the commit. */
  public FieldTypes fieldTypes() {
    return fieldTypes;
  }

  /** Returns the other fields of a document; none if the index does not contain it. */
  public Metadata metadata(String documentId) {
    return read(
        () -> {
          // The passages of a document are stored in order, and the first one has its metadata.
          List<Integer> docs = fieldTypes.types().isEmpty() ? List.of() : docs(documentId);
          return docs.isEmpty()
              ? Metadata.EMPTY
              : MetadataFields.fromStored(
                  reader.storedFields().document(docs.getFirst(), MetadataFields.STORED_FIELDS));
        });
  }

  /**
   * Returns the number of the sentence of a passage that is most similar to a query; empty without
   * sentence vectors.
   */
  public OptionalInt bestSentence(DenseQuery query, Passage passage) {
    return read(
        () -> {
          OptionalInt doc = doc(passage.documentId(), passage.ordinal());
          if (doc.isEmpty()) {
            return doc;
          }
          LeafReaderContext leaf = leaf(doc.getAsInt());
          Optional<SentenceScorer> sentences =
              SentenceScorer.of(query, leaf, passage.language().code());
          return sentences.isPresent() && sentences.get().advance(doc.getAsInt() - leaf.docBase)
              ? OptionalInt.of(sentences.get().bestSentence())
              : OptionalInt.empty();
        });
  }

  /** The passages of a document, in order. */
  public List<Passage> documentPassages(String id) {
    return read(
        () -> {
          List<Passage> passages = new ArrayList<>();
          for (int doc : docs(id)) {
            passages.add(PassageFields.toPassage(reader.storedFields().document(doc)));
          }
          passages.sort((a, b) -> Integer.compare(a.ordinal(), b.ordinal()));
          return passages;
        });
  }

  /** Passes all passages to a visitor, each with the metadata of its document. */
  public void forEachPassage(BiConsumer<Passage, Metadata> visitor) {
    read(
        () -> {
          StoredFields stored = reader.storedFields();
          for (LeafReaderContext leaf : reader.leaves()) {
            Bits live = leaf.reader().getLiveDocs();
            String document = "";
            Metadata metadata = Metadata.EMPTY;
            for (int doc = 0; doc < leaf.reader().maxDoc(); doc++) {
              if (live == null || live.get(doc)) {
                Document fields = stored.document(leaf.docBase + doc);
                Passage passage = PassageFields.toPassage(fields);
                if (!passage.documentId().equals(document)) {
                  document = passage.documentId();
                  metadata = MetadataFields.fromStored(fields);
                }
                visitor.accept(passage, metadata);
              }
            }
          }
          return true;
        });
  }

  /** The language code of a document; empty if the index does not contain it. */
  public Optional<String> documentLanguage(String documentId) {
    return read(
        () -> {
          Optional<PassageNameCache> cache = passageNames();
          return cache.isPresent() ? cache.get().language(documentId) : lookUpLanguage(documentId);
        });
  }

  private Optional<String> lookUpLanguage(String documentId) throws IOException {
    for (int doc : docs(documentId)) {
      LeafReaderContext leaf = leaf(doc);
      SortedDocValues codesOfLeaf = DocValues.getSorted(leaf.reader(), PassageFields.LANGUAGE);
      if (codesOfLeaf.advanceExact(doc - leaf.docBase)) {
        return Optional.of(codesOfLeaf.lookupOrd(codesOfLeaf.ordValue()).utf8ToString());
      }
    }
    return Optional.empty();
  }

  private List<Integer> docs(String documentId) throws IOException {
    for (LeafReaderContext leaf : reader.leaves()) {
      PostingsEnum postings =
          leaf.reader().postings(PassageFields.idTerm(documentId), PostingsEnum.NONE);
      if (postings == null) {
        continue;
      }
      Bits live = leaf.reader().getLiveDocs();
      List<Integer> docs = new ArrayList<>();
      while (postings.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
        if (live == null || live.get(postings.docID())) {
          docs.add(leaf.docBase + postings.docID());
        }
      }
      if (!docs.isEmpty()) {
        return docs;
      }
    }
    return List.of();
  }

  public IndexReader reader() {
    return reader;
  }

  public IsoglossException failure(IOException e) {
    return IndexFolder.failure(folder, e);
  }

  /** Closing twice has no effect. */
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
