package org.isogloss.neural.crossencoder;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.isogloss.neural.Batches;
import org.isogloss.neural.PairDraws;
import org.isogloss.neural.ranker.RankerBase;
import org.isogloss.neural.ranker.TextCorpus;
import org.isogloss.text.Encoding;

/**
 * Draws pairs of a corpus for a cross-encoder: one side, decided by a coin, is the query, its
 * translation the right passage; other sentences of the passage's language, drawn with it, stand
 * against it.
 */
final class TranslationCandidates implements Batches<List<Candidates>> {
  private final TextCorpus corpus;
  private final PairDraws draws;
  private final NegativePlan plan;
  private final RankerBase base;

  /**
   * Draws.
   *
   * @param draws so many pairs of each group at a time as the plan's pool has
   */
  TranslationCandidates(TextCorpus corpus, PairDraws draws, NegativePlan plan, RankerBase base) {
    this.corpus = corpus;
    this.draws = draws;
    this.plan = plan;
    this.base = base;
  }

  @Override
  public List<Candidates> next() {
    PairDraws.Draw draw = draws.next();
    List<Candidates> all = new ArrayList<>();
    int size = draw.left().length;
    for (int from = 0; from < size; ) {
      int to = from;
      while (to < size && draw.groups()[to] == draw.groups()[from]) {
        to++;
      }
      int[] left = Arrays.copyOfRange(draw.left(), from, to);
      int[] right = Arrays.copyOfRange(draw.right(), from, to);
      group(left, right, draw.random(), all);
      from = to;
    }
    return all;
  }

  private void group(int[] left, int[] right, SplittableRandom random, List<Candidates> all) {
    boolean leftAsks = random.nextBoolean();
    int[] queries = leftAsks ? left : right;
    int[] passages = leftAsks ? right : left;
    String[] texts = Arrays.stream(passages).mapToObj(corpus::text).toArray(String[]::new);
    int[][] pieces =
        Arrays.stream(texts).map(text -> base.tokenizer().ids(text)).toArray(int[][]::new);
    NegativeChoice choice = new NegativeChoice(pieces, passages);
    for (int i = 0; i < queries.length; i++) {
      Set<Integer> answers = new HashSet<>();
      for (int j = 0; j < queries.length; j++) {
        if (queries[j] == queries[i]) {
          answers.add(passages[j]);
        }
      }
      List<Integer> against = choice.against(i, answers, plan, random);
      if (against.size() < plan.count()) {
        continue;
      }
      String query = corpus.text(queries[i]);
      List<Encoding> pairs = new ArrayList<>();
      pairs.add(base.together(query, texts[i]));
      against.forEach(place -> pairs.add(base.together(query, texts[place])));
      int[] grades = new int[pairs.size()];
      grades[0] = 1;
      all.add(new Candidates(pairs, grades));
    }
  }

  @Override
  public Map<String, long[]> position() {
    return draws.position();
  }

  @Override
  public void seek(Map<String, long[]> position) {
    draws.seek(position);
  }
}
