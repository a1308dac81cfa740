// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.finetuning;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.neural.TrainingException;
import org.isogloss.neural.optimizer.AdamOptions;
import org.isogloss.neural.optimizer.AdamW;
import org.isogloss.neural.optimizer.LearningRateSchedule;
import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.recipe.RecipeChecks;
import org.isogloss.neural.transformer.Parameter;

/**
 * Options of AdamW for a transformer. Biases and normalisations have no weight decay.
 *
 * @param learningRate learning rate of the last layer, and of all layers if {@code layerDecay} is 1
 * @param beta1 decay rate of the mean of the gradients
 * @param beta2 decay rate of the mean of the squared gradients
 * @param epsilon greater than 0
 * @param weightDecay fraction of each weight to subtract in each step, times the learning rate
 * @param layerDecay factor of the learning rate from each layer to the one below
 * @param groups parameters with their own rates
 * @param schedule schedule of all learning rates
 */
public record OptimizerOptions(
    double learningRate,
    @Default("0.9") double beta1,
    @Default("0.999") double beta2,
    @Default("1e-8") double epsilon,
    @Default("0.01") double weightDecay,
    @Default("1") double layerDecay,
    List<Group> groups,
    LearningRateSchedule schedule) {
  private static final Pattern LAYER = Pattern.compile("encoder\\.layer\\.(\\d+)\\..*");

  /**
   * Parameters with their own rates.
   *
   * @param names prefix of the names of the parameters
   * @param learningRate learning rate that replaces the common one in every layer
   * @param weightDecay weight decay that replaces the common one
   */
  public record Group(String names, Optional<Double> learningRate, Optional<Double> weightDecay) {
    public Group {
      requireNonNull(names, "names is null");
      learningRate.ifPresent(rate -> RecipeChecks.requirePositive("learning-rate", rate));
      weightDecay.ifPresent(
          decay -> RecipeChecks.requireInRange("weight-decay", decay, 0, Double.MAX_VALUE));
    }
  }

  public OptimizerOptions {
    groups = List.copyOf(groups);
    RecipeChecks.requireInRange("layer-decay", layerDecay, Double.MIN_VALUE, 1);
    new AdamOptions(learningRate, beta1, beta2, epsilon, weightDecay);
  }

  /**
   * Creates the optimizer of a model.
   *
   * @param layers number of layers of the model
   * @throws TrainingException if a group contains no trained parameter
   */
  public AdamW createOptimizer(List<Parameter> parameters, int layers) {
    List<Parameter> trained = parameters.stream().filter(Parameter::isTrained).toList();
    for (Group group : groups) {
      if (trained.stream().noneMatch(parameter -> parameter.name().startsWith(group.names()))) {
        throw new TrainingException(
            "optimizer.groups: no trainable parameter has a name that starts with \""
                + group.names()
                + "\"");
      }
    }
    Map<AdamOptions, SequencedMap<String, Tensor>> byOptions = new LinkedHashMap<>();
    for (Parameter parameter : trained) {
      byOptions
          .computeIfAbsent(options(parameter, layers), key -> new LinkedHashMap<>())
          .put(parameter.name(), parameter.values());
    }
    List<AdamW.Group> adamGroups = new ArrayList<>();
    byOptions.forEach((options, tensors) -> adamGroups.add(new AdamW.Group(tensors, options)));
    return new AdamW(adamGroups);
  }

  private AdamOptions options(Parameter parameter, int layers) {
    Optional<Group> group =
        groups.stream().filter(g -> parameter.name().startsWith(g.names())).findFirst();
    double rate =
        group
            .flatMap(Group::learningRate)
            .orElseGet(
                () ->
                    learningRate * Math.pow(layerDecay, layersBelowTop(parameter.name(), layers)));
    // Biases and normalisations are vectors, which must not decay.
    double decay =
        parameter.values().dim() < 2 ? 0 : group.flatMap(Group::weightDecay).orElse(weightDecay);
    return new AdamOptions(rate, beta1, beta2, epsilon, decay);
  }

  /** Returns how many layers a parameter is below the last one; 0 for parameters of a head. */
  private static int layersBelowTop(String name, int layers) {
    Matcher layer = LAYER.matcher(name);
    if (layer.matches()) {
      return layers - 1 - Integer.parseInt(layer.group(1));
    }
    return name.startsWith("embeddings.") ? layers : 0;
  }
}
