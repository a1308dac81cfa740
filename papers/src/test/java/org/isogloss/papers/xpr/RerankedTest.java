package org.isogloss.papers.xpr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.isogloss.papers.RowFigures;
import org.junit.jupiter.api.Test;

class RerankedTest {
  private static final int CANDIDATES = 25;

  /** One query; passage 3 is right. */
  private static MixedTest test() {
    List<Integer> all = IntStream.range(0, CANDIDATES).boxed().toList();
    List<Twin> passages = all.stream().map(i -> new Twin("p" + i, "q" + i)).toList();
    TwinQuestion question = new TwinQuestion(new Twin("a", "b"), all, Set.of(3));
    return MixedTest.of(new TwinQuestions("test", passages, List.of(question)), new Random(1));
  }

  /** The encoder's order is that of the numbers. */
  private static float[] falling() {
    float[] scores = new float[CANDIDATES];
    for (int i = 0; i < CANDIDATES; i++) {
      scores[i] = 1 - i * 0.01f;
    }
    return scores;
  }

  private static double reciprocal(RowFigures figures, String how) {
    return figures.average("test MRR" + how);
  }

  @Test
  void theFirstAreOrderedByTheReRankerAndByBoth() {
    List<float[]> first = List.of(falling());
    List<Integer> places = Reranked.places(first.getFirst());
    assertThat(places).hasSize(Reranked.FIRST).startsWith(0, 1, 2, 3).endsWith(19);
    float[] second = new float[Reranked.FIRST];
    Arrays.fill(second, .2f);
    second[3] = .9f;
    second[19] = 3;
    RowFigures figures = Reranked.figures(test(), first, List.of(places), List.of(second));
    assertThat(reciprocal(figures, Reranked.ALONE)).isEqualTo(.5, within(1e-12));
    // 3 stands higher for the encoder than 19, but by less than what the re-ranker sees in 19.
    assertThat(reciprocal(figures, Reranked.TOGETHER)).isEqualTo(.5, within(1e-12));
    second[19] = .9f;
    figures = Reranked.figures(test(), first, List.of(places), List.of(second));
    assertThat(reciprocal(figures, Reranked.TOGETHER)).isEqualTo(1, within(1e-12));
    assertThat(reciprocal(Reranked.figures(test(), first), Reranked.ALONE))
        .isEqualTo(.25, within(1e-12));
  }

  @Test
  void whatIsNotReRankedStaysBehind() {
    float[] scores = falling();
    scores[3] = -5;
    List<float[]> first = List.of(scores);
    List<Integer> places = Reranked.places(scores);
    float[] second = new float[Reranked.FIRST];
    RowFigures figures = Reranked.figures(test(), first, List.of(places), List.of(second));
    assertThat(reciprocal(figures, Reranked.ALONE)).isEqualTo(1.0 / CANDIDATES, within(1e-12));
  }
}
