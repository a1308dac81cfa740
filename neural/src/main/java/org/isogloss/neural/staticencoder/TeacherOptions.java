// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.staticencoder;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.recipe.RecipeChecks;

/**
 * Options of distillation from a larger encoder into a static encoder.
 *
 * @param folder folder of {@code texts.txt}, one text a line, and {@code texts.npy}, the vector of
 *     the teacher for each line; and, if words are added, of {@code words.txt} and {@code
 *     words.npy}, the same for words, in descending order of frequency
 * @param words maximum number of these words to add to the vocabulary, among those that are not in
 *     the base vocabulary
 * @param share weight of the vector of the teacher in the initial row of an added word; the rest is
 *     composed of the rows of the tokens of the base vocabulary
 * @param texts number of texts of each step
 * @param scale factor of the cosines with the vectors of the teacher
 * @param weight weight of this loss relative to the contrastive loss of translations
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
