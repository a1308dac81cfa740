// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.crosslingual;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.isogloss.core.Language;
import org.isogloss.data.Judgement;
import org.isogloss.data.trec.RunLine;
import org.isogloss.measure.Qrels;
import org.isogloss.measure.Run;

/**
 * How fairly a run ranks the languages of a collection, at several depths.
 *
 * @param peer mean of {@link EqualExpectedRank} over queries by depth, from 0 to 1; all relevant
 *     grades have the same weight
 * @param shares share of each language among the first hits of all queries, by language tag and
 *     depth
 * @param relevantShares share of each language among the relevant documents
 */
public record LanguageFairness(
    SequencedMap<Integer, Double> peer,
    SortedMap<String, SequencedMap<Integer, Double>> shares,
    SortedMap<String, Double> relevantShares) {
  /**
   * Measures a run.
   *
   * @param documentLanguage maps the id of a document to its language
   * @param depths numbers of first hits, each 1 or more
   * @param level lowest grade of a relevant document, 1 or more
   */
  public static LanguageFairness of(
      Qrels qrels,
      Run run,
      Function<String, Language> documentLanguage,
      List<Integer> depths,
      int level) {
    Map<Integer, Double> weights = new HashMap<>();
    SortedMap<String, Double> relevant = new TreeMap<>();
    weights.put(level, 1.0);
    for (String query : qrels.queries()) {
      for (Judgement judgement : qrels.judgements(query)) {
        if (judgement.grade() >= level) {
          weights.put(judgement.grade(), 1.0);
          relevant.merge(documentLanguage.apply(judgement.documentId()).tag(), 1.0, Double::sum);
        }
      }
    }
    SequencedMap<Integer, Double> peer = new LinkedHashMap<>();
    SortedMap<String, SequencedMap<Integer, Double>> shares = new TreeMap<>();
    for (int depth : depths) {
      peer.put(
          depth,
          EqualExpectedRank.of(qrels, run, documentLanguage, weights, depth).values().stream()
              .mapToDouble(Double::doubleValue)
              .average()
              .orElse(Double.NaN));
      Map<String, Double> found = new HashMap<>();
      for (String query : run.queries()) {
        List<RunLine> lines = run.lines(query);
        for (RunLine line : lines.subList(0, Math.min(depth, lines.size()))) {
          found.merge(documentLanguage.apply(line.documentId()).tag(), 1.0, Double::sum);
        }
      }
      normalized(found)
          .forEach(
              (tag, share) ->
                  shares.computeIfAbsent(tag, key -> new LinkedHashMap<>()).put(depth, share));
    }
    return new LanguageFairness(peer, shares, new TreeMap<>(normalized(relevant)));
  }

  private static Map<String, Double> normalized(Map<String, Double> counts) {
    double total = counts.values().stream().mapToDouble(Double::doubleValue).sum();
    Map<String, Double> shares = new HashMap<>();
    counts.forEach((key, count) -> shares.put(key, count / total));
    return shares;
  }
}
