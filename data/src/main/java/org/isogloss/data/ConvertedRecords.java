// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data;

import java.util.Optional;
import java.util.function.Function;

/**
 * Records that are converted one by one. Those of which nothing remains are left out and counted as
 * records without text.
 *
 * @param <S> the type of a record before
 * @param <T> the type of a record after
 */
public final class ConvertedRecords<S, T> implements Records.Source<T> {
  private final Records.Source<S> source;
  private final Function<S, Optional<T>> conversion;
  private long withoutText;

  public ConvertedRecords(Records.Source<S> source, Function<S, Optional<T>> conversion) {
    this.source = source;
    this.conversion = conversion;
  }

  @Override
  public Optional<T> next() throws MalformedRecordException {
    for (Optional<S> next = source.next(); next.isPresent(); next = source.next()) {
      Optional<T> converted = conversion.apply(next.get());
      if (converted.isPresent()) {
        return converted;
      }
      withoutText++;
    }
    return Optional.empty();
  }

  @Override
  public long withoutTextCount() {
    return withoutText + source.withoutTextCount();
  }

  @Override
  public FormatException toFormatException(String problem) {
    return source.toFormatException(problem);
  }

  @Override
  public double progress() {
    return source.progress();
  }

  @Override
  public SkippedFiles skippedFiles() {
    return source.skippedFiles();
  }

  @Override
  public void close() {
    source.close();
  }
}
