// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.isogloss.core.io.Checksums;
import org.isogloss.modelio.TestResources;
import org.isogloss.modelio.samples.SampleEncoder;
import org.isogloss.text.Tokenizer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares ids with those of Hugging Face's tokenizers; see src/test/python/bpe_golden.py. */
class BpeGoldenTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(
      value = SampleEncoder.class,
      names = {"ROBERTA", "MODERNBERT", "QWEN3", "GEMMA3"})
  void agreesWithTokenizersOnFiftyLanguagesAndAllOfUnicode(SampleEncoder sample)
      throws IOException {
    List<String> texts =
        read(TestResources.path("unigram").resolve("xlmr/lines.tsv.gz")).stream()
            .map(line -> line.split("\t", -1)[2])
            .toList();
    assertAgrees(sample, texts, TestResources.path("bpe"));
  }

  /** Compares on the 100,000 texts that the script writes with "full". */
  @ParameterizedTest
  @EnumSource(
      value = SampleEncoder.class,
      names = {"ROBERTA", "MODERNBERT", "QWEN3", "GEMMA3"})
  @Tag("slow")
  void agreesWithTokenizersAtLength(SampleEncoder sample) throws IOException {
    String golden = System.getProperty("isogloss.bpe");
    assumeTrue(golden != null, "isogloss.bpe: no golden folder given");
    assertAgrees(sample, read(Path.of(golden, "texts.txt.gz")), Path.of(golden));
  }

  private void assertAgrees(SampleEncoder sample, List<String> texts, Path golden)
      throws IOException {
    Tokenizer tokenizer = HuggingFaceTokenizerReader.read(sample.copyInto(folder));
    List<String> expected = read(golden.resolve(sample.folderName() + ".txt.gz"));
    assertThat(expected).hasSameSizeAs(texts).hasSizeGreaterThan(800);
    for (int i = 0; i < texts.size(); i++) {
      String text = EscapedText.unescape(texts.get(i));
      int[] ids = tokenizer.ids(text);
      assertThat(digest(ids))
          .as("%s: %s", texts.get(i), Arrays.toString(ids))
          .isEqualTo(expected.get(i));
      assertThat(tokenizer.tokenize(text).ids()).isEqualTo(ids);
    }
  }

  private static String digest(int... ids) {
    MessageDigest digest = Checksums.sha256();
    String joined = Arrays.stream(ids).mapToObj(String::valueOf).collect(Collectors.joining(" "));
    digest.update(joined.getBytes(StandardCharsets.UTF_8));
    return Checksums.hex(digest).substring(0, 8);
  }

  private static List<String> read(Path file) throws IOException {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
      return lines.lines().toList();
    }
  }
}
