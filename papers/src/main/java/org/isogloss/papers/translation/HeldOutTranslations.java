// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.translation;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.AtomicFile;
import org.isogloss.core.io.FileErrors;
import org.isogloss.measure.translation.Bleu;
import org.isogloss.measure.translation.Chrf;
import org.isogloss.measure.translation.PairedTest;
import org.isogloss.measure.translation.References;
import org.isogloss.measure.translation.TranslationEvaluation;
import org.isogloss.measure.translation.TranslationMetric;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.papers.experiment.ExperimentRunner;
import org.isogloss.papers.experiment.PairwiseTest;
import org.isogloss.papers.experiment.PrecisionComparison;
import org.isogloss.papers.experiment.SystemMeasurements;
import org.isogloss.runtime.export.Precision;
import org.isogloss.runtime.translation.Translator;

/**
 * Translations of the pairs that are held out of training, in the work folder: a file of lines for
 * each system, and one each for the sources and the references.
 */
final class HeldOutTranslations {
  private static final String SOURCE = "held-out.source";
  private static final String TARGET = "held-out.target";
  private static final String PART = "held-out";

  /** Sentences between two reports of progress. */
  private static final int CHUNK = 64;

  /** The measures by column. */
  private static final Map<String, TranslationMetric> METRICS =
      Map.of(
          HictlTranslationPaper.BLEU, Bleu.standard(), HictlTranslationPaper.CHRF, Chrf.standard());

  private final ExperimentRunner runner;

  HeldOutTranslations(ExperimentRunner runner) {
    this.runner = runner;
  }

  /**
   * Keeps the held-out pairs of a training.
   *
   * @throws IsoglossException if they are not those of the other trainings
   */
  void keepPairs(String training) {
    for (String file : List.of(SOURCE, TARGET)) {
      List<String> found = lines(runner.checkpointFolder(training).resolve(file));
      Path kept = runner.dataFile(file);
      if (!Files.exists(kept)) {
        write(kept, found);
      } else if (!found.equals(lines(kept))) {
        throw new IsoglossException(
            kept
                + ": has other pairs than "
                + training
                + ", expected the same for all rows: take an encoder with the tokenizer of the base");
      }
    }
  }

  /** Returns the number of held-out pairs. */
  int size() {
    return lines(runner.dataFile(TARGET)).size();
  }

  /** Translates the held-out sources by a model, and measures the translations. */
  SystemMeasurements measure(TranslationVariant row, Path model) {
    return PrecisionComparison.measure(
        runner.options().precision(),
        precision -> {
          List<String> translations = translate(model, precision);
          write(file(row.key() + PrecisionComparison.fileSuffix(precision)), translations);
          SystemMeasurements.Builder measured = SystemMeasurements.builder();
          METRICS.forEach(
              (name, metric) ->
                  measured.figure(
                      name, PART, evaluation(metric, translations).score().value() / 100));
          return measured.build();
        });
  }

  private List<String> translate(Path model, Precision precision) {
    List<String> sources = lines(runner.dataFile(SOURCE));
    List<String> translations = new ArrayList<>();
    try (ModelFolder folder = ModelFolder.open(model);
        Translator translator = Translator.open(folder, runner.inference(precision))) {
      for (int from = 0; from < sources.size(); from += CHUNK) {
        int to = Math.min(from + CHUNK, sources.size());
        translations.addAll(translator.translate(sources.subList(from, to)));
        runner.listener().progressReported("Translating", "sentences", to, sources.size());
      }
    }
    return translations;
  }

  private TranslationEvaluation evaluation(TranslationMetric metric, List<String> translations) {
    References references = References.of(lines(runner.dataFile(TARGET)));
    return TranslationEvaluation.of(metric, translations, references, runner.options().threads());
  }

  /**
   * Returns the paired test of the scores of the corpus, which are no means over sentences:
   * approximate randomisation.
   *
   * @param rows measured rows by name in the table
   */
  PairwiseTest test(SequencedMap<String, TranslationVariant> rows) {
    Map<String, List<String>> translations = new HashMap<>();
    rows.forEach((name, row) -> translations.put(name, lines(file(row.key()))));
    PairedTest.Kind kind = PairedTest.Kind.RANDOMIZATION;
    PairedTest test = new PairedTest(kind, kind.defaultSamples(), runner.options().seed());
    return (measure, one, other) -> {
      TranslationMetric metric = METRICS.get(measure);
      return test.compare(
              List.of(
                  evaluation(metric, translations.get(one)),
                  evaluation(metric, translations.get(other))),
              runner.options().threads())
          .getLast()
          .p()
          .orElseThrow();
    };
  }

  private Path file(String system) {
    return runner.dataFile("translations-" + system + ".txt");
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw FileErrors.cannotRead(file, e);
    }
  }

  private static void write(Path file, List<String> lines) {
    String text = String.join("\n", lines) + "\n";
    AtomicFile.write(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
  }
}
