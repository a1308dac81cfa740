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
import org.isogloss.lexical.alignment.AlignmentListener;
import org.isogloss.lexical.alignment.AlignmentModel;
import org.isogloss.options.TablePruningOptions;
import org.isogloss.options.WordAlignmentOptions;
import org.isogloss.options.WordTokenizationOptions;
import org.isogloss.spark.align.AlignJob;
import org.isogloss.spark.align.AlignOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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

  @Mixin private WordTokenizationOptions words;

  @Mixin private WordAlignmentOptions alignment;

  @Mixin private TablePruningOptions pruning;

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
    AlignOptions options =
        new AlignOptions(
            inputs,
            output,
            pair,
            words.maxWords(),
            words.splitsOnWhitespace(),
            // The number of threads is that of the driver, which updates the parameters.
            alignment.toBuilder().build(),
            pruning.pruning(),
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
