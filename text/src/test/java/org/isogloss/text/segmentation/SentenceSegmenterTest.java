// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.segmentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.isogloss.core.Language;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SentenceSegmenterTest {
  /** {@code |} marks the end of a sentence. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "en; It rained. |We stayed in! |Why?",
        "en; Mr. Smith met Dr. Jones on Main St. |They talked.",
        "en; It costs 3.14 dollars, i.e. not much. |Fine.",
        "en; J. R. R. Tolkien wrote it. |We read it.",
        "en; 1. Open the file. |2. Close it.",
        "en; \"Is it?\" she asked. |It was.",
        "de; Am 3. Oktober 1990 war es so weit. |Alle kamen.",
        "de; Das gilt z. B. für Dr. Müller. |Und so weiter.",
        "fr; M. Dupont est là. |Il attend « encore ». |Oui.",
        "ru; Это было в 1990 г. и позже. |А. С. Пушкин писал стихи. |Да!",
        "el; Τι κάνεις; Καλά είμαι. |Εσύ!",
        "hi; यह एक वाक्य है। |यह दूसरा है। |क्या?",
        "ur; یہ ایک جملہ ہے۔ |کیا یہ دوسرا ہے؟ |جی ہاں۔",
        "ar; هذه جملة. |هل هذه جملة أخرى؟ |نعم!",
        "zh; 他说：“你好。” |我回答：“再见！” |结束。",
        "ja; 「はい。」と言った。 |「いいえ。」 |彼は帰った。",
        "ko; 비가 왔다. |우리는 집에 있었다. |왜?",
        "my; ဒါစာကြောင်းပါ။ |နောက်တစ်ခု။",
        "km; នេះជាប្រយោគ។ |មួយទៀត។",
        "am; ይህ ዓረፍተ ነገር ነው። |ሌላ ነው።",
        "hy; Սա նախադասություն է։ |Սա ևս։",
      })
  void findsSentenceEnds(String language, String marked) {
    List<String> expected = List.of(marked.split("\\s*\\|", -1));
    String text = marked.replace("|", "");
    assertThat(split(text, language)).isEqualTo(expected);
  }

  @Test
  void lineBreakEndsATitleButNotAWrappedLine() {
    assertThat(split("A title\n\nThe first line\r\n- an item\n- another", "en"))
        .containsExactly("A title", "The first line", "- an item", "- another");
    String wrapped =
        "This paragraph was wrapped by an editor of the old school\r\n"
            + "and goes on in the next line. Here is another sentence";
    assertThat(split(wrapped, "en")).hasSize(2);
  }

  @Test
  void splitsLongThaiSentencesAtSpaces() {
    String clause = "ประเทศไทยเป็นประเทศที่ตั้งอยู่ในเอเชียตะวันออกเฉียงใต้";
    assertThat(split(clause + " " + clause + " " + clause, "th"))
        .containsExactly(clause + " " + clause, clause);
    assertThat(split("มี 5 คน", "th")).hasSize(1);
  }

  @Test
  void emptyTextHasNoSentences() {
    assertThat(split("", "en")).isEmpty();
    assertThat(split(" \n\t\u00a0\u3000 ", "en")).isEmpty();
  }

  private static List<String> split(String text, String language) {
    return SentenceSegmenter.split(text, Language.of(language)).stream()
        .map(s -> s.coveredText(text))
        .toList();
  }

  /** Each full stop may end an abbreviation that begins at the start of the text. */
  @Test
  @Timeout(60)
  void readsAChainOfLettersInLinearTime() {
    String text = "a." + "א.".repeat(200_000);
    assertThat(SentenceSegmenter.split(text, Language.of("he"))).isNotEmpty();
    assertThat(SentenceSegmenter.split("Er kam z.B. heute. Sie ging.", Language.of("de")))
        .hasSize(2);
  }
}
