package org.isogloss.papers.xpr;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * The mix-language pairs of extended pre-training (Chen et al. 2020, section IV-B-2): of N pairs a
 * quarter stay in the first language, a quarter are in the second, and of the other half one text,
 * which a coin decides, is replaced by its translation. Where N is no multiple of four, the mixed
 * part is the larger one, then that of the first language.
 */
final class MixedSentences {
  private MixedSentences() {}

  /** As many pairs as were given, in the same order. */
  static List<MixedPair> of(List<TwinPair> pairs, Random random) {
    int inOne = pairs.size() / 2;
    int inSecond = inOne / 2;
    List<Integer> order = new ArrayList<>(pairs.size());
    for (int i = 0; i < pairs.size(); i++) {
      order.add(i);
    }
    Collections.shuffle(order, random);
    List<MixedPair> mixed = new ArrayList<>(Collections.nCopies(pairs.size(), null));
    for (int i = 0; i < order.size(); i++) {
      TwinPair pair = pairs.get(order.get(i));
      MixedPair chosen;
      if (i < inSecond) {
        chosen = pair.in(Side.SECOND, Side.SECOND);
      } else if (i < inOne) {
        chosen = pair.in(Side.FIRST, Side.FIRST);
      } else {
        boolean heads = random.nextBoolean();
        chosen = heads ? pair.in(Side.SECOND, Side.FIRST) : pair.in(Side.FIRST, Side.SECOND);
      }
      mixed.set(order.get(i), chosen);
    }
    return mixed;
  }
}
