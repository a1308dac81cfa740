// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.spark;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.spark.sql.SparkSession;
import org.isogloss.core.IsoglossException;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.OnError;
import org.isogloss.lexical.alignment.AlignerOptions;
import org.isogloss.lexical.alignment.AlignmentListener;
import org.isogloss.lexical.alignment.AlignmentModel;
import org.isogloss.lexical.alignment.Symmetrisation;
import org.isogloss.lexical.table.TablePruning;
import org.isogloss.spark.align.AlignJob;
import org.isogloss.spark.align.AlignOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code align}. */
@Command(
    name = "align",
    mixinStandardHelpOptions = true,
    description =
        "Find which words of sentence pairs are translations of each other, as isogloss align does:"
            + " links and a translation table.")
final class AlignCommand extends JobCommand {
  private static final AlignerOptions DEFAULTS = AlignerOptions.defaults();

  @Parameters(
      paramLabel = "BITEXT",
      arity = "1..*",
      description = "Files and folders with lines of source TAB target.")
  private List<String> inputs;

  @Option(names = "--to", required = true, paramLabel = "DIR", description = "The output folder.")
  private String output;

  @Option(
      names = "--languages",
      required = true,
      paramLabel = "SOURCE-TARGET",
      description = "The languages of both sides, such as en-de.")
  private String languages;

  @Option(
      names = "--max-words",
      paramLabel = "N",
      description = "Skip pairs with more words on a side (default: ${DEFAULT-VALUE}).")
  private int maxWords = 200;

  @Option(
      names = "--at-spaces",
      description =
          "Separate words at spaces only and leave them unchanged: for text that is already"
              + " tokenized.")
  private boolean splitOnWhitespace;

  @Option(
      names = "--model",
      paramLabel = "model1|hmm",
      description = "IBM Model 1, or the hidden Markov model (default).")
  private AlignmentModel model = DEFAULTS.model();

  @Option(
      names = "--iterations",
      paramLabel = "N",
      description =
          "Number of iterations of Model 1, and then of the HMM (default: ${DEFAULT-VALUE}).")
  private int iterations = DEFAULTS.hmmIterations();

  @Option(
      names = "--independent",
      description = "Train the HMM of each direction independently, not by agreement.")
  private boolean independent;

  @Option(
      names = "--symmetrise",
      paramLabel = "HOW",
      description =
          "How to symmetrise the two directions: ${COMPLETION-CANDIDATES} (default:"
              + " ${DEFAULT-VALUE}).")
  private Symmetrisation symmetrisation = DEFAULTS.symmetrisation();

  @Option(
      names = "--max-candidates",
      paramLabel = "N",
      description = "Number of candidate translations of a word (default: ${DEFAULT-VALUE}).")
  private int maxCandidates = DEFAULTS.maxCandidates();

  @Option(
      names = "--min-probability",
      paramLabel = "P",
      description =
          "Exclude translations with a lower probability from the table (default:"
              + " ${DEFAULT-VALUE}).")
  private double minProbability = TablePruning.DEFAULT.minProbability();

  @Option(
      names = "--max-translations",
      paramLabel = "N",
      description =
          "Keep at most N translations of a word in the table (default: ${DEFAULT-VALUE}).")
  private int maxTranslations = TablePruning.DEFAULT.maxTranslations();

  @Option(
      names = "--partitions",
      paramLabel = "N",
      description = "Number of partitions, approximately. Default: one for every 16 MB of input.")
  private Optional<Integer> partitions;

  @Option(
      names = "--on-error",
      paramLabel = "fail|skip",
      description = "Stop at a malformed line (default), or skip it.")
  private OnError onError = OnError.FAIL;

  @Override
  void run(SparkSession session) {
    LanguagePair pair =
        LanguagePair.find(languages)
            .orElseThrow(
                () ->
                    new IsoglossException(
                        "--languages is " + languages + ", expected two languages such as en-de"));
    // The number of threads is that of the driver, which updates the parameters.
    AlignerOptions aligner =
        AlignerOptions.builder()
            .model(model)
            .modelOneIterations(iterations)
            .hmmIterations(iterations)
            .agreement(!independent)
            .maxCandidates(maxCandidates)
            .symmetrisation(symmetrisation)
            .build();
    AlignOptions options =
        new AlignOptions(
            inputs,
            output,
            pair,
            maxWords,
            splitOnWhitespace,
            aligner,
            new TablePruning(minProbability, maxTranslations),
            partitions.map(OptionalInt::of).orElseGet(OptionalInt::empty),
            onError);
    new AlignJob(session, options).run(new IterationPrinter());
    note("Wrote the links and the table " + pair + ".table to " + output);
  }

  /** Prints a line for each iteration. */
  private final class IterationPrinter implements AlignmentListener {
    @Override
    public void pairsProcessed(long pairs, long total) {}

    @Override
    public void iterationFinished(
        AlignmentModel trained, int iteration, double forward, double backward) {
      note(
          String.format(
              Locale.ROOT,
              "%s, iteration %d: perplexities %.2f and %.2f",
              trained,
              iteration,
              forward,
              backward));
    }
  }
}
