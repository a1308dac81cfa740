// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class RankingTest {
  @Test
  void tiesAreInTheOrderOfCodePoints() {
    List<String> ids = List.of("a", "ab", "b", "\uff41", "\ud840\udc00", "\ud840\udc00a");
    List<Hit> hits = new ArrayList<>();
    ids.reversed().forEach(id -> hits.add(new Hit(id, 1)));
    assertThat(Ranking.of(hits).hits()).extracting(Hit::documentId).isEqualTo(ids);
  }

  @Test
  void breaksTiesByDocumentThenPassage() {
    Ranking ranking =
        Ranking.of(
            List.of(new Hit("b", 1, 2), new Hit("b", 0, 2), new Hit("a", 2), new Hit("c", 3)));
    assertThat(ranking.hits())
        .containsExactly(new Hit("c", 3), new Hit("a", 2), new Hit("b", 0, 2), new Hit("b", 1, 2));
  }

  @Test
  void ranksADocumentByItsBestPassage() {
    Ranking ranking =
        Ranking.of(List.of(new Hit("a", 0, 1), new Hit("b", 0, 2), new Hit("a", 7, 3)));
    assertThat(ranking.bestPassagePerDocument().hits())
        .containsExactly(new Hit("a", 7, 3), new Hit("b", 0, 2));
  }

  @Test
  void pagesFollowEachOther() {
    Ranking ranking = Ranking.of(List.of(new Hit("a", 5), new Hit("b", 4), new Hit("c", 3)));
    assertThat(ranking.page(0, 2).hits()).containsExactly(new Hit("a", 5), new Hit("b", 4));
    assertThat(ranking.page(2, 2).hits()).containsExactly(new Hit("c", 3));
    assertThat(ranking.page(1, Integer.MAX_VALUE).hits())
        .containsExactly(new Hit("b", 4), new Hit("c", 3));
    assertThat(ranking.page(3, 2)).isEqualTo(Ranking.EMPTY);
    assertThat(ranking.page(10L * Integer.MAX_VALUE, 10)).isEqualTo(Ranking.EMPTY);
    assertThatThrownBy(() -> ranking.page(-1, 2)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ranking.page(0, 0)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void rejectsHitsOutOfOrder() {
    assertThatThrownBy(() -> new Ranking(List.of(new Hit("a", 1), new Hit("b", 2))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("rank 1");
  }

  @Property
  void topIsAPrefix(
      @ForAll @Size(max = 20) List<@DoubleRange(min = -5, max = 5) Double> scores,
      @ForAll @net.jqwik.api.constraints.IntRange(max = 25) int depth) {
    Ranking ranking =
        Ranking.of(scores.stream().map(s -> new Hit("d" + Math.abs(s.hashCode() % 7), s)).toList());
    assertThat(ranking.top(depth).hits())
        .isEqualTo(ranking.hits().subList(0, Math.min(depth, ranking.size())));
  }
}
