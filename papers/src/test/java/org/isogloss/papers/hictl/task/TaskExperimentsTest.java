// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.hictl.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.isogloss.papers.ExperimentScale;
import org.isogloss.papers.PaperListener;
import org.isogloss.papers.PaperOptions;
import org.isogloss.papers.PaperTestCase;
import org.isogloss.papers.experiment.MeasurementStore;
import org.isogloss.papers.experiment.SystemMeasurements;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TaskExperimentsTest extends PaperTestCase {
  private Path data;

  @BeforeEach
  void writeTasks() throws IOException {
    data = folder.resolve("data");
    TaskFixtures.write(data);
  }

  private TaskExperiments experiments() {
    return new TaskExperiments(
        PaperOptions.builder(base, data, folder.resolve("work"))
            .scale(ExperimentScale.SMOKE)
            .threads(1)
            .build(),
        EnumSet.allOf(UnderstandingTask.class));
  }

  @Test
  void leavesOutTasksWithoutData() {
    assertThat(experiments().tasks())
        .containsExactly(UnderstandingTask.XNLI, UnderstandingTask.NER, UnderstandingTask.TYDIQA);
    assertThat(experiments().settings())
        .containsKeys("recipe of xnli", "recipe of ner", "recipe of tydiqa")
        .containsEntry("seeds of tasks", "2");
  }

  @Test
  void measuresEachSeedOnceAndAveragesThem() {
    TaskExperiments experiments = experiments();
    MeasurementStore rows = MeasurementStore.open(folder.resolve("work"), experiments.settings());
    assertThat(experiments.areFinished("none", rows)).isFalse();
    List<String> messages = new ArrayList<>();
    PaperListener listener =
        new PaperListener() {
          @Override
          public void messageReported(String message) {
            messages.add(message);
          }
        };
    experiments.run("none", encoder, rows, listener);
    assertThat(messages)
        .containsExactly(
            "fine-tuning on xnli, seed 1",
            "fine-tuning on xnli, seed 2",
            "fine-tuning on ner, seed 1",
            "fine-tuning on ner, seed 2",
            "fine-tuning on tydiqa, seed 1",
            "fine-tuning on tydiqa, seed 2");
    assertThat(experiments.areFinished("none", rows)).isTrue();
    SystemMeasurements means = experiments.means("none", rows);
    assertThat(means.partMeans("xnli")).containsOnlyKeys("de", "en");
    assertThat(means.partMeans("ner")).containsOnlyKeys("de");
    assertThat(means.partMeans("tydiqa")).containsOnlyKeys("sw");
    assertThat(means.values()).containsKey("tydiqa-exact");
    double first = rows.find("none-xnli-1").orElseThrow().macroAverage("xnli");
    double second = rows.find("none-xnli-2").orElseThrow().macroAverage("xnli");
    assertThat(means.macroAverage("xnli")).isCloseTo((first + second) / 2, within(1e-12));
    assertThat(experiments.deviation("none", UnderstandingTask.XNLI, rows))
        .isCloseTo(Math.abs(first - second) / Math.sqrt(2), within(1e-12));
    messages.clear();
    experiments.run("none", encoder, rows, listener);
    assertThat(messages).isEmpty();
  }
}
