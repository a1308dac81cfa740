// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.adversarial;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isogloss.core.Language;
import org.isogloss.papers.ExperimentScale;

/**
 * Sizes of training and evaluation.
 *
 * @param targets languages of the documents
 * @param layers maximum number of layers of the base; 0 for all
 * @param maxLength maximum number of tokens of a text, or of a query and a document read together
 * @param batch queries of a batch
 * @param steps steps of the ranking loss; as many follow for the discriminator and the generator
 * @param trainingQueries maximum number of training queries
 * @param trainingCandidates maximum number of candidates of a training query
 * @param testQueries maximum number of test queries
 * @param poolQueries maximum number of test queries in the pool of all languages
 * @param poolCandidates maximum number of candidates of each of them in each language: the first
 *     ones, which have the highest grades
 * @param mapDocuments number of parallel documents that are drawn
 */
record AdversarialSizes(
    List<Language> targets,
    int layers,
    int maxLength,
    int batch,
    long steps,
    int trainingQueries,
    int trainingCandidates,
    int testQueries,
    int poolQueries,
    int poolCandidates,
    int mapDocuments) {
  private static final int ALL = Integer.MAX_VALUE;

  AdversarialSizes {
    targets = List.copyOf(targets);
  }

  static AdversarialSizes of(ExperimentScale scale) {
    return switch (scale) {
      case SMOKE -> new AdversarialSizes(languages("de", "zh"), 2, 32, 4, 3, 20, 10, 4, 2, 10, 10);
      case SMALL ->
          new AdversarialSizes(languages("de", "zh"), 6, 48, 8, 100, ALL, 100, 60, 20, 40, 50);
      // The paper does not state the number of steps, nor the size of a batch.
      case FULL ->
          new AdversarialSizes(
              languages("ar", "de", "es", "fr", "ja", "ru", "zh"),
              0,
              128,
              32,
              10_000,
              ALL,
              100,
              ALL,
              100,
              100,
              500);
    };
  }

  /** Returns these sizes with other steps of the ranking loss. */
  AdversarialSizes withSteps(long steps) {
    return new AdversarialSizes(
        targets,
        layers,
        maxLength,
        batch,
        steps,
        trainingQueries,
        trainingCandidates,
        testQueries,
        poolQueries,
        poolCandidates,
        mapDocuments);
  }

  private static List<Language> languages(String... codes) {
    return Stream.of(codes).map(Language::of).toList();
  }

  /** Returns the sizes for tables and finished rows. */
  SequencedMap<String, String> description() {
    SequencedMap<String, String> settings = new LinkedHashMap<>();
    settings.put("training queries", atMost(trainingQueries));
    settings.put("candidates of a training query", atMost(trainingCandidates));
    settings.put("test queries", atMost(testQueries));
    settings.put("test queries in the pool of all languages", atMost(poolQueries));
    settings.put("candidates of these in each language", atMost(poolCandidates));
    settings.put("maximum number of tokens", Integer.toString(maxLength));
    settings.put("queries of a batch", Integer.toString(batch));
    settings.put("steps of the ranking loss", Long.toString(steps));
    return settings;
  }

  private static String atMost(int size) {
    return size == ALL ? "all" : "at most " + size;
  }

  static String codes(List<Language> languages) {
    return languages.stream().map(Language::tag).collect(Collectors.joining(", "));
  }
}
