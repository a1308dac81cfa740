// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr.mixture;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * The mixed-language pairs of extended pre-training (Chen et al. 2020, section IV-B-2): of N pairs
 * a quarter remain in the first language, a quarter are in the second, and in the other half a
 * random one of the texts is replaced by its translation. If N is no multiple of four, the mixed
 * part is larger, then that of the first language.
 */
public final class SentencePairMixer {
  private SentencePairMixer() {}

  /** Returns as many pairs as given, in the same order. */
  public static List<MixedLanguagePair> mix(List<BilingualPair> pairs, Random random) {
    int inOne = pairs.size() / 2;
    int inSecond = inOne / 2;
    List<Integer> order = new ArrayList<>(pairs.size());
    for (int i = 0; i < pairs.size(); i++) {
      order.add(i);
    }
    Collections.shuffle(order, random);
    List<MixedLanguagePair> mixed = new ArrayList<>(Collections.nCopies(pairs.size(), null));
    for (int i = 0; i < order.size(); i++) {
      BilingualPair pair = pairs.get(order.get(i));
      MixedLanguagePair chosen;
      if (i < inSecond) {
        chosen = pair.withSides(LanguageSide.SECOND, LanguageSide.SECOND);
      } else if (i < inOne) {
        chosen = pair.withSides(LanguageSide.FIRST, LanguageSide.FIRST);
      } else {
        boolean heads = random.nextBoolean();
        chosen =
            heads
                ? pair.withSides(LanguageSide.SECOND, LanguageSide.FIRST)
                : pair.withSides(LanguageSide.FIRST, LanguageSide.SECOND);
      }
      mixed.set(order.get(i), chosen);
    }
    return mixed;
  }
}
