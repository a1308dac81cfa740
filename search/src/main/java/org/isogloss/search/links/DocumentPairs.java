// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.links;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isogloss.search.links.PassageVectors.Document;

/**
 * Collects pairs of passages that are best translations of each other, and finds the pairs of
 * documents to which enough of them belong.
 *
 * <p>Two documents are translations of each other if the paired passages that follow each other in
 * the same order in both documents are at least half of the passages of the shorter document, and a
 * quarter of those of both together, and the mean cosine of all paired passages reaches a minimum.
 * The minimum depends on the two languages: {@value #MIN_COSINE} if a fifth of the documents in the
 * rarer language, and at least {@value #MIN_CERTAIN} of them or half, certainly have a translation
 * in the other, with a cosine of {@value #CERTAIN_COSINE} and a mean margin of {@value
 * #CERTAIN_MARGIN}; {@value #MIN_COSINE_OF_FEW} otherwise, with the same margin, because nearly all
 * pairs between collections that are not parallel are wrong: a translation is much nearer than
 * other texts on its topic, of which there are always some.
 */
final class DocumentPairs {
  private static final double MIN_COSINE = 0.85;
  private static final double MIN_COSINE_OF_FEW = 0.92;
  private static final double CERTAIN_COSINE = 0.9;
  private static final double CERTAIN_MARGIN = 1.05;
  private static final double MIN_CERTAIN_SHARE = 0.2;

  /** Chance gives a few documents a near one in another language. */
  private static final int MIN_CERTAIN = 10;

  /**
   * Two documents that are translations of each other, by their numbers.
   *
   * @param cosine mean cosine of the paired passages
   */
  record DocumentPair(int first, int second, double cosine) {
    /** The nearest documents first. */
    static final Comparator<DocumentPair> ORDER =
        Comparator.comparingDouble((DocumentPair pair) -> -pair.cosine())
            .thenComparingInt(DocumentPair::first)
            .thenComparingInt(DocumentPair::second);
  }

  private record Documents(int first, int second) {}

  private record PassagePair(int first, int second, double cosine, double margin) {
    /** In the order of the first document, and so that no two with equal first passage ascend. */
    static final Comparator<PassagePair> ORDER =
        Comparator.comparingInt(PassagePair::first)
            .thenComparing(Comparator.comparingInt(PassagePair::second).reversed());
  }

  private final PassageVectors vectors;
  private final Map<Documents, List<PassagePair>> passages = new HashMap<>();

  DocumentPairs(PassageVectors vectors) {
    this.vectors = vectors;
  }

  void add(int first, int second, double cosine, double margin) {
    passages
        .computeIfAbsent(
            new Documents(vectors.documentOf(first), vectors.documentOf(second)),
            documents -> new ArrayList<>(1))
        .add(new PassagePair(first, second, cosine, margin));
  }

  /**
   * Returns the pairs of documents that are translations of each other, in no particular order.
   *
   * @param known number of other pairs of documents in the two languages that are known to be
   *     translations
   * @param documents number of documents in the rarer language
   */
  List<DocumentPair> translations(int known, int documents) {
    List<DocumentPair> covered = new ArrayList<>();
    List<DocumentPair> distinct = new ArrayList<>();
    passages.forEach(
        (pair, paired) -> {
          double cosine = paired.stream().mapToDouble(PassagePair::cosine).average().orElse(0);
          if (cosine >= MIN_COSINE && cover(pair, paired)) {
            DocumentPair found = new DocumentPair(pair.first(), pair.second(), cosine);
            covered.add(found);
            if (paired.stream().mapToDouble(PassagePair::margin).average().orElse(0)
                >= CERTAIN_MARGIN) {
              distinct.add(found);
            }
          }
        });
    long certain = distinct.stream().filter(pair -> pair.cosine() >= CERTAIN_COSINE).count();
    double required =
        Math.max(MIN_CERTAIN_SHARE * documents, Math.min(documents / 2.0, MIN_CERTAIN));
    boolean parallel = known + certain >= required;
    return parallel
        ? covered
        : distinct.stream().filter(pair -> pair.cosine() >= MIN_COSINE_OF_FEW).toList();
  }

  private boolean cover(Documents documents, List<PassagePair> paired) {
    Document first = vectors.document(documents.first());
    Document second = vectors.document(documents.second());
    int shorter = Math.min(first.passages().size(), second.passages().size());
    int both = first.passages().size() + second.passages().size();
    int ordered = ordered(paired);
    return 2 * ordered >= shorter && 4 * ordered >= both;
  }

  /** The length of the longest sequence of pairs in the same order in both documents. */
  private static int ordered(List<PassagePair> paired) {
    // ends[n] is the least second passage with which a sequence of n + 1 pairs ends.
    int[] ends = new int[paired.size()];
    int length = 0;
    for (PassagePair pair : paired.stream().sorted(PassagePair.ORDER).toList()) {
      int at = 0;
      while (at < length && ends[at] < pair.second()) {
        at++;
      }
      ends[at] = pair.second();
      length = Math.max(length, at + 1);
    }
    return length;
  }
}
