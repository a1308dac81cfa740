// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.validation;

import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.neural.Validation;

/**
 * Validation by translation retrieval: the mean over collections of the mean accuracy over their
 * language pairs. Monitored collections are measured and reported, but do not affect the score.
 */
public final class TranslationRetrievalValidation implements Validation {
  /** The suppliers of accuracies by the name of a set, by collection. */
  private final Map<String, List<Supplier<Map<String, Double>>>> selectionCollections =
      new TreeMap<>();

  private final Map<String, List<Supplier<Map<String, Double>>>> monitoredCollections =
      new TreeMap<>();

  /**
   * Adds a set of sentences whose translations are to be retrieved.
   *
   * @param name name of the language pair
   * @param accuracy measures the accuracy; called at every validation
   */
  public void add(String collection, String name, DoubleSupplier accuracy) {
    add(collection, () -> Map.of(name, accuracy.getAsDouble()));
  }

  /**
   * Adds sets that are measured together.
   *
   * @param accuracies measures the accuracies by language pair; called at every validation
   */
  public void add(String collection, Supplier<Map<String, Double>> accuracies) {
    selectionCollections.computeIfAbsent(collection, key -> new ArrayList<>()).add(accuracies);
  }

  /** Adds a set that is reported but does not affect the score. */
  public void addMonitored(String collection, String name, DoubleSupplier accuracy) {
    monitoredCollections
        .computeIfAbsent(collection, key -> new ArrayList<>())
        .add(() -> Map.of(name, accuracy.getAsDouble()));
  }

  /** Returns whether there is no set that affects the score. */
  public boolean isEmpty() {
    return selectionCollections.isEmpty();
  }

  @Override
  public Outcome validate() {
    Map<String, Double> details = new TreeMap<>();
    double sum = 0;
    for (var collection : selectionCollections.entrySet()) {
      sum += mean(collection.getKey(), collection.getValue(), details);
    }
    monitoredCollections.forEach((collection, sets) -> mean(collection, sets, details));
    return new Outcome(sum / selectionCollections.size(), details);
  }

  private static double mean(
      String collection, List<Supplier<Map<String, Double>>> sets, Map<String, Double> details) {
    double sum = 0;
    int count = 0;
    for (Supplier<Map<String, Double>> set : sets) {
      for (var accuracy : set.get().entrySet()) {
        details.put(collection + '/' + accuracy.getKey(), accuracy.getValue());
        sum += accuracy.getValue();
        count++;
      }
    }
    double mean = sum / count;
    details.put(collection, mean);
    return mean;
  }

  /**
   * Returns the fraction of sentences whose nearest candidate by cosine is their translation.
   *
   * @param queries unit vectors {@code [n, dimension]}
   * @param candidates unit vectors {@code [n, dimension]} of the translations of the queries, in
   *     the same order
   * @param keys keys of the candidates, {@code [n]}; equal candidates have equal keys, and any of
   *     them is correct
   */
  public static double accuracy(Tensor queries, Tensor candidates, int[] keys) {
    Tensor similarity = queries.matmul(candidates.t());
    Tensor best = similarity.max(1).get1().cpu();
    long[] nearest = new long[keys.length];
    best.<LongBuffer>createBuffer().get(nearest);
    int correct = 0;
    for (int i = 0; i < nearest.length; i++) {
      if (keys[(int) nearest[i]] == keys[i]) {
        correct++;
      }
    }
    return (double) correct / keys.length;
  }

  /** Returns a key of each text, the index of its first occurrence; equal texts have equal keys. */
  public static int[] textKeys(List<String> texts) {
    Map<String, Integer> first = new HashMap<>();
    int[] keys = new int[texts.size()];
    for (int i = 0; i < keys.length; i++) {
      Integer previous = first.putIfAbsent(texts.get(i), i);
      keys[i] = previous == null ? i : previous;
    }
    return keys;
  }
}
