package org.isogloss.runtime;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isogloss.model.ModelFormatException;
import org.isogloss.model.ProtoReader;
import org.isogloss.model.ProtoReader.MalformedMessageException;

/**
 * Reads the tensors that an ONNX file holds, or that lie in the file beside it. The numbers of
 * fields are those of {@code onnx.proto}, as in {@link GraphWriter}.
 */
final class GraphTensors {
  /**
   * A tensor of a graph.
   *
   * @param type as {@link ElementType#code} numbers them
   * @param content its numbers row by row, little-endian
   */
  record GraphTensor(String name, int type, List<Long> shape, ByteBuffer content) {
    GraphTensor {
      shape = List.copyOf(shape);
    }

    /** The numbers, from the first on. */
    ByteBuffer numbers() {
      return content.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    }
  }

  private final Path file;
  private final Map<String, GraphTensor> tensors = new LinkedHashMap<>();

  private GraphTensors(Path file) {
    this.file = file;
  }

  /**
   * All tensors of a graph by their names.
   *
   * @throws ModelFormatException if it is not such a file, or cannot be read
   */
  static Map<String, GraphTensor> read(Path file) {
    GraphTensors reading = new GraphTensors(file);
    try {
      ProtoReader model = new ProtoReader(bytes(file, 0, Files.size(file)));
      while (model.next()) {
        if (model.field() == 7) {
          reading.graph(model.content());
        }
      }
    } catch (MalformedMessageException | ArithmeticException e) {
      throw new ModelFormatException(file, "is not an ONNX file: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new ModelFormatException(file, "cannot be read: " + e.getMessage(), e);
    }
    return reading.tensors;
  }

  private void graph(ByteBuffer message) throws MalformedMessageException, IOException {
    ProtoReader graph = new ProtoReader(message);
    while (graph.next()) {
      if (graph.field() == 5) {
        GraphTensor tensor = tensor(graph.content());
        tensors.put(tensor.name(), tensor);
      }
    }
  }

  private GraphTensor tensor(ByteBuffer message) throws MalformedMessageException, IOException {
    String name = "";
    int type = 0;
    List<Long> shape = new ArrayList<>();
    ByteBuffer numbers = ByteBuffer.allocate(0);
    Map<String, String> elsewhere = new LinkedHashMap<>();
    ProtoReader tensor = new ProtoReader(message);
    while (tensor.next()) {
      switch (tensor.field()) {
        case 1 -> shape.add(tensor.number());
        case 2 -> type = Math.toIntExact(tensor.number());
        case 8 -> name = text(tensor.content());
        case 9 -> numbers = tensor.content();
        case 13 -> entry(tensor.content(), elsewhere);
        default -> {
          // Documentation and numbers in forms that GraphWriter does not write.
        }
      }
    }
    return new GraphTensor(name, type, shape, elsewhere.isEmpty() ? numbers : beside(elsewhere));
  }

  private static void entry(ByteBuffer message, Map<String, String> into)
      throws MalformedMessageException {
    ProtoReader entry = new ProtoReader(message);
    String key = "";
    String value = "";
    while (entry.next()) {
      if (entry.field() == 1) {
        key = text(entry.content());
      } else {
        value = text(entry.content());
      }
    }
    into.put(key, value);
  }

  /** Numbers in the file beside the graph. */
  private ByteBuffer beside(Map<String, String> where) throws IOException {
    try {
      return bytes(
          file.resolveSibling(where.getOrDefault("location", "")),
          Long.parseLong(where.getOrDefault("offset", "0")),
          Long.parseLong(where.getOrDefault("length", "0")));
    } catch (NumberFormatException e) {
      throw new ModelFormatException(file, "has a tensor at " + where + ", which is no place", e);
    }
  }

  private static ByteBuffer bytes(Path file, long from, long length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(length));
    try (SeekableByteChannel channel = Files.newByteChannel(file)) {
      channel.position(from);
      while (bytes.hasRemaining()) {
        if (channel.read(bytes) < 0) {
          throw new ModelFormatException(
              file,
              "ends at " + Files.size(file) + " bytes, expected " + (from + length) + " at least");
        }
      }
    }
    return bytes.flip();
  }

  private static String text(ByteBuffer content) {
    return StandardCharsets.UTF_8.decode(content.duplicate()).toString();
  }
}
