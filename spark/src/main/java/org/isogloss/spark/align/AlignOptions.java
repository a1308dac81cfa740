// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.spark.align;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.OptionalInt;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.OnError;
import org.isogloss.lexical.alignment.AlignerOptions;
import org.isogloss.lexical.table.TablePruning;

/**
 * Options of {@link AlignJob}.
 *
 * @param inputs files and folders with lines of source TAB target
 * @param output the output folder
 * @param languages the languages of both sides
 * @param maxWords pairs with more words on a side are skipped
 * @param splitOnWhitespace whether words are separated at spaces only
 * @param aligner the options of the training
 * @param pruning which translations the table contains
 * @param partitions approximate number of partitions; empty for one for every 16 MB of input
 * @param onError what happens to malformed records
 */
public record AlignOptions(
    List<String> inputs,
    String output,
    LanguagePair languages,
    int maxWords,
    boolean splitOnWhitespace,
    AlignerOptions aligner,
    TablePruning pruning,
    OptionalInt partitions,
    OnError onError) {
  public AlignOptions {
    inputs = List.copyOf(inputs);
    requireNonNull(output, "output is null");
    requireNonNull(languages, "languages is null");
    if (maxWords < 1) {
      throw new IllegalArgumentException("maxWords is " + maxWords + ", expected 1 or more");
    }
    if (partitions.isPresent() && partitions.getAsInt() < 1) {
      throw new IllegalArgumentException(
          "partitions is " + partitions.getAsInt() + ", expected 1 or more");
    }
  }
}
