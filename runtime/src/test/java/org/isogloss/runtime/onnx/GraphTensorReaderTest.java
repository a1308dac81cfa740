// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GraphTensorReaderTest {
  private final byte[] first = new byte[100_000];
  private final byte[] second = new byte[200_000];
  @TempDir private Path folder;
  private Path graph;

  @BeforeEach
  void writeGraph() throws IOException {
    Random random = new Random(1);
    random.nextBytes(first);
    random.nextBytes(second);
    graph = folder.resolve("model.onnx");
    try (OutputStream out = Files.newOutputStream(graph)) {
      GraphWriter.append(List.of(tensor("first", first), tensor("second", second)), out);
    }
  }

  private static Initializer tensor(String name, byte[] values) {
    return Initializer.bytes(name, ElementType.INT8, new long[] {10, values.length / 10}, values);
  }

  private static byte[] elements(Initializer tensor) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    tensor.content().writeTo(out);
    return out.toByteArray();
  }

  @Test
  void elementsAreThoseThatWereWritten() throws IOException {
    Map<String, Initializer> found = GraphTensorReader.findAll(graph);
    assertThat(found.keySet()).containsExactly("first", "second");
    assertThat(Arrays.mismatch(elements(found.get("first")), first)).isEqualTo(-1);
    assertThat(Arrays.mismatch(elements(found.get("second")), second)).isEqualTo(-1);
    assertThat(found.get("second").shape()).containsExactly(10, 20_000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"STORED", "DEFLATED"})
  void elementsInJarsAreThoseThatWereWritten(String method) throws IOException {
    Path jar = folder.resolve("model.jar");
    Map<String, String> options = Map.of("create", "true", "compressionMethod", method);
    try (FileSystem created = FileSystems.newFileSystem(jar, options)) {
      Files.writeString(created.getPath("before.txt"), "an entry before the graph");
      Files.copy(graph, created.getPath("model.onnx"));
    }
    try (FileSystem opened = FileSystems.newFileSystem(jar)) {
      Path entry = opened.getPath("model.onnx");
      Map<String, Initializer> found = GraphTensorReader.find(entry, Set.of("second"));
      assertThat(Arrays.mismatch(elements(found.get("second")), second)).isEqualTo(-1);
    }
  }
}
