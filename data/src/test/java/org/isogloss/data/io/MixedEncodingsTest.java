// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.isogloss.core.Language;
import org.isogloss.data.FormatException;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.Bitext;
import org.isogloss.data.bitext.PlainTextLines;
import org.isogloss.data.documentation.ParallelDocumentation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Readers outside the contract test also reject other encodings. */
class MixedEncodingsTest {
  private static final LanguagePair PAIR = LanguagePair.find("de-en").orElseThrow();

  @TempDir Path folder;

  private Map<String, BiFunction<Path, OnError, Records<?>>> readers() throws IOException {
    Path english = Files.writeString(folder.resolve("en"), "one\ntwo\nthree\n");
    return Map.of(
        "lines",
        PlainTextLines::read,
        "Moses, source",
        (file, onError) -> Bitext.readMoses(file, english, PAIR, onError),
        "Moses, target",
        (file, onError) -> Bitext.readMoses(english, file, PAIR.reversed(), onError));
  }

  private Path write(String text, Charset charset) throws IOException {
    return Files.write(folder.resolve("de"), text.getBytes(charset));
  }

  @Test
  void reportsTheLineOfLatin1Text() throws IOException {
    Path file = write("eins\nzwölf\ndrei\n", StandardCharsets.ISO_8859_1);
    readers()
        .forEach(
            (name, reader) -> {
              assertThatThrownBy(() -> reader.apply(file, OnError.FAIL).toList())
                  .as(name)
                  .isInstanceOf(FormatException.class)
                  .hasMessageContaining("de:2: ")
                  .hasMessageContaining("is not UTF-8 (byte 0xF6 at column 3)");
              Records<?> skipping = reader.apply(file, OnError.SKIP);
              assertThat(skipping.toList()).as(name).hasSize(2);
              assertThat(skipping.skippedCount()).isEqualTo(1);
            });
  }

  @Test
  void reportsUtf16ForTheWholeFile() throws IOException {
    for (Charset charset : List.of(StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE)) {
      Path file = write("\uFEFFeins\nzwei\ndrei\n", charset);
      readers()
          .forEach(
              (name, reader) ->
                  assertThatThrownBy(() -> reader.apply(file, OnError.SKIP).toList())
                      .as(name)
                      .isInstanceOf(FormatException.class)
                      .hasMessageContaining("is UTF-16, expected UTF-8"));
    }
  }

  @Test
  void rejectsDocumentationInLatin1() throws IOException {
    Path file = write("p\ta\th1\tTitel\np\tb\tparagraph\tK\u00f6ln\n", StandardCharsets.ISO_8859_1);
    assertThatThrownBy(
            () -> ParallelDocumentation.readPages(file, Language.of("de"), OnError.FAIL).toList())
        .hasMessageContaining("de:2: is not UTF-8");
  }
}
