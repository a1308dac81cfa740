package org.isogloss.neural.staticencoder;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.recipe.RecipeChecks;

/**
 * What a larger encoder shows a static one.
 *
 * @param folder holds {@code texts.txt}, one a line, and {@code texts.npy}, a row of the teacher's
 *     vectors for each; {@code words.txt} and {@code words.npy} the same for words, the most
 *     frequent first
 * @param words how many of those words that the base lacks become pieces of the vocabulary
 * @param share of the teacher's vector in the row that such a word starts from; the rest is what
 *     the pieces say that the base cuts it into
 * @param texts drawn for each step
 * @param scale what cosines with the teacher's vectors are multiplied by
 * @param weight of this loss beside that of the contrast of translations
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
