// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.task;

import java.util.Arrays;
import java.util.List;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.transformer.TransformerHead;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.text.Encoding;
import org.isogloss.text.Tokenizer;

/**
 * Classifies texts and pairs of texts with a transformer that has a head for sequence
 * classification. A text that is longer than the model can read is truncated; of a pair, the longer
 * text first. Thread-safe.
 */
public final class TextClassifier implements AutoCloseable {
  private final TaskModel model;

  private TextClassifier(TaskModel model) {
    this.model = model;
  }

  /**
   * Opens the graph of a model, or exports it from the weights if there is none.
   *
   * @param model may be closed afterwards
   * @throws org.isogloss.core.IsoglossException if the model has no such head, or is damaged
   */
  public static TextClassifier open(ModelFolder model, InferenceOptions options) {
    return new TextClassifier(new TaskModel(model, TransformerHead.CLASSIFICATION, options));
  }

  /** Returns the names of the classes, in the order of the probabilities. */
  public List<String> labels() {
    return model.labels();
  }

  /**
   * Returns the probability of each class for each input: the softmax of the logits, or for a model
   * with one output its sigmoid.
   */
  public List<double[]> probabilities(List<TextInput> inputs) {
    return Arrays.stream(model.run(inputs.stream().map(this::encode).toList()))
        .map(Softmax::of)
        .toList();
  }

  /** Returns the most probable class of each input. */
  public List<String> classify(List<TextInput> inputs) {
    return probabilities(inputs).stream().map(this::best).toList();
  }

  private String best(double[] probabilities) {
    int best = 0;
    for (int i = 1; i < probabilities.length; i++) {
      best = probabilities[i] > probabilities[best] ? i : best;
    }
    return labels().get(best);
  }

  private Encoding encode(TextInput input) {
    Tokenizer tokenizer = model.tokenizer();
    return input
        .second()
        .map(second -> tokenizer.encode(input.first(), second, model.maxLength()))
        .orElseGet(() -> tokenizer.encode(input.first(), model.maxLength()));
  }

  /** Running inputs are completed first. Closing twice has no effect. */
  @Override
  public void close() {
    model.close();
  }
}
