package org.isogloss.text.subword;

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
import org.isogloss.text.Encoding;
import org.isogloss.text.Span;
import org.isogloss.text.SpecialTokens;
import org.isogloss.text.TokenizedText;
import org.isogloss.text.Tokenizer;
import org.junit.jupiter.api.Test;

/** What every tokenizer must keep; extend it and say how to make one. */
abstract class TokenizerContractTest {
  /** The tokenizer to test, with a vocabulary that writes most of English at least. */
  abstract Tokenizer tokenizer();

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
  void saysTheSameWithAndWithoutPlaces() {
    for (String text : TEXTS) {
      assertThat(tokenizer().tokenize(text).ids()).as(text).isEqualTo(tokenizer().ids(text));
    }
  }

  @Test
  void idsAreOfTheVocabulary() {
    for (String text : TEXTS) {
      for (int id : tokenizer().ids(text)) {
        assertThat(id).as(text).isBetween(0, tokenizer().vocabularySize() - 1);
        assertThat(tokenizer().token(id)).isNotNull();
      }
    }
  }

  @Test
  void placesAreInsideInOrderAndSplitNoSurrogatePair() {
    for (String text : TEXTS) {
      TokenizedText pieces = tokenizer().tokenize(text);
      for (int i = 0; i < pieces.size(); i++) {
        Span span = pieces.span(i);
        assertThat(span.end()).as(text).isBetween(span.start() + 1, text.length());
        assertThat(splitsPair(text, span.start())).as(text).isFalse();
        assertThat(splitsPair(text, span.end())).as(text).isFalse();
        if (i > 0) {
          assertThat(span.start()).as(text).isGreaterThanOrEqualTo(pieces.starts()[i - 1]);
          assertThat(span.end()).as(text).isGreaterThanOrEqualTo(pieces.ends()[i - 1]);
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
  void anEmptyTextHasNoPieces() {
    assertThat(tokenizer().ids("")).isEmpty();
    assertThat(tokenizer().tokenize("").size()).isZero();
  }

  @Test
  void findsEachPieceByHowItIsWritten() {
    for (int id = 0; id < tokenizer().vocabularySize(); id++) {
      assertThat(tokenizer().id(tokenizer().token(id))).as("piece " + id).hasValue(id);
    }
    assertThat(tokenizer().id("no piece is like this")).isEmpty();
    assertThat(tokenizer().id("")).isEmpty();
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> tokenizer().token(tokenizer().vocabularySize()));
  }

  @Test
  void framesOneText() {
    SpecialTokens special = tokenizer().specialTokens();
    Encoding encoding = tokenizer().encode("a line on a map", 512);
    assertThat(encoding.ids())
        .isEqualTo(concat(special.prefix(), tokenizer().ids("a line on a map"), special.suffix()));
    assertThat(encoding.typeIds()).containsOnly(0);
    assertThat(encoding.sequenceIds()[0]).isEqualTo(Encoding.SPECIAL);
    assertThat(encoding.sequenceIds()[special.prefix().length]).isEqualTo(Encoding.FIRST);
  }

  @Test
  void framesTwoTexts() {
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
  void cutsTheLongerTextFirst() {
    var random = new Random(1);
    for (int trial = 0; trial < 200; trial++) {
      TokenizedText first = pieces(random.nextInt(12));
      TokenizedText second = pieces(random.nextInt(12));
      SpecialTokens special = tokenizer().specialTokens();
      int frame = special.prefix().length + special.separator().length + special.suffix().length;
      int room = random.nextInt(26);
      Encoding encoding = special.addTo(first, second, frame + room);
      int keptFirst = count(encoding, Encoding.FIRST);
      int keptSecond = count(encoding, Encoding.SECOND);
      assertThat(keptFirst + keptSecond).isEqualTo(Math.min(room, first.size() + second.size()));
      // As the library does it one by one: take from the longer; of two equal ones, from the one
      // that was the shorter or the first to begin with.
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
  void refusesALengthWithoutRoom() {
    assertThatThrownBy(() -> tokenizer().encode("text", 1))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("maximum length 1 leaves no room");
  }

  @Test
  void servesManyThreads() throws Exception {
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

  private static TokenizedText pieces(int count) {
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
