// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.safetensors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.isogloss.modelio.TestResources;
import org.isogloss.modelio.format.ModelFormatException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SafetensorsTest {
  @TempDir Path folder;

  private Path file(String header, byte... data) throws IOException {
    byte[] json = header.getBytes(StandardCharsets.UTF_8);
    ByteBuffer bytes =
        ByteBuffer.allocate(8 + json.length + data.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putLong(json.length).put(json).put(data);
    return Files.write(folder.resolve("bad.safetensors"), bytes.array());
  }

  @Test
  void readsEveryTypeWrittenByPython() {
    try (Safetensors file =
        Safetensors.open(TestResources.path("safetensors/all-types.safetensors"))) {
      assertThat(file.metadata()).isEqualTo(Map.of("format", "pt"));
      assertThat(file.tensor("F32").shape()).containsExactly(2L, 3L);
      assertThat(file.floats("F64")).containsExactly(0, -1.5f, 3.25f, 65504, 1e-7f, 0.1f);
      assertThat(file.floats("F32")).containsExactly(0, -1.5f, 3.25f, 65504, 1e-7f, 0.1f);
      assertThat(file.floats("F16"))
          .containsExactly(0, -1.5f, 3.25f, 65504, 1.1920929e-7f, 0.099975586f);
      assertThat(file.floats("BF16"))
          .containsExactly(0, -1.5f, 3.25f, 65536, 1.0011718e-7f, 0.100097656f);
      assertThat(file.integers("I64")).containsExactly(-(1L << 53), 7);
      assertThat(file.integers("I32")).containsExactly(Integer.MIN_VALUE, 7);
      assertThat(file.integers("I16")).containsExactly(Short.MIN_VALUE, 7);
      assertThat(file.integers("I8")).containsExactly(-128, 7);
      assertThat(file.integers("U8")).containsExactly(255, 7);
      assertThat(file.integers("BOOL")).containsExactly(1, 0);
      assertThat(file.floats("scalar")).containsExactly(42);
      assertThat(file.tensor("scalar").shape()).isEmpty();
      assertThat(file.floats("empty")).isEmpty();
      assertThat(file.floats("名前")).containsExactly(1);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = DataType.class,
      names = {"F64", "F32", "F16", "BF16"})
  void roundsFloatsLikePython(DataType type) throws IOException {
    Path golden = TestResources.path("safetensors/all-types.safetensors");
    Path copied = folder.resolve("ours.safetensors");
    try (Safetensors expected = Safetensors.open(golden)) {
      // 0.1 and 1e-7 differ as floats and doubles, so F64 is compared separately.
      new SafetensorsWriter()
          .add(
              new TensorInfo(type.name(), type, 2, 3),
              out -> out.floats(0, -1.5f, 3.25f, 65504, 1e-7f, 0.1f))
          .write(copied);
      try (Safetensors found = Safetensors.open(copied)) {
        assertThat(found.floats(type.name())).isEqualTo(expected.floats(type.name()));
      }
    }
  }

  @Test
  void copyOfPythonFileHasSameBytes() throws IOException {
    Path golden = TestResources.path("safetensors/all-types.safetensors");
    Path copy = folder.resolve("copy.safetensors");
    try (Safetensors from = Safetensors.open(golden)) {
      SafetensorsWriter writer = new SafetensorsWriter();
      from.metadata().forEach(writer::metadata);
      // In reverse: the order of adding tensors must not matter.
      for (String name : List.copyOf(from.tensors().keySet()).reversed()) {
        writer.add(from.tensor(name), out -> out.bytes(from.bytes(name)));
      }
      writer.write(copy);
    }
    try (Safetensors copied = Safetensors.open(copy);
        Safetensors original = Safetensors.open(golden)) {
      assertThat(copied.tensors()).isEqualTo(original.tensors());
      for (String name : original.tensors().keySet()) {
        assertThat(copied.bytes(name)).as(name).isEqualTo(original.bytes(name));
      }
    }
    assertThat(Files.size(copy) % 8).isEqualTo(Files.size(golden) % 8);
    assertThat(folder).isDirectoryNotContaining("glob:**unfinished*");
  }

  @Test
  void readsInChunks() {
    try (Safetensors file =
        Safetensors.open(TestResources.path("safetensors/all-types.safetensors"))) {
      float[] two = new float[2];
      file.floats("F16", 1, FloatBuffer.wrap(two));
      assertThat(two).containsExactly(-1.5f, 3.25f);
      assertThat(file.bytes("I32", 4, 4).getInt()).isEqualTo(7);
      assertThatThrownBy(() -> file.bytes("I32", 5, 4))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> file.floats("F32", 5, FloatBuffer.allocate(2)))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  @Test
  void readsShards() {
    try (Safetensors all = Safetensors.open(TestResources.path("sharded"))) {
      assertThat(all.tensors().keySet()).containsExactly("a.weight", "b.weight");
      assertThat(all.floats("a.weight")).containsExactly(0, 1, 2, 3, 4, 5);
      assertThat(all.floats("b.weight")).containsExactly(0, 1, 2, 3);
    }
  }

  @Test
  void readsFromJar() throws IOException {
    Path jar = folder.resolve("model.jar");
    try (FileSystem zip = FileSystems.newFileSystem(jar, Map.of("create", "true"))) {
      Files.copy(
          TestResources.path("safetensors/all-types.safetensors"),
          zip.getPath("model.safetensors"));
    }
    try (FileSystem zip = FileSystems.newFileSystem(jar);
        Safetensors file = Safetensors.open(zip.getPath("/"))) {
      assertThat(file.floats("F32")).containsExactly(0, -1.5f, 3.25f, 65504, 1e-7f, 0.1f);
    }
  }

  @Test
  void suggestsNearestTensorName() {
    try (Safetensors file = Safetensors.open(TestResources.path("sharded"))) {
      assertThatThrownBy(() -> file.floats("a.wieght"))
          .isInstanceOf(ModelFormatException.class)
          .hasMessageContaining("\"a.wieght\"; did you mean \"a.weight\"?");
      assertThatThrownBy(() -> file.tensor("a.weight", 3, 2))
          .hasMessageContaining("shape [2, 3], expected [3, 2]");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"a":{"dtype":"F33","shape":[1],"data_offsets":[0,4]}}   | "a" has dtype "F33"
          {"a":{"dtype":"F32","shape":[2],"data_offsets":[0,4]}}   | "a" is at [0, 4), but F32[2] takes 8 bytes
          {"a":{"dtype":"F32","shape":[-1],"data_offsets":[0,4]}}  | "a" has -1 in its shape
          {"a":{"dtype":"F32","shape":[1.5],"data_offsets":[0,4]}} | "a" has 1.5 in its shape
          {"a":{"dtype":"F32","shape":[9223372036854775807,3],"data_offsets":[0,4]}} | more than can be addressed
          {"a":{"dtype":"F32","shape":[99999999999999999999],"data_offsets":[0,4]}} | in its shape
          {"a":{"dtype":"F32","shape":[1],"data_offsets":[0,8]}}   | "a" is at [0, 8), but the file contains 4 bytes
          {"a":{"dtype":"F32","shape":[1],"data_offsets":[4,0]}}   | "a" is at [4, 0)
          {"a":{"dtype":"F32","shape":[1],"data_offsets":[0]}}     | expected [begin, end]
          {"a":{"dtype":"F32","shape":[1]}}                        | "a" has no data_offsets
          {"a":{"shape":[1],"data_offsets":[0,4]}}                 | "a" has no dtype
          {"a":{"dtype":"F32","data_offsets":[0,4]}}               | "a" has no shape
          {"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4],"x":1}} | unknown key "x"
          {"a":{"dtype":"I8","shape":[4],"data_offsets":[0,4]},"b":{"dtype":"I8","shape":[2],"data_offsets":[1,3]}} | "b" is at [1, 3), which overlaps tensor "a"
          {"a":{"dtype":"I8","shape":[1],"data_offsets":[0,1]},"b":{"dtype":"I8","shape":[2],"data_offsets":[2,4]}} | after 1 bytes that belong to no tensor
          {"a":{"dtype":"I8","shape":[3],"data_offsets":[0,3]}}    | 1 bytes follow the last tensor
          {"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}} | Duplicate field 'a'
          {"__metadata__":{"k":1},"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}} | "__metadata__.k" is not a string
          [1]                                                      | not a JSON object
          {"a":                                                    | not valid JSON
          {} {}                                                    | continues after its closing brace
          """)
  void reportsInvalidHeader(String header, String problem) throws IOException {
    Path file = file(header, new byte[4]);
    assertThatThrownBy(() -> Safetensors.open(file))
        .isInstanceOf(ModelFormatException.class)
        .hasMessageStartingWith(file + ": ")
        .hasMessageContaining(problem);
  }

  @Test
  void reportsTruncatedOrOtherFiles() throws IOException {
    byte[] whole = Files.readAllBytes(TestResources.path("safetensors/all-types.safetensors"));
    Path truncated = Files.write(folder.resolve("cut"), Arrays.copyOf(whole, whole.length - 1));
    assertThatThrownBy(() -> Safetensors.open(truncated))
        .hasMessageContaining("get a complete copy");
    Files.write(truncated, Arrays.copyOf(whole, 100));
    assertThatThrownBy(() -> Safetensors.open(truncated))
        .hasMessageContaining("get a complete copy");
    Files.write(truncated, Arrays.copyOf(whole, 5));
    assertThatThrownBy(() -> Safetensors.open(truncated)).hasMessageContaining("too short");
    Files.writeString(truncated, "This is just some text.");
    assertThatThrownBy(() -> Safetensors.open(truncated))
        .hasMessageContaining("is this a Safetensors");
    assertThatThrownBy(() -> Safetensors.open(folder.resolve("none")))
        .hasMessageContaining("no such file");
    assertThatThrownBy(() -> Safetensors.open(folder))
        .hasMessageContaining("neither model.safetensors nor");
  }

  @Test
  void rejectsIndexThatDisagreesWithFiles() throws IOException {
    for (String shard : List.of("model-00001-of-00002", "model-00002-of-00002")) {
      Files.copy(
          TestResources.path("sharded/" + shard + ".safetensors"),
          folder.resolve(shard + ".safetensors"));
    }
    Path index = folder.resolve(Safetensors.INDEX);
    Files.writeString(
        index,
        """
        {"weight_map": {"a.weight": "model-00001-of-00002.safetensors",
         "c.weight": "model-00002-of-00002.safetensors"}}\
        """);
    assertThatThrownBy(() -> Safetensors.open(folder))
        .hasMessageContaining("00002.safetensors: has no tensor \"c.weight\"");
    Files.writeString(index, "{\"weight_map\": {\"a.weight\": \"../elsewhere.safetensors\"}}");
    assertThatThrownBy(() -> Safetensors.open(folder)).hasMessageContaining("weight_map.a.weight");
    Files.writeString(index, "{}");
    assertThatThrownBy(() -> Safetensors.open(folder))
        .hasMessageContaining("weight_map is missing");
  }

  @Test
  void failedWriteKeepsOldFile() throws IOException {
    Path file = Files.writeString(folder.resolve("m.safetensors"), "old");
    SafetensorsWriter tooFew =
        new SafetensorsWriter().add(new TensorInfo("a", DataType.F32, 2), out -> out.floats(1));
    assertThatThrownBy(() -> tooFew.write(file))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("\"a\" F32[2] takes 8 bytes, but 4 were written");
    assertThat(file).hasContent("old");
    assertThat(folder).isDirectoryNotContaining("glob:**unfinished*");
    assertThatThrownBy(() -> tooFew.add("a", new float[0], 0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
