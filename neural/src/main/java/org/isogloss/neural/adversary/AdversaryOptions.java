// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.adversary;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Optional;
import org.isogloss.core.Language;
import org.isogloss.core.Role;
import org.isogloss.neural.optimizer.AdamOptions;
import org.isogloss.neural.optimizer.LearningRateSchedule;
import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.recipe.RecipeChecks;

/**
 * The adversary, which takes turns with the other objectives: a step for these, one for the
 * discriminator, one or more for the generator.
 *
 * @param texts file of JSON lines {@code {"language": "en", "text": ..., "query": ...}}; if absent,
 *     the texts are the translations of the training pairs
 * @param source the source language; texts of all other languages are those of the target
 * @param vectors what the discriminator reads of a text
 * @param layers number of layers, from the top, that the generator updates
 * @param role the role in which texts are encoded: {@code query} if they are queries
 * @param generatorSteps number of steps of the generator in a turn
 * @param discriminator optimizer of the discriminator
 * @param generator optimizer of the generator
 */
public record AdversaryOptions(
    Optional<Path> texts,
    @Default("en") String source,
    @Default("sentence") Vectors vectors,
    @Default("1") int layers,
    @Default("passage") Role role,
    @Default("1") int generatorSteps,
    Optional<Updates> discriminator,
    Optional<Updates> generator) {
  private static final Updates DISCRIMINATOR_UPDATES =
      new Updates(1e-3, new LearningRateSchedule(LearningRateSchedule.Kind.CONSTANT, 0, 0));
  private static final Updates GENERATOR_UPDATES =
      new Updates(1e-5, new LearningRateSchedule(LearningRateSchedule.Kind.LINEAR, 0, 0));

  /** What the discriminator reads of a text. */
  public enum Vectors {
    /** The vector of the text before normalisation, such as that of the first token ([CLS]). */
    SENTENCE,
    /** The vectors of the tokens that its query has too. */
    SHARED_TERMS,
    /** The vectors of all tokens except special ones. */
    TERMS
  }

  /**
   * The optimizer of one side: Adam.
   *
   * @param learningRate highest learning rate
   * @param schedule schedule of the learning rate over all steps of the training
   */
  public record Updates(double learningRate, LearningRateSchedule schedule) {
    public Updates {
      requireNonNull(schedule, "schedule is null");
      RecipeChecks.requirePositive("learning-rate", learningRate);
    }

    AdamOptions adam() {
      return AdamOptions.of(learningRate);
    }
  }

  public AdversaryOptions {
    Language.of(source);
    RecipeChecks.requireAtLeast("layers", layers, 1);
    RecipeChecks.requireAtLeast("generator-steps", generatorSteps, 1);
    if (vectors == Vectors.SHARED_TERMS && texts.isEmpty()) {
      throw new IllegalArgumentException(
          "vectors is shared-terms, but translations have no queries: set texts to a file of texts"
              + " with queries, or vectors to terms");
    }
  }

  /** Returns the number of steps of a turn, with one of the other objectives. */
  public int stepsOfTurn() {
    return 2 + generatorSteps;
  }

  Updates discriminatorUpdates() {
    return discriminator.orElse(DISCRIMINATOR_UPDATES);
  }

  Updates generatorUpdates() {
    return generator.orElse(GENERATOR_UPDATES);
  }
}
