package org.isogloss.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import org.isogloss.core.Language;
import org.isogloss.core.MatchScorer;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.junit.jupiter.api.Test;

class MatchEffectsTest {
  private static final String TEXT = "Die Katzen sitzen.";

  /** Two parts of a query found parts of the second word, a third found the full stop. */
  private static final class ThreeMatches implements MatchScorer {
    @Override
    public List<Match> matches(Query query, Passage passage) {
      return List.of(
          new Match(0, 3, 3, 8, 0.5), new Match(4, 7, 8, 10, 0.25), new Match(8, 9, 17, 18, 0.125));
    }

    @Override
    public float[] score(Query query, List<Passage> passages) {
      throw new AssertionError("not asked for");
    }

    @Override
    public void close() {}
  }

  @Test
  void aWordCountsWhatItsPartsAdd() {
    Passage passage = new Passage("d", 0, Language.of("de"), "", TEXT, 0, TEXT.length());
    assertThat(MatchEffects.effects(new ThreeMatches(), Query.of("the cats ."), passage))
        .extracting(effect -> effect.word().of(TEXT), Occlusion.Effect::effect)
        .containsExactly(tuple("Die", 0.0), tuple("Katzen", 0.75), tuple("sitzen", 0.0));
  }
}
