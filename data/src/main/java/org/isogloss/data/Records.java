// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * A sequential, lazy reader of records. With {@link OnError#SKIP}, malformed records are skipped
 * and counted. The reader must be closed. Not thread-safe.
 *
 * @param <T> the type of a record
 */
public final class Records<T> implements Iterator<T>, AutoCloseable {
  private static final int MAX_PROBLEMS = 10;

  /**
   * A source of records.
   *
   * @param <T> the type of a record
   */
  public interface Source<T> extends AutoCloseable {
    /**
     * Reads the next record.
     *
     * @return the record; empty at the end
     * @throws MalformedRecordException if the record is malformed; later records may still be
     *     readable
     * @throws FormatException if the input cannot be read any further
     */
    Optional<T> next() throws MalformedRecordException;

    /** Adds the position of the last record to a problem. */
    FormatException toFormatException(String problem);

    /** The approximate share of the input that has been read, from 0 to 1. */
    double progress();

    /** The files of a folder that have been skipped so far. */
    default SkippedFiles skippedFiles() {
      return new SkippedFiles(Path.of(""));
    }

    /** Number of records so far that are valid, but left out because they contain no text. */
    default long withoutTextCount() {
      return 0;
    }

    @Override
    void close();
  }

  private final Source<T> source;
  private final OnError onError;
  private final List<FormatException> problems = new ArrayList<>();
  private Consumer<FormatException> skippedListener = problem -> {};
  private Optional<T> placeholder = Optional.empty();
  private Optional<T> upcoming = Optional.empty();
  private boolean ended;
  private long readCount;
  private long skippedCount;

  public Records(Source<T> source, OnError onError) {
    this.source = source;
    this.onError = onError;
  }

  /**
   * Whether there is another record.
   *
   * @throws FormatException if the next record is malformed and {@code onError} is {@link
   *     OnError#FAIL}, or if the input cannot be read any further
   */
  @Override
  public boolean hasNext() {
    while (upcoming.isEmpty() && !ended) {
      try {
        upcoming = source.next();
        ended = upcoming.isEmpty();
      } catch (MalformedRecordException e) {
        FormatException problem = source.toFormatException(e.getMessage());
        if (onError == OnError.FAIL) {
          throw problem;
        }
        countSkipped(problem);
        upcoming = placeholder;
      }
    }
    return upcoming.isPresent();
  }

  @Override
  public T next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    T record = upcoming.orElseThrow();
    upcoming = Optional.empty();
    readCount++;
    return record;
  }

  /**
   * Skips the record that was returned last, which is readable, but cannot be used: it counts as
   * malformed instead of as read. To be called before {@link #hasNext}.
   *
   * @param problem what is wrong with it
   * @return false if records are not skipped, so that the caller must report the problem
   */
  public boolean skipLast(String problem) {
    if (onError == OnError.FAIL) {
      return false;
    }
    readCount--;
    countSkipped(source.toFormatException(problem));
    return true;
  }

  private void countSkipped(FormatException problem) {
    skippedCount++;
    skippedListener.accept(problem);
    if (problems.size() < MAX_PROBLEMS) {
      problems.add(problem);
    }
  }

  /** Number of records returned. */
  public long readCount() {
    return readCount;
  }

  /** Number of malformed records that were skipped. */
  public long skippedCount() {
    return skippedCount;
  }

  /**
   * The share of the input that has been read, from 0 to 1, in (compressed) bytes. Use it to
   * estimate the remaining time, not to decide whether the input was read completely.
   */
  public double progress() {
    return ended ? 1 : source.progress();
  }

  /** The problems of the first ten skipped records. */
  public List<FormatException> problems() {
    return List.copyOf(problems);
  }

  /**
   * The files of a folder that were skipped because they contain no records; complete at the end.
   */
  public SkippedFiles skippedFiles() {
    return source.skippedFiles();
  }

  /**
   * Number of records that are valid, but left out because they contain no text, such as articles
   * of a wiki without a paragraph; complete at the end.
   */
  public long withoutTextCount() {
    return source.withoutTextCount();
  }

  /**
   * Sets a listener that receives the problem of each skipped record, in addition to counting it.
   *
   * @return this reader
   */
  public Records<T> onSkipped(Consumer<FormatException> listener) {
    skippedListener = requireNonNull(listener, "listener is null");
    return this;
  }

  /**
   * Sets a listener that receives each skipped file of a folder with the reason, in addition to
   * counting it.
   *
   * @return this reader
   */
  public Records<T> onSkippedFile(Consumer<FormatException> listener) {
    source.skippedFiles().onAdded(listener);
    return this;
  }

  /**
   * Sets a record that is returned in the place of each skipped one, so that the others keep their
   * positions. It counts as read and as skipped.
   *
   * @return this reader
   */
  public Records<T> withPlaceholder(T record) {
    placeholder = Optional.of(record);
    return this;
  }

  /**
   * Converts each record, and the placeholder of skipped ones. This reader cannot be used
   * afterwards; closing the result closes it.
   *
   * @throws IllegalStateException if reading has begun
   */
  public <R> Records<R> map(Function<? super T, ? extends R> function) {
    if (readCount > 0 || skippedCount > 0 || upcoming.isPresent() || ended) {
      throw new IllegalStateException("map must be called before reading");
    }
    Records<R> mapped =
        new Records<>(
            new FlatMappedRecords<T, R>(source, record -> List.of(function.apply(record))),
            onError);
    mapped.placeholder = placeholder.map(function);
    return mapped;
  }

  /** The source of these records, for readers that combine several sources. */
  public Source<T> source() {
    return source;
  }

  /** The remaining records; closing the stream closes this reader. */
  public Stream<T> stream() {
    return StreamSupport.stream(
            Spliterators.spliteratorUnknownSize(this, Spliterator.ORDERED | Spliterator.NONNULL),
            false)
        .onClose(this::close);
  }

  /** Reads all remaining records into memory and closes this reader. */
  public List<T> toList() {
    try (this) {
      List<T> all = new ArrayList<>();
      while (hasNext()) {
        all.add(next());
      }
      return all;
    }
  }

  @Override
  public void close() {
    source.close();
  }
}
