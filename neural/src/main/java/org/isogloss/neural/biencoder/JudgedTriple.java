// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.biencoder;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.core.Language;
import org.isogloss.neural.judgement.ExcludedNegatives;
import org.isogloss.text.Encoding;

/**
 * A query with two judged passages, of which the positive one has the higher grade.
 *
 * @param query the encoded query
 * @param positive the encoded better passage
 * @param negative the encoded worse passage
 * @param gradeDifference difference in grade, above 0
 * @param queryKey equal for equal queries
 * @param positiveKey equal for equal passages
 * @param negativeKey the same for the worse passage; equal to a positive key for an equal passage
 * @param relevant keys of all passages that are judged as good as the better passage, or better
 * @param languages languages of the texts
 */
record JudgedTriple(
    Encoding query,
    Encoding positive,
    Encoding negative,
    int gradeDifference,
    int queryKey,
    int positiveKey,
    int negativeKey,
    Set<Integer> relevant,
    Languages languages) {
  /**
   * The languages of the texts of a triple, {@link Language#UNDETERMINED} if they are not stated.
   */
  record Languages(Language query, Language positive, Language negative) {
    static final Languages UNDETERMINED =
        new Languages(Language.UNDETERMINED, Language.UNDETERMINED, Language.UNDETERMINED);
  }

  /**
   * Returns the {@link ExcludedNegatives} of a batch, bool {@code [n, 2 n]}: of the better passages
   * of the triples, then of the worse ones.
   */
  static Tensor excluded(List<JudgedTriple> triples, Device device) {
    List<ExcludedNegatives.Query> queries = new ArrayList<>();
    List<ExcludedNegatives.Passage> better = new ArrayList<>();
    List<ExcludedNegatives.Passage> worse = new ArrayList<>();
    for (JudgedTriple triple : triples) {
      Languages languages = triple.languages;
      int query = queries.size();
      queries.add(
          new ExcludedNegatives.Query(triple.relevant, languages.query, languages.positive));
      better.add(new ExcludedNegatives.Passage(triple.positiveKey, languages.positive, query));
      worse.add(new ExcludedNegatives.Passage(triple.negativeKey, languages.negative, query));
    }
    better.addAll(worse);
    return ExcludedNegatives.of(queries, better, device);
  }

  /** Returns the length of the longest text in tokens. */
  int maxLength() {
    return Math.max(query.size(), Math.max(positive.size(), negative.size()));
  }
}
