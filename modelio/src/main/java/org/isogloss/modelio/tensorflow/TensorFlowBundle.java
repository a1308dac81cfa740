// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.tensorflow;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.isogloss.core.IsoglossException;
import org.isogloss.modelio.file.RandomAccessBytes;
import org.isogloss.modelio.format.FolderPaths;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.protobuf.ProtobufInput;
import org.isogloss.modelio.safetensors.DataType;
import org.isogloss.modelio.safetensors.TensorInfo;

/**
 * The variables of a TensorFlow checkpoint or SavedModel: {@code X.index}, a table of {@code
 * BundleEntryProto} by name, and {@code X.data-00000-of-00001}, the elements of the tensors. The
 * format is defined in TensorFlow's {@code tensor_bundle.proto}.
 */
public final class TensorFlowBundle implements AutoCloseable {
  private static final int CHUNK_BYTES = 64 << 20;

  /** Maximum size of an index, which is read completely: thousands of times the size of BERT's. */
  private static final int MAX_INDEX_BYTES = 64 << 20;

  /** Maximum number of data files. */
  private static final int MAX_SHARDS = 10_000;

  private record Entry(TensorInfo info, int shard, long offset, long bytes, int crc) {}

  private final Path index;
  private final Map<String, Entry> entries = new LinkedHashMap<>();
  private final Map<String, TensorInfo> tensors = new LinkedHashMap<>();
  private final List<RandomAccessBytes> shards = new ArrayList<>();

  private TensorFlowBundle(Path index) {
    this.index = index;
  }

  /**
   * Opens a bundle.
   *
   * @param index the file whose name ends in {@code .index}; the data files are next to it
   */
  public static TensorFlowBundle open(Path index) {
    TensorFlowBundle bundle = new TensorFlowBundle(index);
    try (RandomAccessBytes file = RandomAccessBytes.open(index)) {
      bundle.readIndex(file);
      return bundle;
    } catch (IsoglossException e) {
      bundle.close();
      throw e;
    }
  }

  private void readIndex(RandomAccessBytes file) {
    if (file.size() > MAX_INDEX_BYTES) {
      throw new ModelFormatException(
          index, "has " + file.size() + " bytes, expected at most " + MAX_INDEX_BYTES);
    }
    Map<String, ByteBuffer> table = LevelDbTable.read(index, file.slice(0, (int) file.size()));
    try {
      openShards(Optional.ofNullable(table.get("")));
      for (Map.Entry<String, ByteBuffer> entry : table.entrySet()) {
        if (!entry.getKey().isEmpty()) {
          add(readEntry(entry.getKey(), entry.getValue()));
        }
      }
    } catch (IOException | ArithmeticException e) {
      throw new ModelFormatException(
          index, "contains an entry that cannot be read: " + e.getMessage(), e);
    }
  }

  /** Reads {@code BundleHeaderProto}: the number of data files, and their byte order. */
  private void openShards(Optional<ByteBuffer> header) throws IOException {
    if (header.isEmpty()) {
      throw new ModelFormatException(index, "has no header: is this a TensorFlow bundle?");
    }
    long count = 0;
    ProtobufInput in = new ProtobufInput(header.get());
    while (in.position() < in.size()) {
      long tag = in.tag();
      if (ProtobufInput.isVarint(tag, 1)) {
        count = in.varint();
      } else if (ProtobufInput.isVarint(tag, 2)) {
        if (in.varint() != 0) {
          throw new ModelFormatException(index, "is big-endian, expected little-endian");
        }
      } else {
        in.skip(tag, in.size());
      }
    }
    if (count < 0 || count > MAX_SHARDS) {
      throw new ModelFormatException(
          index, "has " + count + " data files, expected at most " + MAX_SHARDS);
    }
    String name = index.getFileName().toString().replaceFirst("\\.index$", "");
    for (int shard = 0; shard < count; shard++) {
      shards.add(
          RandomAccessBytes.open(
              FolderPaths.resolve(
                  index.resolveSibling(""),
                  name + ".data-" + fiveDigits(shard) + "-of-" + fiveDigits(count))));
    }
  }

  private static String fiveDigits(long number) {
    String digits = String.valueOf(number);
    return "0".repeat(Math.max(0, 5 - digits.length())) + digits;
  }

  /** Reads {@code BundleEntryProto}. */
  private Entry readEntry(String name, ByteBuffer message) throws IOException {
    long type = 0;
    List<Long> shape = List.of();
    long shard = 0;
    long offset = 0;
    long size = 0;
    int crc = 0;
    ProtobufInput in = new ProtobufInput(message);
    while (in.position() < in.size()) {
      long tag = in.tag();
      if (ProtobufInput.isVarint(tag, 1)) {
        type = in.varint();
      } else if (ProtobufInput.isContent(tag, 2)) {
        shape = readShape(in, in.contentEnd(in.size()));
      } else if (ProtobufInput.isVarint(tag, 3)) {
        shard = in.varint();
      } else if (ProtobufInput.isVarint(tag, 4)) {
        offset = in.varint();
      } else if (ProtobufInput.isVarint(tag, 5)) {
        size = in.varint();
      } else if (ProtobufInput.isFixed32(tag, 6)) {
        crc = in.fixed32();
      } else {
        throw new ModelFormatException(
            index, "tensor \"" + name + "\" is stored in slices, expected a whole tensor");
      }
    }
    TensorInfo info = new TensorInfo(name, dataType(name, type), shape);
    if (shard < 0 || shard >= shards.size()) {
      throw new ModelFormatException(
          index, "tensor \"" + name + "\" is in file " + shard + " of " + shards.size());
    }
    long available = shards.get((int) shard).size();
    if (size != info.byteSize() || offset < 0 || offset > available - size) {
      throw new ModelFormatException(
          index,
          "tensor \""
              + name
              + "\" "
              + info.describe()
              + " has an entry with "
              + size
              + " bytes at offset "
              + offset
              + " of "
              + available
              + ": get a complete copy");
    }
    return new Entry(info, (int) shard, offset, size, crc);
  }

  /** Reads {@code TensorShapeProto}. */
  private static List<Long> readShape(ProtobufInput in, long end) throws IOException {
    List<Long> shape = new ArrayList<>();
    while (in.position() < end) {
      long tag = in.tag();
      if (ProtobufInput.isContent(tag, 2)) {
        shape.add(readDimension(in, in.contentEnd(end)));
      } else {
        in.skip(tag, end);
      }
    }
    return shape;
  }

  private static long readDimension(ProtobufInput in, long end) throws IOException {
    long size = 0;
    while (in.position() < end) {
      long tag = in.tag();
      if (ProtobufInput.isVarint(tag, 1)) {
        size = in.varint();
      } else {
        in.skip(tag, end);
      }
    }
    if (size < 0) {
      throw new EOFException("a dimension of " + size);
    }
    return size;
  }

  private DataType dataType(String name, long type) {
    return switch (Math.clamp(type, 0, Integer.MAX_VALUE)) {
      case 1 -> DataType.F32;
      case 2 -> DataType.F64;
      case 3 -> DataType.I32;
      case 4 -> DataType.U8;
      case 5 -> DataType.I16;
      case 6 -> DataType.I8;
      case 9 -> DataType.I64;
      case 10 -> DataType.BOOL;
      case 14 -> DataType.BF16;
      case 19 -> DataType.F16;
      default ->
          throw new ModelFormatException(
              index,
              "tensor \""
                  + name
                  + "\" has TensorFlow's type "
                  + type
                  + ", which is not a supported numeric type");
    };
  }

  private void add(Entry entry) {
    entries.put(entry.info.name(), entry);
    tensors.put(entry.info.name(), entry.info);
  }

  /** Returns all tensors by name, in the order of their names. */
  public Map<String, TensorInfo> tensors() {
    return Collections.unmodifiableMap(tensors);
  }

  /**
   * Returns the elements of a tensor, little-endian, in chunks, after verifying their checksum.
   *
   * @throws ModelFormatException if the checksum is wrong
   */
  public List<ByteBuffer> chunks(String name) {
    Entry entry = entries.get(name);
    List<ByteBuffer> chunks = new ArrayList<>();
    CRC32C crc = new CRC32C();
    for (long from = 0; from < entry.bytes; from += CHUNK_BYTES) {
      int length = (int) Math.min(CHUNK_BYTES, entry.bytes - from);
      ByteBuffer chunk = shards.get(entry.shard).slice(entry.offset + from, length);
      crc.update(chunk.duplicate());
      chunks.add(chunk);
    }
    if (LevelDbTable.maskedChecksum(crc) != entry.crc) {
      throw new ModelFormatException(
          index, "tensor \"" + name + "\" does not match its checksum: get a complete copy");
    }
    return chunks;
  }

  @Override
  public void close() {
    shards.forEach(RandomAccessBytes::close);
  }
}
