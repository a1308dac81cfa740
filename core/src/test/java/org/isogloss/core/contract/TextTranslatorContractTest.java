// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.isogloss.core.TextTranslator;
import org.junit.jupiter.api.Test;

/** The contract of {@link TextTranslator}. */
public abstract class TextTranslatorContractTest {
  /** A new translator, to be closed by the test. */
  protected abstract TextTranslator open();

  /** Texts in a language that it translates from. */
  protected abstract List<String> texts();

  @Test
  void translatesFromOtherLanguagesThanItsTarget() {
    try (TextTranslator translator = open()) {
      assertThat(translator.sources())
          .isNotEmpty()
          .doesNotHaveDuplicates()
          .doesNotContain(translator.target());
    }
  }

  @Test
  void translationDoesNotDependOnTheOtherTexts() {
    long seed = new Random().nextLong();
    List<String> shuffled = new ArrayList<>(texts());
    shuffled.addAll(texts());
    Collections.shuffle(shuffled, new Random(seed));
    try (TextTranslator translator = open()) {
      List<String> translations = translator.translate(shuffled);
      assertThat(translations).hasSameSizeAs(shuffled);
      for (int i = 0; i < shuffled.size(); i++) {
        assertThat(translations.get(i))
            .as("seed %d, %s", seed, shuffled.get(i))
            .isEqualTo(translator.translate(List.of(shuffled.get(i))).getFirst());
      }
    }
  }

  @Test
  void textsWithoutWordsHaveEmptyTranslations() {
    try (TextTranslator translator = open()) {
      String text = texts().getFirst();
      assertThat(translator.translate(List.of("", text, " \t\n")))
          .containsExactly("", translator.translate(List.of(text)).getFirst(), "");
      assertThat(translator.translate(List.of())).isEmpty();
    }
  }

  @Test
  void manyThreadsMayTranslate() throws Exception {
    try (TextTranslator translator = open();
        ExecutorService threads = Executors.newFixedThreadPool(4)) {
      List<String> expected = translator.translate(texts());
      List<Future<List<String>>> calls = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        calls.add(threads.submit(() -> translator.translate(texts())));
      }
      for (Future<List<String>> call : calls) {
        assertThat(call.get()).isEqualTo(expected);
      }
    }
  }
}
