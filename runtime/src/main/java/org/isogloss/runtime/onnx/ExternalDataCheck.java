// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.onnx;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.isogloss.core.io.FileErrors;
import org.isogloss.modelio.format.FolderPaths;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.protobuf.ProtobufInput;

/**
 * Checks the files that the tensors of an ONNX graph refer to before ONNX Runtime opens them. Every
 * message that can hold a tensor is searched: graphs within graphs, functions, training graphs,
 * attributes of nodes. Field numbers are those of {@code onnx.proto}.
 */
public final class ExternalDataCheck {
  /** The kinds of messages that can contain a tensor, directly or indirectly. */
  private enum Message {
    MODEL,
    GRAPH,
    NODE,
    ATTRIBUTE,
    FUNCTION,
    TRAINING,
    SPARSE,
    TENSOR,
    LOCATION
  }

  private static final Map<Message, Map<Integer, Message>> FIELDS =
      Map.of(
          Message.MODEL,
          Map.of(7, Message.GRAPH, 20, Message.TRAINING, 25, Message.FUNCTION),
          Message.TRAINING,
          Map.of(1, Message.GRAPH, 2, Message.GRAPH),
          Message.FUNCTION,
          Map.of(7, Message.NODE, 11, Message.ATTRIBUTE),
          Message.GRAPH,
          Map.of(1, Message.NODE, 5, Message.TENSOR, 15, Message.SPARSE),
          Message.NODE,
          Map.of(5, Message.ATTRIBUTE),
          Message.ATTRIBUTE,
          Map.of(
              5, Message.TENSOR,
              6, Message.GRAPH,
              10, Message.TENSOR,
              11, Message.GRAPH,
              22, Message.SPARSE,
              23, Message.SPARSE),
          Message.SPARSE,
          Map.of(1, Message.TENSOR, 2, Message.TENSOR),
          Message.TENSOR,
          Map.of(13, Message.LOCATION));

  private static final int KEY = 1;
  private static final int VALUE = 2;
  private static final String LOCATION = "location";

  /** Maximum nesting depth: each level uses a part of the stack. */
  private static final int MAX_DEPTH = 100;

  /** Decides about a file that a tensor refers to. */
  @FunctionalInterface
  private interface Check {
    void accept(String location);
  }

  /** Opens a graph. */
  @FunctionalInterface
  private interface Input {
    ProtobufInput open() throws IOException;
  }

  private final ProtobufInput in;
  private final Check check;

  private ExternalDataCheck(ProtobufInput in, Check check) {
    this.in = in;
    this.check = check;
  }

  /**
   * Requires that all files that a graph refers to are next to it, with names that begin with its
   * own: those are the files of which the fingerprint of a model is computed.
   *
   * @return the names of the files
   * @throws ModelFormatException if a file has another name or is missing, or the graph is invalid
   */
  public static Set<String> requireInside(Path graph) {
    Path folder = graph.resolveSibling("");
    String name = graph.getFileName().toString();
    Set<String> locations = new TreeSet<>();
    search(
        graph,
        () -> new ProtobufInput(graph),
        location -> {
          // An invalid byte is decoded as U+FFFD, so the name would refer to a file other than the
          // one checked.
          boolean valid = !location.isEmpty() && location.indexOf('\uFFFD') < 0;
          if (!valid || !Files.isRegularFile(FolderPaths.resolve(folder, location))) {
            throw new ModelFormatException(
                graph,
                "keeps tensors in the file \""
                    + location
                    + "\", which is missing: get a complete copy");
          }
          if (!location.startsWith(name) || location.contains("/")) {
            throw new ModelFormatException(
                graph,
                "keeps tensors in the file \""
                    + location
                    + "\", expected a file next to it whose name begins with "
                    + name
                    + ": save it again with onnx.save_model(graph, \""
                    + name
                    + "\", save_as_external_data=True, location=\""
                    + name
                    + "_data\")");
          }
          locations.add(location);
        });
    return locations;
  }

  /**
   * Requires that a graph refers to no file, because a graph that is run from memory has no folder.
   *
   * @param graph the file of the graph, for error messages
   * @param bytes the graph from position to limit, which are not changed
   * @throws ModelFormatException if it refers to a file, or the bytes are not a graph
   */
  public static void requireNone(Path graph, ByteBuffer bytes) {
    search(
        graph,
        () -> new ProtobufInput(bytes),
        location -> {
          throw new ModelFormatException(
              graph,
              "keeps tensors in the file \"" + location + "\", expected a graph in one file");
        });
  }

  private static void search(Path graph, Input input, Check check) {
    try (ProtobufInput in = input.open()) {
      new ExternalDataCheck(in, check).search(Message.MODEL, in.size(), 0);
    } catch (EOFException e) {
      throw new ModelFormatException(graph, "is not an ONNX graph, or is truncated", e);
    } catch (IOException e) {
      throw new ModelFormatException(graph, FileErrors.readFailure(graph, e), e);
    }
  }

  private void search(Message message, long end, int depth) throws IOException {
    if (depth > MAX_DEPTH) {
      throw new EOFException("more than " + MAX_DEPTH + " nested messages");
    }
    if (message == Message.LOCATION) {
      readLocation(end);
      return;
    }
    Map<Integer, Message> fields = FIELDS.get(message);
    while (in.position() < end) {
      long tag = in.tag();
      Message inner = fields.get((int) (tag >>> 3));
      if (inner != null && ProtobufInput.isContent(tag, (int) (tag >>> 3))) {
        search(inner, in.contentEnd(end), depth + 1);
      } else {
        in.skip(tag, end);
      }
    }
  }

  /** Reads a key-value pair of the external location of a tensor. */
  private void readLocation(long end) throws IOException {
    String key = "";
    String value = "";
    while (in.position() < end) {
      long tag = in.tag();
      if (ProtobufInput.isContent(tag, KEY)) {
        key = in.string(end);
      } else if (ProtobufInput.isContent(tag, VALUE)) {
        value = in.string(end);
      } else {
        in.skip(tag, end);
      }
    }
    if (key.equals(LOCATION)) {
      check.accept(value);
    }
  }
}
