package org.isogloss.lexical.alignment;

import org.isogloss.lexical.SentenceList;

/**
 * One direction: the words of target sentences as translations of those of source sentences. Which
 * of the bitext's sides is the source differs between the two directions.
 */
final class DirectionalModel {
  private final SentenceList source;
  private final SentenceList target;
  private final float nullProbability;
  private TranslationProbabilities rows;
  private JumpDistribution jumps;

  DirectionalModel(
      SentenceList source,
      SentenceList target,
      TranslationProbabilities rows,
      double nullProbability) {
    this.source = source;
    this.target = target;
    this.rows = rows;
    this.nullProbability = (float) nullProbability;
    int longest = 0;
    for (int s = 0; s < source.size(); s++) {
      longest = Math.max(longest, source.length(s));
    }
    this.jumps = JumpDistribution.initial(longest);
  }

  void fill(EmissionProbabilities emissions, int sentence) {
    emissions.fill(rows, source, target, sentence);
  }

  TranslationProbabilities rows() {
    return rows;
  }

  JumpDistribution jumps() {
    return jumps;
  }

  float nullProbability() {
    return nullProbability;
  }

  /** Whether a pair was left out. */
  boolean isEmpty(int sentence) {
    return target.length(sentence) == 0;
  }

  int targetWordCount() {
    return target.wordCount();
  }

  /** Takes the expected counts for what is likely from now on. */
  void maximise(double[] jumpCounts, double prior, AlignmentThreadPool workers) {
    rows = rows.maximised(prior, workers);
    if (jumpCounts[JumpDistribution.bucket(1)] > 0) {
      jumps = jumps.reestimated(jumpCounts);
    }
  }
}
