// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.safetensors;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.FileErrors;
import org.isogloss.core.util.NameSuggestions;
import org.isogloss.modelio.file.ModelJson;
import org.isogloss.modelio.file.RandomAccessBytes;
import org.isogloss.modelio.format.FolderPaths;
import org.isogloss.modelio.format.ModelFormatException;

/**
 * The tensors of a Safetensors file, or of several files listed in a {@code
 * model.safetensors.index.json}. Files on disk are mapped into memory, so that opening a file reads
 * only its header and reading loads only the requested parts. This class is thread-safe.
 *
 * <p>A file consists of eight bytes with the length of the header (little-endian), the header in
 * JSON ({@code {"name": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}, ...}}), and the
 * elements of all tensors without gaps, row by row, little-endian.
 *
 * <p>Files that {@code torch.save} wrote ({@code .bin}, {@code .pt}) are read, too: only their
 * tensors, and without executing anything.
 */
public final class Safetensors implements AutoCloseable {
  /** The name of the weights file in a model folder with a single file. */
  public static final String FILE = "model.safetensors";

  /** The name of the index in a model folder with several weight files. */
  public static final String INDEX = "model.safetensors.index.json";

  /** The name of the weights file of older model folders, a pickle in a zip archive. */
  public static final String PICKLED = "pytorch_model.bin";

  private static final String PICKLED_INDEX = PICKLED + ".index.json";

  /** The names of the weights in a folder, in order of preference. */
  private static final List<String> NAMES = List.of(FILE, INDEX, PICKLED, PICKLED_INDEX);

  private static final Pattern PICKLED_FILE = Pattern.compile(".*\\.(bin|pt)", Pattern.DOTALL);

  private record Located(Path file, RandomAccessBytes bytes, long offset, TensorInfo info) {}

  private static final int CHUNK_BYTES = 1 << 20;

  private final Path path;
  private final Map<Path, RandomAccessBytes> files = new LinkedHashMap<>();
  private final Map<String, Located> located = new LinkedHashMap<>();
  private final Map<String, TensorInfo> tensors = new LinkedHashMap<>();
  private final Map<String, String> metadata = new HashMap<>();

  private Safetensors(Path path) {
    this.path = path;
  }

  /**
   * Opens a file, an index or a folder.
   *
   * @param path a {@code .safetensors} file, a {@code .bin} or {@code .pt} file, an index of
   *     several, or a folder that holds {@link #FILE}, {@link #INDEX}, {@link #PICKLED}, its index
   *     or just one other {@code .safetensors} file, in this order
   * @throws ModelFormatException if a file violates the format
   */
  public static Safetensors open(Path path) {
    Path file = path;
    if (Files.isDirectory(path)) {
      file = inFolder(path);
    }
    Safetensors opened = new Safetensors(file);
    try {
      if (file.getFileName().toString().endsWith(".json")) {
        opened.addIndexed(file);
      } else {
        opened.add(file);
      }
      return opened;
    } catch (IsoglossException e) {
      opened.close();
      throw e;
    }
  }

  /** Returns whether a model folder has weights under one of the usual names. */
  public static boolean isIn(Path folder) {
    return NAMES.stream().anyMatch(name -> FolderPaths.find(folder, name).isPresent());
  }

  private static Path inFolder(Path folder) {
    for (String name : NAMES) {
      Optional<Path> found = FolderPaths.find(folder, name);
      if (found.isPresent()) {
        return found.get();
      }
    }
    try (Stream<Path> all = Files.list(folder)) {
      List<Path> candidates = all.filter(file -> file.toString().endsWith(".safetensors")).toList();
      if (candidates.size() == 1) {
        return FolderPaths.resolve(folder, candidates.getFirst().getFileName().toString());
      }
    } catch (IOException e) {
      throw new ModelFormatException(folder, FileErrors.readFailure(folder, e), e);
    }
    throw new ModelFormatException(
        folder, "contains neither " + FILE + " nor " + INDEX + " nor " + PICKLED);
  }

  private void add(Path file) {
    RandomAccessBytes bytes = RandomAccessBytes.open(file);
    files.put(file, bytes);
    if (PICKLED_FILE.matcher(file.getFileName().toString()).matches()) {
      PickledHeader header = PickledHeader.read(file, bytes);
      add(file, bytes, header.tensors(), header.offsets());
    } else {
      SafetensorsHeader header = SafetensorsHeader.read(file, bytes);
      metadata.putAll(header.metadata());
      add(file, bytes, header.tensors(), header.offsets());
    }
  }

  private void add(
      Path file,
      RandomAccessBytes bytes,
      Map<String, TensorInfo> infos,
      Map<String, Long> offsets) {
    infos.forEach(
        (name, info) -> {
          Located duplicate = located.put(name, new Located(file, bytes, offsets.get(name), info));
          if (duplicate != null) {
            throw new ModelFormatException(
                file, "tensor \"" + name + "\" is also in " + duplicate.file);
          }
          tensors.put(name, info);
        });
  }

  private void addIndexed(Path index) {
    JsonNode map = ModelJson.readObject(index).path("weight_map");
    if (!map.isObject()) {
      throw new ModelFormatException(index, "weight_map is missing or not an object");
    }
    for (Map.Entry<String, JsonNode> entry : map.properties()) {
      String shard = entry.getValue().asText();
      if (!entry.getValue().isTextual() || shard.contains("/") || shard.contains("\\")) {
        throw new ModelFormatException(
            index,
            "weight_map." + entry.getKey() + " is " + entry.getValue() + ", expected a file");
      }
    }
    TreeSet<String> shards = new TreeSet<>();
    map.forEach(shard -> shards.add(shard.asText()));
    Path folder = index.resolveSibling("");
    for (String shard : shards) {
      add(FolderPaths.resolve(folder, shard));
    }
    for (Map.Entry<String, JsonNode> entry : map.properties()) {
      Path expected = folder.resolve(entry.getValue().asText());
      Located found = located.get(entry.getKey());
      if (found == null || !found.file.equals(expected)) {
        throw new ModelFormatException(
            expected,
            "has no tensor \"" + entry.getKey() + "\", which " + index.getFileName() + " lists");
      }
    }
  }

  /** Returns the path that was opened: a weights file or an index. */
  public Path path() {
    return path;
  }

  /** Returns the files that hold the tensors, and the index if there is one. */
  public List<Path> files() {
    List<Path> all = new ArrayList<>(files.keySet());
    if (!files.containsKey(path)) {
      all.addFirst(path);
    }
    return all;
  }

  /** Returns all tensors by name, in the order of the files. */
  public Map<String, TensorInfo> tensors() {
    return Collections.unmodifiableMap(tensors);
  }

  /** Returns the metadata of the files, such as {@code format}. */
  public Map<String, String> metadata() {
    return Collections.unmodifiableMap(metadata);
  }

  public boolean has(String name) {
    return located.containsKey(name);
  }

  /**
   * Returns the description of a tensor.
   *
   * @throws ModelFormatException if there is no such tensor
   */
  public TensorInfo tensor(String name) {
    return locate(name).info;
  }

  /**
   * Returns the file that holds a tensor.
   *
   * @throws ModelFormatException if there is no such tensor
   */
  public Path fileOf(String name) {
    return locate(name).file;
  }

  /**
   * Returns the description of a tensor after checking its shape.
   *
   * @throws ModelFormatException if there is no such tensor, or it has another shape
   */
  public TensorInfo tensor(String name, long... shape) {
    TensorInfo expected = new TensorInfo(name, DataType.F32, shape);
    TensorInfo found = tensor(name);
    if (!found.shape().equals(expected.shape())) {
      throw new ModelFormatException(
          locate(name).file,
          "tensor \"" + name + "\" has shape " + found.shape() + ", expected " + expected.shape());
    }
    return found;
  }

  private Located locate(String name) {
    Located tensor = located.get(name);
    if (tensor == null) {
      String nearest =
          NameSuggestions.nearest(name, tensors.keySet())
              .map(near -> "; did you mean \"" + near + "\"?")
              .orElse("");
      throw new ModelFormatException(path, "has no tensor \"" + name + "\"" + nearest);
    }
    return tensor;
  }

  /**
   * Returns the bytes of a tensor as stored in the file, without copying.
   *
   * @return read-only, little-endian; remains readable after {@link #close}
   * @throws ModelFormatException if there is no such tensor
   * @throws IllegalArgumentException if the tensor is larger than 2 GiB; read it in parts
   */
  public ByteBuffer bytes(String name) {
    Located tensor = locate(name);
    if (tensor.info.byteSize() > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "tensor \"" + name + "\" is larger than 2 GiB: read it in parts");
    }
    return tensor.bytes.slice(tensor.offset, (int) tensor.info.byteSize());
  }

  /**
   * Returns a range of the bytes of a tensor, without copying.
   *
   * @param from offset of the first byte within the tensor
   */
  public ByteBuffer bytes(String name, long from, int length) {
    Located tensor = locate(name);
    if (from < 0 || length < 0 || from > tensor.info.byteSize() - length) {
      throw new IndexOutOfBoundsException(
          "bytes [" + from + ", " + (from + length) + ") of " + tensor.info);
    }
    return tensor.bytes.slice(tensor.offset + from, length);
  }

  /**
   * Returns all elements of a tensor as floats, row by row, regardless of their type in the file.
   */
  public float[] floats(String name) {
    float[] values = new float[Math.toIntExact(tensor(name).elementCount())];
    floats(name, 0, FloatBuffer.wrap(values));
    return values;
  }

  /**
   * Reads a range of the elements of a tensor as floats, row by row, regardless of their type in
   * the file.
   *
   * @param from index of the first element within the tensor
   * @param into the buffer to fill, from its position to its limit
   */
  public void floats(String name, long from, FloatBuffer into) {
    DataType type = tensor(name).type();
    long next = from;
    while (into.hasRemaining()) {
      int count = Math.min(into.remaining(), CHUNK_BYTES / type.bytes());
      ByteBuffer chunk = bytes(name, next * type.bytes(), count * type.bytes());
      if (type == DataType.F32) {
        into.put(chunk.asFloatBuffer());
      } else {
        for (int i = 0; i < count; i++) {
          into.put((float) type.get(chunk));
        }
      }
      next += count;
    }
  }

  /**
   * Returns all elements of an integer tensor.
   *
   * @throws IllegalArgumentException if its type is floating-point
   */
  public long[] integers(String name) {
    TensorInfo info = tensor(name);
    if (info.type().isFloatingPoint()) {
      throw new IllegalArgumentException("tensor \"" + name + "\" is " + info.type());
    }
    ByteBuffer bytes = bytes(name);
    long[] values = new long[Math.toIntExact(info.elementCount())];
    for (int i = 0; i < values.length; i++) {
      values[i] = info.type() == DataType.I64 ? bytes.getLong() : (long) info.type().get(bytes);
    }
    return values;
  }

  /** Closes the files. Buffers that were returned remain readable. */
  @Override
  public void close() {
    files.values().forEach(RandomAccessBytes::close);
  }
}
