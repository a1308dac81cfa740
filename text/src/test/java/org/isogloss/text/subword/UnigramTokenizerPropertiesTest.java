// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.subword;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.icu.text.BreakIterator;
import com.ibm.icu.util.ULocale;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.isogloss.text.SpecialTokens;
import org.isogloss.text.Tokenizer;

/**
 * Compares the tokenizer with a naive implementation that looks up every substring and grapheme.
 */
class UnigramTokenizerPropertiesTest {
  private static final SpecialTokens FRAME =
      new SpecialTokens(new int[0], new int[0], new int[0], 0, 0, 0);

  @Property(tries = 1000)
  void agreesWithTheNaiveSegmentation(
      @ForAll("vocabularies") Map<String, Double> vocabulary, @ForAll("texts") List<String> texts) {
    List<String> tokens = new ArrayList<>(List.of("<unk>"));
    tokens.addAll(vocabulary.keySet());
    double[] scores = new double[tokens.size()];
    for (int id = 1; id < scores.length; id++) {
      scores[id] = vocabulary.get(tokens.get(id));
    }
    Tokenizer tokenizer =
        UnigramTokenizer.of(
            new UnigramModel(tokens, scores, Set.of(0), false),
            List.of(),
            Metaspace.DEFAULT,
            FRAME);
    double unknown = Arrays.stream(scores).min().orElseThrow() - 10;
    // Each text twice, because words are cached.
    for (String text : texts) {
      List<Integer> expected = new ArrayList<>();
      String spaced = text.replace(' ', '▁');
      spaced = spaced.isEmpty() || spaced.startsWith("▁") ? spaced : "▁" + spaced;
      for (String word : spaced.split("(?=▁)")) {
        expected.addAll(naive(word, tokens, scores, unknown));
      }
      for (int time = 0; time < 2; time++) {
        assertThat(tokenizer.ids(text))
            .as(text)
            .containsExactly(expected.stream().mapToInt(i -> i).toArray());
      }
    }
  }

  /** The best path to every offset, over all substrings; adjacent unknown characters are merged. */
  private static List<Integer> naive(
      String word, List<String> tokens, double[] scores, double unknown) {
    Map<Integer, Double> best = new HashMap<>(Map.of(0, 0.0));
    Map<Integer, List<Integer>> paths = new HashMap<>(Map.of(0, List.of()));
    for (int end = 1; end <= word.length(); end++) {
      for (int start = 0; start < end; start++) {
        if (!best.containsKey(start)) {
          continue;
        }
        int id = tokens.indexOf(word.substring(start, end));
        boolean single =
            word.codePointCount(start, end) == 1 && !splits(word, start) && !splits(word, end);
        if (id <= 0 && !single) {
          continue;
        }
        double score = best.get(start) + (id > 0 ? scores[id] : unknown);
        if (!best.containsKey(end) || score > best.get(end)) {
          best.put(end, score);
          List<Integer> path = new ArrayList<>(paths.get(start));
          if (id > 0 || path.isEmpty() || path.getLast() != 0) {
            path.add(Math.max(id, 0));
          }
          paths.put(end, path);
        }
      }
    }
    return paths.get(word.length());
  }

  private static boolean splits(String text, int at) {
    return at > 0
        && at < text.length()
        && Character.isSurrogatePair(text.charAt(at - 1), text.charAt(at));
  }

  @Property(tries = 2000)
  void agreesWithTheNaiveCharacterMap(
      @ForAll("maps") Map<String, String> replacements, @ForAll("mapped") String text) {
    AlignedText mapped = CharacterMapBuilder.of(replacements).apply(AlignedText.of(text, true));
    assertThat(mapped.toString()).as(text).isEqualTo(naive(text, replacements));
    int previousStart = 0;
    for (int i = 0; i < mapped.length(); i++) {
      assertThat(mapped.start(i)).isBetween(previousStart, mapped.end(i) - 1);
      assertThat(mapped.end(i)).isLessThanOrEqualTo(text.length());
      previousStart = mapped.start(i);
    }
  }

  private static String naive(String text, Map<String, String> replacements) {
    StringBuilder mapped = new StringBuilder();
    BreakIterator graphemes = BreakIterator.getCharacterInstance(ULocale.ROOT);
    graphemes.setText(text);
    int start = 0;
    for (int end = graphemes.next(); end != BreakIterator.DONE; end = graphemes.next()) {
      String grapheme = text.substring(start, end);
      List<String> known =
          new TreeMap<>(replacements).keySet().stream().filter(grapheme::startsWith).toList();
      if (grapheme.getBytes(StandardCharsets.UTF_8).length < 6 && !known.isEmpty()) {
        mapped.append(replacements.get(known.getFirst()));
      } else {
        mapped.append(
            grapheme
                .codePoints()
                .mapToObj(Character::toString)
                .map(c -> replacements.getOrDefault(c, c))
                .collect(Collectors.joining()));
      }
      start = end;
    }
    return mapped.toString();
  }

  @Provide
  Arbitrary<Map<String, Double>> vocabularies() {
    Arbitrary<String> token =
        Arbitraries.of("a", "b", "c", "▁", "é", "𐐀", "中")
            .list()
            .ofMinSize(1)
            .ofMaxSize(4)
            .map(l -> String.join("", l));
    return Arbitraries.maps(token, Arbitraries.integers().between(-9, -1).map(i -> i / 2.0))
        .ofMinSize(1)
        .ofMaxSize(12);
  }

  @Provide
  Arbitrary<List<String>> texts() {
    return Arbitraries.of("a", "b", "c", " ", "▁", "é", "𐐀", "中", "x", "ab", "abc")
        .list()
        .ofMaxSize(45)
        .map(l -> String.join("", l))
        .list()
        .ofMinSize(1)
        .ofMaxSize(3);
  }

  @Provide
  Arbitrary<Map<String, String>> maps() {
    return Arbitraries.maps(characters(1, 3), characters(0, 3)).ofMaxSize(6);
  }

  @Provide
  Arbitrary<String> mapped() {
    return characters(0, 12);
  }

  private static Arbitrary<String> characters(int minSize, int maxSize) {
    return Arbitraries.of(
            "a", "e", "\u0301", "\u0302", "\u0600", "\r", "\n", "\u0085", "\u094d", "\u0915", "中",
            "\u200d", "👩", "\u1112", "\u1161", "ϒ", "𑀀", "𑀁")
        .list()
        .ofMinSize(minSize)
        .ofMaxSize(maxSize)
        .map(l -> String.join("", l));
  }
}
