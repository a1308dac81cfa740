// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.safetensors;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isogloss.core.util.Excerpt;
import org.isogloss.modelio.file.RandomAccessBytes;
import org.isogloss.modelio.format.ModelFormatException;

/**
 * The tensors of a file that {@code torch.save} wrote since version 1.6 of PyTorch: a zip archive
 * with a pickle, {@code data.pkl}, which only names tensors, and their elements as entries {@code
 * data/KEY}.
 *
 * @param tensors descriptions by name
 * @param offsets position of the first element of each tensor in the file
 */
record PickledHeader(Map<String, TensorInfo> tensors, Map<String, Long> offsets) {
  private static final String PICKLE = "/data.pkl";

  /** Maximum size of the pickle; those of known models have less than 2 MiB. */
  private static final long MAX_PICKLE_BYTES = 32 << 20;

  static PickledHeader read(Path file, RandomAccessBytes bytes) {
    Map<String, ZipDirectory.Entry> entries = ZipDirectory.read(file, bytes);
    String pickle =
        entries.keySet().stream()
            .filter(name -> name.endsWith(PICKLE) && name.indexOf('/') == name.lastIndexOf('/'))
            .findFirst()
            .orElseThrow(() -> new ModelFormatException(file, "has no entry data.pkl"));
    String folder = pickle.substring(0, pickle.length() - PICKLE.length());
    requireLittleEndian(file, bytes, entries.get(folder + "/byteorder"));
    ZipDirectory.Entry entry = entries.get(pickle);
    if (entry.size() > MAX_PICKLE_BYTES) {
      throw new ModelFormatException(
          file, "has a pickle of " + entry.size() + " bytes, expected at most " + MAX_PICKLE_BYTES);
    }
    ByteBuffer content =
        bytes.slice(entry.offset(), (int) entry.size()).order(ByteOrder.LITTLE_ENDIAN);
    Map<String, TensorInfo> tensors = new LinkedHashMap<>();
    Map<String, Long> offsets = new HashMap<>();
    PickleReader.read(file, content)
        .forEach(
            (name, tensor) -> {
              ZipDirectory.Entry data = entries.get(folder + "/data/" + tensor.storage().key());
              tensors.put(name, info(file, name, tensor, data));
              offsets.put(name, data.offset() + tensor.from() * tensor.storage().type().bytes());
            });
    return new PickledHeader(tensors, offsets);
  }

  private static void requireLittleEndian(
      Path file, RandomAccessBytes bytes, ZipDirectory.Entry order) {
    if (order == null) {
      return; // Versions before 2.1 do not state it.
    }
    byte[] text = new byte[(int) Math.min(order.size(), 16)];
    bytes.slice(order.offset(), text.length).get(text);
    String found = new String(text, StandardCharsets.US_ASCII);
    if (!found.equals("little")) {
      throw new ModelFormatException(
          file, "has the byte order " + Excerpt.quote(found) + ", expected \"little\"");
    }
  }

  private static TensorInfo info(
      Path file, String name, PickleReader.Tensor tensor, ZipDirectory.Entry data) {
    List<Long> shape = tensor.shape();
    PickleReader.Storage storage = tensor.storage();
    boolean valid = data != null && tensor.strides().size() == shape.size() && tensor.from() >= 0;
    boolean empty = shape.contains(0L);
    long elements = 1;
    for (int i = shape.size() - 1; i >= 0 && valid; i--) {
      long size = Math.max(1, shape.get(i));
      // The stride of a dimension with one element, or of an empty tensor, does not matter.
      valid = shape.get(i) >= 0 && (empty || size == 1 || tensor.strides().get(i) == elements);
      valid &= elements <= Long.MAX_VALUE / Long.BYTES / size;
      elements = valid ? elements * size : 0;
    }
    if (!valid
        || tensor.from() > Long.MAX_VALUE / Long.BYTES
        || (empty ? 0 : elements) > data.size() / storage.type().bytes() - tensor.from()) {
      throw new ModelFormatException(
          file,
          "has the tensor "
              + Excerpt.quote(name)
              + " of shape "
              + shape
              + " and strides "
              + tensor.strides()
              + ", which does not lie row by row in its storage: save the model in Python as"
              + " Safetensors");
    }
    return new TensorInfo(
        name, storage.type(), shape.stream().mapToLong(Long::longValue).toArray());
  }
}
