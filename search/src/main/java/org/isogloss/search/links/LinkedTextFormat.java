// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.links;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The formats in which users get the links of documents. */
public enum LinkedTextFormat {
  /** A line for each text: {@code {"documents": {"de": ["a"], "en": ["b"]}, "cosine": 0.95}}. */
  JSONL,
  /**
   * A line for each document, with the number of its text, language, id and cosine of the text,
   * after a line with their names.
   */
  TSV;

  /** Returns the lines of texts, without their ends. */
  public List<String> lines(List<LinkedText> texts) {
    List<String> lines = new ArrayList<>();
    if (this == TSV) {
      lines.add("text\tlanguage\tid\tcosine");
    }
    for (int i = 0; i < texts.size(); i++) {
      LinkedText text = texts.get(i);
      if (this == JSONL) {
        lines.add(json(text).toString());
      } else {
        String number = String.valueOf(i + 1);
        String cosine = String.format(Locale.ROOT, "%.4f", text.cosine());
        // Ids contain no control characters.
        text.documents()
            .forEach(
                (language, ids) ->
                    ids.forEach(id -> lines.add(String.join("\t", number, language, id, cosine))));
      }
    }
    return lines;
  }

  /** The name in lower case, as users write it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  private static ObjectNode json(LinkedText text) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    ObjectNode documents = node.putObject("documents");
    text.documents().forEach((language, ids) -> ids.forEach(documents.putArray(language)::add));
    node.put("cosine", text.cosine());
    return node;
  }
}
