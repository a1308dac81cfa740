package org.isogloss.runtime;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Puts an ONNX graph together: nodes in the order they are computed, and the tensors it holds. The
 * numbers of fields are those of {@code onnx.proto}.
 */
final class GraphBuilder {
  /** The domain of the operators that ONNX Runtime has beyond the standard's. */
  static final String FUSED = "com.microsoft";

  private static final int NODE = 1;
  private static final int GRAPH_NAME = 2;
  private static final int INPUT = 11;
  private static final int OUTPUT = 12;

  /** Something that tells an operator how to go about it. */
  record Attribute(ProtoMessage message) {}

  private final ProtoMessage graph = new ProtoMessage();
  private final Map<String, Initializer> initializers = new LinkedHashMap<>();
  private int nodes;

  GraphBuilder(String name) {
    graph.text(GRAPH_NAME, name);
  }

  /**
   * Adds an operator of the standard.
   *
   * @return the name of its output
   */
  String node(String operator, List<String> inputs, Attribute... attributes) {
    return node("", operator, inputs, attributes);
  }

  /** Adds an operator of ONNX Runtime. */
  String fused(String operator, List<String> inputs, Attribute... attributes) {
    return node(FUSED, operator, inputs, attributes);
  }

  private String node(
      String domain, String operator, List<String> inputs, Attribute... attributes) {
    String name = nextName(operator);
    graph.message(NODE, nodeMessage(domain, operator, name, inputs, attributes));
    return name;
  }

  private String nextName(String operator) {
    return operator + "_" + nodes++;
  }

  private static ProtoMessage nodeMessage(
      String domain, String operator, String name, List<String> inputs, Attribute... attributes) {
    ProtoMessage node = new ProtoMessage();
    inputs.forEach(input -> node.text(1, input));
    node.text(2, name).text(3, name).text(4, operator);
    for (Attribute attribute : attributes) {
      node.message(5, attribute.message);
    }
    return node.text(7, domain);
  }

  /**
   * One node of ONNX Runtime as a graph of its own, for a branch; it sees all names made so far.
   */
  Attribute branch(
      String attribute, String operator, List<String> inputs, Attribute... attributes) {
    String name = nextName(operator);
    ProtoMessage type = new ProtoMessage().integer(1, ElementType.FLOAT.code());
    ProtoMessage output =
        new ProtoMessage().text(1, name).message(2, new ProtoMessage().message(1, type));
    ProtoMessage branch =
        new ProtoMessage()
            .message(NODE, nodeMessage(FUSED, operator, name, inputs, attributes))
            .text(GRAPH_NAME, name)
            .message(OUTPUT, output);
    return new Attribute(new ProtoMessage().text(1, attribute).message(6, branch).integer(20, 5));
  }

  static Attribute attribute(String name, long value) {
    return new Attribute(new ProtoMessage().text(1, name).integer(3, value).integer(20, 2));
  }

  static Attribute attribute(String name, float value) {
    return new Attribute(new ProtoMessage().text(1, name).real(2, value).integer(20, 1));
  }

  static Attribute attribute(String name, String value) {
    return new Attribute(new ProtoMessage().text(1, name).text(4, value).integer(20, 3));
  }

  /** Adds a tensor, unless there is one of that name. */
  String add(Initializer initializer) {
    initializers.putIfAbsent(initializer.name(), initializer);
    return initializer.name();
  }

  String scalar(float value) {
    return add(Initializer.floats("float_" + value, new long[0], value));
  }

  String scalar(long value) {
    return add(Initializer.integers("integer_" + value, new long[0], value));
  }

  /** A row of one whole number, as axes are given. */
  String row(long value) {
    return add(Initializer.integers("row_" + value, new long[] {1}, value));
  }

  /**
   * Names an input of the graph.
   *
   * @param shape numbers, or names where they differ from run to run
   */
  void input(String name, ElementType type, String... shape) {
    graph.message(INPUT, value(name, type, shape));
  }

  /** Names an output of the graph, in floats. */
  void output(String name, String from, String... shape) {
    output(name, ElementType.FLOAT, from, shape);
  }

  /** Names an output of the graph. */
  void output(String name, ElementType type, String from, String... shape) {
    graph.message(NODE, nodeMessage("", "Identity", name, List.of(from)));
    graph.message(OUTPUT, value(name, type, shape));
  }

  private static ProtoMessage value(String name, ElementType type, String... shape) {
    ProtoMessage dimensions = new ProtoMessage();
    for (String size : shape) {
      ProtoMessage dimension = new ProtoMessage();
      if (Character.isDigit(size.charAt(0))) {
        dimension.integer(1, Long.parseLong(size));
      } else {
        dimension.text(2, size);
      }
      dimensions.message(1, dimension);
    }
    ProtoMessage tensor = new ProtoMessage().integer(1, type.code()).message(2, dimensions);
    return new ProtoMessage().text(1, name).message(2, new ProtoMessage().message(1, tensor));
  }

  /** The graph without its tensors; more fields may follow. */
  ProtoMessage graph() {
    return graph;
  }

  /** Takes tensors away again, which the graph then looks for elsewhere. */
  void leaveOut(List<String> names) {
    initializers.keySet().removeAll(names);
  }

  /** The tensors, in the order they were added. */
  List<Initializer> initializers() {
    return new ArrayList<>(initializers.values());
  }
}
