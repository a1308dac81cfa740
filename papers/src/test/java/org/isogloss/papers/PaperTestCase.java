// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.core.IsoglossException;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.neural.TrainingException;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.TrainingLog;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Runs the whole experiment of a paper at smoke scale, with small random transformers. */
public abstract class PaperTestCase {
  protected static final Path DATA = Path.of("..", "samples", "papers");

  @TempDir protected Path folder;
  protected Path base;
  protected Path encoder;

  @BeforeEach
  final void copyModels() {
    assumeTrue(
        torch.class.getResource("/org/bytedeco/pytorch/" + Loader.getPlatform() + "/") != null,
        "no libtorch for " + Loader.getPlatform() + " on the class path");
    base = SampleTransformer.BERT_LANGUAGE_MODEL.copyInto(folder);
    encoder = SampleTransformer.BERT_ENCODER.copyInto(folder);
  }

  /** Returns options for a run on the samples with a work folder of the given name. */
  protected final PaperOptions.Builder options(String work) {
    return PaperOptions.builder(base, DATA, folder.resolve(work))
        .scale(ExperimentScale.SMOKE)
        .threads(1);
  }

  /**
   * Asserts that a run stops in the training of a row.
   *
   * @param steps number of steps of the training, which stops after the first
   */
  protected static void assertStopsTraining(
      Paper paper, PaperOptions options, String row, int steps) {
    assertThatThrownBy(() -> paper.run(options, Recorder.stoppingTrainingOf(row)))
        .isInstanceOf(TrainingException.class)
        .hasMessageContaining("stopped at step 1 of " + steps);
  }

  /** Asserts that a run stops when a row has scored two queries. */
  protected static void assertStopsScoring(Paper paper, PaperOptions options, String row) {
    assertThatThrownBy(() -> paper.run(options, Recorder.stoppingScoringOf(row)))
        .hasMessage("enough");
  }

  /**
   * Asserts all figures that were measured for a table, so that a wrong formula fails.
   *
   * @param tolerance of each figure: what sums of floats in another order change
   * @param expected a line for each row: its name, a colon, and its figures by column
   */
  protected static void assertFigures(PaperTable table, double tolerance, String expected) {
    SequencedMap<String, double[]> found = new LinkedHashMap<>();
    for (PaperTable.Row row : table.rows()) {
      if (row.published().isEmpty()) {
        found.put(
            row.name(),
            row.cells().values().stream().mapToDouble(PaperTable.Cell::value).toArray());
      }
    }
    assertFigures(table.name(), found, tolerance, expected);
  }

  /** Asserts figures by name, like those of a table. */
  protected static void assertFigures(
      String description, SequencedMap<String, double[]> found, double tolerance, String expected) {
    SequencedMap<String, double[]> pinned = new LinkedHashMap<>();
    expected
        .lines()
        .forEach(
            line -> {
              int colon = line.lastIndexOf(": ");
              String[] figures = line.substring(colon + 2).split(" ", -1);
              pinned.put(
                  line.substring(0, colon),
                  Stream.of(figures).mapToDouble(Double::parseDouble).toArray());
            });
    String all = description + ":\n" + text(found);
    assertThat(found.keySet()).as(all).containsExactlyElementsOf(pinned.keySet());
    found.forEach(
        (name, figures) ->
            assertThat(figures)
                .as("%s in %s", name, all)
                .containsExactly(pinned.get(name), within(tolerance)));
  }

  private static String text(SequencedMap<String, double[]> figures) {
    StringBuilder text = new StringBuilder();
    figures.forEach(
        (name, row) ->
            text.append(
                DoubleStream.of(row)
                    .mapToObj(figure -> String.format(Locale.ROOT, "%.4f", figure))
                    .collect(Collectors.joining(" ", name + ": ", "\n"))));
    return text.toString();
  }

  /** Returns the last loss of trainings, which depends on data, objective and optimizer. */
  protected final SequencedMap<String, double[]> lastLosses(String work, String... trainings) {
    SequencedMap<String, double[]> found = new LinkedHashMap<>();
    for (String training : trainings) {
      Path log = folder.resolve(work).resolve(training + ".training.jsonl");
      SortedMap<Long, Double> losses = TrainingLog.read(log).losses();
      found.put(training, new double[] {losses.get(losses.lastKey())});
    }
    return found;
  }

  /** Asserts that the mean loss of the last quarter of trainings is lower than of the first. */
  protected final void assertLossesFall(String work, String... trainings) {
    for (String training : trainings) {
      Path log = folder.resolve(work).resolve(training + ".training.jsonl");
      List<Double> losses = List.copyOf(TrainingLog.read(log).losses().values());
      int quarter = Math.max(1, losses.size() / 4);
      assertThat(mean(losses.subList(losses.size() - quarter, losses.size())))
          .as("%s: %s", training, losses)
          .isLessThan(mean(losses.subList(0, quarter)));
    }
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
  }

  /** Records rows and progress; stops the training or the scoring of a row. */
  public static final class Recorder implements PaperListener {
    private final String stopTraining;
    private final String stopScoring;
    private final List<String> rows = new ArrayList<>();
    private final List<String> progress = new ArrayList<>();
    private String row = "";

    private Recorder(String stopTraining, String stopScoring) {
      this.stopTraining = stopTraining;
      this.stopScoring = stopScoring;
    }

    /** Does not stop the run. */
    public static Recorder all() {
      return new Recorder("", "");
    }

    /** Stops the training of a row after its first step. */
    public static Recorder stoppingTrainingOf(String row) {
      return new Recorder(row, "");
    }

    /** Stops the scoring of a row after two queries. */
    public static Recorder stoppingScoringOf(String row) {
      return new Recorder("", row);
    }

    /** Returns the started rows, such as {@code 1/8 BERT finished}. */
    public List<String> rows() {
      return rows;
    }

    /** Returns the reported progress, such as {@code BERT: Scoring sentences 1/6}. */
    public List<String> progress() {
      return progress;
    }

    @Override
    public void rowStarted(String name, int number, int of, boolean finished) {
      row = name;
      rows.add(number + "/" + of + " " + name + (finished ? " finished" : ""));
    }

    @Override
    public void progressReported(String activity, String unit, long done, long of) {
      progress.add(row + ": " + activity + " " + done + "/" + of);
      if (row.equals(stopScoring) && activity.startsWith("Scoring") && done == 2) {
        throw new IsoglossException("enough");
      }
    }

    @Override
    public TrainingListener trainingListener() {
      return new TrainingListener() {
        @Override
        public boolean shouldStop() {
          return row.equals(stopTraining);
        }
      };
    }
  }
}
