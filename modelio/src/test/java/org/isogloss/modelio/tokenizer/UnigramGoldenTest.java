// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import org.isogloss.core.json.JsonFile;
import org.isogloss.modelio.TestResources;
import org.isogloss.modelio.file.ModelJson;
import org.isogloss.text.Encoding;
import org.isogloss.text.TokenizedText;
import org.isogloss.text.Tokenizer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares ids and offsets with Hugging Face's tokenizers; see src/test/python. */
class UnigramGoldenTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"xlmr", "words", "bytes"})
  void agreesWithTokenizersOnFiftyLanguagesAndAllOfUnicode(String variant) throws IOException {
    assertAgrees(TestResources.path("unigram").resolve(variant), 800);
  }

  /** Compares with the whole vocabulary of XLM-R, on the number of lines given to the script. */
  @ParameterizedTest
  @ValueSource(strings = {"xlmr", "words", "bytes"})
  @Tag("slow")
  void agreesWithTokenizersAtLength(String variant) throws IOException {
    String golden = System.getProperty("isogloss.unigram");
    assumeTrue(golden != null, "isogloss.unigram: no golden folder given");
    assertAgrees(Path.of(golden, variant), 5_000);
  }

  @Test
  @Tag("slow")
  void agreesWithTokenizersOnMultilingualE5() {
    String shared = System.getProperty("isogloss.shared");
    assumeTrue(shared != null, "isogloss.shared: no folder given");
    JsonNode reference =
        ModelJson.readObject(Path.of(shared, "reference", "multilingual-e5-small.json"));
    Tokenizer tokenizer =
        HuggingFaceTokenizerReader.read(Path.of(shared, "models", "multilingual-e5-small"));
    assertThat(tokenizer.vocabularySize()).isEqualTo(250_002);
    for (JsonNode expected : reference.get("cases")) {
      String text = expected.get("text").textValue();
      if (text.contains("</s>")) {
        // A special token in a text is one token there, but is tokenized as ordinary text here.
        continue;
      }
      Encoding found =
          expected.has("pair")
              ? tokenizer.encode(text, expected.get("pair").textValue(), 512)
              : tokenizer.encode(text, 512);
      assertThat(found.ids())
          .as(text)
          .containsExactly(JsonFile.MAPPER.convertValue(expected.get("ids"), int[].class));
    }
    assertThat(reference.get("cases")).isNotEmpty();
  }

  private void assertAgrees(Path golden, int minLines) throws IOException {
    try (InputStream in = unzip(golden.resolve("tokenizer.json.gz"))) {
      Files.copy(in, folder.resolve("tokenizer.json"));
    }
    Tokenizer tokenizer = HuggingFaceTokenizerReader.read(folder);
    int lines = 0;
    int placed = 0;
    try (var reader =
        new BufferedReader(
            new InputStreamReader(unzip(golden.resolve("lines.tsv.gz")), StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        String[] fields = line.split("\t", -1);
        String text = EscapedText.unescape(fields[2]);
        TokenizedText tokens = tokenizer.tokenize(text);
        assertThat(tokens.ids()).as(fields[2]).isEqualTo(numbers(fields[0]));
        assertThat(tokenizer.ids(text)).as(fields[2]).isEqualTo(tokens.ids());
        if (!fields[1].isEmpty()) {
          assertThat(offsets(tokens, text)).as(fields[2]).isEqualTo(fields[1]);
          placed++;
        }
        lines++;
      }
    }
    assertThat(lines).isGreaterThan(minLines);
    assertThat(placed).isGreaterThan(minLines / 5);
  }

  private static InputStream unzip(Path file) throws IOException {
    return new GZIPInputStream(Files.newInputStream(file));
  }

  /** Returns the offsets in code points, as in the golden file. */
  private static String offsets(TokenizedText tokens, String text) {
    StringBuilder offsets = new StringBuilder();
    for (int i = 0; i < tokens.size(); i++) {
      offsets
          .append(i == 0 ? "" : " ")
          .append(text.codePointCount(0, tokens.starts()[i]))
          .append(':')
          .append(text.codePointCount(0, tokens.ends()[i]));
    }
    return offsets.toString();
  }

  private static int[] numbers(String field) {
    return field.isEmpty()
        ? new int[0]
        : Arrays.stream(field.split(" ", -1)).mapToInt(Integer::parseInt).toArray();
  }
}
