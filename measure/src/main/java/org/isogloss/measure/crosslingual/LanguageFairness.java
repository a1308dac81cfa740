// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.crosslingual;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.isogloss.core.Language;
import org.isogloss.data.Judgement;
import org.isogloss.data.trec.RunLine;
import org.isogloss.measure.PrintfNumbers;
import org.isogloss.measure.Qrels;
import org.isogloss.measure.Run;
import org.isogloss.measure.TextTable;

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

  /** Formats PEER and the shares of languages as an aligned table; every line has a line end. */
  public String toTable() {
    List<String> header = new ArrayList<>(List.of(""));
    peer.keySet().forEach(depth -> header.add("@" + depth));
    header.add("relevant");
    TextTable table = new TextTable(header);
    List<String> first = new ArrayList<>(List.of("PEER"));
    peer.values().forEach(value -> first.add(PrintfNumbers.formatFixed(value, 4)));
    first.add("");
    table.row(first);
    SortedSet<String> tags = new TreeSet<>(shares.keySet());
    tags.addAll(relevantShares.keySet());
    for (String tag : tags) {
      List<String> row = new ArrayList<>(List.of("share of " + tag));
      for (int depth : peer.keySet()) {
        row.add(PrintfNumbers.formatFixed(share(tag, depth), 4));
      }
      row.add(PrintfNumbers.formatFixed(relevantShares.getOrDefault(tag, 0.0), 4));
      table.row(row);
    }
    return table.toString();
  }

  private double share(String tag, int depth) {
    return shares.containsKey(tag) ? shares.get(tag).getOrDefault(depth, 0.0) : 0;
  }

  /** Formats the values as one JSON object, in full precision; a mean of nothing is null. */
  public String toJson() {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    ObjectNode byDepth = root.putObject("peer");
    peer.forEach(
        (depth, value) -> byDepth.put(depth.toString(), Double.isNaN(value) ? null : value));
    ObjectNode byTag = root.putObject("shares");
    shares.forEach(
        (tag, values) -> {
          ObjectNode of = byTag.putObject(tag);
          values.forEach((depth, share) -> of.put(depth.toString(), share));
        });
    ObjectNode relevant = root.putObject("relevant_shares");
    relevantShares.forEach(relevant::put);
    return root.toPrettyString();
  }

  private static Map<String, Double> normalized(Map<String, Double> counts) {
    double total = counts.values().stream().mapToDouble(Double::doubleValue).sum();
    Map<String, Double> shares = new HashMap<>();
    counts.forEach((key, count) -> shares.put(key, count / total));
    return shares;
  }
}
