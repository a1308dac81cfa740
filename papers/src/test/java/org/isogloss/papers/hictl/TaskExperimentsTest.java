// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.hictl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
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
import org.isogloss.papers.experiment.ExperimentRunner;
import org.isogloss.papers.experiment.ExperimentSizes;
import org.isogloss.papers.experiment.SystemMeasurements;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TaskExperimentsTest extends PaperTestCase {
  private Path data;
  private ExperimentRunner runner;

  @BeforeEach
  void writeTasks() throws IOException {
    data = folder.resolve("data");
    TaskFixtures.write(data);
  }

  private TaskExperiments experiments(PaperListener listener) {
    PaperOptions options =
        PaperOptions.builder(base, data, folder.resolve("work"))
            .scale(ExperimentScale.SMOKE)
            .threads(1)
            .build();
    runner = new ExperimentRunner(options, listener, ExperimentSizes.of(HictlPaper.class, options));
    return new TaskExperiments(runner, EnumSet.allOf(UnderstandingTask.class));
  }

  @Test
  void leavesOutTasksWithoutData() {
    assertThat(experiments(PaperListener.NONE).tasks())
        .containsExactly(UnderstandingTask.XNLI, UnderstandingTask.NER, UnderstandingTask.TYDIQA);
    assertThat(experiments(PaperListener.NONE).settings())
        .containsKeys("recipe of xnli", "recipe of ner", "recipe of tydiqa")
        .containsEntry("seeds of tasks", "2");
  }

  @Test
  void measuresEachSeedOnceAndAveragesThem() {
    List<String> messages = new ArrayList<>();
    PaperListener listener =
        new PaperListener() {
          @Override
          public void messageReported(String message) {
            messages.add(message);
          }
        };
    TaskExperiments experiments = experiments(listener);
    runner.start(experiments.settings(), 1);
    assertThat(experiments.areFinished("none")).isFalse();
    experiments.run("none", encoder);
    assertThat(messages)
        .containsExactly(
            "fine-tuning on xnli, seed 1",
            "fine-tuning on xnli, seed 2",
            "fine-tuning on ner, seed 1",
            "fine-tuning on ner, seed 2",
            "fine-tuning on tydiqa, seed 1",
            "fine-tuning on tydiqa, seed 2");
    assertThat(experiments.areFinished("none")).isTrue();
    SystemMeasurements means = experiments.means("none");
    assertThat(means.partMeans("xnli")).containsOnlyKeys("de", "en");
    assertThat(means.partMeans("ner")).containsOnlyKeys("de");
    assertThat(means.partMeans("tydiqa")).containsOnlyKeys("sw");
    assertThat(means.values()).containsKey("tydiqa-exact");
    double first = runner.finished("none-xnli-1").macroAverage("xnli");
    double second = runner.finished("none-xnli-2").macroAverage("xnli");
    assertThat(means.macroAverage("xnli")).isCloseTo((first + second) / 2, within(1e-12));
    assertThat(experiments.ofSeeds("none", "xnli")).containsExactly(first, second);
    messages.clear();
    experiments.run("none", encoder);
    assertThat(messages).isEmpty();
  }

  /** The files of download_data.sh: no labels of tests, cells with quotes in quotes. */
  @Test
  void takesTheFilesOfXtreme() throws IOException {
    data = folder.resolve("download");
    TaskFixtures.writeXtreme(data);
    TaskExperiments experiments = experiments(PaperListener.NONE);
    assertThat(experiments.tasks())
        .containsExactly(
            UnderstandingTask.XNLI,
            UnderstandingTask.PAWSX,
            UnderstandingTask.POS,
            UnderstandingTask.NER,
            UnderstandingTask.MLQA,
            UnderstandingTask.TYDIQA);
    runner.start(experiments.settings(), 1);
    experiments.run("none", encoder);
    SystemMeasurements means = experiments.means("none");
    assertThat(means.partMeans("xnli")).containsOnlyKeys("de", "en");
    assertThat(means.partMeans("pawsx")).containsOnlyKeys("de");
    assertThat(means.partMeans("pos")).containsOnlyKeys("de");
    assertThat(means.partMeans("ner")).containsOnlyKeys("de");
    assertThat(means.partMeans("mlqa")).containsOnlyKeys("de");
    assertThat(means.values()).containsKey("mlqa-exact");
    assertThat(means.partMeans("tydiqa")).containsOnlyKeys("sw");
  }

  @Test
  void rejectsTestFilesWithoutAnswers() throws IOException {
    data = folder.resolve("withheld");
    TaskFixtures.writeWithheldAnswers(data);
    TaskExperiments experiments = experiments(PaperListener.NONE);
    assertThat(experiments.tasks()).containsExactly(UnderstandingTask.XQUAD);
    runner.start(experiments.settings(), 1);
    assertThatThrownBy(() -> experiments.run("none", encoder))
        .hasMessageEndingWith(
            "xquad.de.json: has no answers, as the test files of XTREME: expected the original"
                + " file");
  }
}
