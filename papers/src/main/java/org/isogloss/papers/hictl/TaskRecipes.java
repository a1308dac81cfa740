// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.hictl;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isogloss.neural.answer.AnswersRecipe;
import org.isogloss.neural.classifier.ClassifierRecipe;
import org.isogloss.neural.tagger.TaggerRecipe;
import org.isogloss.papers.experiment.ExperimentRunner;
import org.isogloss.papers.experiment.ExperimentSizes;
import org.isogloss.papers.experiment.RecipeTemplate;
import org.isogloss.papers.resource.PaperResources;

/**
 * The recipes with which models are fine-tuned; all models of a task have the same, except for the
 * base and the seed.
 */
record TaskRecipes(ExperimentRunner runner, ExperimentSizes sizes) {
  /** Returns the recipe of a task. */
  RecipeTemplate<?> of(UnderstandingTask task, long seed) {
    boolean pairs = task.hasPairs();
    int steps = sizes.count(pairs ? "pair-steps" : "steps");
    String rate = sizes.text(pairs ? "pair-rate" : "rate");
    int length = sizes.count("length");
    Map<String, String> variables =
        Map.of(
            "seed", Long.toString(seed),
            "examples", sizes.text("examples"),
            "steps", Integer.toString(steps),
            "log-every", Integer.toString(Math.max(1, steps / 20)),
            "warm-up", Integer.toString(steps / 10),
            "rate", rate,
            "new-rate", Double.toString(10 * Double.parseDouble(rate)),
            "length", Integer.toString(task.hasAnswers() ? length : length / 2));
    List<String> compute = runner.options().computeOverrides();
    return switch (task) {
      case XNLI, PAWSX ->
          runner.recipe(
              text(task, "classifier", "pooler"), ClassifierRecipe.class, variables, compute);
      case POS, NER ->
          runner.recipe(text(task, "classifier"), TaggerRecipe.class, variables, compute);
      case XQUAD, MLQA, TYDIQA ->
          runner.recipe(
              text(task, "qa_outputs") + "windows: {stride: " + length / 2 + "}\n",
              AnswersRecipe.class,
              variables,
              compute);
    };
  }

  /** Returns a recipe whose new layers have a higher learning rate. */
  private String text(UnderstandingTask task, String... newLayers) {
    String groups =
        Stream.of(newLayers)
            .map(name -> "{names: " + name + ", learning-rate: \"${new-rate}\"}")
            .collect(Collectors.joining(", ", "[", "]"));
    String files =
        task.training(runner.options().data()).stream()
            .map(file -> "\"${data}/" + file + '"')
            .collect(Collectors.joining(", "));
    return PaperResources.text(HictlPaper.class, "task.yaml")
        .replace("${groups}", groups)
        .replace("${files}", files);
  }
}
