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
 * @param wordEncoder folder or name of an encoder whose vectors of words are taken instead; they
 *     are in one space, without dictionaries
 * @param centred whether the mean vector of each language is subtracted before it is mapped, which
 *     the paper does not do
 * @param encoders folders or names of encoders that are measured, too
 */
public record BiclaOptions(
    PaperOptions common,
    Optional<Path> vectors,
    Optional<Path> dictionaries,
    Optional<String> wordEncoder,
    boolean centred,
    List<String> encoders) {
  public BiclaOptions {
    requireNonNull(common, "common is null");
    requireNonNull(vectors, "vectors is null");
    requireNonNull(dictionaries, "dictionaries is null");
    if (requireNonNull(wordEncoder, "wordEncoder is null").isPresent()
        && (vectors.isPresent() || dictionaries.isPresent() || centred)) {
      throw new IllegalArgumentException(
          "the vectors of an encoder of words are not read, mapped or centred");
    }
    encoders = List.copyOf(encoders);
  }

  BiclaSizes sizes() {
    return BiclaSizes.of(common.scale());
  }
}
