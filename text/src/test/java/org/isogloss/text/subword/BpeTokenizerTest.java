// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.subword;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.isogloss.text.SpecialTokens;
import org.isogloss.text.Tokenizer;
import org.isogloss.text.contract.TokenizerContractTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class BpeTokenizerTest {
  private static final BpeModel.Options BYTES =
      new BpeModel.Options(WordSplitting.GPT2, true, false, false, false, false);
  private static final BpeModel.Options CHARACTERS =
      new BpeModel.Options(WordSplitting.NONE, false, false, true, true, false);

  /** Tokens of bytes, as GPT-2 and RoBERTa have them. */
  @Nested
  class OfBytes extends TokenizerContractTest {
    @Override
    protected Tokenizer tokenizer() {
      return bytes(BYTES, List.of());
    }
  }

  /** Tokens of characters, with bytes for unknown ones, as Gemma has them. */
  @Nested
  class OfCharacters extends TokenizerContractTest {
    @Override
    protected Tokenizer tokenizer() {
      return characters();
    }
  }

  private static BpeTokenizer bytes(BpeModel.Options options, List<AddedToken> added) {
    List<String> tokens = new ArrayList<>(List.of("<pad>", "<s>", "</s>"));
    IntStream.range(0, 256)
        .forEach(octet -> tokens.add(String.valueOf(ByteAlphabet.character(octet))));
    added.forEach(token -> tokens.add(token.id(), token.content()));
    List<String> merges =
        new ArrayList<>(List.of("l", "o", "Ġ", "lo", "lo", "w", "e", "r", "n", "er"));
    "aflimnoptw".chars().forEach(c -> merges.addAll(List.of("Ġ", Character.toString(c))));
    for (int i = 0; i < merges.size(); i += 2) {
      tokens.add(merges.get(i) + merges.get(i + 1));
    }
    return BpeTokenizer.of(
        new BpeModel(tokens, merges, Set.of(0, 1, 2), added, OptionalInt.empty(), options),
        List.of(new TextNormalizer.UnicodeForm(Normalizer.Form.NFC)),
        special(0));
  }

  private static BpeTokenizer characters() {
    List<String> tokens = new ArrayList<>(List.of("<pad>", "<s>", "</s>", "<unk>"));
    IntStream.range(0, 256)
        .forEach(octet -> tokens.add(String.format(Locale.ROOT, "<0x%02X>", octet)));
    IntStream.rangeClosed('!', '~').mapToObj(Character::toString).forEach(tokens::add);
    tokens.addAll(List.of("▁", "北", "京", "北京"));
    List<String> merges = new ArrayList<>(List.of("北", "京"));
    for (String letter : List.of("a", "l", "o", "m", "w")) {
      tokens.add("▁" + letter);
      merges.addAll(List.of("▁", letter));
    }
    return BpeTokenizer.of(
        new BpeModel(tokens, merges, Set.of(0, 1, 2, 3), List.of(), OptionalInt.of(3), CHARACTERS),
        List.of(new TextNormalizer.Replacement(" ", "▁")),
        special(3));
  }

  private static SpecialTokens special(int unknown) {
    return new SpecialTokens(new int[] {1}, new int[] {2}, new int[] {2}, 0, unknown, 0);
  }

  private static List<String> tokens(Tokenizer tokenizer, String text) {
    return Arrays.stream(tokenizer.ids(text)).mapToObj(tokenizer::token).toList();
  }

  @Test
  void mergesThePairWithTheLowestRankFirst() {
    assertThat(tokens(bytes(BYTES, List.of()), "lower slower"))
        .containsExactly("low", "er", "Ġ", "s", "low", "er");
    assertThat(tokens(bytes(BYTES, List.of()), "a low")).containsExactly("a", "Ġlo", "w");
  }

  @Test
  void putsASpaceBeforeTheTextIfTheModelSaysSo() {
    BpeModel.Options options =
        new BpeModel.Options(WordSplitting.GPT2, true, true, false, false, false);
    assertThat(tokens(bytes(options, List.of()), "low low"))
        .containsExactly("Ġlo", "w", "Ġlo", "w");
  }

  @Test
  void keepsAWordThatIsATokenIfMergesAreIgnored() {
    BpeModel.Options options =
        new BpeModel.Options(WordSplitting.GPT2, true, false, false, false, true);
    assertThat(tokens(bytes(options, List.of()), "ner")).containsExactly("ner");
    assertThat(tokens(bytes(options, List.of()), "</s>")).doesNotContain("</s>");
  }

  @Test
  void findsTheLongestAddedTokenFirst() {
    List<AddedToken> added =
        List.of(new AddedToken("--", 3, false), new AddedToken("---", 4, false));
    assertThat(tokens(bytes(BYTES, added), "a-----b")).containsExactly("a", "---", "--", "b");
  }

  @Test
  void writesUnknownCharactersAsBytes() {
    assertThat(tokens(characters(), "北京 aé")).containsExactly("北京", "▁a", "<0xC3>", "<0xA9>");
  }

  @Test
  void refusesMergesOfTokensThatTheVocabularyDoesNotHave() {
    assertThatThrownBy(
            () ->
                new BpeVocabulary(
                    new BpeModel(
                        List.of("a", "b"),
                        List.of("a", "b"),
                        Set.of(),
                        List.of(),
                        OptionalInt.empty(),
                        CHARACTERS)))
        .hasMessageContaining("the token \"ab\", which is not in the vocabulary");
  }

  /** Long words are merged with a queue, short ones by comparison of all pairs. */
  @Test
  void longWordsAreMergedAsShortOnesAre() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    List<String> tokens = new ArrayList<>(List.of("a", "b", "c"));
    MergeTable merges = new MergeTable(100);
    for (int rank = 0; rank < 100; rank++) {
      int left = random.nextInt(tokens.size());
      int right = random.nextInt(tokens.size());
      String merged = tokens.get(left) + tokens.get(right);
      if (!tokens.contains(merged)) {
        tokens.add(merged);
        merges.add(left, right, rank, tokens.size() - 1);
      }
    }
    for (int repeat = 0; repeat < 200; repeat++) {
      int[] ids = random.ints(49 + random.nextInt(60), 0, 3).toArray();
      BpeWord word = new BpeWord();
      for (int i = 0; i < ids.length; i++) {
        word.add(ids[i], i, i + 1);
      }
      word.merge(merges);
      assertThat(word.ids()).as("seed " + seed).isEqualTo(merged(ids, merges));
      assertThat(word.ends()[word.size() - 1]).isEqualTo(ids.length);
    }
  }

  private static int[] merged(int[] ids, MergeTable merges) {
    List<Integer> symbols = new ArrayList<>(Arrays.stream(ids).boxed().toList());
    while (true) {
      int best = Integer.MAX_VALUE;
      int at = -1;
      for (int i = 0; i + 1 < symbols.size(); i++) {
        long merge = merges.find(symbols.get(i), symbols.get(i + 1));
        if (merge != MergeTable.NONE && MergeTable.rank(merge) < best) {
          best = MergeTable.rank(merge);
          at = i;
        }
      }
      if (at < 0) {
        return symbols.stream().mapToInt(Integer::intValue).toArray();
      }
      symbols.set(at, MergeTable.token(merges.find(symbols.get(at), symbols.get(at + 1))));
      symbols.remove(at + 1);
    }
  }

  /** A word of 200,000 letters must not take quadratic time. */
  @Test
  void longWordsTakeLittleTime() {
    assertThat(bytes(BYTES, List.of()).ids("lower".repeat(40_000))).hasSize(80_000);
  }
}
