// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.spark;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.spark.sql.SparkSession;
import org.isogloss.core.Language;
import org.isogloss.data.OnError;
import org.isogloss.engine.Models;
import org.isogloss.options.OptionValidation;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.search.Indexer;
import org.isogloss.spark.encode.EncodeJob;
import org.isogloss.spark.encode.EncodeOptions;
import org.isogloss.text.segmentation.PassageSplitter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code encode}. */
@Command(
    name = "encode",
    mixinStandardHelpOptions = true,
    description =
        "Split documents into passages and encode them, as isogloss index does, into Parquet"
            + " files with language, vector, and vectors of sentences and tokens.")
final class EncodeCommand extends JobCommand {
  @Parameters(
      paramLabel = "INPUT",
      arity = "1..*",
      description =
          "Files and folders of documents: JSON lines or Parquet with the fields id, text, title,"
              + " language and any others.")
  private List<String> inputs;

  @Option(names = "--to", required = true, paramLabel = "DIR", description = "The output folder.")
  private String output;

  @Option(
      names = "--model",
      paramLabel = "MODEL",
      description =
          "The encoder: a model folder on the driver, the name of a model in a jar, or none"
              + " (default: ${DEFAULT-VALUE}).")
  private String model = Models.DEFAULT;

  @Option(
      names = "--token-vectors",
      paramLabel = "MODEL",
      description =
          "The late-interaction model that computes vectors of tokens, or none. Default: the"
              + " shipped re-ranker, if it belongs to the model.")
  private Optional<String> tokenVectors;

  @Option(
      names = "--passage-words",
      paramLabel = "N",
      description = "Maximum number of words of a passage (default: ${DEFAULT-VALUE}).")
  private int passageWords = Indexer.DEFAULT_PASSAGES.maxWords();

  @Option(
      names = "--passage-overlap",
      paramLabel = "N",
      description =
          "Number of sentences that a passage shares with the previous one (default:"
              + " ${DEFAULT-VALUE}).")
  private int overlap = Indexer.DEFAULT_PASSAGES.overlap();

  @Option(
      names = "--sentences",
      negatable = true,
      description =
          "Compute a vector of each sentence. Default: yes, unless there are vectors of tokens or"
              + " the model is static.")
  private Optional<Boolean> sentences;

  @Option(
      names = "--calibrated",
      description = "An index of the passages subtracts the mean vector of each language.")
  private boolean calibrated;

  @Option(
      names = "--language",
      paramLabel = "CODE",
      description = "Language of documents that do not state theirs. Default: identified.")
  private String language = Language.UNDETERMINED.tag();

  @Option(
      names = "--partitions",
      paramLabel = "N",
      description =
          "Number of partitions, approximately; each is a file of the output. Default: one for"
              + " every 16 MB of input.")
  private Optional<Integer> partitions;

  @Option(
      names = "--on-error",
      paramLabel = "fail|skip",
      description = "Stop at a malformed record (default), or skip and count it.")
  private OnError onError = OnError.FAIL;

  @Option(
      names = "--device",
      paramLabel = "cpu|cuda|cuda:N|auto",
      description =
          "Where executors run models: cpu (default), or cuda for an NVIDIA GPU, cuda:1 for the"
              + " second one. Executors on which it cannot be used fail; with auto, they use the CPU.")
  private String device = "cpu";

  @Override
  void run(SparkSession session) {
    InferenceOptions inference =
        OptionValidation.set(
            "--device", InferenceOptions.defaults(), options -> options.withDevice(device));
    EncodeJob.Summary summary =
        new EncodeJob(
                session,
                new EncodeOptions(
                    inputs,
                    output,
                    model,
                    tokenVectors,
                    new PassageSplitter(passageWords, overlap),
                    sentences,
                    calibrated,
                    Language.of(language),
                    partitions.map(OptionalInt::of).orElseGet(OptionalInt::empty),
                    onError,
                    inference.device()))
            .run();
    note(
        "This run encoded "
            + summary.documents()
            + " documents, "
            + summary.passages()
            + " passages; "
            + summary.empty()
            + " documents were empty, "
            + summary.malformed()
            + " records malformed");
  }
}
