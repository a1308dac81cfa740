// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.bicla;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32C;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.FileErrors;
import org.isogloss.modelio.bicla.WordTable;
import org.isogloss.modelio.embedding.FloatEmbeddings;
import org.isogloss.modelio.embedding.StaticEmbeddings;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.safetensors.DataType;
import org.isogloss.modelio.safetensors.Safetensors;
import org.isogloss.modelio.safetensors.SafetensorsWriter;
import org.isogloss.modelio.safetensors.TensorInfo;

/**
 * Keeps the nearest sentences of a training in its work folder, since their search may take longer
 * than the training has run when it is interrupted. The name of the file has a checksum of the
 * pairs and their vectors, so that another training does not read it.
 *
 * <p>The file has the tensor {@value #NEAREST}, I32 {@code [pairs, count]}; -1 stands for no
 * sentence.
 */
final class NearestSentencesFile {
  private static final String NEAREST = "nearest";
  private static final int NONE = -1;

  private NearestSentencesFile() {}

  /** Reads the nearest sentences of the pairs, or finds and writes them. */
  static int[][] readOrFind(Path folder, BiclaPairs pairs, int count) {
    Path file =
        folder.resolve(
            String.format(
                Locale.ROOT, "nearest-%d-%d-%016x.safetensors", pairs.size(), count, key(pairs)));
    if (Files.exists(file)) {
      return read(file, pairs.size(), count);
    }
    int[][] nearest = NearestSentences.find(pairs, count);
    write(file, nearest, count);
    return nearest;
  }

  private static long key(BiclaPairs pairs) {
    return checksum(pairs.firstWords(), pairs.first()) << 32
        | checksum(pairs.secondWords(), pairs.second());
  }

  private static long checksum(WordTable words, List<int[]> sentences) {
    CRC32C checksum = new CRC32C();
    switch (words.vectors()) {
      case StaticEmbeddings vectors -> checksum.update(vectors.values());
      case FloatEmbeddings vectors -> {
        for (int row = 0; row < vectors.vocabularySize(); row++) {
          ByteBuffer bytes = ByteBuffer.allocate(Float.BYTES * vectors.dimension());
          bytes.asFloatBuffer().put(vectors.vector(row));
          checksum.update(bytes.array());
        }
      }
    }
    for (int[] rows : sentences) {
      ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES * (rows.length + 1)).putInt(rows.length);
      for (int row : rows) {
        bytes.putInt(row);
      }
      checksum.update(bytes.array());
    }
    return checksum.getValue();
  }

  private static int[][] read(Path file, int pairs, int count) {
    try (Safetensors tensors = Safetensors.open(file)) {
      tensors.tensor(NEAREST, pairs, count);
      long[] all = tensors.integers(NEAREST);
      int[][] nearest = new int[pairs][];
      for (int i = 0; i < pairs; i++) {
        List<Integer> found = new ArrayList<>();
        for (int k = i * count; k < (i + 1) * count; k++) {
          if (all[k] < NONE || all[k] >= pairs) {
            throw new ModelFormatException(
                file, "holds sentence " + all[k] + " of " + pairs + ": delete it to search again");
          }
          if (all[k] != NONE) {
            found.add((int) all[k]);
          }
        }
        nearest[i] = found.stream().mapToInt(Integer::intValue).toArray();
      }
      return nearest;
    }
  }

  private static void write(Path file, int[][] nearest, int count) {
    ByteBuffer bytes =
        ByteBuffer.allocate(Math.multiplyExact(nearest.length, count * Integer.BYTES))
            .order(ByteOrder.LITTLE_ENDIAN);
    for (int[] found : nearest) {
      for (int k = 0; k < count; k++) {
        bytes.putInt(k < found.length ? found[k] : NONE);
      }
    }
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
    } catch (IOException e) {
      throw new IsoglossException(file + ": cannot be written: " + FileErrors.describe(e), e);
    }
    new SafetensorsWriter()
        .add(
            new TensorInfo(NEAREST, DataType.I32, nearest.length, count),
            out -> out.bytes(bytes.flip()))
        .write(file);
  }
}
