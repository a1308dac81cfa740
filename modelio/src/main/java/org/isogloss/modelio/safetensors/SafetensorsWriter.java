package org.isogloss.modelio.safetensors;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.isogloss.core.io.AtomicFile;
import org.isogloss.modelio.file.ModelJson;
import org.isogloss.modelio.format.ModelFormatException;

/**
 * Writes a Safetensors file. First every tensor is announced, then {@link #write} asks each for its
 * numbers, so that no more of them than one piece need be in memory. The same tensors give the same
 * bytes, in whatever order they were announced: wider types stand first, as the format's own
 * implementation has it (every tensor is aligned then), and names in their order.
 */
public final class SafetensorsWriter {
  /** Gives the numbers of a tensor when they are wanted. */
  @FunctionalInterface
  public interface Content {
    void writeTo(TensorOutput out) throws IOException;
  }

  private record PendingTensor(TensorInfo info, Content content) {}

  private final Map<String, PendingTensor> pending = new LinkedHashMap<>();
  private final Map<String, String> metadata = new TreeMap<>();

  /** A writer with nothing announced yet. */
  public SafetensorsWriter() {}

  /** Says something about the file; readers of other programs expect {@code format}. */
  public SafetensorsWriter metadata(String key, String value) {
    metadata.put(key, value);
    return this;
  }

  /**
   * Announces a tensor.
   *
   * @throws IllegalArgumentException if one of that name is announced already
   */
  public SafetensorsWriter add(TensorInfo info, Content content) {
    if (info.name().equals(SafetensorsHeader.METADATA)) {
      throw new IllegalArgumentException("a tensor cannot have the name " + info.name());
    }
    if (pending.putIfAbsent(info.name(), new PendingTensor(info, content)) != null) {
      throw new IllegalArgumentException("there is already a tensor \"" + info.name() + "\"");
    }
    return this;
  }

  /** Announces a tensor of type {@link DataType#F32}. */
  public SafetensorsWriter add(String name, float[] values, long... shape) {
    return add(new TensorInfo(name, DataType.F32, shape), out -> out.floats(values));
  }

  /** Announces a tensor of type {@link DataType#I8}. */
  public SafetensorsWriter add(String name, byte[] values, long... shape) {
    return add(new TensorInfo(name, DataType.I8, shape), out -> out.bytes(values));
  }

  /**
   * Writes all tensors that were announced; the file appears as a whole or not at all.
   *
   * @throws ModelFormatException if it cannot be written
   * @throws IllegalStateException if a tensor gave more or fewer numbers than it announced
   */
  public void write(Path file) {
    List<PendingTensor> ordered = new ArrayList<>(pending.values());
    ordered.sort(
        Comparator.<PendingTensor>comparingInt(tensor -> -tensor.info.type().bytes())
            .thenComparing(tensor -> tensor.info.type())
            .thenComparing(tensor -> tensor.info.name()));
    AtomicFile.write(file, out -> write(ordered, out));
  }

  private void write(List<PendingTensor> ordered, OutputStream out) throws IOException {
    byte[] header = header(ordered);
    out.write(
        ByteBuffer.allocate(Long.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putLong(header.length)
            .array());
    out.write(header);
    for (PendingTensor tensor : ordered) {
      TensorOutput numbers = new TensorOutput(out, tensor.info);
      tensor.content.writeTo(numbers);
      numbers.finish();
    }
  }

  private byte[] header(List<PendingTensor> ordered) throws IOException {
    ObjectNode header = ModelJson.MAPPER.createObjectNode();
    if (!metadata.isEmpty()) {
      ObjectNode about = header.putObject(SafetensorsHeader.METADATA);
      metadata.forEach(about::put);
    }
    long end = 0;
    for (PendingTensor tensor : ordered) {
      ObjectNode entry = header.putObject(tensor.info.name());
      entry.put("dtype", tensor.info.type().name());
      tensor.info.shape().forEach(entry.putArray("shape")::add);
      long begin = end;
      end += tensor.info.byteSize();
      entry.putArray("data_offsets").add(begin).add(end);
    }
    byte[] json = ModelJson.MAPPER.writeValueAsBytes(header);
    // Spaces up to a multiple of eight keep the numbers aligned.
    byte[] padded = Arrays.copyOf(json, (json.length + 7) / 8 * 8);
    Arrays.fill(padded, json.length, padded.length, (byte) ' ');
    return padded;
  }
}
