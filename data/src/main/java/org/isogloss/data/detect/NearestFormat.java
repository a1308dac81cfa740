// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.detect;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.isogloss.core.util.Excerpt;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.parse.FieldParsing;
import org.isogloss.data.parse.StrictJson;

/** Says why a file is not in the format of documents or queries to which it is nearest. */
final class NearestFormat {
  private NearestFormat() {}

  /** Returns a sentence that names the format and what does not fit. */
  static String explain(FileHead head) {
    String line = head.firstLine();
    if (line.startsWith("{")) {
      return "The nearest is JSONL, but line 1 " + jsonProblem(line) + ".";
    }
    if (line.startsWith("[")) {
      return "The nearest is a JSON array, but its first element is not an object.";
    }
    if (line.contains("\t")) {
      return "The nearest is TSV, but line 1 has "
          + FieldParsing.formatCount(FieldParsing.splitColumns(line).length, "column")
          + ": expected two, or a header with columns named id and text.";
    }
    if (line.contains(",") || line.contains(";")) {
      return "The nearest is CSV, but line 1 is not a header with columns named id and text.";
    }
    return "The nearest is plain text, but the name of the file does not end in .txt or .md.";
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
