// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
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
import org.isogloss.neural.finetuning.PretrainedModel;
import org.isogloss.text.Encoding;

/**
 * Samples pairs of a corpus for a cross-encoder: one side, chosen at random, is the query, its
 * translation the relevant passage; other sentences of the same language that are sampled together
 * with it are the negatives.
 */
final class TranslationCandidateBatches implements Batches<List<CandidateList>> {
  private final TextCorpus corpus;
  private final PairSampler sampler;
  private final NegativeOptions options;
  private final PretrainedModel base;

  /**
   * Creates the batches.
   *
   * @param sampler samples as many pairs of a group at a time as the size of the pool in the
   *     options
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
    PairSampler.PairSample sample = sampler.next();
    List<CandidateList> all = new ArrayList<>();
    int size = sample.left().length;
    for (int from = 0; from < size; ) {
      int to = from;
      while (to < size && sample.groups()[to] == sample.groups()[from]) {
        to++;
      }
      int[] left = Arrays.copyOfRange(sample.left(), from, to);
      int[] right = Arrays.copyOfRange(sample.right(), from, to);
      addCandidates(left, right, sample.random(), all);
      from = to;
    }
    return all;
  }

  private void addCandidates(
      int[] left, int[] right, SplittableRandom random, List<CandidateList> all) {
    boolean leftIsQuery = random.nextBoolean();
    int[] queries = leftIsQuery ? left : right;
    int[] passages = leftIsQuery ? right : left;
    String[] texts = Arrays.stream(passages).mapToObj(corpus::text).toArray(String[]::new);
    int[][] tokenIds =
        Arrays.stream(texts).map(text -> base.tokenizer().ids(text)).toArray(int[][]::new);
    NegativeSampler negativeSampler = new NegativeSampler(tokenIds, passages);
    for (int i = 0; i < queries.length; i++) {
      Set<Integer> relevant = new HashSet<>();
      for (int j = 0; j < queries.length; j++) {
        if (queries[j] == queries[i]) {
          relevant.add(passages[j]);
        }
      }
      List<Integer> negatives = negativeSampler.select(i, relevant, options, random);
      if (negatives.size() < options.count()) {
        continue;
      }
      String query = corpus.text(queries[i]);
      List<Encoding> pairs = new ArrayList<>();
      pairs.add(base.encodePair(query, texts[i]));
      negatives.forEach(index -> pairs.add(base.encodePair(query, texts[index])));
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
