// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.skipgram;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class SubwordNgramsTest {
  @TestFactory
  Stream<DynamicTest> bucketsAreThoseOfFastText() throws IOException {
    List<String> lines;
    try (InputStream golden = SubwordNgramsTest.class.getResourceAsStream("fasttext-ngrams.tsv")) {
      lines =
          new String(requireNonNull(golden).readAllBytes(), StandardCharsets.UTF_8)
              .lines()
              .filter(line -> !line.startsWith("#"))
              .toList();
    }
    assertThat(lines).hasSizeGreaterThan(50);
    return lines.stream()
        .map(line -> line.split("\t", -1))
        .map(
            columns ->
                DynamicTest.dynamicTest(
                    columns[3] + " " + columns[0] + "-" + columns[1],
                    () -> {
                      SubwordNgrams ngrams =
                          new SubwordNgrams(
                              Integer.parseInt(columns[0]),
                              Integer.parseInt(columns[1]),
                              Integer.parseInt(columns[2]));
                      int[] expected =
                          Arrays.stream(columns[4].split(",", -1))
                              .mapToInt(Integer::parseInt)
                              .toArray();
                      assertThat(ngrams.buckets(columns[3])).isEqualTo(expected);
                    }));
  }

  @Test
  void countsCharactersRatherThanBytes() {
    // Two characters of two and four bytes: <ü, ü😀, 😀>, <ü😀, ü😀>, <ü😀>.
    assertThat(new SubwordNgrams(2, 4, 1000).buckets("ü😀")).hasSize(6);
  }

  @Test
  void boundaryMarkersAloneAreNoNgrams() {
    assertThat(new SubwordNgrams(1, 1, 1000).buckets("ab")).hasSize(2);
    assertThat(new SubwordNgrams(1, 1, 1000).buckets("<")).hasSize(1);
  }

  @Test
  void aWordWithoutNgramsHasNone() {
    assertThat(new SubwordNgrams(3, 0, 1000).buckets("house")).isEmpty();
    assertThat(new SubwordNgrams(4, 6, 1000).buckets("a")).isEmpty();
  }
}
