// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import org.isogloss.api.Explanation;
import org.isogloss.api.StageRank;
import org.isogloss.api.TermMatch;
import org.isogloss.api.WordMatch;

/** Formats why a hit has its rank. */
final class ExplanationFormat {
  private ExplanationFormat() {}

  /**
   * Returns a line with the ranks in all stages, a line for each lexical part of the pipeline, such
   * as {@code psq: garden = Garten 0.75 x2}, and one with the matches by vectors.
   */
  static List<String> lines(Explanation explanation) {
    List<String> lines = new ArrayList<>();
    if (explanation.stages().size() > 1) {
      lines.add("ranks: " + ranks(explanation.stages(), true));
    }
    lines.addAll(termMatches(explanation.termMatches()));
    Set<String> words = new LinkedHashSet<>();
    for (WordMatch match : explanation.wordMatches()) {
      words.add(
          String.format(
              Locale.ROOT,
              "%s = %s %.2f",
              match.queryWord(),
              passageWord(explanation, match),
              match.similarity()));
    }
    if (!words.isEmpty()) {
      lines.add("vectors: " + String.join(", ", words));
    }
    return lines;
  }

  /**
   * Returns the rank in each stage, such as {@code bm25 none · dense 2 (0.7123) · fair 1 (1.2301)}.
   */
  static String ranks(List<StageRank> ranks, boolean scores) {
    StringJoiner stages = new StringJoiner(" · ");
    for (StageRank stage : ranks) {
      String rank = stage.rank().isPresent() ? String.valueOf(stage.rank().getAsInt()) : "none";
      String score =
          scores && stage.score().isPresent()
              ? String.format(Locale.ROOT, " (%.4f)", stage.score().getAsDouble())
              : "";
      stages.add(stage.stage() + " " + rank + score);
    }
    return stages.toString();
  }

  private static List<String> termMatches(List<TermMatch> matches) {
    Map<String, StringJoiner> lines = new LinkedHashMap<>();
    for (TermMatch word : matches) {
      lines
          .computeIfAbsent(word.pipelinePart(), part -> new StringJoiner(", ", part + ": ", ""))
          .add(
              String.format(
                  Locale.ROOT,
                  "%s = %s %.2f%s",
                  word.queryWord(),
                  word.passageWord(),
                  word.probability(),
                  word.frequency() > 1 ? " x" + word.frequency() : ""));
    }
    return lines.values().stream().map(StringJoiner::toString).toList();
  }

  private static String passageWord(Explanation explanation, WordMatch match) {
    return match.passageWord().coveredText(explanation.passage().titledText());
  }
}
