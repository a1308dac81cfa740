// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.spark.encode;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.isogloss.core.Language;
import org.isogloss.data.OnError;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.text.segmentation.PassageSplitter;

/**
 * Options of {@link EncodeJob}.
 *
 * @param inputs files and folders of documents, all JSONL or all Parquet
 * @param output the output folder
 * @param model a model folder of the driver, the name of a model in a jar, or {@code none}
 * @param tokenVectors the model of token vectors, {@code none}, or empty for the default of the
 *     model
 * @param passages how documents are split
 * @param sentences whether vectors of sentences are computed; empty for the default of the model
 * @param calibrated whether an index of the passages subtracts the mean vectors of languages
 * @param language the language of documents that do not declare theirs
 * @param partitions approximate number of partitions; empty for one for every 16 MB of input
 * @param onError what happens to malformed records
 * @param device where executors run the models: {@code cpu}, {@code cuda}, {@code cuda:N} or {@code
 *     auto}; the driver runs none
 */
public record EncodeOptions(
    List<String> inputs,
    String output,
    String model,
    Optional<String> tokenVectors,
    PassageSplitter passages,
    Optional<Boolean> sentences,
    boolean calibrated,
    Language language,
    OptionalInt partitions,
    OnError onError,
    String device) {
  public EncodeOptions {
    inputs = List.copyOf(inputs);
    requireNonNull(output, "output is null");
    requireNonNull(model, "model is null");
    InferenceOptions.defaults().withDevice(device);
    if (partitions.isPresent() && partitions.getAsInt() < 1) {
      throw new IllegalArgumentException(
          "partitions is " + partitions.getAsInt() + ", expected 1 or more");
    }
  }
}
