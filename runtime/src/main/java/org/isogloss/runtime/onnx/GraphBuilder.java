package org.isogloss.runtime.onnx;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Puts an ONNX graph together: nodes in the order they are computed, and the tensors it holds. The
 * numbers of fields are those of {@code onnx.proto}.
 */
public final class GraphBuilder {
  /** The domain of the operators that ONNX Runtime has beyond the standard's. */
  static final String CONTRIB_DOMAIN = "com.microsoft";

  private static final int NODE = 1;
  private static final int GRAPH_NAME = 2;
  private static final int INPUT = 11;
  private static final int OUTPUT = 12;

  /** Something that tells an operator how to go about it. */
  public record Attribute(ProtobufMessage message) {}

  private final ProtobufMessage graph = new ProtobufMessage();
  private final Map<String, Initializer> initializers = new LinkedHashMap<>();
  private int nodes;

  public GraphBuilder(String name) {
    graph.string(GRAPH_NAME, name);
  }

  /**
   * Adds an operator of the standard.
   *
   * @return the name of its output
   */
  public String node(String operator, List<String> inputs, Attribute... attributes) {
    return node("", operator, inputs, attributes);
  }

  /** Adds an operator of ONNX Runtime. */
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

  private static ProtobufMessage nodeMessage(
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
   * One node of ONNX Runtime as a graph of its own, for a branch; it sees all names made so far.
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

  /** Adds a tensor, unless there is one of that name. */
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

  /** A row of one whole number, as axes are given. */
  public String vector(long value) {
    return addInitializer(Initializer.integers("row_" + value, new long[] {1}, value));
  }

  /**
   * Names an input of the graph.
   *
   * @param shape numbers, or names where they differ from run to run
   */
  public void input(String name, ElementType type, String... shape) {
    graph.message(INPUT, value(name, type, shape));
  }

  /** Names an output of the graph, in floats. */
  public void output(String name, String from, String... shape) {
    output(name, ElementType.FLOAT, from, shape);
  }

  /** Names an output of the graph. */
  public void output(String name, ElementType type, String from, String... shape) {
    graph.message(NODE, nodeMessage("", "Identity", name, List.of(from)));
    graph.message(OUTPUT, value(name, type, shape));
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

  /** The graph without its tensors; more fields may follow. */
  ProtobufMessage graph() {
    return graph;
  }

  /** Takes tensors away again, which the graph then looks for elsewhere. */
  public void removeInitializers(List<String> names) {
    initializers.keySet().removeAll(names);
  }

  /** The tensors, in the order they were added. */
  public List<Initializer> initializers() {
    return new ArrayList<>(initializers.values());
  }
}
