// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.onnx;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.isogloss.core.io.FileErrors;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.protobuf.ProtobufInput;

/**
 * The nodes of a graph by the values that they compute. Tensors are skipped. Field numbers are
 * those of {@code onnx.proto}.
 */
public final class GraphNodes {
  private static final int GRAPH = 7;
  private static final int NODE = 1;
  private static final int INPUT = 1;
  private static final int OUTPUT = 2;
  private static final int OPERATOR = 4;

  private final Map<String, Node> byOutput = new HashMap<>();

  /**
   * A node of a graph.
   *
   * @param operator its operator, such as {@code MatMul}
   * @param inputs the names of the values that it reads
   */
  public record Node(String operator, List<String> inputs) {}

  private GraphNodes() {}

  /**
   * Reads the nodes of a graph.
   *
   * @throws ModelFormatException if the file is not a graph
   */
  public static GraphNodes read(Path file) {
    GraphNodes nodes = new GraphNodes();
    try (ProtobufInput in = new ProtobufInput(file)) {
      while (in.position() < in.size()) {
        long tag = in.tag();
        if (ProtobufInput.isContent(tag, GRAPH)) {
          nodes.readGraph(in, in.contentEnd(in.size()));
        } else {
          in.skip(tag, in.size());
        }
      }
      return nodes;
    } catch (EOFException e) {
      throw new ModelFormatException(file, "is not an ONNX graph, or is truncated", e);
    } catch (IOException e) {
      throw new ModelFormatException(file, FileErrors.readFailure(file, e), e);
    }
  }

  private void readGraph(ProtobufInput in, long end) throws IOException {
    while (in.position() < end) {
      long tag = in.tag();
      if (ProtobufInput.isContent(tag, NODE)) {
        readNode(in, in.contentEnd(end));
      } else {
        in.skip(tag, end);
      }
    }
  }

  private void readNode(ProtobufInput in, long end) throws IOException {
    List<String> inputs = new ArrayList<>();
    List<String> outputs = new ArrayList<>();
    String operator = "";
    while (in.position() < end) {
      long tag = in.tag();
      if (ProtobufInput.isContent(tag, INPUT)) {
        inputs.add(in.string(end));
      } else if (ProtobufInput.isContent(tag, OUTPUT)) {
        outputs.add(in.string(end));
      } else if (ProtobufInput.isContent(tag, OPERATOR)) {
        operator = in.string(end);
      } else {
        in.skip(tag, end);
      }
    }
    Node node = new Node(operator, inputs);
    outputs.forEach(output -> byOutput.put(output, node));
  }

  /** Returns the operators of the nodes; not those of the nodes of branches. */
  public Set<String> operators() {
    return byOutput.values().stream().map(Node::operator).collect(Collectors.toSet());
  }

  /** Returns the node that computes a value; empty for inputs and tensors of the graph. */
  public Optional<Node> of(String value) {
    return Optional.ofNullable(byOutput.get(value));
  }
}
