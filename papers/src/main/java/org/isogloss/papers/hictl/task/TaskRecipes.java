// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.hictl.task;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.isogloss.neural.answer.AnswersRecipe;
import org.isogloss.neural.classifier.ClassifierRecipe;
import org.isogloss.neural.tagger.TaggerRecipe;
import org.isogloss.papers.experiment.RecipeTemplate;

/**
 * The recipes with which models are fine-tuned; all models of a task have the same, except for the
 * base and the seed.
 *
 * @param sizes the sizes of the fine-tuning
 */
record TaskRecipes(TaskSizes sizes) {
  private static final String COMMON =
      """
      name: "${name}"
      seed: "${seed}"
      model: {base: "${base}", max-length: "${length}"}
      batches: {examples: "${examples}", bucket: 32}
      training: {steps: "${steps}", clip: 1, validate-every: 0, log-every: "${log-every}"}
      """;

  /** Returns the recipe of a task. */
  RecipeTemplate<?> of(UnderstandingTask task, long seed) {
    boolean answers = task.hasAnswers();
    boolean pairs = task == UnderstandingTask.XNLI;
    int steps = pairs ? sizes.pairSteps() : sizes.steps();
    double learningRate = pairs ? sizes.pairLearningRate() : 5e-5;
    Map<String, String> variables =
        Map.of(
            "seed", Long.toString(seed),
            "examples", Integer.toString(sizes.examples()),
            "steps", Integer.toString(steps),
            "log-every", Integer.toString(Math.max(1, steps / 20)),
            "warm-up", Integer.toString(steps / 10),
            "rate", Double.toString(learningRate),
            "new-rate", Double.toString(10 * learningRate),
            "length", Integer.toString(answers ? sizes.maxLength() : sizes.maxLength() / 2));
    return switch (task) {
      case XNLI ->
          new RecipeTemplate<>(
              text(task, "classifier", "pooler"), ClassifierRecipe.class, variables, List.of());
      case POS, NER ->
          new RecipeTemplate<>(text(task, "classifier"), TaggerRecipe.class, variables, List.of());
      case XQUAD, TYDIQA ->
          new RecipeTemplate<>(
              text(task, "qa_outputs") + "windows: {stride: " + sizes.maxLength() / 2 + "}\n",
              AnswersRecipe.class,
              variables,
              List.of());
    };
  }

  /** Returns a recipe whose new layers have a higher learning rate. */
  private static String text(UnderstandingTask task, String... newLayers) {
    String groups =
        List.of(newLayers).stream()
            .map(name -> "{names: " + name + ", learning-rate: \"${new-rate}\"}")
            .collect(Collectors.joining(", ", "[", "]"));
    String files =
        task.training().stream()
            .map(file -> "\"${data}/" + file + '"')
            .collect(Collectors.joining(", "));
    return COMMON
        + "optimizer:\n  learning-rate: \"${rate}\"\n  groups: "
        + groups
        + "\n  schedule: {kind: linear, warm-up: \"${warm-up}\"}\ndata: {training: ["
        + files
        + "]}\n";
  }
}
