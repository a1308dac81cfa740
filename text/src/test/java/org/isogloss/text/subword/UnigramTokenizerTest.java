// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.subword;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.isogloss.text.SpecialTokens;
import org.isogloss.text.TokenizedText;
import org.isogloss.text.Tokenizer;
import org.isogloss.text.contract.TokenizerContractTest;
import org.junit.jupiter.api.Test;

class UnigramTokenizerTest extends TokenizerContractTest {
  private static final List<String> SPECIAL = List.of("<s>", "<pad>", "</s>", "<unk>");
  private static final SpecialTokens FRAME =
      new SpecialTokens(new int[] {0}, new int[] {2, 2}, new int[] {2}, 0, 3, 1);
  private static final Tokenizer TOKENIZER = english();

  @Override
  protected Tokenizer tokenizer() {
    return TOKENIZER;
  }

  private static Tokenizer english() {
    List<String> tokens =
        new ArrayList<>(
            List.of("▁=-2", "▁a=-3", "▁line=-4", "▁on=-4", "▁map=-4", "▁two=-5", "▁words=-5"));
    IntStream.rangeClosed('!', '~')
        .forEach(c -> tokens.add(Character.toString(c) + "=-" + (6 + c % 3)));
    return tokenizer(
        List.of(
            CharacterMapBuilder.of(
                Map.of("\t", " ", "\n", " ", "\u00a0", " ", "e\u0301", "é", "…", "...")),
            new TextNormalizer.CollapsedSpaces(" ")),
        Metaspace.DEFAULT,
        tokens.toArray(String[]::new));
  }

  @Test
  void findsTheMostProbableSegmentation() {
    assertThat(unmarked("abcd", "a=-1", "b=-1", "c=-1", "d=-1", "ab=-1.5", "bcd=-1.2", "abcd=-9"))
        .containsExactly("a", "bcd");
  }

  @Test
  void breaksTiesByTheLongerLastToken() {
    assertThat(unmarked("abc", "a=-1", "bc=-1", "ab=-1", "c=-1")).containsExactly("a", "bc");
  }

  @Test
  void mergesAdjacentUnknownCharacters() {
    assertThat(unmarked("axyzb𐐀", "a=-1", "b=-1")).containsExactly("a", "<unk>", "b", "<unk>");
  }

  @Test
  void fallsBackToByteTokens() {
    List<String> tokens = new ArrayList<>(List.of("▁=-1"));
    IntStream.range(0, 256).forEach(b -> tokens.add(byteToken(b) + "=-9"));
    UnigramModel vocabulary = vocabulary(true, tokens.toArray(String[]::new));
    Tokenizer tokenizer = UnigramTokenizer.of(vocabulary, List.of(), Metaspace.DEFAULT, FRAME);
    assertThat(tokenStrings(tokenizer, "é𐐀"))
        .containsExactly("▁", "<0xC3>", "<0xA9>", "<0xF0>", "<0x90>", "<0x90>", "<0x80>");
    assertThat(spans(tokenizer, "é 𐐀"))
        .containsExactly("é", "é", "é", " ", "𐐀", "𐐀", "𐐀", "𐐀");
  }

  private static String byteToken(int value) {
    return "<0x"
        + Integer.toHexString(0x100 | value).substring(1).toUpperCase(java.util.Locale.ROOT)
        + ">";
  }

  @Test
  void prependsAMarkToAText() {
    assertThat(marked(Metaspace.Prepend.ALWAYS, false, "a b")).containsExactly("▁a", "▁b");
    assertThat(marked(Metaspace.Prepend.NEVER, false, "a b")).containsExactly("a", "▁b");
    assertThat(marked(Metaspace.Prepend.ALWAYS, false, " a  b "))
        .containsExactly("▁a", "▁", "▁b", "▁");
  }

  @Test
  void splitsWordsAtAnyWhiteSpace() {
    assertThat(marked(Metaspace.Prepend.ALWAYS, true, "\ta\u2003b\n")).containsExactly("▁a", "▁b");
    assertThat(marked(Metaspace.Prepend.FIRST, true, "a b")).containsExactly("▁a", "b");
    assertThat(marked(Metaspace.Prepend.ALWAYS, true, " \n ")).isEmpty();
  }

  @Test
  void theFirstWordIsTheSameWithAndWithoutOffsets() {
    Tokenizer tokenizer =
        tokenizer(
            List.of(new TextNormalizer.Strip(true, false)),
            new Metaspace('▁', Metaspace.Prepend.FIRST, true, true),
            "▁=-2",
            "a=-2",
            "b=-2",
            "▁a=-3");
    for (String text : List.of("a b", " a b", "b a")) {
      assertThat(tokenizer.ids(text)).as(text).isEqualTo(tokenizer.tokenize(text).ids());
    }
  }

  private static List<String> marked(
      Metaspace.Prepend prepend, boolean splitWhiteSpace, String text) {
    return tokenStrings(
        tokenizer(
            List.of(),
            new Metaspace('▁', prepend, true, splitWhiteSpace),
            "▁=-2",
            "a=-2",
            "b=-2",
            "▁a=-3",
            "▁b=-3"),
        text);
  }

  @Test
  void tokensCrossWordsThatAreNotSplit() {
    Metaspace whole = new Metaspace('▁', Metaspace.Prepend.ALWAYS, false, false);
    assertThat(tokenStrings(tokenizer(List.of(), whole, "▁=-2", "a=-2", "▁a▁a=-1"), "a a"))
        .containsExactly("▁a▁a");
  }

  @Test
  void treatsSpecialTokensInATextAsText() {
    assertThat(tokenStrings(TOKENIZER, "</s>")).containsExactly("▁", "<", "/", "s", ">");
  }

  @Test
  void mapsCharactersAndShortClusters() {
    PrecompiledCharacterMap map =
        CharacterMapBuilder.of(
            Map.of("ﬁ", "fi", "ϒ", "Υ", "e\u0301", "é", "\u0085", " ", "𝔐", "M"));
    assertThat(normalized(map, "ﬁn 𝔐")).isEqualTo("fin M");
    assertThat(normalized(map, "e\u0301t\u0301")).isEqualTo("ét\u0301");
    // Errors of the library on which the ids depend: the text after the known prefix is lost,
    assertThat(normalized(map, "e\u0301\u0302 ϒ\u0301")).isEqualTo("é Υ");
    // but not in a cluster of six bytes.
    assertThat(normalized(map, "e\u0301\u0302\u0303")).isEqualTo("e\u0301\u0302\u0303");
    // A control character forms no cluster.
    assertThat(normalized(map, "\u0085\u0301")).isEqualTo(" \u0301");
  }

  @Test
  void rejectsInvalidCharacterMaps() {
    for (byte[] damaged :
        List.of(new byte[0], new byte[] {8, 0, 0, 0, 1}, new byte[] {3, 0, 0, 0, 1, 2, 3})) {
      assertThatThrownBy(() -> PrecompiledCharacterMap.of(damaged))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("a character map of " + damaged.length + " bytes");
    }
  }

  @Test
  void appliesNormalisationSteps() {
    assertThat(normalized(new TextNormalizer.UnicodeForm(Normalizer.Form.NFKC), "e\u0301 ﬁ"))
        .isEqualTo("é fi");
    assertThat(normalized(new TextNormalizer.Replacement("``", "\""), "``a`` `"))
        .isEqualTo("\"a\" `");
    assertThat(normalized(new TextNormalizer.CollapsedSpaces("▁"), "a  b   c d "))
        .isEqualTo("a▁b▁c d ");
    assertThat(normalized(new TextNormalizer.Strip(true, false), "\t a ")).isEqualTo("a ");
    assertThat(normalized(new TextNormalizer.Strip(false, true), " a \n")).isEqualTo(" a");
    assertThat(normalized(new TextNormalizer.Strip(true, true), " \n")).isEmpty();
  }

  @Test
  void reportsOffsetsInTheOriginalText() {
    Tokenizer tokenizer =
        tokenizer(
            List.of(
                CharacterMapBuilder.of(Map.of("\u200b", "", "ﬁ", "fi", "e\u0301", "é", "…", "...")),
                new TextNormalizer.CollapsedSpaces(" ")),
            Metaspace.DEFAULT,
            "▁=-3",
            "▁f=-1",
            "i=-1",
            "n=-1",
            "▁é=-1",
            "t=-1",
            ".=-1",
            "...=-9");
    assertThat(spans(tokenizer, "ﬁn   e\u0301t… 👩"))
        .containsExactly("ﬁ", "ﬁ", "n", "   e\u0301", "t", "…", "…", "…", " ", "👩");
    assertThat(spans(tokenizer, "👩n")).containsExactly("👩", "👩", "n");
  }

  @Test
  void describesInvalidVocabularies() {
    assertThatThrownBy(() -> new UnigramModel(List.of("a"), new double[2], Set.of(), false))
        .hasMessageContaining("1 tokens, 2 scores");
    assertThatThrownBy(
            () -> new UnigramModel(List.of("a"), new double[] {Double.NaN}, Set.of(), false))
        .hasMessageContaining("score of a token is NaN");
    assertThatThrownBy(
            () ->
                UnigramTokenizer.of(
                    new UnigramModel(List.of("a"), new double[1], Set.of(), false),
                    List.of(),
                    Metaspace.DEFAULT,
                    FRAME))
        .hasMessageContaining("the unknown token has the id 3");
  }

  private static String normalized(TextNormalizer step, String text) {
    return TextNormalizers.apply(step, AlignedText.of(text, true)).toString();
  }

  private static UnigramModel vocabulary(boolean byteFallback, String... tokens) {
    List<String> all = new ArrayList<>(SPECIAL);
    double[] scores = new double[SPECIAL.size() + tokens.length];
    for (String token : tokens) {
      int equals = token.lastIndexOf('=');
      scores[all.size()] = Double.parseDouble(token.substring(equals + 1));
      all.add(token.substring(0, equals));
    }
    return new UnigramModel(all, scores, Set.of(0, 1, 2), byteFallback);
  }

  private static Tokenizer tokenizer(
      List<TextNormalizer> normalizers, Metaspace metaspace, String... tokens) {
    return UnigramTokenizer.of(vocabulary(false, tokens), normalizers, metaspace, FRAME);
  }

  /** Tokenizes without any mark. */
  private static List<String> unmarked(String text, String... tokens) {
    Metaspace none = new Metaspace('▁', Metaspace.Prepend.NEVER, true, false);
    return tokenStrings(tokenizer(List.of(), none, tokens), text);
  }

  private static List<String> tokenStrings(Tokenizer tokenizer, String text) {
    return Arrays.stream(tokenizer.ids(text)).mapToObj(tokenizer::token).toList();
  }

  private static List<String> spans(Tokenizer tokenizer, String text) {
    TokenizedText tokens = tokenizer.tokenize(text);
    return IntStream.range(0, tokens.size())
        .mapToObj(i -> tokens.span(i).coveredText(text))
        .toList();
  }
}
