// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.util.Bits;
import org.isogloss.core.Hit;
import org.isogloss.search.index.PassageFields;

/**
 * An in-memory cache of the ids, ordinals, languages and tie-breaking order of all passages of a
 * small index. If a query has thousands of hits, looking up their names in Lucene would take longer
 * than the search.
 */
final class PassageNameCache {
  /** Maximum size of an index with a cache. */
  static final int MAX_PASSAGES = 50_000;

  private final Hit[] names;

  /** The rank of each passage in the order of id and ordinal. */
  private final int[] ranks;

  /** The passage at each rank; the inverse of {@code ranks}. */
  private final int[] passages;

  private final Map<String, CachedDocument> documents;

  /**
   * A document.
   *
   * @param code the code of its language
   * @param first the Lucene document number that its passage 0 has if its passages follow each
   *     other
   */
  private record CachedDocument(String code, int first) {}

  private PassageNameCache(Hit[] names, Map<String, CachedDocument> documents) {
    this.names = names;
    this.documents = documents;
    List<Integer> ordered = new ArrayList<>(names.length);
    for (int doc = 0; doc < names.length; doc++) {
      ordered.add(doc);
    }
    // All names have the same score, so the order depends only on id and ordinal.
    ordered.sort(Comparator.comparing(doc -> names[doc], Hit.BEST_FIRST));
    ranks = new int[names.length];
    passages = new int[names.length];
    for (int rank = 0; rank < ranks.length; rank++) {
      passages[rank] = ordered.get(rank);
      ranks[passages[rank]] = rank;
    }
  }

  static PassageNameCache load(IndexReader reader) throws IOException {
    Hit[] names = new Hit[reader.maxDoc()];
    Map<String, CachedDocument> documents = new HashMap<>();
    for (LeafReaderContext leaf : reader.leaves()) {
      SortedDocValues ids = DocValues.getSorted(leaf.reader(), PassageFields.ID);
      NumericDocValues ordinals = DocValues.getNumeric(leaf.reader(), PassageFields.PASSAGE);
      SortedDocValues codes = DocValues.getSorted(leaf.reader(), PassageFields.LANGUAGE);
      Bits live = leaf.reader().getLiveDocs();
      for (int doc = 0; doc < leaf.reader().maxDoc(); doc++) {
        boolean named = ids.advanceExact(doc) && ordinals.advanceExact(doc);
        names[leaf.docBase + doc] =
            named
                ? new Hit(
                    ids.lookupOrd(ids.ordValue()).utf8ToString(), (int) ordinals.longValue(), 0)
                : new Hit("", 0);
        if (named && (live == null || live.get(doc)) && codes.advanceExact(doc)) {
          Hit name = names[leaf.docBase + doc];
          documents.put(
              name.documentId(),
              new CachedDocument(
                  codes.lookupOrd(codes.ordValue()).utf8ToString(),
                  leaf.docBase + doc - name.passage()));
        }
      }
    }
    return new PassageNameCache(names, documents);
  }

  /** The language code of a document; empty if the index does not contain it. */
  Optional<String> language(String documentId) {
    return Optional.ofNullable(documents.get(documentId)).map(CachedDocument::code);
  }

  /** The Lucene document number of a passage; empty if it is not where it should be. */
  OptionalInt doc(String documentId, int passage) {
    CachedDocument document = documents.get(documentId);
    int doc = document == null ? -1 : document.first() + passage;
    return doc >= 0
            && doc < names.length
            && names[doc].passage() == passage
            && names[doc].documentId().equals(documentId)
        ? OptionalInt.of(doc)
        : OptionalInt.empty();
  }

  Hit hit(int doc, double score) {
    return names[doc].withScore(score);
  }

  /**
   * Returns a sort key: better hits have smaller keys, and the keys of two passages are always
   * different.
   */
  long sortKey(int doc, float score) {
    int bits = Float.floatToIntBits(score == 0 ? 0f : score);
    int ascending = bits ^ ((bits >> 31) & Integer.MAX_VALUE);
    return ((long) ~ascending << 32) | ranks[doc];
  }

  /** Returns the hit of a {@link #sortKey}. */
  Hit hit(long key) {
    int ascending = ~(int) (key >> 32);
    float score = Float.intBitsToFloat(ascending ^ ((ascending >> 31) & Integer.MAX_VALUE));
    return hit(passages[(int) key], score);
  }
}
