// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.lucene;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FloatVectorValues;
import org.apache.lucene.index.KnnVectorValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Passage;
import org.isogloss.core.Ranking;
import org.isogloss.core.TokenVectors;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.search.index.IndexIntegrity;
import org.isogloss.search.index.IoSupplier;
import org.isogloss.search.index.MetadataFields;
import org.isogloss.search.index.PassageFields;
import org.isogloss.search.reader.StoredPassages;
import org.isogloss.search.vector.DenseQuery;
import org.isogloss.search.vector.SentenceScorer;

/** The passages of one commit, by Lucene document number, by hit and by document. */
public final class LuceneStoredPassages implements StoredPassages {
  private final Path folder;
  private final DirectoryReader reader;
  private final boolean hasMetadata;
  private final StoredVectors vectors;
  private final AtomicReference<PassageNameCache> passageNames = new AtomicReference<>();

  /**
   * @param hasMetadata whether any document has fields of its own
   */
  LuceneStoredPassages(Path folder, DirectoryReader reader, boolean hasMetadata) {
    this.folder = folder;
    this.reader = reader;
    this.hasMetadata = hasMetadata;
    this.vectors = new StoredVectors(reader);
  }

  /** Converts Lucene's hits to a ranking with the same scores. */
  Ranking ranking(TopDocs found) throws IOException {
    List<Hit> hits = new ArrayList<>(found.scoreDocs.length);
    for (ScoreDoc doc : found.scoreDocs) {
      float score = doc instanceof FieldDoc sorted ? (Float) sorted.fields[0] : doc.score;
      hits.add(hit(doc.doc, score));
    }
    return Ranking.of(hits);
  }

  /** The cached names of all passages; empty if the index is too large for the cache. */
  Optional<PassageNameCache> passageNames() throws IOException {
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
  Hit hit(int doc, double score) throws IOException {
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
    return reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
  }

  @Override
  public List<Optional<Passage>> passages(List<Hit> hits) {
    return read(
        () -> {
          StoredFields stored = reader.storedFields();
          List<Optional<Passage>> passages = new ArrayList<>(hits.size());
          for (Hit hit : hits) {
            OptionalInt doc = doc(hit.documentId(), hit.passage());
            passages.add(
                doc.isPresent()
                    ? Optional.of(PassageFields.toPassage(stored.document(doc.getAsInt())))
                    : Optional.empty());
          }
          return passages;
        });
  }

  /** Returns the Lucene document number of a passage. */
  private OptionalInt doc(String documentId, int passage) throws IOException {
    Optional<PassageNameCache> cache = passageNames();
    if (cache.isPresent()) {
      OptionalInt known = cache.get().doc(documentId, passage);
      if (known.isPresent() && isPassage(known.getAsInt(), documentId, passage)) {
        return known;
      }
    }
    for (int first : docs(documentId, 1)) {
      // The passages of a document follow each other, so its number is almost always known.
      if (first + (long) passage < reader.maxDoc()
          && isPassage(first + passage, documentId, passage)) {
        return OptionalInt.of(first + passage);
      }
      for (int doc : docs(documentId, Integer.MAX_VALUE)) {
        if (isPassage(doc, documentId, passage)) {
          return OptionalInt.of(doc);
        }
      }
    }
    return OptionalInt.empty();
  }

  private boolean isPassage(int doc, String documentId, int passage) throws IOException {
    LeafReaderContext leaf = leaf(doc);
    Bits live = leaf.reader().getLiveDocs();
    if (live != null && !live.get(doc - leaf.docBase)) {
      return false;
    }
    Hit found = hit(doc, 0);
    return found.passage() == passage && found.documentId().equals(documentId);
  }

  @Override
  public List<Optional<float[]>> vectors(List<Hit> hits) {
    return read(() -> vectors.ofPassages(docs(hits)));
  }

  @Override
  public SequencedMap<Hit, float[]> documentVectors(Collection<String> documentIds) {
    return read(
        () -> {
          List<Integer> docs = new ArrayList<>();
          for (String id : documentIds) {
            docs.addAll(docs(id, Integer.MAX_VALUE));
          }
          List<Optional<float[]>> found =
              vectors.ofPassages(docs.stream().mapToInt(Integer::intValue).toArray());
          SequencedMap<Hit, float[]> ofHits = new LinkedHashMap<>();
          for (int i = 0; i < docs.size(); i++) {
            if (found.get(i).isPresent()) {
              ofHits.put(hit(docs.get(i), 0), found.get(i).get());
            }
          }
          return ofHits;
        });
  }

  @Override
  public List<Optional<BytesRef>> sentenceVectors(List<Hit> hits) {
    return read(() -> vectors.ofSentences(docs(hits)));
  }

  @Override
  public List<TokenVectors> tokenVectors(List<Hit> hits) {
    List<Optional<TokenVectors>> found = read(() -> vectors.ofTokens(docs(hits)));
    return IntStream.range(0, hits.size())
        .mapToObj(i -> found.get(i).orElseThrow(() -> missing(hits.get(i))))
        .toList();
  }

  /** Returns the Lucene document numbers of passages. */
  private int[] docs(List<Hit> hits) throws IOException {
    int[] docs = new int[hits.size()];
    for (int i = 0; i < docs.length; i++) {
      docs[i] = doc(hits.get(i).documentId(), hits.get(i).passage()).orElse(StoredVectors.ABSENT);
    }
    return docs;
  }

  private static Optional<String> code(LeafReaderContext leaf, int inLeaf) throws IOException {
    SortedDocValues codes = DocValues.getSorted(leaf.reader(), PassageFields.LANGUAGE);
    return codes.advanceExact(inLeaf)
        ? Optional.of(codes.lookupOrd(codes.ordValue()).utf8ToString())
        : Optional.empty();
  }

  private IsoglossException missing(Hit hit) {
    return new IsoglossException(
        folder
            + ": the index has no token vectors of passage "
            + hit.passage()
            + " of "
            + hit.documentId()
            + ", which every passage of this index should have; index the document again");
  }

  @Override
  public SequencedMap<Hit, float[]> sampleVectors(int size) {
    return read(
        () -> {
          SequencedMap<Hit, float[]> sample = new LinkedHashMap<>();
          long step = Math.ceilDiv(Math.max(1, reader.numDocs()), size);
          long seen = 0;
          for (LeafReaderContext leaf : reader.leaves()) {
            Bits live = leaf.reader().getLiveDocs();
            for (FieldInfo field : leaf.reader().getFieldInfos()) {
              if (!field.hasVectorValues()) {
                continue;
              }
              FloatVectorValues values = leaf.reader().getFloatVectorValues(field.name);
              KnnVectorValues.DocIndexIterator iterator = values.iterator();
              while (iterator.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
                int doc = iterator.docID();
                if ((live == null || live.get(doc)) && seen++ % step == 0) {
                  sample.put(
                      hit(leaf.docBase + doc, 0), values.vectorValue(iterator.index()).clone());
                }
              }
            }
          }
          return sample;
        });
  }

  /** Whether a filter admits the passage of a hit. */
  boolean accepts(PassageFilter filter, Hit hit) {
    return read(
        () -> {
          OptionalInt doc = doc(hit.documentId(), hit.passage());
          if (doc.isEmpty()) {
            return false;
          }
          LeafReaderContext leaf = leaf(doc.getAsInt());
          int inLeaf = doc.getAsInt() - leaf.docBase;
          return filter.isActive()
              ? filter.acceptedDocs(leaf).get(inLeaf)
              : code(leaf, inLeaf).filter(filter.codes()::contains).isPresent();
        });
  }

  @Override
  public Map<String, Metadata> metadata(Collection<String> documentIds) {
    return read(
        () -> {
          StoredFields stored = reader.storedFields();
          Map<String, Metadata> metadata = new HashMap<>();
          for (String id : documentIds) {
            // The passages of a document are stored in order, and the first one has its metadata.
            for (int first : hasMetadata ? docs(id, 1) : List.<Integer>of()) {
              metadata.put(
                  id,
                  MetadataFields.fromStored(stored.document(first, MetadataFields.STORED_FIELDS)));
            }
          }
          return metadata;
        });
  }

  @Override
  public OptionalInt bestSentence(DenseQuery query, Passage passage) {
    return read(
        () -> {
          OptionalInt doc = doc(passage.documentId(), passage.ordinal());
          if (doc.isEmpty()) {
            return doc;
          }
          LeafReaderContext leaf = leaf(doc.getAsInt());
          BinaryDocValues sentences = DocValues.getBinary(leaf.reader(), PassageFields.SENTENCES);
          SentenceScorer scorer = new SentenceScorer(query, passage.language().code());
          return sentences.advanceExact(doc.getAsInt() - leaf.docBase)
                  && scorer.score(sentences.binaryValue())
              ? OptionalInt.of(scorer.bestSentence())
              : OptionalInt.empty();
        });
  }

  @Override
  public List<Passage> documentPassages(String id) {
    return read(
        () -> {
          List<Passage> passages = new ArrayList<>();
          for (int doc : docs(id, Integer.MAX_VALUE)) {
            passages.add(PassageFields.toPassage(reader.storedFields().document(doc)));
          }
          passages.sort((a, b) -> Integer.compare(a.ordinal(), b.ordinal()));
          return passages;
        });
  }

  @Override
  public void forEachPassage(BiConsumer<Passage, Metadata> visitor) {
    StoredFields stored = read(reader::storedFields);
    for (LeafReaderContext leaf : reader.leaves()) {
      Bits live = leaf.reader().getLiveDocs();
      String document = "";
      Metadata metadata = Metadata.EMPTY;
      for (int doc = 0; doc < leaf.reader().maxDoc(); doc++) {
        if (live == null || live.get(doc)) {
          int number = leaf.docBase + doc;
          Document fields = read(() -> stored.document(number));
          Passage passage = read(() -> PassageFields.toPassage(fields));
          if (!passage.documentId().equals(document)) {
            document = passage.documentId();
            metadata = read(() -> MetadataFields.fromStored(fields));
          }
          // Outside of read: a failure of the visitor is not a failure of the index.
          visitor.accept(passage, metadata);
        }
      }
    }
  }

  @Override
  public Map<String, String> documentLanguages(Collection<String> documentIds) {
    return read(
        () -> {
          Optional<PassageNameCache> cache = passageNames();
          Map<String, String> languages = new HashMap<>();
          for (String id : documentIds) {
            Optional<String> code =
                cache.isPresent() ? cache.get().language(id) : lookUpLanguage(id);
            code.ifPresent(found -> languages.put(id, found));
          }
          return languages;
        });
  }

  private Optional<String> lookUpLanguage(String documentId) throws IOException {
    for (int doc : docs(documentId, Integer.MAX_VALUE)) {
      LeafReaderContext leaf = leaf(doc);
      Optional<String> code = code(leaf, doc - leaf.docBase);
      if (code.isPresent()) {
        return code;
      }
    }
    return Optional.empty();
  }

  /** Returns the Lucene document numbers of the first passages of a document, up to a limit. */
  private List<Integer> docs(String documentId, int max) throws IOException {
    for (LeafReaderContext leaf : reader.leaves()) {
      PostingsEnum postings =
          leaf.reader().postings(PassageFields.idTerm(documentId), PostingsEnum.NONE);
      if (postings == null) {
        continue;
      }
      Bits live = leaf.reader().getLiveDocs();
      List<Integer> docs = new ArrayList<>();
      while (docs.size() < max && postings.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
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

  private <T> T read(IoSupplier<T> action) {
    return IndexIntegrity.read(folder, reader, action);
  }
}
