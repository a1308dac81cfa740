package org.isogloss.search;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.IntStream;
import org.apache.lucene.util.VectorUtil;
import org.isogloss.core.IsoglossException;

/**
 * Finds the mates of sentences: those of another language that are most like them. Every candidate
 * is compared, so that nothing is missed; the time grows with the product of both numbers.
 */
public final class Mates {
  /**
   * A candidate for a sentence's translation.
   *
   * @param candidate its index, from 0
   * @param score dot product of the vectors: their cosine where these have unit length
   */
  public record Mate(int candidate, float score) {}

  /** Best first; equal scores in the order of the candidates. */
  private static final Comparator<Mate> ORDER =
      Comparator.comparingDouble((Mate mate) -> -mate.score()).thenComparingInt(Mate::candidate);

  private Mates() {}

  /**
   * The nearest candidates of every sentence.
   *
   * @param sentences {@code [n, dimension]}
   * @param candidates {@code [m, dimension]}
   * @param depth how many mates each sentence has at most, 1 or more
   * @return for each sentence {@code min(depth, m)} mates, best first
   */
  public static List<List<Mate>> find(float[][] sentences, float[][] candidates, int depth) {
    Depths.require(depth);
    if (sentences.length > 0
        && candidates.length > 0
        && sentences[0].length != candidates[0].length) {
      throw new IsoglossException(
          "sentences have vectors of "
              + sentences[0].length
              + " dimensions, candidates of "
              + candidates[0].length);
    }
    return IntStream.range(0, sentences.length)
        .parallel()
        .mapToObj(i -> nearest(sentences[i], candidates, depth))
        .toList();
  }

  private static List<Mate> nearest(float[] sentence, float[][] candidates, int depth) {
    PriorityQueue<Mate> best = new PriorityQueue<>(ORDER.reversed());
    for (int j = 0; j < candidates.length; j++) {
      float score = VectorUtil.dotProduct(sentence, candidates[j]);
      // Of equal scores the first stays, so a later one has to be better.
      if (best.size() < depth) {
        best.add(new Mate(j, score));
      } else if (score > best.element().score()) {
        best.remove();
        best.add(new Mate(j, score));
      }
    }
    List<Mate> mates = new ArrayList<>(best);
    mates.sort(ORDER);
    return mates;
  }
}
