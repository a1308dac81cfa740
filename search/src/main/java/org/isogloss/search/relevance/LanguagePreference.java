// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.relevance;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.isogloss.core.Hit;
import org.isogloss.core.Language;
import org.isogloss.core.LanguageRange;

/**
 * The preference of a user for some languages. Among the translations of a text, the one in the
 * first preferred language comes first. A text that exists in a preferred language is ordered as if
 * its log-odds were larger by a {@linkplain #bonus bonus}, so that it comes before texts that are
 * about as probable, but not before much better ones. Probabilities do not change.
 *
 * @param languages preferred languages, best first; without any, no order changes
 * @param strength from 0, no preference, to 1
 */
public record LanguagePreference(List<LanguageRange> languages, double strength) {
  /** No preference. */
  public static final LanguagePreference NONE = new LanguagePreference(List.of(), 0);

  /**
   * Bonus at full strength in log-odds, chosen on XPR's mix of XQuAD
   * (docs/results/probabilities.md).
   */
  private static final double MAX_BONUS = 3;

  public LanguagePreference {
    languages = List.copyOf(languages);
    if (!(strength >= 0 && strength <= 1)) {
      throw new IllegalArgumentException("strength is " + strength + ", expected 0 to 1");
    }
  }

  /**
   * The log-odds that are added to those of a text in a preferred language: they grow with the
   * square of the strength, so that a low strength decides little more than ties.
   */
  public double bonus() {
    return MAX_BONUS * strength * strength;
  }

  /** Whether no order changes. */
  public boolean isNone() {
    return languages.isEmpty() || strength == 0;
  }

  /**
   * Orders texts.
   *
   * @param texts texts in descending order of their log-odds
   * @param language returns the language of a hit
   * @return the texts in their new order; those that moved up are marked as preferred
   */
  public List<RankedText> order(List<RankedText> texts, Function<Hit, Language> language) {
    if (isNone()) {
      return texts;
    }
    List<Candidate> candidates =
        IntStream.range(0, texts.size())
            .mapToObj(i -> candidate(i, texts.get(i), language))
            .sorted(Comparator.comparingDouble(Candidate::value).reversed())
            .toList();
    List<RankedText> ordered = new ArrayList<>();
    boolean[] placed = new boolean[texts.size()];
    int best = 0;
    for (Candidate candidate : candidates) {
      boolean overtakes = candidate.position() > best;
      ordered.add(
          candidate
              .text()
              .withHits(candidate.text().hits(), overtakes || candidate.translationMoved()));
      placed[candidate.position()] = true;
      while (best < placed.length && placed[best]) {
        best++;
      }
    }
    return List.copyOf(ordered);
  }

  /**
   * A text with its translations in their new order.
   *
   * @param position its position in the old order
   * @param value its log-odds with the bonus
   * @param translationMoved whether another translation was first
   */
  private record Candidate(int position, RankedText text, double value, boolean translationMoved) {}

  private Candidate candidate(int position, RankedText text, Function<Hit, Language> language) {
    List<Hit> hits =
        text.hits().stream()
            .sorted(Comparator.comparingInt(hit -> rank(language.apply(hit))))
            .toList();
    boolean preferred = rank(language.apply(hits.getFirst())) < languages.size();
    return new Candidate(
        position,
        text.withHits(hits, /* isPreferred= */ false),
        text.logOdds() + (preferred ? bonus() : 0),
        !hits.getFirst().equals(text.hits().getFirst()));
  }

  /** Returns the number of the first range that contains a language; that of all ranges if none. */
  private int rank(Language language) {
    return (int) languages.stream().takeWhile(range -> !range.contains(language)).count();
  }
}
