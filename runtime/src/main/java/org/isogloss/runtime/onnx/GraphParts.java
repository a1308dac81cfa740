// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.onnx;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.isogloss.core.io.FileErrors;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.protobuf.ProtobufInput;
import org.isogloss.modelio.protobuf.ProtobufMessage;

/**
 * A graph in memory whose nodes can be replaced. The bytes of what is not replaced are copied only
 * when the graph is written. Field numbers are those of {@code onnx.proto}.
 */
public final class GraphParts {
  private static final int GRAPH = 7;
  private static final int NODE = 1;
  private static final int TENSOR = 5;
  private static final int OUTPUT = 12;
  private static final int TENSOR_NAME = 8;
  private static final int NODE_INPUT = 1;
  private static final int NODE_OUTPUT = 2;
  private static final int OPERATOR = 4;
  private static final int ATTRIBUTE = 5;
  private static final int SUBGRAPH = 6;

  /** Maximum nesting depth of graphs: each level uses a part of the stack. */
  private static final int MAX_DEPTH = 100;

  /**
   * A node.
   *
   * @param operator its operator, such as {@code MatMul}
   * @param inputs the names of the values that it reads
   * @param outputs the names of the values that it computes
   * @param uses its inputs, and those of the nodes of its branches
   * @param field the bytes of the node with tag and length
   */
  public record Node(
      String operator,
      List<String> inputs,
      List<String> outputs,
      Set<String> uses,
      ByteBuffer field) {
    /** Creates a node of a standard operator with one output, which is also its name. */
    public static Node of(
        String operator, List<String> inputs, String output, GraphBuilder.Attribute... attributes) {
      ProtobufMessage message =
          new ProtobufMessage()
              .message(NODE, GraphBuilder.nodeMessage("", operator, output, inputs, attributes));
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try {
        message.writeTo(bytes);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return new Node(
          operator,
          List.copyOf(inputs),
          List.of(output),
          Set.copyOf(inputs),
          ByteBuffer.wrap(bytes.toByteArray()));
    }
  }

  /** A tensor, with the bytes of its field. */
  private record Tensor(String name, ByteBuffer field) {}

  private final ByteBuffer bytes;
  private final ProtobufInput in;

  /** The fields of the model except the graph. */
  private final List<ByteBuffer> modelFields = new ArrayList<>();

  /** The fields of the graph except nodes and tensors. */
  private final List<ByteBuffer> graphFields = new ArrayList<>();

  private final Set<String> outputs = new HashSet<>();
  private List<Tensor> tensors = new ArrayList<>();
  private List<Node> nodes = new ArrayList<>();

  private GraphParts(ByteBuffer bytes) {
    this.bytes = bytes;
    this.in = new ProtobufInput(bytes);
  }

  /**
   * Reads a graph. Several messages of the field for the graph are merged.
   *
   * @param file the file of the graph, for error messages
   * @param bytes the graph from position to limit, which are not changed, and must not change
   *     before the graph is written
   * @throws ModelFormatException if the bytes are not a graph
   */
  public static GraphParts read(Path file, ByteBuffer bytes) {
    GraphParts parts = new GraphParts(bytes.slice());
    try {
      parts.readModel();
      return parts;
    } catch (EOFException e) {
      throw new ModelFormatException(file, "is not an ONNX graph, or is truncated", e);
    } catch (IOException e) {
      throw new ModelFormatException(file, FileErrors.readFailure(file, e), e);
    }
  }

  private void readModel() throws IOException {
    while (in.position() < in.size()) {
      long start = in.position();
      long tag = in.tag();
      if (ProtobufInput.isContent(tag, GRAPH)) {
        readGraph(in.contentEnd(in.size()));
      } else {
        in.skip(tag, in.size());
        modelFields.add(bytesFrom(start));
      }
    }
  }

  private void readGraph(long end) throws IOException {
    while (in.position() < end) {
      long start = in.position();
      long tag = in.tag();
      if (ProtobufInput.isContent(tag, NODE)) {
        nodes.add(readNode(start, in.contentEnd(end)));
      } else if (ProtobufInput.isContent(tag, TENSOR)) {
        String name = readName(TENSOR_NAME, in.contentEnd(end));
        tensors.add(new Tensor(name, bytesFrom(start)));
      } else {
        if (ProtobufInput.isContent(tag, OUTPUT)) {
          outputs.add(readName(1, in.contentEnd(end)));
        } else {
          in.skip(tag, end);
        }
        graphFields.add(bytesFrom(start));
      }
    }
  }

  private ByteBuffer bytesFrom(long start) {
    return bytes.slice((int) start, (int) (in.position() - start));
  }

  /** Reads a message and returns one of its strings. */
  private String readName(int field, long end) throws IOException {
    String name = "";
    while (in.position() < end) {
      long tag = in.tag();
      if (ProtobufInput.isContent(tag, field)) {
        name = in.string(end);
      } else {
        in.skip(tag, end);
      }
    }
    return name;
  }

  private Node readNode(long start, long end) throws IOException {
    List<String> inputs = new ArrayList<>();
    List<String> computed = new ArrayList<>();
    Set<String> uses = new HashSet<>();
    String operator = "";
    while (in.position() < end) {
      long tag = in.tag();
      if (ProtobufInput.isContent(tag, NODE_INPUT)) {
        inputs.add(in.string(end));
      } else if (ProtobufInput.isContent(tag, NODE_OUTPUT)) {
        computed.add(in.string(end));
      } else if (ProtobufInput.isContent(tag, OPERATOR)) {
        operator = in.string(end);
      } else if (ProtobufInput.isContent(tag, ATTRIBUTE)) {
        readSubgraphs(ATTRIBUTE, in.contentEnd(end), uses, 0);
      } else {
        in.skip(tag, end);
      }
    }
    uses.addAll(inputs);
    return new Node(operator, inputs, computed, uses, bytesFrom(start));
  }

  /**
   * Collects what the nodes of a branch use.
   *
   * @param message the field of the message that is read: an attribute, a graph or a node
   */
  private void readSubgraphs(int message, long end, Set<String> uses, int depth)
      throws IOException {
    if (depth > MAX_DEPTH) {
      throw new EOFException("more than " + MAX_DEPTH + " nested messages");
    }
    while (in.position() < end) {
      long tag = in.tag();
      if (message == ATTRIBUTE && ProtobufInput.isContent(tag, SUBGRAPH)) {
        readSubgraphs(SUBGRAPH, in.contentEnd(end), uses, depth + 1);
      } else if (message == SUBGRAPH && ProtobufInput.isContent(tag, NODE)) {
        readSubgraphs(NODE, in.contentEnd(end), uses, depth + 1);
      } else if (message == NODE && ProtobufInput.isContent(tag, NODE_INPUT)) {
        uses.add(in.string(end));
      } else if (message == NODE && ProtobufInput.isContent(tag, ATTRIBUTE)) {
        readSubgraphs(ATTRIBUTE, in.contentEnd(end), uses, depth + 1);
      } else {
        in.skip(tag, end);
      }
    }
  }

  /** Returns the nodes in the order in which they are computed. */
  public List<Node> nodes() {
    return List.copyOf(nodes);
  }

  /**
   * Replaces the nodes, and removes nodes and tensors that no output of the graph depends on.
   *
   * @param replacement the nodes in an order in which they can be computed
   */
  public void replaceNodes(List<Node> replacement) {
    Set<String> used = new HashSet<>(outputs);
    List<Node> kept = new ArrayList<>();
    for (Node node : replacement.reversed()) {
      if (node.outputs().stream().anyMatch(used::contains)) {
        used.addAll(node.uses());
        kept.add(node);
      }
    }
    nodes = kept.reversed();
    tensors = tensors.stream().filter(tensor -> used.contains(tensor.name())).toList();
  }

  /** Returns the bytes of the graph, in off-heap memory. */
  public ByteBuffer toBytes() {
    List<ByteBuffer> fields = new ArrayList<>();
    nodes.forEach(node -> fields.add(node.field()));
    fields.addAll(graphFields);
    tensors.forEach(tensor -> fields.add(tensor.field()));
    ByteArrayOutputStream begin = new ByteArrayOutputStream();
    try {
      new ProtobufMessage().beginField(GRAPH, size(fields)).writeTo(begin);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<ByteBuffer> all = new ArrayList<>(modelFields);
    all.add(ByteBuffer.wrap(begin.toByteArray()));
    all.addAll(fields);
    ByteBuffer written = ByteBuffer.allocateDirect(Math.toIntExact(size(all)));
    all.forEach(field -> written.put(field.duplicate()));
    return written.flip();
  }

  private static long size(List<ByteBuffer> fields) {
    return fields.stream().mapToLong(ByteBuffer::remaining).sum();
  }
}
