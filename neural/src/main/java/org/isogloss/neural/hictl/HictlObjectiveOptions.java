package org.isogloss.neural.hictl;

import java.util.Optional;
import java.util.stream.Stream;
import org.isogloss.neural.ranker.LanguageModelOptions;
import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.recipe.RecipeChecks;

/**
 * What HICTL asks of a transformer (Wei et al. 2021, equation 7); each can be left away. All look
 * at the same pairs in a step, and their losses are summed, each times its weight.
 *
 * @param sentence contrast of a sentence's pair with the batch's other sentences, equations 2 to 4
 * @param word contrast of a pair's words with other words, equations 5 and 6
 * @param mlm to guess masked pieces of a sentence, where a pair is of one language
 * @param tlm to guess masked pieces of a sentence and its translation, read together, where a pair
 *     is of two
 */
public record HictlObjectiveOptions(
    Optional<Sentence> sentence,
    Optional<Word> word,
    Optional<LanguageModelOptions> mlm,
    Optional<LanguageModelOptions> tlm) {
  /**
   * Sentence-level contrast: of n pairs, each sentence has its pair's other one against 2n - 2, in
   * both directions, which are summed.
   *
   * @param scale what cosines are multiplied by; the paper has 1
   * @param projection whether a linear map, trained with the rest and left away afterwards, stands
   *     between the text's vector and the cosine; the paper has one
   */
  public record Sentence(
      @Default("1") double scale,
      @Default("true") boolean projection,
      @Default("1") double weight) {
    public Sentence {
      RecipeChecks.requirePositive("scale", scale);
      RecipeChecks.requirePositive("weight", weight);
    }
  }

  /**
   * Word-level contrast.
   *
   * @param negatives how many words stand against those of a pair
   * @param scale what cosines are multiplied by; the paper has 1
   */
  public record Word(
      @Default("512") int negatives, @Default("1") double scale, @Default("1") double weight) {
    public Word {
      RecipeChecks.requireAtLeast("negatives", negatives, 1);
      RecipeChecks.requirePositive("scale", scale);
      RecipeChecks.requirePositive("weight", weight);
    }
  }

  public HictlObjectiveOptions {
    if (Stream.of(sentence, word, mlm, tlm).allMatch(Optional::isEmpty)) {
      throw new IllegalArgumentException(
          "objectives is empty, expected one or more of sentence, word, mlm, tlm");
    }
  }

  /** Whether pieces are guessed. */
  boolean hasLanguageModel() {
    return mlm.isPresent() || tlm.isPresent();
  }
}
