// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.biencoder;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.core.Language;
import org.isogloss.text.Encoding;
import org.junit.jupiter.api.Test;

class JudgedTripleTest {
  private static final Encoding NO_TOKENS =
      new Encoding(new int[0], new int[0], new int[0], new int[0], new int[0]);

  /** A triple of texts with the keys {@code first} to {@code first + 2}. */
  private static JudgedTriple triple(
      int first, Set<Integer> relevant, String query, String positive, String negative) {
    return new JudgedTriple(
        NO_TOKENS,
        NO_TOKENS,
        NO_TOKENS,
        1,
        first,
        first + 1,
        first + 2,
        relevant,
        new JudgedTriple.Languages(
            Language.of(query), Language.of(positive), Language.of(negative)));
  }

  @Test
  void languageIsNoHintForAPassageInTheLanguageOfTheQuery() {
    List<JudgedTriple> triples =
        List.of(
            triple(10, Set.of(11), "en", "en", "en"),
            triple(20, Set.of(21, 12), "en", "de", "en"),
            triple(30, Set.of(31), "fr", "fr", "und"),
            triple(40, Set.of(41), "und", "und", "de"),
            triple(50, Set.of(51), "en", "en", "de"));
    Tensor excluded = JudgedTriple.excluded(triples, new Device("cpu")).to(torch.ScalarType.Int);
    int[] values = new int[50];
    excluded.data_ptr_int().get(values);
    assertThat(
            IntStream.range(0, 5)
                .mapToObj(
                    query ->
                        IntStream.range(0, 10)
                            .mapToObj(passage -> String.valueOf(values[10 * query + passage]))
                            .collect(Collectors.joining())))
        .as("passages in en, de, fr, und, en, then in en, en, und, de, de")
        .containsExactly(
            // English to English: its own, and those in other languages.
            "11100" + "00011",
            // English to German: those that are judged relevant.
            "01000" + "10000",
            // French to French.
            "11101" + "11011",
            // Languages are not stated.
            "00010" + "00000",
            // English to English: not the German one that is judged lower for this query.
            "01101" + "00010");
  }
}
