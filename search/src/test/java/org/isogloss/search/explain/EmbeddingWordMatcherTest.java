// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.explain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.isogloss.api.WordMatch;
import org.isogloss.core.Encoder;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.core.Role;
import org.isogloss.core.Span;
import org.junit.jupiter.api.Test;

class EmbeddingWordMatcherTest {
  private static final Query QUERY = new Query("q", Language.of("en"), "Where is the station?");
  private static final List<String> MEANINGS = List.of("station", "where");

  /**
   * Words with the same meaning have similar vectors; all other words are slightly similar to every
   * word.
   */
  private static final class Meanings implements Encoder {
    @Override
    public int dimension() {
      return 3;
    }

    @Override
    public String fingerprint() {
      return "meanings";
    }

    @Override
    public float[][] encode(List<String> texts, Role role) {
      return texts.stream().map(Meanings::vector).toArray(float[][]::new);
    }

    private static float[] vector(String word) {
      int meaning =
          switch (word) {
            case "station", "Bahnhof" -> MEANINGS.indexOf("station");
            case "Where", "Wo" -> MEANINGS.indexOf("where");
            default -> 2;
          };
      float[] vector = new float[3];
      vector[meaning] = 1;
      return vector;
    }

    @Override
    public void close() {}
  }

  private static Map<Span, String> find(String text) {
    return EmbeddingWordMatcher.match(new Meanings(), QUERY, text, Language.of("de")).stream()
        .collect(Collectors.toMap(WordMatch::passageWord, WordMatch::queryWord));
  }

  @Test
  void matchesSignificantMutualNearestNeighbours() {
    String text = "Der alte Bahnhof liegt am Rand von Köln, und der Bahnhof brennt. Wo?";
    Map<Span, String> matches = find(text);
    assertThat(matches)
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                new Span(9, 16),
                "station",
                new Span(49, 56),
                "station",
                new Span(65, 67),
                "Where"));
  }

  @Test
  void matchesIdenticalWords() {
    assertThat(find("The Station")).containsValues("the", "station").hasSize(2);
  }

  @Test
  void matchesNothingAmongFewWords() {
    assertThat(find("Der Bahnhof")).isEmpty();
    assertThat(find("")).isEmpty();
  }
}
