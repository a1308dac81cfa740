package org.isogloss.papers.clirbert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.isogloss.papers.RowFigures;
import org.junit.jupiter.api.Test;

class ClirMeasuresTest {
  @Test
  void accuracyAndConfusion() {
    List<Occurrence> examples =
        List.of(
            new Occurrence("yes", "s", true),
            new Occurrence("no", "s", true),
            new Occurrence("no", "t", false),
            new Occurrence("never", "t", false));
    RowFigures figures =
        ClirMeasures.classification(examples, new double[] {.6, .4, .4, .4}, Map.of());
    assertThat(figures.average(ClirMeasures.ACCURACY)).isEqualTo(.75);
    assertThat(ClirMeasures.CONFUSION)
        .extracting(figures::average)
        .containsExactly(.5, .5, 0.0, 1.0);
  }

  @Test
  void countsTheRightOnesByHowOftenTheirWordWasTrainedOn() {
    List<Occurrence> examples =
        List.of(
            new Occurrence("house", "Haus", true),
            new Occurrence("house", "Maus", false),
            new Occurrence("house", "Heim", true),
            new Occurrence("mouse", "Maus", true),
            new Occurrence("grey", "Katze", false));
    RowFigures found =
        ClirMeasures.classification(
            examples, new double[] {.9, .8, .4, .5, .1}, Map.of("house", 10));
    assertThat(found.average(ClirMeasures.ACCURACY)).isEqualTo(.6);
    assertThat(found.average("positive as positive")).isCloseTo(2 / 3., within(1e-12));
    assertThat(found.average("negative as positive")).isEqualTo(.5);
    assertThat(found.average("positive as positive, trained on: 10 times or more")).isEqualTo(.5);
    assertThat(found.average("positive as positive, trained on: never")).isEqualTo(1);
    assertThat(found.values())
        .as("no example has a word that was trained on less often")
        .hasSize(3);
  }

  @Test
  void partsAreTheWhole() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    List<Occurrence> examples = new ArrayList<>();
    Map<String, Integer> trained = new HashMap<>();
    double[] said = new double[200];
    for (int i = 0; i < said.length; i++) {
      String word = "word" + random.nextInt(40);
      trained.putIfAbsent(word, random.nextInt(15));
      examples.add(new Occurrence(word, "Satz", random.nextBoolean()));
      said[i] = random.nextDouble();
    }
    RowFigures found = ClirMeasures.classification(examples, said, trained);
    double right = 0;
    int all = 0;
    for (TimesTrained times : TimesTrained.values()) {
      if (found.values().containsKey(times.measure())) {
        double[] values = found.queries(times.measure()).get("all");
        all += values.length;
        right += values.length * found.average(times.measure());
      }
    }
    assertThat(all)
        .as("seed %d", seed)
        .isEqualTo((int) examples.stream().filter(Occurrence::occurs).count());
    assertThat(right / all)
        .as("seed %d", seed)
        .isCloseTo(found.average("positive as positive"), within(1e-9));
  }
}
