// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.translation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.Validation;

/**
 * Validation by the log-likelihood of held-out translations: the mean natural logarithm of the
 * probability of a target token, without label smoothing. The details have the perplexity and the
 * share of tokens that are the most probable ones.
 */
final class TranslationValidation implements Validation {
  /** Name of the score. */
  static final String MEASURE = "log-likelihood per token";

  private final TranslationNetwork network;
  private final List<List<TranslationPair>> batches = new ArrayList<>();

  /**
   * Creates a validation.
   *
   * @param pairs held-out pairs, one or more
   * @param tokens maximum number of tokens of a batch, with padding
   */
  TranslationValidation(TranslationNetwork network, List<TranslationPair> pairs, int tokens) {
    this.network = network;
    List<TranslationPair> sorted = new ArrayList<>(pairs);
    sorted.sort(Comparator.comparingInt(TranslationPair::length));
    List<TranslationPair> batch = new ArrayList<>();
    for (TranslationPair pair : sorted) {
      if (!batch.isEmpty() && (batch.size() + 1L) * pair.length() > tokens) {
        batches.add(List.copyOf(batch));
        batch.clear();
      }
      batch.add(pair);
    }
    batches.add(List.copyOf(batch));
  }

  // The scope and the guard act for the duration of their block.
  @SuppressWarnings("try")
  @Override
  public Outcome validate() {
    double sum = 0;
    double correct = 0;
    long tokens = 0;
    for (List<TranslationPair> batch : batches) {
      try (PointerScope scope = new PointerScope();
          NoGradGuard guard = new NoGradGuard()) {
        TargetBatch target = network.target(batch);
        Tensor logits = network.logits(batch, target);
        Tensor labels = target.labels().unsqueeze(1);
        sum += torch.log_softmax(logits, 1).gather(1, labels).sum().item_double();
        correct += logits.max(1).get1().eq(target.labels()).sum().item_double();
        tokens += target.labels().size(0);
      }
    }
    double mean = sum / tokens;
    return new Outcome(mean, Map.of("perplexity", Math.exp(-mean), "accuracy", correct / tokens));
  }
}
