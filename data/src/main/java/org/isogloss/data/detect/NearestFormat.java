// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.detect;

import static org.isogloss.data.detect.DataFormat.CSV;
import static org.isogloss.data.detect.DataFormat.JSONL;
import static org.isogloss.data.detect.DataFormat.JSON_ARRAY;
import static org.isogloss.data.detect.DataFormat.TEXT;
import static org.isogloss.data.detect.DataFormat.TSV;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.isogloss.core.util.Excerpt;
import org.isogloss.data.InputPaths;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.io.FileHead;
import org.isogloss.data.parse.FieldParsing;
import org.isogloss.data.parse.StrictJson;

/** Explains why a file is not in the most similar format of documents or queries. */
final class NearestFormat {
  private static final Pattern JSONL_NAME =
      Pattern.compile("(?i)\\.(jsonl|ndjson)(\\.(gz|zst|xz|bz2))?\\z");

  private NearestFormat() {}

  /**
   * Returns a sentence that names the format and what does not fit.
   *
   * @param expected the formats that the caller can use; only these are named
   * @return the sentence after a blank; empty if none of these formats is near
   */
  static String explain(FileHead head, Collection<DataFormat> expected) {
    return nearest(head, head.firstLine(), expected).map(sentence -> " " + sentence).orElse("");
  }

  private static Optional<String> nearest(
      FileHead head, String line, Collection<DataFormat> expected) {
    if (line.startsWith("{") || JSONL_NAME.matcher(head.file().toString()).find()) {
      return sentence(JSONL, expected, "JSONL, but line 1 " + jsonProblem(line));
    }
    if (line.startsWith("[")) {
      return sentence(JSON_ARRAY, expected, "a JSON array, but its first element is not an object");
    }
    if (line.contains("\t")) {
      return sentence(
          TSV,
          expected,
          "TSV, but line 1 has "
              + FieldParsing.formatCount(FieldParsing.splitColumns(line).length, "column")
              + ": expected two, or a header with columns named id and text");
    }
    boolean isMarkup = line.startsWith("<");
    Optional<String> csv =
        !isMarkup && (line.contains(",") || line.contains(";"))
            ? sentence(
                CSV, expected, "CSV, but line 1 is not a header with columns named id and text")
            : Optional.empty();
    return csv.or(
        () -> sentence(TEXT, expected, "a document as a file, but " + whyNoDocument(head)));
  }

  private static String whyNoDocument(FileHead head) {
    if (TrecFormats.isIncomplete(head)) {
      return "its lines have three columns as judgements do that lack one of four: query, iteration"
          + " (0), document, grade";
    }
    if (InputPaths.isReadOnce(head.file())) {
      return "it comes from a pipe: save it to a file";
    }
    return CollectionFolder.accompaniesDocuments(head.file())
        ? "its name is that of queries, topics or judgements"
        : "its name does not end in .txt, .md, .html or .pdf";
  }

  private static Optional<String> sentence(
      DataFormat nearest, Collection<DataFormat> expected, String difference) {
    return expected.contains(nearest)
        ? Optional.of("The nearest is " + difference + ".")
        : Optional.empty();
  }

  private static String jsonProblem(String line) {
    try {
      ObjectNode object = StrictJson.object(line);
      List<String> keys = new ArrayList<>();
      object.fieldNames().forEachRemaining(keys::add);
      return "has the keys "
          + Excerpt.unquoted(String.join(", ", keys))
          + ", and most lines are not JSON objects";
    } catch (MalformedRecordException e) {
      return e.getMessage();
    }
  }
}
