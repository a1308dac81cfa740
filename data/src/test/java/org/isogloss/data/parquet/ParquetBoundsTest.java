// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.parquet;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class ParquetBoundsTest {
  @Test
  void boundsTheValuesOfADescription() {
    // Field 1: a list of 9,000,000 empty structs, each of one byte.
    ByteBuffer description = ByteBuffer.allocate(10_000_000);
    description.put((byte) 0x19).put((byte) 0xfc);
    description.put((byte) 0xc0).put((byte) 0xa8).put((byte) 0xa5).put((byte) 0x04);
    assertThatThrownBy(() -> new CompactProtocolReader(description.rewind()).struct())
        .isInstanceOf(IOException.class)
        .hasMessage("its description has more than 2000000 values");
  }

  @Test
  void boundsThePagesOfAllColumns() throws IOException {
    PageMemory memory = new PageMemory();
    memory.reserve(128 << 20);
    memory.release(128 << 20);
    memory.reserve(100 << 20);
    assertThatThrownBy(() -> memory.reserve(100 << 20))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("its pages need more than 192 MiB of memory");
  }
}
