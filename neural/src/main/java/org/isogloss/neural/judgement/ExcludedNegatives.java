// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.judgement;

import java.util.List;
import java.util.Set;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.core.Language;

/**
 * States which passages of a batch are no negatives of which query. These are passages that are
 * judged relevant, and, for a query whose relevant passage is in its own language, passages of
 * other queries in other languages: the language of a passage would be a hint.
 */
public final class ExcludedNegatives {
  private ExcludedNegatives() {}

  /**
   * A query.
   *
   * @param relevant keys of the passages that are judged relevant
   * @param language {@link Language#UNDETERMINED} if it is not stated
   * @param passageLanguage language of the relevant passage with which it was sampled
   */
  public record Query(Set<Integer> relevant, Language language, Language passageLanguage) {
    private boolean asksInItsOwnLanguage() {
      return !language.equals(Language.UNDETERMINED) && language.equals(passageLanguage);
    }

    private boolean differs(Language passage) {
      return !passage.equals(Language.UNDETERMINED) && !passage.equals(language);
    }
  }

  /**
   * A passage.
   *
   * @param key equal for equal passages
   * @param language {@link Language#UNDETERMINED} if it is not stated
   * @param query index of the query with which it was sampled
   */
  public record Passage(int key, Language language, int query) {}

  /**
   * Returns a mask.
   *
   * @return bool, {@code [queries, passages]}, on the device
   */
  public static Tensor of(List<Query> queries, List<Passage> passages, Device device) {
    boolean[] mask = new boolean[queries.size() * passages.size()];
    for (int i = 0; i < queries.size(); i++) {
      Query query = queries.get(i);
      for (int j = 0; j < passages.size(); j++) {
        Passage passage = passages.get(j);
        mask[i * passages.size() + j] =
            query.relevant().contains(passage.key())
                || (passage.query() != i
                    && query.asksInItsOwnLanguage()
                    && query.differs(passage.language()));
      }
    }
    return Tensor.create(mask, queries.size(), passages.size()).to(device, torch.ScalarType.Bool);
  }
}
