// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.io;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.isogloss.data.FormatException;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;

/**
 * Concatenates the records of several inputs. An input is opened after the previous one has been
 * read; one that cannot be read any further is a malformed record.
 *
 * @param <T> the type of a record
 */
public final class ConcatenatedRecords<T> implements Records.Source<T> {
  private final Path folder;
  private final List<Supplier<Records<T>>> inputs;
  private int opened;
  private long withoutText;
  private Records.Source<T> current;

  private ConcatenatedRecords(Path folder, List<Supplier<Records<T>>> inputs) {
    this.folder = folder;
    this.inputs = List.copyOf(inputs);
  }

  /**
   * Concatenates inputs.
   *
   * @param folder the folder that contains the inputs
   */
  public static <T> Records<T> of(Path folder, List<Supplier<Records<T>>> inputs, OnError onError) {
    return new Records<>(new ConcatenatedRecords<>(folder, inputs), onError);
  }

  @Override
  public Optional<T> next() throws MalformedRecordException {
    while (true) {
      if (current == null) {
        if (opened == inputs.size()) {
          return Optional.empty();
        }
        Supplier<Records<T>> input = inputs.get(opened++);
        current = new SkippableFile<>(() -> input.get().source());
      }
      Optional<T> next = current.next();
      if (next.isPresent()) {
        return next;
      }
      close();
    }
  }

  @Override
  public FormatException toFormatException(String problem) {
    return current == null
        ? new FormatException(folder, 0, problem)
        : current.toFormatException(problem);
  }

  @Override
  public double progress() {
    double done = current == null ? opened : opened - 1 + current.progress();
    return inputs.isEmpty() ? 1 : done / inputs.size();
  }

  @Override
  public long withoutTextCount() {
    return withoutText + (current == null ? 0 : current.withoutTextCount());
  }

  @Override
  public void close() {
    if (current != null) {
      withoutText += current.withoutTextCount();
      current.close();
      current = null;
    }
  }
}
