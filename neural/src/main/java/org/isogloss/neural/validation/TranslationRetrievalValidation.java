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
 * Validation by the retrieval of translations: the mean over collections of the mean over
 * languages. Watched collections are measured and reported, but decide nothing.
 */
public final class TranslationRetrievalValidation implements Validation {
  /** By collection, functions that return the accuracies of sets by name. */
  private final Map<String, List<Supplier<Map<String, Double>>>> selectionCollections =
      new TreeMap<>();

  private final Map<String, List<Supplier<Map<String, Double>>>> monitoredCollections =
      new TreeMap<>();

  /**
   * Adds a set of sentences with their translations.
   *
   * @param name name of the languages
   * @param accuracy evaluated at every validation
   */
  public void add(String collection, String name, DoubleSupplier accuracy) {
    add(collection, () -> Map.of(name, accuracy.getAsDouble()));
  }

  /**
   * Adds sets that are measured together.
   *
   * @param accuracies by the names of the languages, evaluated at every validation
   */
  public void add(String collection, Supplier<Map<String, Double>> accuracies) {
    selectionCollections.computeIfAbsent(collection, key -> new ArrayList<>()).add(accuracies);
  }

  /** Adds a set that decides nothing. */
  public void addMonitored(String collection, String name, DoubleSupplier accuracy) {
    monitoredCollections
        .computeIfAbsent(collection, key -> new ArrayList<>())
        .add(() -> Map.of(name, accuracy.getAsDouble()));
  }

  /** Returns whether no set decides. */
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
    double inside = 0;
    int measured = 0;
    for (Supplier<Map<String, Double>> some : sets) {
      for (var accuracy : some.get().entrySet()) {
        details.put(collection + '/' + accuracy.getKey(), accuracy.getValue());
        inside += accuracy.getValue();
        measured++;
      }
    }
    double mean = inside / measured;
    details.put(collection, mean);
    return mean;
  }

  /**
   * Returns the share of queries whose nearest candidate, by cosine, is their translation.
   *
   * @param queries unit vectors {@code [n, dimension]}
   * @param candidates unit vectors {@code [n, dimension]}, each the translation of the query at the
   *     same position
   * @param keys {@code [n]} of the candidates: equal for equal sentences, any of which is correct
   */
  public static double accuracy(Tensor queries, Tensor candidates, int[] keys) {
    Tensor similarity = queries.matmul(candidates.t());
    Tensor best = similarity.max(1).get1().cpu();
    long[] places = new long[keys.length];
    best.<LongBuffer>createBuffer().get(places);
    int found = 0;
    for (int i = 0; i < places.length; i++) {
      if (keys[(int) places[i]] == keys[i]) {
        found++;
      }
    }
    return (double) found / keys.length;
  }

  /** Returns numbers that are equal for equal texts: the position of the first occurrence. */
  public static int[] textKeys(List<String> texts) {
    Map<String, Integer> first = new HashMap<>();
    int[] keys = new int[texts.size()];
    for (int i = 0; i < keys.length; i++) {
      Integer before = first.putIfAbsent(texts.get(i), i);
      keys[i] = before == null ? i : before;
    }
    return keys;
  }
}
