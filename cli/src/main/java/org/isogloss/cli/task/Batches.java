// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.task;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.isogloss.cli.console.ProgressBar;
import org.isogloss.data.Records;

/** Passes inputs to a model, several hundred at once, so that it groups them by length. */
final class Batches {
  /** Number of inputs of a batch. */
  static final int SIZE = 512;

  private Batches() {}

  /** Reads all records in batches. */
  static <T> void forEach(Records<T> records, ProgressBar progress, Consumer<List<T>> action) {
    List<T> batch = new ArrayList<>(SIZE);
    while (records.hasNext()) {
      batch.add(records.next());
      if (batch.size() == SIZE || !records.hasNext()) {
        action.accept(List.copyOf(batch));
        batch.clear();
        progress.update(records.readCount(), 0);
      }
    }
  }

  /** Returns the output of a model for each input. */
  static <T, R> List<R> map(
      List<T> inputs, ProgressBar progress, Function<List<T>, List<R>> function) {
    List<R> outputs = new ArrayList<>(inputs.size());
    for (int from = 0; from < inputs.size(); from += SIZE) {
      outputs.addAll(function.apply(inputs.subList(from, Math.min(from + SIZE, inputs.size()))));
      progress.update(outputs.size(), inputs.size());
    }
    return outputs;
  }
}
