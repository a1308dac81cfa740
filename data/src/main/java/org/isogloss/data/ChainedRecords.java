package org.isogloss.data;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The records of several inputs, one after the other. An input is opened when those before it are
 * read.
 *
 * @param <T> what a record is
 */
final class ChainedRecords<T> implements Records.Source<T> {
  private final Path all;
  private final List<Supplier<Records<T>>> inputs;
  private int opened;
  private Records.Source<T> current;

  private ChainedRecords(Path all, List<Supplier<Records<T>>> inputs) {
    this.all = all;
    this.inputs = List.copyOf(inputs);
  }

  /**
   * Chains inputs.
   *
   * @param all the folder that they stand in
   */
  static <T> Records<T> of(Path all, List<Supplier<Records<T>>> inputs, OnError onError) {
    return new Records<>(new ChainedRecords<>(all, inputs), onError);
  }

  @Override
  public Optional<T> next() throws MalformedRecordException {
    while (true) {
      if (current == null) {
        if (opened == inputs.size()) {
          return Optional.empty();
        }
        current = inputs.get(opened++).get().source();
      }
      Optional<T> next = current.next();
      if (next.isPresent()) {
        return next;
      }
      close();
    }
  }

  @Override
  public FormatException located(String problem) {
    return current == null ? new FormatException(all, 0, problem) : current.located(problem);
  }

  @Override
  public double progress() {
    double done = current == null ? opened : opened - 1 + current.progress();
    return inputs.isEmpty() ? 1 : done / inputs.size();
  }

  @Override
  public void close() {
    if (current != null) {
      current.close();
      current = null;
    }
  }
}
