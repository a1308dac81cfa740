// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.parquet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.isogloss.data.parquet.CompactProtocolReader.Struct;

/**
 * A node of the schema: a column, or a group of nodes.
 *
 * @param repetition whether there is a value once, at most once, or any number of times
 * @param definitionLevel the level from which on a value of this node is there
 * @param repetitionLevel the level of another value of this node, if it is repeated
 * @param children the nodes of a group; empty for a column
 * @param type the type of a column; empty for a group
 * @param column the number of this column, or of the first column of the group
 * @param width the number of columns: 1, or those of the group
 * @param shape what a group stands for
 */
record SchemaNode(
    String name,
    Repetition repetition,
    int definitionLevel,
    int repetitionLevel,
    List<SchemaNode> children,
    Optional<ColumnType> type,
    int column,
    int width,
    Shape shape) {
  /** How many values a node has. */
  enum Repetition {
    REQUIRED,
    OPTIONAL,
    REPEATED;

    static Repetition of(long number) throws IOException {
      return switch ((int) number) {
        case 0 -> REQUIRED;
        case 1 -> OPTIONAL;
        case 2 -> REPEATED;
        default -> throw new IOException("its schema has the unknown repetition " + number);
      };
    }
  }

  /** What a group stands for. */
  enum Shape {
    STRUCT,
    LIST,
    MAP
  }

  private static final int MAX_DEPTH = 64;

  /** Reads the tree from its nodes in the order in which a file lists them. */
  static SchemaNode root(List<?> elements) throws IOException {
    Builder builder = new Builder(elements);
    SchemaNode root = builder.next(0, 0, 0);
    if (builder.at != elements.size()) {
      throw new IOException("its schema has columns outside of its root");
    }
    return root;
  }

  /** The columns of this node, from left to right. */
  List<SchemaNode> columns() {
    return type.isPresent()
        ? List.of(this)
        : children.stream().flatMap(child -> child.columns().stream()).toList();
  }

  private static final class Builder {
    private final List<?> elements;
    private int at;
    private int columns;

    Builder(List<?> elements) {
      this.elements = elements;
    }

    SchemaNode next(int definition, int repetition, int depth) throws IOException {
      if (at == elements.size() || depth > MAX_DEPTH) {
        throw new IOException("its schema is incomplete or nested too deeply");
      }
      Struct element = (Struct) elements.get(at++);
      Repetition kind = Repetition.of(depth == 0 ? 0 : element.number(3).orElse(0L));
      int definitionLevel = definition + (kind == Repetition.REQUIRED ? 0 : 1);
      int repetitionLevel = repetition + (kind == Repetition.REPEATED ? 1 : 0);
      int first = columns;
      List<SchemaNode> children = new ArrayList<>();
      Optional<ColumnType> type = Optional.empty();
      if (element.has(1)) {
        type = Optional.of(ColumnType.of(element));
        columns++;
      } else {
        long count = element.number(5).orElse(0L);
        for (long i = 0; i < count; i++) {
          children.add(next(definitionLevel, repetitionLevel, depth + 1));
        }
      }
      return new SchemaNode(
          element.requireText(4),
          kind,
          definitionLevel,
          repetitionLevel,
          children,
          type,
          first,
          columns - first,
          shape(element, children));
    }

    private static Shape shape(Struct element, List<SchemaNode> children) {
      boolean wrapped =
          children.size() == 1 && children.getFirst().repetition() == Repetition.REPEATED;
      long converted = element.number(6).orElse(-1L);
      Optional<Struct> logical = element.struct(10);
      if (wrapped && (converted == 3 || logical.filter(type -> type.has(3)).isPresent())) {
        return Shape.LIST;
      }
      boolean map =
          converted == 1 || converted == 2 || logical.filter(type -> type.has(2)).isPresent();
      return wrapped && map && children.getFirst().children().size() == 2
          ? Shape.MAP
          : Shape.STRUCT;
    }
  }
}
