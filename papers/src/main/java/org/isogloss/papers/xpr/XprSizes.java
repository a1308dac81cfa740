package org.isogloss.papers.xpr;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.isogloss.papers.ExperimentScale;

/**
 * How much is trained and measured.
 *
 * @param layers of the base that are kept at most; 0 for all
 * @param maxLength pieces of a pair; of longer ones training sees the beginning, the test all parts
 * @param batch pairs of a step
 * @param learningRate learning rate at the beginning
 * @param pretrainingPairs pairs of extended pre-training, at most: N
 * @param relevancePairs of relevance in each language, at most: M
 * @param rounds how often each sample is seen, at most
 * @param validations how often in a training it is decided which state is kept
 * @param validationQueries queries that decide it, at most
 * @param validationCandidates candidates of each
 * @param inDomainQuestions of the test in the domain, at most
 * @param inDomainCandidates of each
 * @param outOfDomainQuestions questions of each test outside of the domain, at most
 * @param outOfDomainCandidates candidates of each, at most
 * @param sourcePairs of each source of relevance in each language, at most
 * @param sourceQueries of a step that trains on a source
 * @param sourceSteps of such a training
 * @param sourceQuestions of the test that sources are compared by, at most
 */
record XprSizes(
    int layers,
    int maxLength,
    int batch,
    double learningRate,
    int pretrainingPairs,
    int relevancePairs,
    int rounds,
    int validations,
    int validationQueries,
    int validationCandidates,
    int inDomainQuestions,
    int inDomainCandidates,
    int outOfDomainQuestions,
    int outOfDomainCandidates,
    int sourcePairs,
    int sourceQueries,
    int sourceSteps,
    int sourceQuestions) {
  private static final int ALL = Integer.MAX_VALUE;

  static XprSizes of(ExperimentScale scale) {
    return switch (scale) {
      case SMOKE -> new XprSizes(2, 48, 8, 2e-5, 16, 12, 1, 1, 4, 4, 5, 6, 4, 24, 12, 4, 2, 4);
      // At the paper's rate a few hundred steps teach nothing; at this one XPI learns.
      case SMALL ->
          new XprSizes(
              6, 128, 16, 2e-4, 8_000, 2_000, 1, 2, 60, 12, 60, 30, 40, ALL, 2_000, 12, 50, ALL);
      // N is the paper's, and so are the candidates; how long it trained, it does not say.
      case FULL ->
          new XprSizes(
              0, 256, 32, 2e-5, 100_000, ALL, 3, 30, 300, 50, ALL, 500, ALL, ALL, ALL, 32, 1_000,
              ALL);
    };
  }

  /** Steps for so many samples. */
  long steps(int samples) {
    return Math.ceilDiv((long) rounds * samples, batch);
  }

  /** What tables and finished rows tell of it. */
  SequencedMap<String, String> description() {
    SequencedMap<String, String> told = new LinkedHashMap<>();
    told.put("layers kept at most", layers == 0 ? "all" : Integer.toString(layers));
    told.put("pairs of sentences (N) at most", Integer.toString(pretrainingPairs));
    told.put("pairs of relevance in a language (M)", atMost(relevancePairs));
    told.put("rounds", Integer.toString(rounds));
    told.put("questions in the domain", atMost(inDomainQuestions));
    told.put("candidates in the domain", atMost(inDomainCandidates));
    told.put("questions outside", atMost(outOfDomainQuestions));
    told.put("candidates outside", atMost(outOfDomainCandidates));
    return told;
  }

  /** The same of sources of relevance. */
  SequencedMap<String, String> sourceDescription() {
    SequencedMap<String, String> told = new LinkedHashMap<>();
    told.put("pairs of sentences at most", Integer.toString(pretrainingPairs));
    told.put("pairs of a source in a language", atMost(sourcePairs));
    return told;
  }

  private static String atMost(int size) {
    return size == ALL ? "all" : "at most " + size;
  }
}
