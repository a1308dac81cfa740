// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.alignment;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isogloss.lexical.ParallelCorpus;

/**
 * A straightforward implementation of IBM Model 1 with maps of words; the source word "" is the
 * null word.
 */
final class ReferenceModelOne {
  private final List<List<String>> sources = new ArrayList<>();
  private final List<List<String>> targets = new ArrayList<>();
  private Map<String, Map<String, Double>> probabilities = new HashMap<>();
  private double perplexity;

  ReferenceModelOne(ParallelCorpus corpus) {
    for (int pair = 0; pair < corpus.size(); pair++) {
      List<String> source = new ArrayList<>(List.of(""));
      source.addAll(corpus.sourceWords(pair));
      sources.add(source);
      targets.add(corpus.targetWords(pair));
    }
    double uniform = 1.0 / corpus.targetVocabularySize();
    for (int pair = 0; pair < sources.size(); pair++) {
      for (String e : sources.get(pair)) {
        for (String f : targets.get(pair)) {
          probabilities.computeIfAbsent(e, word -> new HashMap<>()).put(f, uniform);
        }
      }
    }
  }

  void iterate() {
    Map<String, Map<String, Double>> counts = new HashMap<>();
    double logLikelihood = 0;
    int words = 0;
    for (int pair = 0; pair < sources.size(); pair++) {
      for (String f : targets.get(pair)) {
        double sum = 0;
        for (String e : sources.get(pair)) {
          sum += probabilities.get(e).get(f);
        }
        for (String e : sources.get(pair)) {
          counts
              .computeIfAbsent(e, word -> new HashMap<>())
              .merge(f, probabilities.get(e).get(f) / sum, Double::sum);
        }
        logLikelihood += Math.log(sum / sources.get(pair).size());
        words++;
      }
    }
    for (Map<String, Double> row : counts.values()) {
      double sum = row.values().stream().mapToDouble(Double::doubleValue).sum();
      row.replaceAll((f, count) -> count / sum);
    }
    probabilities = counts;
    perplexity = Math.exp(-logLikelihood / words);
  }

  Map<String, Map<String, Double>> probabilities() {
    return probabilities;
  }

  /** Returns the perplexity before the last iteration. */
  double perplexity() {
    return perplexity;
  }
}
