package org.isogloss.search;

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
import java.util.concurrent.atomic.AtomicReference;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.SortedDocValues;
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

/** One commit of an index, as long as it is open: what every retriever looks things up in. */
final class Snapshot implements AutoCloseable {
  private final Path folder;
  private final Directory directory;
  private final DirectoryReader reader;
  private final IndexSearcher searcher;
  private final long documents;
  private final Map<Language, Long> languages;
  private final Set<String> codes = new LinkedHashSet<>();
  private final Map<String, FieldStatistics> fields = new HashMap<>();
  private final Map<String, Long> passagesByCode = new HashMap<>();
  private final long analysedPassages;
  private final LanguageMeans means;
  private final AtomicReference<PassageNames> names = new AtomicReference<>();

  private Snapshot(Path folder, Directory directory) throws IOException {
    this.folder = folder;
    this.directory = directory;
    this.reader = DirectoryReader.open(directory);
    try {
      searcher = new IndexSearcher(reader);
      IndexCounts counts = new IndexCounts(reader);
      documents = counts.documents();
      languages = counts.languages();
      for (Map.Entry<Language, Long> entry : languages.entrySet()) {
        String code = entry.getKey().code();
        codes.add(code);
        passagesByCode.put(code, entry.getValue());
        fields.put(Fields.text(code), FieldStatistics.of(searcher, Fields.text(code)));
      }
      analysedPassages = fields.values().stream().mapToLong(FieldStatistics::passages).sum();
      means = LanguageMeans.of(reader.getIndexCommit().getUserData());
    } catch (IOException | RuntimeException | AssertionError e) {
      reader.close();
      throw e;
    }
  }

  /** Opens the last commit. */
  static Snapshot open(Path folder) {
    IndexIntegrity.requireForReading(folder);
    try {
      Directory directory = FSDirectory.open(IndexFolder.lucene(folder));
      try {
        return new Snapshot(folder, directory);
      } catch (IOException | RuntimeException | AssertionError e) {
        directory.close();
        throw e;
      }
    } catch (IOException e) {
      throw IndexFolder.problem(folder, e);
    } catch (RuntimeException | AssertionError e) {
      throw IndexFolder.damaged(folder, e);
    }
  }

  /**
   * Something that is read from Lucene's files.
   *
   * @param <T> what it is
   */
  @FunctionalInterface
  interface Reading<T> {
    T read() throws IOException;
  }

  /**
   * Reads something. Lucene does not verify what it reads: if files are damaged, any exception may
   * follow, or scores that no passage can have.
   *
   * @throws IsoglossException if the files cannot be read, or are damaged
   */
  <T> T read(Reading<T> reading) {
    try {
      return reading.read();
    } catch (IOException e) {
      throw problem(e);
    } catch (RuntimeException | AssertionError | OutOfMemoryError e) {
      IndexIntegrity.verify(folder, reader);
      throw e;
    }
  }

  IndexSearcher searcher() {
    return searcher;
  }

  long documents() {
    return documents;
  }

  long passages() {
    return reader.numDocs();
  }

  /** Passages of each language, most first. */
  Map<Language, Long> languages() {
    return languages;
  }

  /** Codes of the languages of the passages, that of most passages first. */
  Set<String> codes() {
    return codes;
  }

  /** The mean vectors of the languages, as the commit has kept them. */
  LanguageMeans means() {
    return means;
  }

  /** Passages in any of some languages. */
  long passages(Set<String> languageCodes) {
    return languageCodes.stream().mapToLong(code -> passagesByCode.getOrDefault(code, 0L)).sum();
  }

  /** What is in the analysed field of a language. */
  FieldStatistics field(String field) {
    return fields.getOrDefault(field, FieldStatistics.NONE);
  }

  /** Passages with a term in any field. */
  long analysedPassages() {
    return analysedPassages;
  }

  /** Names what Lucene found; scores as Lucene gave them. */
  Ranking ranking(TopDocs found) throws IOException {
    List<Hit> hits = new ArrayList<>(found.scoreDocs.length);
    for (ScoreDoc doc : found.scoreDocs) {
      float score = doc instanceof FieldDoc sorted ? (Float) sorted.fields[0] : doc.score;
      hits.add(hit(doc.doc, score));
    }
    return Ranking.of(hits);
  }

  /** The names of all passages, where these are few. */
  Optional<PassageNames> names() throws IOException {
    if (reader.maxDoc() > PassageNames.MOST) {
      return Optional.empty();
    }
    PassageNames loaded = names.get();
    if (loaded == null) {
      loaded = PassageNames.load(reader);
      names.set(loaded);
    }
    return Optional.of(loaded);
  }

  /** Names a passage by its number in Lucene. */
  Hit hit(int doc, double score) throws IOException {
    Optional<PassageNames> known = names();
    if (known.isPresent()) {
      return known.get().hit(doc, score);
    }
    LeafReaderContext leaf = leaf(doc);
    int inLeaf = doc - leaf.docBase;
    SortedDocValues ids = DocValues.getSorted(leaf.reader(), Fields.ID);
    NumericDocValues ordinals = DocValues.getNumeric(leaf.reader(), Fields.PASSAGE);
    if (!ids.advanceExact(inLeaf) || !ordinals.advanceExact(inLeaf)) {
      throw new IsoglossException(folder + ": the index is damaged: a passage has no id");
    }
    String id = ids.lookupOrd(ids.ordValue()).utf8ToString();
    return new Hit(id, (int) ordinals.longValue(), score);
  }

  private LeafReaderContext leaf(int doc) {
    return reader.leaves().get(leafIndex(doc));
  }

  /** Which segment a passage lies in, by its number in Lucene. */
  int leafIndex(int doc) {
    return ReaderUtil.subIndex(doc, reader.leaves());
  }

  /** The passage of a hit. */
  Optional<Passage> passage(Hit hit) {
    return read(
        () -> {
          OptionalInt doc = doc(hit.documentId(), hit.passage());
          return doc.isPresent()
              ? Optional.of(Fields.passage(reader.storedFields().document(doc.getAsInt())))
              : Optional.empty();
        });
  }

  /** The number in Lucene of a document's passage. */
  private OptionalInt doc(String documentId, int passage) throws IOException {
    for (int doc : docs(documentId)) {
      if (hit(doc, 0).passage() == passage) {
        return OptionalInt.of(doc);
      }
    }
    return OptionalInt.empty();
  }

  /** Which sentence of a passage is nearest to a query; empty where these have no vectors. */
  OptionalInt bestSentence(DenseQuery query, Passage passage) {
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
              ? OptionalInt.of(sentences.get().best())
              : OptionalInt.empty();
        });
  }

  /** The passages of a document, in order. */
  List<Passage> document(String id) {
    return read(
        () -> {
          List<Passage> passages = new ArrayList<>();
          for (int doc : docs(id)) {
            passages.add(Fields.passage(reader.storedFields().document(doc)));
          }
          passages.sort((a, b) -> Integer.compare(a.ordinal(), b.ordinal()));
          return passages;
        });
  }

  /** The code of the language that a document is in. */
  Optional<String> language(String documentId) {
    return read(
        () -> {
          Optional<PassageNames> known = names();
          return known.isPresent()
              ? known.get().language(documentId)
              : languageLookedUp(documentId);
        });
  }

  private Optional<String> languageLookedUp(String documentId) throws IOException {
    for (int doc : docs(documentId)) {
      LeafReaderContext leaf = leaf(doc);
      SortedDocValues codesOfLeaf = DocValues.getSorted(leaf.reader(), Fields.LANGUAGE);
      if (codesOfLeaf.advanceExact(doc - leaf.docBase)) {
        return Optional.of(codesOfLeaf.lookupOrd(codesOfLeaf.ordValue()).utf8ToString());
      }
    }
    return Optional.empty();
  }

  private List<Integer> docs(String documentId) throws IOException {
    for (LeafReaderContext leaf : reader.leaves()) {
      PostingsEnum postings = leaf.reader().postings(Fields.id(documentId), PostingsEnum.NONE);
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

  IndexReader reader() {
    return reader;
  }

  IsoglossException problem(IOException e) {
    return IndexFolder.problem(folder, e);
  }

  @Override
  public void close() {
    try {
      reader.close();
      directory.close();
    } catch (IOException e) {
      throw problem(e);
    }
  }
}
