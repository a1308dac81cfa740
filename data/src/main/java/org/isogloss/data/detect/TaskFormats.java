// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.detect;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.classification.ClassifiedTexts;
import org.isogloss.data.classification.RatedPairs;
import org.isogloss.data.io.FileHead;
import org.isogloss.data.parse.FieldParsing;
import org.isogloss.data.parse.StrictJson;
import org.isogloss.data.tagging.TaggedSentences;

/** Detects the formats of tasks on which models are fine-tuned. */
final class TaskFormats {
  /** Labels of natural language inference; others also occur in tables of other formats. */
  private static final Set<String> INFERENCE_LABELS =
      Set.of("entailment", "neutral", "contradiction", "contradictory");

  private static final String CELL = "(?:\"(?:[^\"]++|\"\")*+\"|[^,\"]*+)";
  private static final Pattern RATED_ROW =
      Pattern.compile(CELL + "," + CELL + ",[-+]?\\d+(?:\\.\\d+)?");

  private TaskFormats() {}

  static boolean isTagged(FileHead head) {
    // Comments and range lines count for neither side.
    long tagged = head.lines().stream().filter(TaskFormats::isTagged).count();
    long others =
        head.lines().stream().filter(line -> !line.startsWith("#") && !isTagged(line)).count();
    return tagged > others;
  }

  private static boolean isTagged(String line) {
    return TaggedSentences.isConllu(line) || TaggedSentences.isTagged(line);
  }

  static Optional<DataFormat> detectHeader(FileHead head) {
    if (ClassifiedTexts.isHeader(head.firstLine())) {
      return Optional.of(DataFormat.CLASSIFIED_TEXTS);
    }
    return RatedPairs.isHeader(head.firstLine())
        ? Optional.of(DataFormat.RATED_PAIRS)
        : Optional.empty();
  }

  static Optional<DataFormat> detectRows(FileHead head) {
    if (head.majorityMatches(TaskFormats::isInference)) {
      return Optional.of(DataFormat.CLASSIFIED_TEXTS);
    }
    return head.majorityMatches(line -> RATED_ROW.matcher(line).matches())
        ? Optional.of(DataFormat.RATED_PAIRS)
        : Optional.empty();
  }

  private static boolean isInference(String line) {
    String[] columns = FieldParsing.splitColumns(line);
    return columns.length == 3 && INFERENCE_LABELS.contains(columns[2].strip());
  }

  static Optional<DataFormat> detectJson(FileHead head) {
    if (head.majorityMatches(TaskFormats::isClassified)) {
      return Optional.of(DataFormat.CLASSIFIED_TEXTS);
    }
    return head.majorityMatches(TaskFormats::isRated)
        ? Optional.of(DataFormat.RATED_PAIRS)
        : Optional.empty();
  }

  private static boolean isClassified(String line) {
    return hasAny(line, "label", "gold_label")
        && (hasAny(line, "premise", "sentence1", "first") || isTextWithoutId(line));
  }

  /** Whether a line is not a document, whose label would be one of its fields. */
  private static boolean isTextWithoutId(String line) {
    return hasAny(line, "text") && !hasAny(line, "id", "_id", "docid");
  }

  private static boolean isRated(String line) {
    return hasAny(line, "sentence1", "first")
        && hasAny(line, "sentence2", "second")
        && hasAny(line, "score", "similarity_score", "relatedness_score");
  }

  private static boolean hasAny(String line, String... keys) {
    try {
      ObjectNode object = StrictJson.object(line);
      return Arrays.stream(keys).anyMatch(object::has);
    } catch (MalformedRecordException e) {
      return false;
    }
  }
}
