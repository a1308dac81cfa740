// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.json.JsonFile;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.text.Tokenizer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Small files that would require excessive memory or time, or describe an impossible model. */
@Timeout(60)
class ModelLimitsTest {
  @TempDir private Path scratch;

  private static void replace(Path file, String pattern, String by) throws IOException {
    String before = Files.readString(file);
    String after = before.replaceFirst(pattern, by);
    assertThat(after).as("the pattern occurs").isNotEqualTo(before);
    Files.writeString(file, after);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          num_hidden_layers       | 1000000    | num_hidden_layers is 1000000, expected 1 to 512
          num_hidden_layers       | 1e30       | num_hidden_layers is 1.0E30, expected a whole number
          hidden_size             | 2147483647 | hidden_size is 2147483647, expected 1 to
          hidden_size             | null       | hidden_size is null, expected a whole number
          vocab_size              | 2147483647 | vocab_size is 2147483647, expected 1 to
          intermediate_size       | 2147483647 | intermediate_size is 2147483647, expected 1 to
          max_position_embeddings | 2147483647 | max_position_embeddings is 2147483647, expected 1
          type_vocab_size         | 2147483647 | type_vocab_size is 2147483647, expected 1 to
          pad_token_id            | 2147483647 | pad_token_id is 2147483647, expected 0 to
          pad_token_id            | 129        | pad_token_id is 129, which leaves no position
          layer_norm_eps          | 1e999      | layer_norm_eps is "Infinity", expected a finite number
          layer_norm_eps          | -1         | the epsilon of the normalisation is -1.0, expected 0 or more
          """)
  void rejectsImpossibleConfiguration(String key, String value, String problem) throws IOException {
    Path folder = SampleTransformer.XLMR_ENCODER.copyInto(scratch);
    replace(
        folder.resolve("config.json"), "\"" + key + "\": [^,}\\n]+", "\"" + key + "\": " + value);
    assertThatThrownBy(() -> ModelFolder.open(folder).transformerConfig())
        .isInstanceOf(ModelFormatException.class)
        .hasMessageStartingWith(folder.resolve("config.json") + ": ")
        .hasMessageContaining(problem);
  }

  @Test
  void rejectsLargeTokenIdsWithoutAllocation() throws IOException {
    Path wordPiece = SampleTransformer.BERT_ENCODER.copyInto(scratch);
    Files.delete(wordPiece.resolve("vocab.txt"));
    replace(wordPiece.resolve("tokenizer.json"), "\"vocab\": ?\\{", "$0\"x y\": 2147483647, ");
    assertTokenizerRejected(wordPiece, "expected ids below 4194304");
    Path unigram = SampleTransformer.XLMR_ENCODER.copyInto(scratch);
    replace(unigram.resolve("tokenizer.json"), "\"id\": ?\\d+", "\"id\": 2147483647");
    assertTokenizerRejected(unigram, "added_tokens[0].id is 2147483647, expected an id below");
  }

  @ParameterizedTest
  @CsvSource({"1e999", "-1e999", "1e300"})
  void rejectsInvalidScore(String score) throws IOException {
    Path folder = SampleTransformer.XLMR_ENCODER.copyInto(scratch);
    replace(
        folder.resolve("tokenizer.json"),
        "(?s)(\"vocab\": ?\\[\\s*\\[\\s*\"[^\"]*\",\\s*)[-.\\d]+",
        "$1" + score);
    assertTokenizerRejected(folder, "expected a score from");
  }

  @Test
  void rejectsChainsOfReplacementsThatGrowText() throws IOException {
    Path folder = SampleTransformer.XLMR_ENCODER.copyInto(scratch);
    String step =
        "{\"type\": \"Replace\", \"pattern\": {\"String\": \"a\"}, \"content\": \""
            + "a".repeat(10)
            + "\"}";
    setNormalizer(
        folder,
        "{\"type\": \"Sequence\", \"normalizers\": [" + (step + ",").repeat(9) + step + "]}");
    assertTokenizerRejected(folder, "normalizer is a chain of replacements");
    String none = step.replace("a".repeat(10), "b");
    setNormalizer(
        folder,
        "{\"type\": \"Sequence\", \"normalizers\": [" + (none + ",").repeat(99) + none + "]}");
    assertTokenizerRejected(folder, "at most 64 steps");
  }

  /** A step whose growth is only known at run time. */
  @Test
  void stopsNormalizerThatGrowsText() throws IOException {
    Path folder = SampleTransformer.XLMR_ENCODER.copyInto(scratch);
    String replacement = "\"}, \"content\": \"\uFDFA\"}";
    String chain =
        "{\"type\": \"Replace\", \"pattern\": {\"String\": \"a"
            + replacement
            + ", {\"type\": \"NFKD\"}, {\"type\": \"Replace\", \"pattern\": {\"String\": \"\u0644"
            + replacement
            + ", {\"type\": \"NFKD\"}, {\"type\": \"Replace\", \"pattern\": {\"String\": \"\u0644"
            + replacement
            + ", {\"type\": \"NFKD\"}";
    setNormalizer(folder, "{\"type\": \"Sequence\", \"normalizers\": [" + chain + "]}");
    Tokenizer tokenizer = ModelFolder.open(folder).tokenizer();
    assertThat(tokenizer.ids("b")).isNotEmpty();
    assertThatThrownBy(() -> tokenizer.ids("a".repeat(1000)))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("64 times as long");
  }

  @Test
  void rejectsCharacterMapWithLongReplacement() throws IOException {
    Path folder = SampleTransformer.XLMR_ENCODER.copyInto(scratch);
    byte[] map = new byte[4 + 4 + 100_000];
    map[0] = 4;
    Arrays.fill(map, 8, map.length, (byte) 'a');
    String encoded = new String(Base64.getEncoder().encode(map), StandardCharsets.US_ASCII);
    setNormalizer(
        folder, "{\"type\": \"Precompiled\", \"precompiled_charsmap\": \"" + encoded + "\"}");
    assertTokenizerRejected(folder, "a replacement of more than 256 bytes");
  }

  @Test
  void rejectsLongToken() throws IOException {
    Path folder = SampleTransformer.BERT_ENCODER.copyInto(scratch);
    String vocabulary = Files.readString(folder.resolve("vocab.txt"));
    Files.writeString(folder.resolve("vocab.txt"), vocabulary + "a".repeat(10_000) + "\n");
    assertTokenizerRejected(folder, "a token of 10000 characters, expected at most 1000");
  }

  @Test
  void rejectsLargeFileBeforeReading() throws IOException {
    Path folder = SampleTransformer.BERT_ENCODER.copyInto(scratch);
    for (String file : new String[] {"vocab.txt", "tokenizer_config.json"}) {
      byte[] before = Files.readAllBytes(folder.resolve(file));
      setLength(folder.resolve(file), 1L << 40);
      assertTokenizerRejected(folder, "has 1099511627776 bytes, expected at most");
      Files.write(folder.resolve(file), before);
    }
    Files.delete(folder.resolve("vocab.txt"));
    setLength(folder.resolve("tokenizer.json"), 1L << 40);
    assertTokenizerRejected(folder, "has 1099511627776 bytes, expected at most");
    setLength(folder.resolve("config.json"), 1L << 40);
    assertThatThrownBy(() -> ModelFolder.open(folder))
        .isInstanceOf(ModelFormatException.class)
        .hasMessageContaining("config.json: has 1099511627776 bytes");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "seed": 7         | "seed": 1e30       | provenance.seed is 1.0E30, expected a whole number
          "seed": 7         | "seed": 1234567890123456789012 | provenance.seed is 1234567890123456789012
          "seed": 7         | "seed": null       | provenance.seed is null
          "name": "x"       | "name": "a\\u0000" | name is "a␀", expected
          "name": "x"       | "name": null       | name is null, expected a string
          "licence": "MIT"  | "licence": "\\u001b[2J" | licence is "␛[2J", expected
          "max_length": 9   | "max_length": 1e999 | encoding.max_length is "Infinity"
          "sources": []     | "sources": [null]  | provenance.sources[0] is null, expected an object
          "measured": []    | "measured": [{"benchmark": "b", "measure": "m", "value": 1e999}] | expected a finite number
          """)
  void rejectsManifestWithNullsOrHugeNumbers(String original, String replacement, String problem)
      throws IOException {
    Path folder = SampleTransformer.BERT_ENCODER.copyInto(scratch);
    String manifest =
        """
        {"format": 1, "name": "x", "licence": "MIT",
         "encoding": {"query_prefix": "", "passage_prefix": "", "max_length": 9, "pooling": "mean"},
         "provenance": {"recipe": "", "seed": 7, "version": "1", "sources": [], "measured": []}}
        """;
    Files.writeString(folder.resolve(ModelManifest.FILE), manifest);
    assertThat(ModelFolder.open(folder).manifest().name()).isEqualTo("x");
    Files.writeString(folder.resolve(ModelManifest.FILE), manifest.replace(original, replacement));
    assertThatThrownBy(() -> ModelFolder.open(folder))
        .isInstanceOf(ModelFormatException.class)
        .hasMessageContaining(problem);
  }

  @Test
  void rejectsModelNameWithNul() {
    assertThatThrownBy(() -> ModelFolder.open("a\0b"))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("no model \"a␀b\"");
  }

  private static void setLength(Path file, long length) throws IOException {
    try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength(length);
    }
  }

  private static void setNormalizer(Path folder, String normalizer) throws IOException {
    Path file = folder.resolve("tokenizer.json");
    ObjectNode json = (ObjectNode) JsonFile.MAPPER.readTree(Files.readString(file));
    json.set("normalizer", JsonFile.MAPPER.readTree(normalizer));
    Files.writeString(file, json.toString());
  }

  private static void assertTokenizerRejected(Path folder, String problem) {
    assertThatThrownBy(() -> ModelFolder.open(folder).tokenizer())
        .isInstanceOf(IsoglossException.class)
        .hasMessageStartingWith(folder.toString())
        .hasMessageContaining(problem);
  }
}
