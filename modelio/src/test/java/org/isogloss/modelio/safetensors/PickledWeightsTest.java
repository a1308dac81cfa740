// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.safetensors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.TestResources;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.samples.FileMutations;
import org.isogloss.modelio.samples.SampleEncoder;
import org.isogloss.modelio.transform.ModelImport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads files that PyTorch wrote; see src/test/python/pickled_weights.py. */
class PickledWeightsTest {
  private static final float[] NUMBERS = new float[12];

  static {
    IntStream.range(0, NUMBERS.length).forEach(i -> NUMBERS[i] = i - 6);
  }

  @TempDir private Path folder;

  private static Path file(String name) {
    return TestResources.path("pickled").resolve(name);
  }

  @ParameterizedTest
  @CsvSource({
    "float64, F64",
    "float32, F32",
    "float16, F16",
    "bfloat16, BF16",
    "int64, I64",
    "int32, I32",
    "int16, I16",
    "int8, I8"
  })
  void readsAllTypes(String name, DataType type) {
    try (Safetensors weights = Safetensors.open(file("types.bin"))) {
      assertThat(weights.tensor(name)).isEqualTo(new TensorInfo(name, type, 3, 4));
      assertThat(weights.floats(name)).containsExactly(NUMBERS);
    }
  }

  @Test
  void readsViewsParametersAndScalars() {
    try (Safetensors weights = Safetensors.open(file("types.bin"))) {
      assertThat(weights.tensor("view").shape()).containsExactly(2L, 4L);
      assertThat(weights.floats("view")).containsExactly(-2, -1, 0, 1, 2, 3, 4, 5);
      assertThat(weights.floats("parameter")).containsExactly(1, 1);
      assertThat(weights.tensor("scalar").shape()).isEmpty();
      assertThat(weights.floats("scalar")).containsExactly(3.5f);
      assertThat(weights.floats("bool")).startsWith(0, 0).endsWith(1, 1);
      assertThat(weights.has("epoch")).as("a number").isFalse();
    }
  }

  @Test
  void aFolderMayHaveItInsteadOfSafetensors() throws IOException {
    Path model = SampleEncoder.NOMIC_BERT.copyInto(folder);
    try (Safetensors expected = Safetensors.open(model)) {
      Files.copy(file("pytorch_model.bin"), folder.resolve(Safetensors.PICKLED));
      try (Safetensors found = Safetensors.open(folder)) {
        assertThat(found.tensors()).containsAllEntriesOf(expected.tensors());
        expected
            .tensors()
            .keySet()
            .forEach(
                name ->
                    assertThat(found.bytes(name).equals(expected.bytes(name))).as(name).isTrue());
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "command.bin | system\" in its pickle at byte",
        "legacy.bin | is not a zip archive: weights of PyTorch older than version 1.6",
        "transposed.bin | of shape [3, 2] and strides [1, 3], which does not lie row by row",
        "list.bin | an operand of another type than Map"
      })
  void refusesEverythingElse(String name, String problem) {
    assertThatThrownBy(() -> Safetensors.open(file(name)))
        .isInstanceOf(ModelFormatException.class)
        .hasMessageContaining(file(name).toString())
        .hasMessageContaining(problem);
  }

  @Test
  void importWritesSafetensors() throws IOException {
    Path model = SampleEncoder.NOMIC_BERT.copyInto(folder);
    Path imported = folder.resolve("imported");
    Path safetensors = folder.resolve("expected.safetensors");
    Files.move(model.resolve(Safetensors.FILE), safetensors);
    Files.copy(file("pytorch_model.bin"), model.resolve(Safetensors.PICKLED));
    try (ModelFolder pickled = ModelFolder.open(model)) {
      ModelImport.unchanged(pickled).write(pickled, imported);
    }
    assertThat(imported.resolve(Safetensors.PICKLED)).doesNotExist();
    try (Safetensors expected = Safetensors.open(safetensors);
        Safetensors found = Safetensors.open(imported)) {
      assertThat(found.tensors()).containsAllEntriesOf(expected.tensors());
      for (String name : expected.tensors().keySet()) {
        assertThat(found.floats(name)).as(name).isEqualTo(expected.floats(name));
      }
    }
  }

  /** Writes an archive with a pickle and a storage of 16 bytes. */
  private Path archive(byte[] pickle) throws IOException {
    Path file = folder.resolve("weights.bin");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      zip.setMethod(ZipOutputStream.STORED);
      addEntry(zip, "weights/data.pkl", pickle);
      addEntry(zip, "weights/data/0", new byte[16]);
    }
    return file;
  }

  private static void addEntry(ZipOutputStream zip, String name, byte[] content)
      throws IOException {
    CRC32 checksum = new CRC32();
    checksum.update(content);
    ZipEntry entry = new ZipEntry(name);
    entry.setSize(content.length);
    entry.setCrc(checksum.getValue());
    zip.putNextEntry(entry);
    zip.write(content);
  }

  /** Returns the pickle of a dictionary with the tensor {@code w}. */
  private static byte[] pickled(String shape, String strides) {
    return bytes(
        "\u0080\u0002}X\1\0\0\0wctorch._utils\n_rebuild_tensor_v2\n"
            + "((X\7\0\0\0storagectorch\nFloatStorage\nX\1\0\0\0"
            + "0X\3\0\0\0cpuK\4tQK\0"
            + shape
            + strides
            + "\u0089ctorch._utils\n_rebuild_parameter\ntRs.");
  }

  private static byte[] bytes(String latin1) {
    return latin1.getBytes(StandardCharsets.ISO_8859_1);
  }

  @Test
  void readsPicklesOfTheTest() throws IOException {
    try (Safetensors weights = Safetensors.open(archive(pickled("(K\2K\2t", "(K\2K\1t")))) {
      assertThat(weights.tensor("w").shape()).containsExactly(2L, 2L);
    }
  }

  @Test
  void emptyTensorsMayHaveOtherStrides() throws IOException {
    try (Safetensors weights = Safetensors.open(archive(pickled("(K\0K\2t", "(K\7K\1t")))) {
      assertThat(weights.floats("w")).isEmpty();
    }
  }

  @Test
  void refusesShapesWithMoreElementsThanALong() throws IOException {
    String huge = "J\0\0\0@";
    Path file = archive(pickled("(" + huge.repeat(3) + "K\0t", "(K\1K\1K\1K\1t"));
    assertThatThrownBy(() -> Safetensors.open(file))
        .isInstanceOf(ModelFormatException.class)
        .hasMessageContaining("has the tensor \"w\" of shape [1073741824, ");
  }

  @Test
  void refusesManyDimensions() throws IOException {
    Path file = archive(pickled("(" + "K\1".repeat(100_000) + "t", "(K\1t"));
    assertThatThrownBy(() -> Safetensors.open(file))
        .isInstanceOf(ModelFormatException.class)
        .hasMessageContaining("a tensor with 100000 dimensions")
        .hasMessageNotContaining("1, 1, 1");
  }

  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void readsLongTuplesInLinearTime() throws IOException {
    Path file = archive(bytes("(" + "N".repeat(8_000_000) + "t."));
    assertThatThrownBy(() -> Safetensors.open(file))
        .isInstanceOf(ModelFormatException.class)
        .hasMessageContaining("an operand of another type than Map");
  }

  /** Damaged files are read or refused, in bounded time and memory; a failure names its seed. */
  @ParameterizedTest
  @ValueSource(strings = {"types.bin", "command.bin", "transposed.bin"})
  void damagedFilesAreRefused(String name) throws IOException {
    fuzz(name, 150);
  }

  @ParameterizedTest
  @ValueSource(strings = {"types.bin", "command.bin", "transposed.bin"})
  @Tag("slow")
  void manyDamagedFilesAreRefused(String name) throws IOException {
    fuzz(name, 10_000);
  }

  private void fuzz(String name, int count) throws IOException {
    byte[] original = Files.readAllBytes(file(name));
    Path damaged = folder.resolve("damaged.bin");
    FileMutations.each(
        original,
        false,
        count,
        System.nanoTime(),
        bytes -> {
          Files.write(damaged, bytes);
          try (Safetensors weights = Safetensors.open(damaged)) {
            weights.tensors().keySet().forEach(weights::floats);
          }
        });
  }
}
