// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
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
import org.isogloss.core.json.JsonFile;
import org.isogloss.modelio.format.ModelFormatException;

/**
 * Writes a Safetensors file. All tensors are added first; then {@link #write} requests the elements
 * of each tensor, so that only one chunk needs to be in memory. The same tensors result in the same
 * bytes regardless of the order in which they were added: tensors are ordered by element size,
 * largest first, as in the reference implementation (which keeps every tensor aligned), then by
 * type and name.
 */
public final class SafetensorsWriter {
  /** Supplies the elements of a tensor when they are written. */
  @FunctionalInterface
  public interface Content {
    void writeTo(TensorOutput out) throws IOException;
  }

  private record PendingTensor(TensorInfo info, Content content) {}

  private final Map<String, PendingTensor> pending = new LinkedHashMap<>();
  private final Map<String, String> metadata = new TreeMap<>();

  /** Creates a writer without tensors. */
  public SafetensorsWriter() {}

  /** Adds an entry to the metadata of the file; other programs expect {@code format}. */
  public SafetensorsWriter metadata(String key, String value) {
    metadata.put(key, value);
    return this;
  }

  /**
   * Adds a tensor.
   *
   * @throws IllegalArgumentException if a tensor with the same name was added before
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

  /** Adds a tensor of type {@link DataType#F32}. */
  public SafetensorsWriter add(String name, float[] values, long... shape) {
    return add(new TensorInfo(name, DataType.F32, shape), out -> out.floats(values));
  }

  /** Adds a tensor of type {@link DataType#I8}. */
  public SafetensorsWriter add(String name, byte[] values, long... shape) {
    return add(new TensorInfo(name, DataType.I8, shape), out -> out.bytes(values));
  }

  /**
   * Writes all added tensors; the file appears whole or not at all.
   *
   * @throws ModelFormatException if it cannot be written
   * @throws IllegalStateException if a tensor's content has more or fewer elements than its shape
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
      TensorOutput tensorOutput = new TensorOutput(out, tensor.info);
      tensor.content.writeTo(tensorOutput);
      tensorOutput.finish();
    }
  }

  private byte[] header(List<PendingTensor> ordered) throws IOException {
    ObjectNode header = JsonFile.MAPPER.createObjectNode();
    if (!metadata.isEmpty()) {
      ObjectNode metadataNode = header.putObject(SafetensorsHeader.METADATA);
      metadata.forEach(metadataNode::put);
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
    byte[] json = JsonFile.MAPPER.writeValueAsBytes(header);
    // Padding to a multiple of eight keeps the elements aligned.
    byte[] padded = Arrays.copyOf(json, (json.length + 7) / 8 * 8);
    Arrays.fill(padded, json.length, padded.length, (byte) ' ');
    return padded;
  }
}
