// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Whether an order of systems in a paper holds here: the end of each sentence about an order. */
public enum Verdict {
  HOLDS("holds", "hold", "holds"),
  HOLDS_IN_PART("holds in part", "hold in part", "holds in part"),
  DOES_NOT_HOLD("does not hold", "do not hold", "does not hold"),
  OPEN(
      "open, as no difference is significant",
      "are open, as no difference is significant",
      "is open, as no difference is significant");

  private static final Pattern SEED = Pattern.compile("Seed [^:]+: ");

  private final String ending;
  private final String ofSeveral;
  private final String ofOne;

  Verdict(String ending, String ofSeveral, String ofOne) {
    this.ending = ending;
    this.ofSeveral = ofSeveral;
    this.ofOne = ofOne;
  }

  /** Returns a sentence about an order. */
  public String conclude(String order) {
    return order + ": " + ending + ".";
  }

  /** Returns a sentence about an order with the seed for which it is true. */
  static String ofSeed(String seed, String sentence) {
    return "Seed " + seed + ": " + sentence;
  }

  /**
   * Returns one sentence about all orders, or with several seeds one for each, since an order has a
   * verdict for each of them; empty if there is none.
   */
  static String summarise(List<String> sentences) {
    SequencedMap<String, List<String>> bySeed = new LinkedHashMap<>();
    for (String sentence : sentences) {
      Matcher seed = SEED.matcher(sentence);
      bySeed
          .computeIfAbsent(seed.lookingAt() ? seed.group() : "", key -> new ArrayList<>())
          .add(sentence);
    }
    List<String> summaries = new ArrayList<>();
    bySeed.forEach(
        (seed, ofSeed) -> summariseOne(ofSeed).ifPresent(summary -> summaries.add(seed + summary)));
    return String.join(" ", summaries);
  }

  private static Optional<String> summariseOne(List<String> sentences) {
    Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);
    for (String sentence : sentences) {
      for (Verdict verdict : values()) {
        if (sentence.endsWith(": " + verdict.ending + ".")) {
          counts.merge(verdict, 1, Integer::sum);
        }
      }
    }
    int all = counts.values().stream().mapToInt(Integer::intValue).sum();
    if (all == 0) {
      return Optional.empty();
    }
    List<String> parts = new ArrayList<>();
    counts.forEach(
        (verdict, count) ->
            parts.add(count + " " + (count == 1 ? verdict.ofOne : verdict.ofSeveral)));
    String last = parts.removeLast();
    return Optional.of(
        "Of "
            + (all == 1 ? "1 order" : all + " orders")
            + " of systems in the paper, "
            + (parts.isEmpty() ? last : String.join(", ", parts) + " and " + last)
            + ".");
  }
}
