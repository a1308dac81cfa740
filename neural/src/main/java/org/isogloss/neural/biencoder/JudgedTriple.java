// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.biencoder;

import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.core.Language;
import org.isogloss.neural.judgement.RelevanceMask;
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

    /** Returns whether the better passage is in the language of the query. */
    boolean areEqual() {
      return !query.equals(Language.UNDETERMINED) && query.equals(positive);
    }

    /** Returns whether a text is in another language than the query. */
    boolean differs(Language text) {
      return !text.equals(Language.UNDETERMINED) && !text.equals(query);
    }
  }

  /**
   * Returns which passages of a batch are no negatives of which query, bool {@code [n, 2 n]}: the
   * better passages of the triples, then the worse ones. These are passages that are judged
   * relevant, and, for a query whose better passage is in its own language, passages of other
   * queries in other languages: the language of a passage would be a hint.
   */
  static Tensor excluded(List<JudgedTriple> triples, Device device) {
    Tensor relevant =
        RelevanceMask.of(
            triples.stream().map(JudgedTriple::relevant).toList(),
            ofPassages(triples, JudgedTriple::positiveKey, JudgedTriple::negativeKey),
            device);
    List<Language> passages =
        ofPassages(
            triples, triple -> triple.languages.positive, triple -> triple.languages.negative);
    boolean[] foreign = new boolean[triples.size() * passages.size()];
    int at = 0;
    for (int query = 0; query < triples.size(); query++) {
      Languages languages = triples.get(query).languages;
      for (int passage = 0; passage < passages.size(); passage++) {
        boolean isOwn = passage % triples.size() == query;
        foreign[at++] = languages.areEqual() && !isOwn && languages.differs(passages.get(passage));
      }
    }
    return relevant.logical_or(
        Tensor.create(foreign, triples.size(), passages.size()).to(device, torch.ScalarType.Bool));
  }

  private static <T> List<T> ofPassages(
      List<JudgedTriple> triples,
      Function<JudgedTriple, T> positive,
      Function<JudgedTriple, T> negative) {
    return Stream.concat(triples.stream().map(positive), triples.stream().map(negative)).toList();
  }

  /** Returns the length of the longest text in tokens. */
  int maxLength() {
    return Math.max(query.size(), Math.max(positive.size(), negative.size()));
  }
}
