// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.bicla;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.isogloss.papers.PaperOptions;

/**
 * Settings of BiCLA's experiments.
 *
 * @param common settings of every paper
 * @param vectors folder of word vectors of cs, de, en and hu in the format of fastText, with names
 *     such as {@code de.vec}, {@code wiki.de.vec} or {@code cc.de.300.vec.gz}; if absent, vectors
 *     are trained on the data
 * @param dictionaries folder of English words and their translations, with names such as {@code
 *     en-de.tsv}; if absent, dictionaries are learned by the alignment of words in the data
 * @param centred whether the mean vector of each language is subtracted before it is mapped, which
 *     the paper does not do
 * @param encoders folders or names of encoders that are measured, too
 */
public record BiclaOptions(
    PaperOptions common,
    Optional<Path> vectors,
    Optional<Path> dictionaries,
    boolean centred,
    List<String> encoders) {
  public BiclaOptions {
    requireNonNull(common, "common is null");
    requireNonNull(vectors, "vectors is null");
    requireNonNull(dictionaries, "dictionaries is null");
    encoders = List.copyOf(encoders);
  }

  BiclaSizes sizes() {
    return BiclaSizes.of(common.scale());
  }
}
