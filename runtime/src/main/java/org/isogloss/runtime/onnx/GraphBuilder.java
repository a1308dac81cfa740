// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.onnx;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isogloss.modelio.protobuf.ProtobufMessage;

/**
 * Builds an ONNX graph: its nodes in execution order and its tensors. Field numbers are those of
 * {@code onnx.proto}.
 */
public final class GraphBuilder {
  /** The domain of the contrib operators of ONNX Runtime. */
  static final String CONTRIB_DOMAIN = "com.microsoft";

  private static final int NODE = 1;
  private static final int GRAPH_NAME = 2;
  private static final int INPUT = 11;
  private static final int OUTPUT = 12;

  /** An attribute of an operator. */
  public record Attribute(ProtobufMessage message) {}

  private final ProtobufMessage graph = new ProtobufMessage();
  private final Map<String, Initializer> initializers = new LinkedHashMap<>();
  private int nodes;

  public GraphBuilder(String name) {
    graph.string(GRAPH_NAME, name);
  }

  /**
   * Adds a standard ONNX operator.
   *
   * @return the name of its output
   */
  public String node(String operator, List<String> inputs, Attribute... attributes) {
    return node("", operator, inputs, attributes);
  }

  /**
   * Adds a standard ONNX operator with several outputs.
   *
   * @return the names of its outputs
   */
  public List<String> node(
      String operator, int outputs, List<String> inputs, Attribute... attributes) {
    String name = nextName(operator);
    ProtobufMessage node = nodeMessage("", operator, name, inputs, attributes);
    List<String> names = new ArrayList<>(List.of(name));
    for (int i = 1; i < outputs; i++) {
      names.add(name + "_output_" + i);
      node.string(2, names.get(i));
    }
    graph.message(NODE, node);
    return names;
  }

  /** Adds a contrib operator of ONNX Runtime. */
  public String contribNode(String operator, List<String> inputs, Attribute... attributes) {
    return node(CONTRIB_DOMAIN, operator, inputs, attributes);
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

  static ProtobufMessage nodeMessage(
      String domain, String operator, String name, List<String> inputs, Attribute... attributes) {
    ProtobufMessage node = new ProtobufMessage();
    inputs.forEach(input -> node.string(1, input));
    node.string(2, name).string(3, name).string(4, operator);
    for (Attribute attribute : attributes) {
      node.message(5, attribute.message);
    }
    return node.string(7, domain);
  }

  /**
   * Creates a subgraph with one contrib operator for a branch; it can use all names added so far.
   */
  public Attribute branch(
      String attribute, String operator, List<String> inputs, Attribute... attributes) {
    String name = nextName(operator);
    ProtobufMessage type = new ProtobufMessage().integer(1, ElementType.FLOAT.code());
    ProtobufMessage output =
        new ProtobufMessage().string(1, name).message(2, new ProtobufMessage().message(1, type));
    ProtobufMessage branch =
        new ProtobufMessage()
            .message(NODE, nodeMessage(CONTRIB_DOMAIN, operator, name, inputs, attributes))
            .string(GRAPH_NAME, name)
            .message(OUTPUT, output);
    return new Attribute(
        new ProtobufMessage().string(1, attribute).message(6, branch).integer(20, 5));
  }

  public static Attribute attribute(String name, long value) {
    return new Attribute(new ProtobufMessage().string(1, name).integer(3, value).integer(20, 2));
  }

  public static Attribute attribute(String name, float value) {
    return new Attribute(new ProtobufMessage().string(1, name).float32(2, value).integer(20, 1));
  }

  public static Attribute attribute(String name, String value) {
    return new Attribute(new ProtobufMessage().string(1, name).string(4, value).integer(20, 3));
  }

  /** Returns an attribute with a list of numbers, such as the order of dimensions. */
  public static Attribute attribute(String name, List<Long> values) {
    ProtobufMessage message = new ProtobufMessage().string(1, name);
    values.forEach(value -> message.integer(8, value));
    return new Attribute(message.integer(20, 7));
  }

  /** Adds a tensor, unless there is already one with the same name. */
  public String addInitializer(Initializer initializer) {
    initializers.putIfAbsent(initializer.name(), initializer);
    return initializer.name();
  }

  public String scalar(float value) {
    return addInitializer(Initializer.floats("float_" + value, new long[0], value));
  }

  public String scalar(long value) {
    return addInitializer(Initializer.integers("integer_" + value, new long[0], value));
  }

  /** Adds an int64 vector with one element, the form in which axes are given. */
  public String vector(long value) {
    return addInitializer(Initializer.integers("row_" + value, new long[] {1}, value));
  }

  /** Adds an int64 vector. */
  public String vector(String name, long... values) {
    return addInitializer(Initializer.integers(name, new long[] {values.length}, values));
  }

  /**
   * Adds an input of the graph.
   *
   * @param shape sizes, or names for dimensions that vary between runs
   */
  public void input(String name, ElementType type, String... shape) {
    graph.message(INPUT, value(name, type, shape));
  }

  /** Adds an output of the graph, in floats: a copy of a value. */
  public void output(String name, String from, String... shape) {
    output(name, ElementType.FLOAT, from, shape);
  }

  /** Adds an output of the graph: a copy of a value. */
  public void output(String name, ElementType type, String from, String... shape) {
    graph.message(NODE, nodeMessage("", "Identity", name, List.of(from)));
    graph.message(OUTPUT, value(name, type, shape));
  }

  /**
   * Adds a standard ONNX operator whose result is an output of the graph, in floats; other nodes
   * may read it by this name.
   *
   * @param shape sizes, or names for dimensions that vary between runs
   */
  public String outputNode(
      String name, String operator, List<String> inputs, Attribute attribute, String... shape) {
    graph.message(NODE, nodeMessage("", operator, name, inputs, attribute));
    graph.message(OUTPUT, value(name, ElementType.FLOAT, shape));
    return name;
  }

  private static ProtobufMessage value(String name, ElementType type, String... shape) {
    ProtobufMessage dimensions = new ProtobufMessage();
    for (String size : shape) {
      ProtobufMessage dimension = new ProtobufMessage();
      if (Character.isDigit(size.charAt(0))) {
        dimension.integer(1, Long.parseLong(size));
      } else {
        dimension.string(2, size);
      }
      dimensions.message(1, dimension);
    }
    ProtobufMessage tensor = new ProtobufMessage().integer(1, type.code()).message(2, dimensions);
    return new ProtobufMessage()
        .string(1, name)
        .message(2, new ProtobufMessage().message(1, tensor));
  }

  /** Returns the graph without its tensors; more fields may follow. */
  ProtobufMessage graph() {
    return graph;
  }

  /** Removes tensors, which must then be supplied from elsewhere. */
  public void removeInitializers(List<String> names) {
    initializers.keySet().removeAll(names);
  }

  /** Returns the tensors in the order in which they were added. */
  public List<Initializer> initializers() {
    return new ArrayList<>(initializers.values());
  }
}
