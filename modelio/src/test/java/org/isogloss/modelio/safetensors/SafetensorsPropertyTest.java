// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.safetensors;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.isogloss.modelio.format.ModelFormatException;

class SafetensorsPropertyTest {
  @Provide
  Arbitrary<List<TensorInfo>> tensors() {
    return Combinators.combine(
            Arbitraries.strings().ofMaxLength(12).filter(name -> !name.equals("__metadata__")),
            Arbitraries.of(DataType.class),
            Arbitraries.longs().between(0, 5).list().ofMaxSize(3))
        .as(TensorInfo::new)
        .list()
        .uniqueElements(TensorInfo::name)
        .ofMaxSize(6);
  }

  private static byte[] numbers(TensorInfo info) {
    byte[] bytes = new byte[(int) info.byteSize()];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (i * 31 + info.name().hashCode());
    }
    return bytes;
  }

  private static Path write(List<TensorInfo> tensors) throws IOException {
    Path file = Files.createTempFile("property", ".safetensors");
    SafetensorsWriter writer = new SafetensorsWriter();
    tensors.forEach(info -> writer.add(info, out -> out.bytes(numbers(info))));
    writer.write(file);
    return file;
  }

  @Property(tries = 60)
  void readsWrittenTensors(@ForAll("tensors") List<TensorInfo> tensors) throws IOException {
    Path file = write(tensors);
    try (Safetensors read = Safetensors.open(file)) {
      assertThat(read.tensors().values()).containsExactlyInAnyOrderElementsOf(tensors);
      for (TensorInfo info : tensors) {
        assertThat(read.bytes(info.name())).isEqualTo(ByteBuffer.wrap(numbers(info)));
      }
    } finally {
      Files.delete(file);
    }
  }

  /**
   * A damaged file is either read with every tensor inside it, or rejected with an error that names
   * it.
   */
  @Property(tries = 200)
  void reportsDamageClearly(
      @ForAll("tensors") List<TensorInfo> tensors,
      @ForAll @Size(min = 1, max = 3) Map<@IntRange(max = 400) Integer, Byte> changes)
      throws IOException {
    Path file = write(tensors);
    byte[] bytes = Files.readAllBytes(file);
    changes.forEach((at, value) -> bytes[at % bytes.length] = value);
    Files.write(file, bytes);
    try (Safetensors read = Safetensors.open(file)) {
      for (TensorInfo info : read.tensors().values()) {
        assertThat(read.bytes(info.name()).remaining()).isEqualTo((int) info.byteSize());
        assertThat(read.floats(info.name())).hasSize((int) info.elementCount());
      }
    } catch (ModelFormatException e) {
      assertThat(e).hasMessageStartingWith(file.toString());
    } finally {
      Files.delete(file);
    }
  }
}
