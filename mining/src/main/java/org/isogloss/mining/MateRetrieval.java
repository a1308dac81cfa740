package org.isogloss.mining;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.lucene.util.VectorUtil;
import org.isogloss.core.Encoder;
import org.isogloss.core.IsoglossException;

/**
 * Finds the mates of sentences: those of another language that are most like them. Every candidate
 * is compared, so that nothing is missed; the time grows with the product of both numbers.
 */
public final class MateRetrieval {
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

  /** So many sentences are done by one thread before it takes more. */
  private static final int CHUNK = 64;

  private MateRetrieval() {}

  /**
   * The nearest candidates of every sentence. A vector of zeros is that of a text which says
   * nothing, such as an empty line: it has no mates and is nobody's.
   *
   * @param sentences {@code [n, dimension]}
   * @param candidates {@code [m, dimension]}
   * @param depth how many mates each sentence has at most, 1 or more
   * @param threads how many share the work, 1 or more
   * @return for each sentence its {@code depth} mates, or as many as there are; best first
   */
  public static List<List<Mate>> find(
      float[][] sentences, float[][] candidates, int depth, int threads) {
    if (depth < 1) {
      throw new IllegalArgumentException("depth is " + depth + ", expected 1 or more");
    }
    if (threads < 1) {
      throw new IllegalArgumentException("threads is " + threads + ", expected 1 or more");
    }
    if (sentences.length > 0
        && candidates.length > 0
        && sentences[0].length != candidates[0].length) {
      throw new IsoglossException(
          "sentences have vectors of "
              + sentences[0].length
              + " dimensions, candidates of "
              + candidates[0].length);
    }
    int[] present =
        IntStream.range(0, candidates.length)
            .filter(j -> Encoder.isNonZero(candidates[j]))
            .toArray();
    try (ExecutorService workers =
        Executors.newFixedThreadPool(
            threads, Thread.ofPlatform().daemon().name("isogloss-mates-", 0).factory())) {
      List<Future<List<List<Mate>>>> chunks = new ArrayList<>();
      for (int from = 0; from < sentences.length; from += CHUNK) {
        List<float[]> chunk =
            Arrays.asList(sentences).subList(from, Math.min(from + CHUNK, sentences.length));
        chunks.add(
            workers.submit(
                () ->
                    chunk.stream()
                        .map(sentence -> nearest(sentence, candidates, present, depth))
                        .toList()));
      }
      List<List<Mate>> mates = new ArrayList<>(sentences.length);
      for (Future<List<List<Mate>>> chunk : chunks) {
        mates.addAll(result(chunk, workers));
      }
      return mates;
    }
  }

  private static <T> T result(Future<T> chunk, ExecutorService workers) {
    try {
      return chunk.get();
    } catch (InterruptedException e) {
      workers.shutdownNow();
      Thread.currentThread().interrupt();
      throw new IsoglossException("finding mates was interrupted", e);
    } catch (ExecutionException e) {
      workers.shutdownNow();
      if (e.getCause() instanceof RuntimeException problem) {
        throw problem;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  private static List<Mate> nearest(
      float[] sentence, float[][] candidates, int[] present, int depth) {
    if (!Encoder.isNonZero(sentence)) {
      return List.of();
    }
    PriorityQueue<Mate> best = new PriorityQueue<>(ORDER.reversed());
    for (int j : present) {
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
