// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.mining;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.isogloss.core.Language;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.bitext.SentencePair;
import org.junit.jupiter.api.Test;

class MiningTestSetTest {
  private static final LanguagePair LANGUAGES =
      new LanguagePair(Language.of("de"), Language.of("en"));

  private static SentencePair pair(String source, String target) {
    return new SentencePair(LANGUAGES.source(), LANGUAGES.target(), source, target, "");
  }

  private static List<SentencePair> pairs(String name, int count) {
    List<SentencePair> pairs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      pairs.add(pair(name + " de " + i, name + " en " + i));
    }
    return pairs;
  }

  @Test
  void containsEveryHiddenPairAtAKnownLine() {
    MiningTestSet set =
        MiningTestSet.hide(LANGUAGES, pairs("news", 20), pairs("help", 100), 1000, 7);
    assertThat(set.hiddenPairs()).hasSize(20);
    set.hiddenPairs()
        .forEach(
            (source, target) ->
                assertThat(set.target().get(target))
                    .isEqualTo(set.source().get(source).replace("de", "en")));
    assertThat(set.source()).hasSize(20 + 50).doesNotHaveDuplicates();
    assertThat(set.target()).hasSize(20 + 50).doesNotHaveDuplicates();
  }

  @Test
  void noOtherSentenceHasATranslationOnTheOtherSide() {
    MiningTestSet set =
        MiningTestSet.hide(LANGUAGES, pairs("news", 5), pairs("help", 100), 1000, 7);
    Set<String> numbers = new HashSet<>();
    for (String source : set.source()) {
      numbers.add(source.replace(" de", ""));
    }
    for (String target : set.target()) {
      assertThat(target.startsWith("news") || numbers.add(target.replace(" en", ""))).isTrue();
    }
  }

  @Test
  void linkedSentencesAreOnTheSameSide() {
    List<SentencePair> others =
        List.of(
            pair("Hallo!", "Hello."),
            pair("hallo", "Hi!"),
            pair("Servus", "hi"),
            pair("Haus", "house"));
    for (int seed = 0; seed < 20; seed++) {
      MiningTestSet set = MiningTestSet.hide(LANGUAGES, List.of(), others, 1000, seed);
      boolean greetingsInGerman = set.source().contains("Servus");
      assertThat(set.source()).as("seed %d", seed).hasSize(greetingsInGerman ? 2 : 1);
      assertThat(set.target()).as("seed %d", seed).hasSize(greetingsInGerman ? 1 : 2);
    }
  }

  @Test
  void excludesSentencesSimilarToHiddenOnes() {
    MiningTestSet set =
        MiningTestSet.hide(
            LANGUAGES,
            List.of(pair("Guten Tag", "Good day"), pair("guten tag!", "Hello")),
            List.of(pair("GUTEN TAG.", "How do you do"), pair("...", "!")),
            1000,
            1);
    assertThat(set.source()).containsExactly("Guten Tag");
    assertThat(set.target()).containsExactly("Good day");
  }

  @Test
  void limitsTheNumberOfOtherSentencesOnEachSide() {
    MiningTestSet set = MiningTestSet.hide(LANGUAGES, pairs("news", 3), pairs("help", 100), 10, 1);
    assertThat(set.source()).hasSize(13);
    assertThat(set.target()).hasSize(13);
    assertThat(MiningTestSet.hide(LANGUAGES, pairs("news", 3), pairs("help", 100), 10, 1))
        .isEqualTo(set);
  }
}
