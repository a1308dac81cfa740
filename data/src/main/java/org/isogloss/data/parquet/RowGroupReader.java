// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.parquet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.isogloss.core.util.Excerpt;
import org.isogloss.data.parquet.CompactProtocolReader.Struct;
import org.isogloss.data.parquet.SchemaNode.Repetition;
import org.isogloss.data.parquet.SchemaNode.Shape;

/** Assembles the rows of a group from its columns. */
final class RowGroupReader {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final SchemaNode root;

  /** The columns by their numbers; null for those that are left out. */
  private final List<ColumnReader> columns = new ArrayList<>();

  private Optional<String> problem = Optional.empty();

  RowGroupReader(FileChannel file, SchemaNode root, Struct group) throws IOException {
    this.root = root;
    PageMemory memory = new PageMemory();
    List<SchemaNode> nodes = root.columns();
    List<?> chunks = group.list(1);
    if (chunks.size() != nodes.size()) {
      throw new IOException(
          "a group of rows has " + chunks.size() + " columns, expected " + nodes.size());
    }
    for (int i = 0; i < nodes.size(); i++) {
      columns.add(
          isVector(nodes.get(i))
              ? null
              : new ColumnReader(file, nodes.get(i), (Struct) chunks.get(i), memory));
    }
  }

  /** Whether a column is a list of floating-point numbers, which is no field of a document. */
  private static boolean isVector(SchemaNode column) {
    return column.repetitionLevel() > 0 && column.type().orElseThrow().isFloatingPoint();
  }

  /** Reads the next row, without vectors and binary values. */
  ObjectNode next() throws IOException {
    problem = Optional.empty();
    ObjectNode row = NODES.objectNode();
    readChildren(root, row);
    return row;
  }

  /** The problem of a value of the last row; empty if all are valid. */
  Optional<String> problem() {
    return problem;
  }

  private void readChildren(SchemaNode group, ObjectNode object) throws IOException {
    for (SchemaNode child : group.children()) {
      if (leader(child) != null) {
        object.set(child.name(), read(child));
      }
    }
  }

  /** The first column of a node that is read, by whose levels the node is read; null if none is. */
  private ColumnReader leader(SchemaNode node) {
    for (int i = node.column(); i < node.column() + node.width(); i++) {
      if (columns.get(i) != null) {
        return columns.get(i);
      }
    }
    return null;
  }

  private JsonNode read(SchemaNode node) throws IOException {
    ColumnReader leader = leader(node);
    if (leader.definition() < 0) {
      throw new IOException("a column has fewer rows than the others");
    }
    boolean absent = leader.definition() < node.definitionLevel();
    if (node.repetition() == Repetition.REPEATED) {
      ArrayNode elements = NODES.arrayNode();
      if (absent) {
        skip(node);
        return elements;
      }
      do {
        elements.add(readPresent(node));
      } while (leader.definition() >= 0 && leader.repetition() >= node.repetitionLevel());
      return elements;
    }
    if (absent) {
      skip(node);
      return NODES.nullNode();
    }
    return readPresent(node);
  }

  /** Skips the entries that say that a node has no value. */
  private void skip(SchemaNode node) throws IOException {
    for (ColumnReader column : columns.subList(node.column(), node.column() + node.width())) {
      if (column != null) {
        column.advance();
      }
    }
  }

  private JsonNode readPresent(SchemaNode node) throws IOException {
    if (node.type().isPresent()) {
      return readValue(node);
    }
    if (node.shape() == Shape.STRUCT) {
      ObjectNode object = NODES.objectNode();
      readChildren(node, object);
      return object;
    }
    JsonNode elements = read(node.children().getFirst());
    return node.shape() == Shape.MAP ? map(elements) : list(node.children().getFirst(), elements);
  }

  private JsonNode readValue(SchemaNode node) throws IOException {
    ColumnReader column = columns.get(node.column());
    Object value = column.value();
    column.advance();
    try {
      return node.type().orElseThrow().toJson(value);
    } catch (CharacterCodingException e) {
      problem = Optional.of(Excerpt.quote(node.name()) + " is not UTF-8: write the file again");
      return NODES.nullNode();
    }
  }

  /** The elements of a list, without the group of one value around each. */
  private static JsonNode list(SchemaNode repeated, JsonNode elements) {
    if (repeated.children().size() != 1) {
      return elements;
    }
    ArrayNode unwrapped = NODES.arrayNode();
    elements.forEach(element -> element.forEach(unwrapped::add));
    return unwrapped;
  }

  private static JsonNode map(JsonNode entries) {
    ObjectNode object = NODES.objectNode();
    for (JsonNode entry : entries) {
      List<JsonNode> pair = new ArrayList<>();
      entry.forEach(pair::add);
      if (!pair.isEmpty() && !pair.getFirst().isNull()) {
        object.set(pair.getFirst().asText(), pair.size() > 1 ? pair.get(1) : NODES.nullNode());
      }
    }
    return object;
  }
}
