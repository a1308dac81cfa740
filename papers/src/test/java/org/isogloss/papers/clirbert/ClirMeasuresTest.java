// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.clirbert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.isogloss.papers.clirbert.supervision.OccurrenceExample;
import org.isogloss.papers.clirbert.supervision.TrainingFrequency;
import org.isogloss.papers.experiment.SystemMeasurements;
import org.junit.jupiter.api.Test;

class ClirMeasuresTest {
  @Test
  void countsAccuracyAndConfusion() {
    List<OccurrenceExample> examples =
        List.of(
            new OccurrenceExample("yes", "s", true),
            new OccurrenceExample("no", "s", true),
            new OccurrenceExample("no", "t", false),
            new OccurrenceExample("never", "t", false));
    SystemMeasurements figures =
        ClirMeasures.classification(examples, new double[] {.6, .4, .4, .4}, Map.of());
    assertThat(figures.macroAverage(ClirMeasures.ACCURACY)).isEqualTo(.75);
    assertThat(ClirMeasures.CONFUSION)
        .extracting(figures::macroAverage)
        .containsExactly(.5, .5, 0.0, 1.0);
  }

  @Test
  void countsCorrectOnesByTrainingFrequencyOfTheirWord() {
    List<OccurrenceExample> examples =
        List.of(
            new OccurrenceExample("house", "Haus", true),
            new OccurrenceExample("house", "Maus", false),
            new OccurrenceExample("house", "Heim", true),
            new OccurrenceExample("mouse", "Maus", true),
            new OccurrenceExample("grey", "Katze", false));
    SystemMeasurements found =
        ClirMeasures.classification(
            examples, new double[] {.9, .8, .4, .5, .1}, Map.of("house", 10));
    assertThat(found.macroAverage(ClirMeasures.ACCURACY)).isEqualTo(.6);
    assertThat(found.macroAverage("positive as positive")).isCloseTo(2 / 3., within(1e-12));
    assertThat(found.macroAverage("negative as positive")).isEqualTo(.5);
    assertThat(found.macroAverage("positive as positive, trained on: 10 times or more"))
        .isEqualTo(.5);
    assertThat(found.macroAverage("positive as positive, trained on: never")).isEqualTo(1);
    assertThat(found.values())
        .as("no example has a word that was trained on less often")
        .hasSize(3);
  }

  @Test
  void partsSumToTheWhole() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    List<OccurrenceExample> examples = new ArrayList<>();
    Map<String, Integer> trained = new HashMap<>();
    double[] predictions = new double[200];
    for (int i = 0; i < predictions.length; i++) {
      String word = "word" + random.nextInt(40);
      trained.putIfAbsent(word, random.nextInt(15));
      examples.add(new OccurrenceExample(word, "Satz", random.nextBoolean()));
      predictions[i] = random.nextDouble();
    }
    SystemMeasurements found = ClirMeasures.classification(examples, predictions, trained);
    double right = 0;
    int all = 0;
    for (TrainingFrequency times : TrainingFrequency.values()) {
      if (found.values().containsKey(times.measureName())) {
        double[] values = found.queryValues(times.measureName()).get("all");
        all += values.length;
        right += values.length * found.macroAverage(times.measureName());
      }
    }
    assertThat(all)
        .as("seed %d", seed)
        .isEqualTo((int) examples.stream().filter(OccurrenceExample::occurs).count());
    assertThat(right / all)
        .as("seed %d", seed)
        .isCloseTo(found.macroAverage("positive as positive"), within(1e-9));
  }
}
