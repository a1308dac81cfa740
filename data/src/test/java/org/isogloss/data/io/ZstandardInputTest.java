// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.data.FormatException;
import org.isogloss.data.OnError;
import org.isogloss.data.detect.DataFormat;
import org.isogloss.data.detect.Documents;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ZstandardInputTest {
  @TempDir Path folder;

  @Test
  void readsWhatTheCommandZstdWrites() throws IOException {
    // printf 'd1\\tzst\\nd2\\tzst\\n' | zstd -c | xxd -p
    byte[] bytes =
        HexFormat.of().parseHex("28b52ffd04587100006431097a73740a6432097a73740afde3107b");
    Path file = Files.write(folder.resolve("documents.tsv.zst"), bytes);
    assertThat(Documents.read(file, Language.of("de"), OnError.FAIL).toList())
        .containsExactly(
            new Document("d1", Language.of("de"), "", "zst"),
            new Document("d2", Language.of("de"), "", "zst"));
  }

  @Test
  void decompressesFramesWhateverTheName() throws IOException {
    byte[] one = Zstd.compress("d1\teins\n".getBytes(StandardCharsets.UTF_8));
    byte[] two = Zstd.compress("d2\tzwei\n".getBytes(StandardCharsets.UTF_8));
    byte[] both = Arrays.copyOf(one, one.length + two.length);
    System.arraycopy(two, 0, both, one.length, two.length);
    for (String name : new String[] {"documents.tsv.zst", "documents"}) {
      Path file = Files.write(folder.resolve(name), both);
      assertThat(DataFormat.detect(file)).isEqualTo(DataFormat.TSV);
      assertThat(Documents.read(file, Language.of("de"), OnError.FAIL).toList())
          .extracting(Document::id)
          .containsExactly("d1", "d2");
    }
  }

  @Test
  void reportsATruncatedFile() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 50_000; i++) {
      lines.append('d').append(i).append('\t').append(Integer.toHexString(i * 7919)).append('\n');
    }
    byte[] whole = Zstd.compress(lines.toString().getBytes(StandardCharsets.UTF_8));
    Path file = Files.write(folder.resolve("cut.tsv.zst"), Arrays.copyOf(whole, whole.length / 2));
    assertThatThrownBy(() -> Documents.read(file, Language.of("de"), OnError.SKIP).toList())
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("the Zstandard file is truncated or damaged");
  }
}
