// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Span;
import org.isogloss.text.Encoding;
import org.isogloss.text.SpecialTokens;
import org.isogloss.text.TokenizedText;
import org.isogloss.text.Tokenizer;
import org.junit.jupiter.api.Test;

/** The contract of {@link Tokenizer}; a subclass supplies the tokenizer to test. */
public abstract class TokenizerContractTest {
  /** The tokenizer under test, with a vocabulary that can represent at least most of English. */
  protected abstract Tokenizer tokenizer();

  private static final List<String> TEXTS =
      List.of(
          "An isogloss is a line on a map.",
          "  spaces\tand\n\nlines \u00a0 ",
          "naïve café, e\u0301te\u0301, Ångström — “quoted”…",
          "北京在中国。東京は日本にある。 서울",
          "กรุงเทพมหานคร नमस्ते دنیا שלום",
          "emoji 👩‍👩‍👧 and 𝔐𝔞𝔱𝔥 𠀀𠀁, half a pair: \ud83d and \udc69!",
          "\u0000\ufffd\u200b\u00ad",
          "👩 comes first",
          "x".repeat(500) + " " + "é".repeat(120));

  @Test
  void returnsTheSameIdsWithAndWithoutOffsets() {
    for (String text : TEXTS) {
      assertThat(tokenizer().tokenize(text).ids()).as(text).isEqualTo(tokenizer().ids(text));
    }
  }

  @Test
  void idsAreInTheVocabulary() {
    for (String text : TEXTS) {
      for (int id : tokenizer().ids(text)) {
        assertThat(id).as(text).isBetween(0, tokenizer().vocabularySize() - 1);
        assertThat(tokenizer().token(id)).isNotNull();
      }
    }
  }

  @Test
  void decodesIdsToATextWithTheSameIds() {
    for (String text : TEXTS) {
      int[] ids = tokenizer().ids(text);
      if (Arrays.stream(ids).noneMatch(tokenizer().specialTokens().ids()::contains)) {
        String decoded = tokenizer().decode(ids);
        assertThat(tokenizer().ids(decoded)).as(text).isEqualTo(ids);
      }
    }
    assertThat(tokenizer().decode(new int[0])).isEmpty();
    assertThatThrownBy(() -> tokenizer().decode(new int[] {tokenizer().vocabularySize()}))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void offsetsAreInOrderAndSplitNoSurrogatePair() {
    for (String text : TEXTS) {
      TokenizedText tokens = tokenizer().tokenize(text);
      for (int i = 0; i < tokens.size(); i++) {
        Span span = tokens.span(i);
        assertThat(span.end()).as(text).isBetween(span.start() + 1, text.length());
        assertThat(splitsPair(text, span.start())).as(text).isFalse();
        assertThat(splitsPair(text, span.end())).as(text).isFalse();
        if (i > 0) {
          assertThat(span.start()).as(text).isGreaterThanOrEqualTo(tokens.starts()[i - 1]);
          assertThat(span.end()).as(text).isGreaterThanOrEqualTo(tokens.ends()[i - 1]);
        }
      }
    }
  }

  private static boolean splitsPair(String text, int at) {
    return at > 0
        && at < text.length()
        && Character.isSurrogatePair(text.charAt(at - 1), text.charAt(at));
  }

  @Test
  void emptyTextHasNoTokens() {
    assertThat(tokenizer().ids("")).isEmpty();
    assertThat(tokenizer().tokenize("").size()).isZero();
  }

  @Test
  void findsEachTokenByItsString() {
    for (int id = 0; id < tokenizer().vocabularySize(); id++) {
      assertThat(tokenizer().id(tokenizer().token(id))).as("token " + id).hasValue(id);
    }
    assertThat(tokenizer().id("no such token")).isEmpty();
    assertThat(tokenizer().id("")).isEmpty();
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> tokenizer().token(tokenizer().vocabularySize()));
  }

  @Test
  void addsSpecialTokensToOneText() {
    SpecialTokens special = tokenizer().specialTokens();
    Encoding encoding = tokenizer().encode("a line on a map", 512);
    assertThat(encoding.ids())
        .isEqualTo(concat(special.prefix(), tokenizer().ids("a line on a map"), special.suffix()));
    assertThat(encoding.typeIds()).containsOnly(0);
    assertThat(encoding.sequenceIds()[0]).isEqualTo(Encoding.SPECIAL);
    assertThat(encoding.sequenceIds()[special.prefix().length]).isEqualTo(Encoding.FIRST);
  }

  @Test
  void addsSpecialTokensToAPair() {
    SpecialTokens special = tokenizer().specialTokens();
    String first = "a line on a map";
    String second = "two words";
    Encoding encoding = tokenizer().encode(first, second, 512);
    assertThat(encoding.ids())
        .isEqualTo(
            concat(
                special.prefix(),
                tokenizer().ids(first),
                special.separator(),
                tokenizer().ids(second),
                special.suffix()));
    for (int i = 0; i < encoding.size(); i++) {
      if (encoding.sequenceIds()[i] != Encoding.SPECIAL) {
        boolean isSecond = encoding.sequenceIds()[i] == Encoding.SECOND;
        assertThat(encoding.typeIds()[i]).isEqualTo(isSecond ? special.secondTypeId() : 0);
        Span span = new Span(encoding.starts()[i], encoding.ends()[i]);
        assertThat(span.coveredText(isSecond ? second : first)).isNotBlank();
      }
    }
  }

  @Test
  void truncatesTheLongerTextFirst() {
    var random = new Random(1);
    for (int trial = 0; trial < 200; trial++) {
      TokenizedText first = tokens(random.nextInt(12));
      TokenizedText second = tokens(random.nextInt(12));
      SpecialTokens special = tokenizer().specialTokens();
      int frame = special.prefix().length + special.separator().length + special.suffix().length;
      int room = random.nextInt(26);
      Encoding encoding = special.addTo(first, second, frame + room);
      int keptFirst = count(encoding, Encoding.FIRST);
      int keptSecond = count(encoding, Encoding.SECOND);
      assertThat(keptFirst + keptSecond).isEqualTo(Math.min(room, first.size() + second.size()));
      // The library removes one token at a time from the longer text; if both are equally long,
      // from
      // the text that was the shorter one originally, or else from the first.
      int a = first.size();
      int b = second.size();
      while (a + b > room) {
        if (a > b || (a == b && first.size() <= second.size())) {
          a--;
        } else {
          b--;
        }
      }
      assertThat(keptFirst).isEqualTo(a);
      assertThat(keptSecond).isEqualTo(b);
    }
  }

  @Test
  void rejectsALengthBelowTheSpecialTokens() {
    assertThatThrownBy(() -> tokenizer().encode("text", 1))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("maximum length 1 leaves no room");
  }

  @Test
  void isThreadSafe() throws Exception {
    Tokenizer tokenizer = tokenizer();
    List<int[]> expected = TEXTS.stream().map(tokenizer::ids).toList();
    try (var executor = Executors.newFixedThreadPool(4)) {
      List<Callable<Boolean>> tasks = new ArrayList<>();
      for (int i = 0; i < 400; i++) {
        int text = i % TEXTS.size();
        tasks.add(() -> Arrays.equals(tokenizer.ids(TEXTS.get(text)), expected.get(text)));
      }
      for (var result : executor.invokeAll(tasks)) {
        assertThat(result.get()).isTrue();
      }
    }
  }

  private static TokenizedText tokens(int count) {
    int[] numbers = IntStream.range(0, count).toArray();
    return new TokenizedText(numbers, numbers, Arrays.stream(numbers).map(i -> i + 1).toArray());
  }

  private static int count(Encoding encoding, int source) {
    return (int) Arrays.stream(encoding.sequenceIds()).filter(s -> s == source).count();
  }

  private static int[] concat(int[]... parts) {
    return Arrays.stream(parts).flatMapToInt(Arrays::stream).toArray();
  }
}
