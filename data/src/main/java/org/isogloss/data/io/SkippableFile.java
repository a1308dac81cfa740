// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.io;

import java.util.Optional;
import java.util.function.Supplier;
import org.isogloss.data.FormatException;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.Records;
import org.isogloss.data.SkippedFiles;

/**
 * The records of one of several files. A defect after which the file cannot be read any further is
 * one malformed record, so that the records of the other files can still be read.
 *
 * @param <T> the type of a record
 */
public final class SkippableFile<T> implements Records.Source<T> {
  private final Supplier<? extends Records.Source<T>> opener;
  private Optional<Records.Source<T>> opened = Optional.empty();
  private Optional<FormatException> failure = Optional.empty();

  /**
   * Creates the source.
   *
   * @param opener opens the file; its exceptions are malformed records too
   */
  public SkippableFile(Supplier<? extends Records.Source<T>> opener) {
    this.opener = opener;
  }

  /** Creates the source of a file that is open. */
  public SkippableFile(Records.Source<T> open) {
    this(() -> open);
    this.opened = Optional.of(open);
  }

  @Override
  public Optional<T> next() throws MalformedRecordException {
    if (failure.isPresent()) {
      return Optional.empty();
    }
    try {
      if (opened.isEmpty()) {
        opened = Optional.of(opener.get());
      }
      return opened.get().next();
    } catch (FormatException e) {
      failure = Optional.of(e);
      throw new MalformedRecordException(e.problem());
    }
  }

  @Override
  public FormatException toFormatException(String problem) {
    return failure.orElseGet(() -> opened.orElseThrow().toFormatException(problem));
  }

  @Override
  public double progress() {
    return failure.isPresent() ? 1 : opened.map(Records.Source::progress).orElse(0.0);
  }

  @Override
  public SkippedFiles skippedFiles() {
    return opened.map(Records.Source::skippedFiles).orElseGet(Records.Source.super::skippedFiles);
  }

  @Override
  public long withoutTextCount() {
    return opened.map(Records.Source::withoutTextCount).orElse(0L);
  }

  @Override
  public void close() {
    opened.ifPresent(Records.Source::close);
  }
}
