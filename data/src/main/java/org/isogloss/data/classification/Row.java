// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.classification;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.parse.FieldParsing;
import org.isogloss.data.parse.StrictJson;

/** The values of a record by the names of its columns or keys. */
sealed interface Row {
  /** The value of the first of these names that the record has. */
  Optional<String> find(List<String> names) throws MalformedRecordException;

  /** The value of the first of these names that the record has; rejects a blank one. */
  String require(List<String> names) throws MalformedRecordException;

  /** A row of a table. */
  record Cells(List<String> header, List<String> cells) implements Row {
    @Override
    public Optional<String> find(List<String> names) {
      int column = Header.indexOf(header, names);
      return column < 0 ? Optional.empty() : Optional.of(cells.get(column));
    }

    @Override
    public String require(List<String> names) throws MalformedRecordException {
      int column = Header.indexOf(header, names);
      if (column < 0) {
        throw new MalformedRecordException(
            "the columns are "
                + String.join(", ", header)
                + ", expected one of "
                + String.join(", ", names));
      }
      return FieldParsing.requireNotBlank(
          cells.get(column), "the column \"" + header.get(column) + "\"");
    }
  }

  /** A JSON object; numbers count as their text. */
  record Json(ObjectNode object) implements Row {
    @Override
    public Optional<String> find(List<String> names) throws MalformedRecordException {
      Optional<JsonNode> value = StrictJson.find(object, names);
      return value.isEmpty() ? Optional.empty() : Optional.of(text(value.get(), names));
    }

    @Override
    public String require(List<String> names) throws MalformedRecordException {
      String value = text(StrictJson.require(object, names), names);
      return FieldParsing.requireNotBlank(value, "\"" + key(names) + "\"");
    }

    private String text(JsonNode value, List<String> names) throws MalformedRecordException {
      return value.isNumber() ? value.asText() : StrictJson.text(value, key(names));
    }

    private String key(List<String> names) {
      return names.stream().filter(object::hasNonNull).findFirst().orElseThrow();
    }
  }
}
