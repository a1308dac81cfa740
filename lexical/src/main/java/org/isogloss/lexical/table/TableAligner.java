// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.table;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isogloss.lexical.Alignment;
import org.isogloss.lexical.AlignmentLink;

/**
 * Aligns single sentence pairs with a {@link TranslationTable}, for programs that need the links of
 * a few pairs of a large bitext. Two words can be linked if the geometric mean of their translation
 * probabilities in both directions is at least {@value #MIN_SCORE}.
 *
 * <p>Links are chosen by competitive linking (Melamed 2000, <em>Models of translational equivalence
 * among words</em>), the most probable first, equal ones nearest to the diagonal first, each word
 * once. A word without a link is then linked to the counterpart of its neighbour if both can be
 * linked, such as the second word of a compound. Thread-safe.
 */
public final class TableAligner {
  private static final double MIN_SCORE = 0.05;
  private static final Comparator<Candidate> ORDER =
      Comparator.comparingDouble(Candidate::score)
          .reversed()
          .thenComparingDouble(Candidate::distance)
          .thenComparing(Candidate::link);

  private final TranslationTable forward;
  private final TranslationTable backward;

  /**
   * Links that compete.
   *
   * @param distance distance from the diagonal, as a fraction of the sentence
   */
  private record Candidate(AlignmentLink link, double score, double distance) {}

  public TableAligner(TranslationTable table) {
    this.forward = requireNonNull(table, "table is null");
    this.backward = table.reversed();
  }

  /**
   * Aligns a pair.
   *
   * @param source words in the form of the table, in lower case unless it was made otherwise
   */
  public Alignment align(List<String> source, List<String> target) {
    List<Candidate> candidates = candidates(source, target);
    candidates.sort(ORDER);
    BitSet sources = new BitSet();
    BitSet targets = new BitSet();
    List<AlignmentLink> links = new ArrayList<>();
    for (Candidate candidate : candidates) {
      AlignmentLink link = candidate.link();
      if (!sources.get(link.source()) && !targets.get(link.target())) {
        sources.set(link.source());
        targets.set(link.target());
        links.add(link);
      }
    }
    List<AlignmentLink> chosen = List.copyOf(links);
    for (Candidate candidate : candidates) {
      AlignmentLink link = candidate.link();
      if ((!sources.get(link.source()) || !targets.get(link.target()))
          && chosen.stream().anyMatch(other -> areNeighbours(link, other))) {
        sources.set(link.source());
        targets.set(link.target());
        links.add(link);
      }
    }
    return Alignment.of(links);
  }

  private static boolean areNeighbours(AlignmentLink a, AlignmentLink b) {
    return Math.abs(a.source() - b.source()) + Math.abs(a.target() - b.target()) == 1;
  }

  private List<Candidate> candidates(List<String> source, List<String> target) {
    Map<String, Map<String, Double>> inverse = new HashMap<>();
    target.forEach(word -> inverse.computeIfAbsent(word, known -> probabilities(backward, known)));
    List<Candidate> candidates = new ArrayList<>();
    for (int i = 0; i < source.size(); i++) {
      Map<String, Double> translations = probabilities(forward, source.get(i));
      for (int j = 0; j < target.size(); j++) {
        double score =
            Math.sqrt(
                translations.getOrDefault(target.get(j), 0.0)
                    * inverse.get(target.get(j)).getOrDefault(source.get(i), 0.0));
        if (score >= MIN_SCORE) {
          double distance = Math.abs((i + 0.5) / source.size() - (j + 0.5) / target.size());
          candidates.add(new Candidate(new AlignmentLink(i, j), score, distance));
        }
      }
    }
    return candidates;
  }

  private static Map<String, Double> probabilities(TranslationTable table, String word) {
    Map<String, Double> found = new HashMap<>();
    for (Translation translation : table.translations(word)) {
      found.put(translation.word(), (double) translation.probability());
    }
    return found;
  }
}
