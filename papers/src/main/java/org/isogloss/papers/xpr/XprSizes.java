// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.isogloss.papers.ExperimentScale;

/**
 * Sizes of training and evaluation.
 *
 * @param layers maximum number of layers of the base; 0 for all
 * @param maxLength maximum number of tokens of a pair; training truncates longer ones, the test
 *     reads all windows
 * @param batch pairs in a step
 * @param learningRate initial learning rate
 * @param headLearningRate initial learning rate of pooler and classifier, which start at random
 * @param pretrainingPairs maximum number of pairs of extended pre-training: N
 * @param relevancePairs maximum number of pairs of relevance in each language: M
 * @param rounds maximum number of epochs
 * @param validations number of validations in a training
 * @param validationQueries maximum number of validation queries
 * @param validationCandidates candidates of each
 * @param inDomainQuestions maximum number of questions of the in-domain test
 * @param inDomainCandidates candidates of each
 * @param outOfDomainQuestions maximum number of questions of each out-of-domain test
 * @param outOfDomainCandidates maximum number of candidates of each
 * @param sourcePairs maximum number of pairs of each source of relevance in each language
 * @param sourceQueries queries in a step of a source
 * @param sourceSteps steps of such a training
 * @param sourceMaxLength maximum number of tokens of a text in it
 * @param sourceQuestions maximum number of questions of the test of sources
 * @param sourceCandidates maximum number of candidates of each
 */
record XprSizes(
    int layers,
    int maxLength,
    int batch,
    double learningRate,
    double headLearningRate,
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
    int sourceMaxLength,
    int sourceQuestions,
    int sourceCandidates) {
  private static final int ALL = Integer.MAX_VALUE;

  static XprSizes of(ExperimentScale scale) {
    return switch (scale) {
      case SMOKE ->
          new XprSizes(2, 48, 8, 2e-5, 2e-5, 16, 12, 1, 1, 4, 4, 5, 6, 4, 24, 12, 4, 2, 48, 4, 24);
      // So short a training needs higher rates than the paper's, above all for the new head.
      case SMALL ->
          new XprSizes(
              6, 96, 16, 1e-4, 1e-3, 8_000, 6_000, 2, 10, 100, 12, 300, 30, 300, 80, 2_000, 12, 50,
              128, ALL, ALL);
      // N and the candidates are the paper's, which does not state the training time.
      case FULL ->
          new XprSizes(
              0, 256, 32, 2e-5, 2e-5, 100_000, ALL, 3, 30, 300, 50, ALL, 500, ALL, ALL, ALL, 32,
              1_000, 256, ALL, ALL);
    };
  }

  /** Returns the steps for a number of samples. */
  long steps(int samples) {
    return Math.ceilDiv((long) rounds * samples, batch);
  }

  /** Returns the sizes for tables and finished rows. */
  SequencedMap<String, String> description() {
    SequencedMap<String, String> settings = new LinkedHashMap<>();
    settings.put("layers kept at most", layers == 0 ? "all" : Integer.toString(layers));
    settings.put("pairs of sentences (N) at most", Integer.toString(pretrainingPairs));
    settings.put("pairs of relevance in a language (M)", atMost(relevancePairs));
    settings.put("rounds", Integer.toString(rounds));
    settings.put("tokens of a pair", Integer.toString(maxLength));
    settings.put("pairs in a step", Integer.toString(batch));
    settings.put("learning rate", Double.toString(learningRate));
    settings.put("learning rate of the head", Double.toString(headLearningRate));
    settings.put("validations", Integer.toString(validations));
    settings.put("validation queries", atMost(validationQueries));
    settings.put("candidates of a validation query", atMost(validationCandidates));
    settings.put("questions in the domain", atMost(inDomainQuestions));
    settings.put("candidates in the domain", atMost(inDomainCandidates));
    settings.put("questions outside", atMost(outOfDomainQuestions));
    settings.put("candidates outside", atMost(outOfDomainCandidates));
    return settings;
  }

  /** Returns the sizes of sources of relevance. */
  SequencedMap<String, String> sourceDescription() {
    SequencedMap<String, String> settings = new LinkedHashMap<>();
    settings.put("pairs of sentences at most", Integer.toString(pretrainingPairs));
    settings.put("pairs of a source in a language", atMost(sourcePairs));
    settings.put("queries in a step of a source", Integer.toString(sourceQueries));
    settings.put("steps of a source", Integer.toString(sourceSteps));
    settings.put("tokens of a text of a source", Integer.toString(sourceMaxLength));
    settings.put("questions of the test of sources", atMost(sourceQuestions));
    settings.put("candidates of the test of sources", atMost(sourceCandidates));
    return settings;
  }

  private static String atMost(int size) {
    return size == ALL ? "all" : "at most " + size;
  }
}
