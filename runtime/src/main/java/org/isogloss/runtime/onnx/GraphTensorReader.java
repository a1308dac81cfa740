// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.onnx;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.isogloss.core.io.FileErrors;
import org.isogloss.modelio.format.FolderPaths;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.protobuf.ProtobufInput;

/**
 * Finds tensors in an ONNX file, reading no further than the last requested one. A tensor refers to
 * the location of its elements, in the file or in its external data file; the elements are read
 * only when the tensor is written. Field numbers are those of {@code onnx.proto}.
 */
public final class GraphTensorReader implements AutoCloseable {
  private static final int GRAPH = 7;
  private static final int INITIALIZER = 5;
  private static final int DIMENSION = 1;
  private static final int TYPE = 2;
  private static final int NAME = 8;
  private static final int RAW_DATA = 9;
  private static final int EXTERNAL = 13;

  /** Maximum number of dimensions of a tensor, more than any operator supports. */
  private static final int MAX_DIMENSIONS = 8;

  private final Path file;
  private final Predicate<String> filter;
  private final int maxTensors;
  private final ProtobufInput in;
  private final Map<String, Initializer> found = new LinkedHashMap<>();

  private GraphTensorReader(Path file, Predicate<String> filter, int maxTensors)
      throws IOException {
    this.file = file;
    this.filter = filter;
    this.maxTensors = maxTensors;
    in = new ProtobufInput(file);
  }

  /**
   * Finds tensors.
   *
   * @return the tensors that exist, by name
   * @throws ModelFormatException if the file is not a graph
   */
  public static Map<String, Initializer> find(Path file, Set<String> names) {
    return find(file, names::contains, names.size());
  }

  /**
   * Finds all tensors.
   *
   * @throws ModelFormatException if the file is not a graph
   */
  static Map<String, Initializer> findAll(Path file) {
    return find(file, name -> true, Integer.MAX_VALUE);
  }

  private static Map<String, Initializer> find(
      Path file, Predicate<String> filter, int maxTensors) {
    try (GraphTensorReader tensors = new GraphTensorReader(file, filter, maxTensors)) {
      tensors.readModel(tensors.in.size());
      return tensors.found;
    } catch (EOFException | IllegalArgumentException | ArithmeticException e) {
      throw new ModelFormatException(file, "is not an ONNX graph, or is truncated", e);
    } catch (IOException e) {
      throw new ModelFormatException(file, FileErrors.readFailure(file, e), e);
    }
  }

  private boolean complete() {
    return found.size() == maxTensors;
  }

  private void readModel(long end) throws IOException {
    while (in.position() < end && !complete()) {
      long tag = in.tag();
      if (ProtobufInput.isContent(tag, GRAPH)) {
        readGraph(in.contentEnd(end));
      } else {
        in.skip(tag, end);
      }
    }
  }

  private void readGraph(long end) throws IOException {
    while (in.position() < end && !complete()) {
      long tag = in.tag();
      if (ProtobufInput.isContent(tag, INITIALIZER)) {
        readTensor(in.contentEnd(end));
      } else {
        in.skip(tag, end);
      }
    }
  }

  private void readTensor(long end) throws IOException {
    List<Long> shape = new ArrayList<>();
    long type = 0;
    String name = "";
    DataLocation location = new DataLocation(file, 0, 0);
    while (in.position() < end) {
      long tag = in.tag();
      if (ProtobufInput.isVarint(tag, DIMENSION)) {
        shape.add(in.varint());
        if (shape.size() > MAX_DIMENSIONS) {
          throw new EOFException("a tensor of more than " + MAX_DIMENSIONS + " dimensions");
        }
      } else if (ProtobufInput.isVarint(tag, TYPE)) {
        type = in.varint();
      } else if (ProtobufInput.isContent(tag, NAME)) {
        name = in.string(end);
      } else if (ProtobufInput.isContent(tag, RAW_DATA)) {
        long contentEnd = in.contentEnd(end);
        location = new DataLocation(file, in.position(), contentEnd - in.position());
        in.skipTo(contentEnd);
      } else if (ProtobufInput.isContent(tag, EXTERNAL)) {
        location = readExternal(in.contentEnd(end), location);
      } else {
        in.skip(tag, end);
      }
    }
    if (filter.test(name)) {
      found.put(name, location.tensor(name, ElementType.fromCode(type), shape));
    }
  }

  /** Reads a key-value pair of the external location of a tensor. */
  private DataLocation readExternal(long end, DataLocation current) throws IOException {
    Map<Long, String> pair = new HashMap<>();
    while (in.position() < end) {
      long tag = in.tag();
      pair.put(tag >>> 3, in.string(end));
    }
    String value = pair.getOrDefault(2L, "");
    return switch (pair.getOrDefault(1L, "")) {
      case "location" ->
          new DataLocation(
              FolderPaths.resolve(file.resolveSibling(""), value), current.offset, current.bytes);
      case "offset" -> new DataLocation(current.file, Long.parseLong(value), current.bytes);
      case "length" -> new DataLocation(current.file, current.offset, Long.parseLong(value));
      default -> current;
    };
  }

  /** The location of the elements of a tensor. */
  private record DataLocation(Path file, long offset, long bytes) {
    /** Returns the tensor after checking that its elements match the size of the data. */
    Initializer tensor(String name, ElementType type, List<Long> shape) throws IOException {
      long[] sizes = shape.stream().mapToLong(Long::longValue).toArray();
      boolean negative = shape.stream().anyMatch(size -> size < 0);
      long available = Files.size(file);
      if (negative
          || bytes != type.byteSize(Initializer.elementCount(sizes))
          || offset < 0
          || offset > available - bytes) {
        throw new ModelFormatException(
            file,
            "tensor \""
                + name
                + "\" is "
                + type
                + shape
                + " in "
                + bytes
                + " bytes at offset "
                + offset
                + " of "
                + available
                + ": get a complete copy");
      }
      return new Initializer(name, type, sizes, bytes, this::copyTo);
    }

    private void copyTo(OutputStream out) throws IOException {
      try (InputStream in = Files.newInputStream(file)) {
        skip(in, offset);
        byte[] buffer = new byte[1 << 16];
        for (long left = bytes; left > 0; ) {
          int read = in.read(buffer, 0, (int) Math.min(left, buffer.length));
          if (read < 0) {
            throw new EOFException(file + ": is truncated");
          }
          out.write(buffer, 0, read);
          left -= read;
        }
      }
    }
  }

  /**
   * Skips bytes at the beginning of a stream. The first one is read, because streams of entries
   * that are stored uncompressed in a jar go to a wrong position if they are skipped before they
   * are read.
   */
  private static void skip(InputStream in, long bytes) throws IOException {
    if (bytes > 0) {
      in.readNBytes(1);
      in.skipNBytes(bytes - 1);
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
