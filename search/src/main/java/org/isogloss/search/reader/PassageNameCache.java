package org.isogloss.search.reader;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.util.Bits;
import org.isogloss.core.Hit;
import org.isogloss.search.index.PassageFields;

/**
 * The ids, ordinals and languages of all passages of a small index, in memory, and the order that
 * breaks ties: where thousands of hits are named for each query, looking them up would take longer
 * than finding them.
 */
public final class PassageNameCache {
  /** A larger index is looked up in. */
  static final int MAX_PASSAGES = 50_000;

  private final Hit[] names;

  /** For each passage its place among all, by id, then ordinal. */
  private final int[] ranks;

  /** The passage at each of these places. */
  private final int[] passages;

  private final Map<String, String> languages;

  private PassageNameCache(Hit[] names, Map<String, String> languages) {
    this.names = names;
    this.languages = languages;
    List<Integer> ordered = new ArrayList<>(names.length);
    for (int doc = 0; doc < names.length; doc++) {
      ordered.add(doc);
    }
    // The names have all the same score.
    ordered.sort(Comparator.comparing(doc -> names[doc], Hit.BEST_FIRST));
    ranks = new int[names.length];
    passages = new int[names.length];
    for (int place = 0; place < ranks.length; place++) {
      passages[place] = ordered.get(place);
      ranks[passages[place]] = place;
    }
  }

  static PassageNameCache load(IndexReader reader) throws IOException {
    Hit[] names = new Hit[reader.maxDoc()];
    Map<String, String> languages = new HashMap<>();
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
          languages.put(
              ids.lookupOrd(ids.ordValue()).utf8ToString(),
              codes.lookupOrd(codes.ordValue()).utf8ToString());
        }
      }
    }
    return new PassageNameCache(names, languages);
  }

  /** The code of the language that a document is in. */
  Optional<String> language(String documentId) {
    return Optional.ofNullable(languages.get(documentId));
  }

  Hit hit(int doc, double score) {
    return names[doc].withScore(score);
  }

  /** A number that is the smaller the better a hit is, and never the same for two passages. */
  public long sortKey(int doc, float score) {
    int bits = Float.floatToIntBits(score == 0 ? 0f : score);
    int ascending = bits ^ ((bits >> 31) & Integer.MAX_VALUE);
    return ((long) ~ascending << 32) | ranks[doc];
  }

  /** The hit that a {@link #sortKey} stands for. */
  public Hit hit(long key) {
    int ascending = ~(int) (key >> 32);
    float score = Float.intBitsToFloat(ascending ^ ((ascending >> 31) & Integer.MAX_VALUE));
    return hit(passages[(int) key], score);
  }
}
