package org.isogloss.runtime;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.isogloss.model.ModelFormatException;

/**
 * Finds tensors in an ONNX file, and reads no further than to the last that is wanted. What is
 * found says where its numbers lie, in the file or in the one beside it; they are read when they
 * are written elsewhere. The numbers of fields are those of {@code onnx.proto}.
 */
final class GraphTensors implements AutoCloseable {
  private static final int GRAPH = 7;
  private static final int INITIALIZER = 5;
  private static final int DIMENSION = 1;
  private static final int TYPE = 2;
  private static final int NAME = 8;
  private static final int RAW_DATA = 9;
  private static final int EXTERNAL = 13;

  private static final int LENGTH_DELIMITED = 2;
  private static final int LONGEST_NAME = 1 << 12;

  private final Path file;
  private final Predicate<String> wanted;
  private final int most;
  private final InputStream in;
  private final Map<String, Initializer> found = new LinkedHashMap<>();
  private long at;

  private GraphTensors(Path file, Predicate<String> wanted, int most) throws IOException {
    this.file = file;
    this.wanted = wanted;
    this.most = most;
    in = new BufferedInputStream(Files.newInputStream(file));
  }

  /**
   * Finds tensors.
   *
   * @return those that there are, by name
   * @throws ModelFormatException if the file is no graph
   */
  static Map<String, Initializer> find(Path file, Set<String> names) {
    return find(file, names::contains, names.size());
  }

  /**
   * Finds all tensors.
   *
   * @throws ModelFormatException if the file is no graph
   */
  static Map<String, Initializer> all(Path file) {
    return find(file, name -> true, Integer.MAX_VALUE);
  }

  private static Map<String, Initializer> find(Path file, Predicate<String> wanted, int most) {
    try (GraphTensors tensors = new GraphTensors(file, wanted, most)) {
      tensors.readModel(Files.size(file));
      return tensors.found;
    } catch (EOFException | IllegalArgumentException e) {
      throw new ModelFormatException(file, "is no ONNX graph, or ends too early", e);
    } catch (IOException e) {
      throw new ModelFormatException(file, "cannot be read: " + e.getMessage(), e);
    }
  }

  private boolean complete() {
    return found.size() == most;
  }

  private void readModel(long end) throws IOException {
    while (at < end && !complete()) {
      long tag = varint();
      if (is(tag, GRAPH)) {
        readGraph(length(end));
      } else {
        skip(tag, end);
      }
    }
  }

  private void readGraph(long end) throws IOException {
    while (at < end && !complete()) {
      long tag = varint();
      if (is(tag, INITIALIZER)) {
        readTensor(length(end));
      } else {
        skip(tag, end);
      }
    }
  }

  private void readTensor(long end) throws IOException {
    List<Long> shape = new ArrayList<>();
    long type = 0;
    String name = "";
    Place place = new Place(file, 0, 0);
    while (at < end) {
      long tag = varint();
      if (tag >>> 3 == DIMENSION && (tag & 7) == 0) {
        shape.add(varint());
      } else if (tag >>> 3 == TYPE && (tag & 7) == 0) {
        type = varint();
      } else if (is(tag, NAME)) {
        name = text(end);
      } else if (is(tag, RAW_DATA)) {
        long behind = length(end);
        place = new Place(file, at, behind - at);
        skipTo(behind);
      } else if (is(tag, EXTERNAL)) {
        place = readExternal(length(end), place);
      } else {
        skip(tag, end);
      }
    }
    if (wanted.test(name)) {
      found.put(name, place.tensor(name, ElementType.of(type), shape));
    }
  }

  /** One of the pairs of key and value that say where a tensor's numbers lie. */
  private Place readExternal(long end, Place before) throws IOException {
    Map<Long, String> pair = new HashMap<>();
    while (at < end) {
      long tag = varint();
      pair.put(tag >>> 3, text(end));
    }
    String value = pair.getOrDefault(2L, "");
    return switch (pair.getOrDefault(1L, "")) {
      case "location" -> new Place(file.resolveSibling(value), before.offset, before.bytes);
      case "offset" -> new Place(before.file, Long.parseLong(value), before.bytes);
      case "length" -> new Place(before.file, before.offset, Long.parseLong(value));
      default -> before;
    };
  }

  /** Where the numbers of a tensor lie. */
  private record Place(Path file, long offset, long bytes) {
    Initializer tensor(String name, ElementType type, List<Long> shape) {
      long[] sizes = shape.stream().mapToLong(Long::longValue).toArray();
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

  private static boolean is(long tag, int field) {
    return tag == (((long) field << 3) | LENGTH_DELIMITED);
  }

  /** Where the field ends whose length comes next. */
  private long length(long end) throws IOException {
    long length = varint();
    if (length < 0 || length > end - at) {
      throw new EOFException("a field of " + length + " bytes");
    }
    return at + length;
  }

  private String text(long end) throws IOException {
    long length = length(end) - at;
    if (length > LONGEST_NAME) {
      throw new EOFException("a name of " + length + " bytes");
    }
    byte[] bytes = in.readNBytes((int) length);
    at += bytes.length;
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private void skip(long tag, long end) throws IOException {
    switch ((int) (tag & 7)) {
      case 0 -> varint();
      case 1 -> skipTo(at + Long.BYTES);
      case LENGTH_DELIMITED -> skipTo(length(end));
      case 5 -> skipTo(at + Integer.BYTES);
      default -> throw new EOFException("a field of type " + (tag & 7));
    }
  }

  private void skipTo(long behind) throws IOException {
    in.skipNBytes(behind - at);
    at = behind;
  }

  private long varint() throws IOException {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      int b = in.read();
      if (b < 0) {
        throw new EOFException("a number without an end");
      }
      at++;
      value |= (long) (b & 0x7f) << shift;
      if (b < 0x80) {
        return value;
      }
    }
    throw new EOFException("a number of more than ten bytes");
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
