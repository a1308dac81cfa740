package org.isogloss.neural.crossencoder;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.isogloss.neural.batch.Batches;
import org.isogloss.neural.batch.PairSampler;
import org.isogloss.neural.corpus.TextCorpus;
import org.isogloss.neural.ranker.PretrainedModel;
import org.isogloss.text.Encoding;

/**
 * Draws pairs of a corpus for a cross-encoder: one side, decided by a coin, is the query, its
 * translation the right passage; other sentences of the passage's language, drawn with it, stand
 * against it.
 */
final class TranslationCandidateBatches implements Batches<List<CandidateList>> {
  private final TextCorpus corpus;
  private final PairSampler sampler;
  private final NegativeOptions options;
  private final PretrainedModel base;

  /**
   * Draws.
   *
   * @param sampler so many pairs of each group at a time as the plan's pool has
   */
  TranslationCandidateBatches(
      TextCorpus corpus, PairSampler sampler, NegativeOptions options, PretrainedModel base) {
    this.corpus = corpus;
    this.sampler = sampler;
    this.options = options;
    this.base = base;
  }

  @Override
  public List<CandidateList> next() {
    PairSampler.PairSample draw = sampler.next();
    List<CandidateList> all = new ArrayList<>();
    int size = draw.left().length;
    for (int from = 0; from < size; ) {
      int to = from;
      while (to < size && draw.groups()[to] == draw.groups()[from]) {
        to++;
      }
      int[] left = Arrays.copyOfRange(draw.left(), from, to);
      int[] right = Arrays.copyOfRange(draw.right(), from, to);
      addCandidates(left, right, draw.random(), all);
      from = to;
    }
    return all;
  }

  private void addCandidates(
      int[] left, int[] right, SplittableRandom random, List<CandidateList> all) {
    boolean leftAsks = random.nextBoolean();
    int[] queries = leftAsks ? left : right;
    int[] passages = leftAsks ? right : left;
    String[] texts = Arrays.stream(passages).mapToObj(corpus::text).toArray(String[]::new);
    int[][] pieces =
        Arrays.stream(texts).map(text -> base.tokenizer().ids(text)).toArray(int[][]::new);
    NegativeSampler choice = new NegativeSampler(pieces, passages);
    for (int i = 0; i < queries.length; i++) {
      Set<Integer> answers = new HashSet<>();
      for (int j = 0; j < queries.length; j++) {
        if (queries[j] == queries[i]) {
          answers.add(passages[j]);
        }
      }
      List<Integer> against = choice.select(i, answers, options, random);
      if (against.size() < options.count()) {
        continue;
      }
      String query = corpus.text(queries[i]);
      List<Encoding> pairs = new ArrayList<>();
      pairs.add(base.encodePair(query, texts[i]));
      against.forEach(place -> pairs.add(base.encodePair(query, texts[place])));
      int[] grades = new int[pairs.size()];
      grades[0] = 1;
      all.add(new CandidateList(pairs, grades));
    }
  }

  @Override
  public Map<String, long[]> position() {
    return sampler.position();
  }

  @Override
  public void seek(Map<String, long[]> position) {
    sampler.seek(position);
  }
}
