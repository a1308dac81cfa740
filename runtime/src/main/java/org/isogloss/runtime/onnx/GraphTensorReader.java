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

/**
 * Finds tensors in an ONNX file, and reads no further than to the last that is wanted. What is
 * found says where its numbers lie, in the file or in the one beside it; they are read when they
 * are written elsewhere. The numbers of fields are those of {@code onnx.proto}.
 */
public final class GraphTensorReader implements AutoCloseable {
  private static final int GRAPH = 7;
  private static final int INITIALIZER = 5;
  private static final int DIMENSION = 1;
  private static final int TYPE = 2;
  private static final int NAME = 8;
  private static final int RAW_DATA = 9;
  private static final int EXTERNAL = 13;

  /** Limit of a tensor's dimensions, above that of any operator. */
  private static final int MAX_DIMENSIONS = 8;

  private final Path file;
  private final Predicate<String> wanted;
  private final int maxTensors;
  private final ProtobufInput in;
  private final Map<String, Initializer> found = new LinkedHashMap<>();

  private GraphTensorReader(Path file, Predicate<String> wanted, int most) throws IOException {
    this.file = file;
    this.wanted = wanted;
    this.maxTensors = most;
    in = new ProtobufInput(file);
  }

  /**
   * Finds tensors.
   *
   * @return those that there are, by name
   * @throws ModelFormatException if the file is no graph
   */
  public static Map<String, Initializer> find(Path file, Set<String> names) {
    return find(file, names::contains, names.size());
  }

  /**
   * Finds all tensors.
   *
   * @throws ModelFormatException if the file is no graph
   */
  static Map<String, Initializer> findAll(Path file) {
    return find(file, name -> true, Integer.MAX_VALUE);
  }

  private static Map<String, Initializer> find(Path file, Predicate<String> wanted, int most) {
    try (GraphTensorReader tensors = new GraphTensorReader(file, wanted, most)) {
      tensors.readModel(tensors.in.size());
      return tensors.found;
    } catch (EOFException | IllegalArgumentException | ArithmeticException e) {
      throw new ModelFormatException(file, "is no ONNX graph, or ends too early", e);
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
    Place place = new Place(file, 0, 0);
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
        long behind = in.contentEnd(end);
        place = new Place(file, in.position(), behind - in.position());
        in.skipTo(behind);
      } else if (ProtobufInput.isContent(tag, EXTERNAL)) {
        place = readExternal(in.contentEnd(end), place);
      } else {
        in.skip(tag, end);
      }
    }
    if (wanted.test(name)) {
      found.put(name, place.tensor(name, ElementType.fromCode(type), shape));
    }
  }

  /** One of the pairs of key and value that say where a tensor's numbers lie. */
  private Place readExternal(long end, Place before) throws IOException {
    Map<Long, String> pair = new HashMap<>();
    while (in.position() < end) {
      long tag = in.tag();
      pair.put(tag >>> 3, in.string(end));
    }
    String value = pair.getOrDefault(2L, "");
    return switch (pair.getOrDefault(1L, "")) {
      case "location" ->
          new Place(
              FolderPaths.resolve(file.resolveSibling(""), value), before.offset, before.bytes);
      case "offset" -> new Place(before.file, Long.parseLong(value), before.bytes);
      case "length" -> new Place(before.file, before.offset, Long.parseLong(value));
      default -> before;
    };
  }

  /** Where the numbers of a tensor lie. */
  private record Place(Path file, long offset, long bytes) {
    /** The tensor, if its numbers take the bytes that are there. */
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
                + " bytes from "
                + offset
                + " of "
                + available
                + ": get a whole copy");
      }
      return new Initializer(name, type, sizes, bytes, this::copyTo);
    }

    private void copyTo(OutputStream out) throws IOException {
      try (InputStream in = Files.newInputStream(file)) {
        in.skipNBytes(offset);
        byte[] buffer = new byte[1 << 16];
        for (long left = bytes; left > 0; ) {
          int read = in.read(buffer, 0, (int) Math.min(left, buffer.length));
          if (read < 0) {
            throw new EOFException(file + ": ends too early");
          }
          out.write(buffer, 0, read);
          left -= read;
        }
      }
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
