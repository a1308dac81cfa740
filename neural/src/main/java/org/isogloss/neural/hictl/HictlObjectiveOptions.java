// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.hictl;

import java.util.Optional;
import java.util.stream.Stream;
import org.isogloss.neural.ranker.LanguageModelOptions;
import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.recipe.RecipeChecks;

/**
 * The objectives of HICTL (Wei et al. 2021, equation 7), one or more. All of them use the same
 * pairs in a step, and the loss is the weighted sum.
 *
 * @param sentence contrastive loss of sentence pairs, with in-batch negatives, equations 2 to 4
 * @param word contrastive loss of a pair and its words, with other words as negatives, equations 5
 *     and 6
 * @param mlm masked language modelling of the sentences of monolingual pairs
 * @param tlm translation language modelling of translation pairs, whose sentences are encoded
 *     together
 */
public record HictlObjectiveOptions(
    Optional<Sentence> sentence,
    Optional<Word> word,
    Optional<LanguageModelOptions> mlm,
    Optional<LanguageModelOptions> tlm) {
  /**
   * Sentence-level contrastive loss: in a batch of n pairs, each sentence has one positive and 2n -
   * 2 negatives; the losses of both directions are summed.
   *
   * @param scale factor of the cosines; 1 in the paper
   * @param projection whether vectors are projected by a linear map before the cosine, as in the
   *     paper; the map is trained and then discarded
   * @param weight weight of the loss
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
   * Word-level contrastive loss.
   *
   * @param negatives negative words per pair
   * @param scale factor of the cosines; 1 in the paper
   * @param weight weight of the loss
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

  /** Returns whether there is a language modelling objective. */
  boolean hasLanguageModel() {
    return mlm.isPresent() || tlm.isPresent();
  }
}
