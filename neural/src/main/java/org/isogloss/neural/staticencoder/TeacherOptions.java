// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.staticencoder;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.recipe.RecipeChecks;

/**
 * Distillation of a larger encoder into a static one.
 *
 * @param folder contains {@code texts.txt}, one text on each line, and {@code texts.npy}, the
 *     teacher's vector of each; {@code words.txt} and {@code words.npy} likewise for words, the
 *     most frequent first
 * @param words number of those words that are added to the vocabulary if the base lacks them
 * @param share weight of the teacher's vector in the initial row of such a word; the rest is the
 *     base's tokens
 * @param texts texts sampled in each step
 * @param scale factor of cosines with the teacher's vectors
 * @param weight weight of this loss; that of the contrast of translations is 1
 */
public record TeacherOptions(
    Path folder,
    @Default("0") int words,
    @Default("0.5") double share,
    @Default("512") int texts,
    @Default("20") double scale,
    @Default("1") double weight) {
  public TeacherOptions {
    requireNonNull(folder, "folder is null");
    RecipeChecks.requireAtLeast("words", words, 0);
    RecipeChecks.requireInRange("share", share, 0, 1);
    RecipeChecks.requireAtLeast("texts", texts, 2);
    RecipeChecks.requirePositive("scale", scale);
    RecipeChecks.requirePositive("weight", weight);
  }
}
