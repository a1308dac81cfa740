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
 * The records of a file, one after the other, read as they are asked for. Under {@link
 * OnError#SKIP} a record that cannot be read is left out and counted. To be closed; not for use by
 * several threads at once.
 *
 * @param <T> what a record is
 */
public final class Records<T> implements Iterator<T>, AutoCloseable {
  private static final int MAX_PROBLEMS = 10;
  private static final SkippedFiles NONE = new SkippedFiles(Path.of(""));

  /**
   * Where records come from.
   *
   * @param <T> what a record is
   */
  public interface Source<T> extends AutoCloseable {
    /**
     * The next record.
     *
     * @return empty at the end
     * @throws MalformedRecordException if it cannot be read, though those behind it may
     * @throws FormatException if nothing more can be read
     */
    Optional<T> next() throws MalformedRecordException;

    /** Gives the problem with the record read last its place. */
    FormatException toFormatException(String problem);

    /** How much of the input was read: from 0 to 1, as good as it can be known. */
    double progress();

    /** The files of the folder read that were left out so far. */
    default SkippedFiles skippedFiles() {
      return NONE;
    }

    @Override
    void close();
  }

  private final Source<T> source;
  private final OnError onError;
  private final List<FormatException> problems = new ArrayList<>();
  private Consumer<FormatException> skippedListener = problem -> {};
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
   * @throws FormatException if the next record cannot be read and this reader is to fail, or if the
   *     file cannot be read any further
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
        skippedCount++;
        skippedListener.accept(problem);
        if (problems.size() < MAX_PROBLEMS) {
          problems.add(problem);
        }
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

  /** How many records were given. */
  public long readCount() {
    return readCount;
  }

  /** How many records could not be read and were left out. */
  public long skippedCount() {
    return skippedCount;
  }

  /**
   * How much of the input was read: from 0 to 1, in bytes as they lie on the disk. Good for showing
   * the time left, not for telling whether all was read.
   */
  public double progress() {
    return ended ? 1 : source.progress();
  }

  /** What was wrong with the records left out: the first ten. */
  public List<FormatException> problems() {
    return List.copyOf(problems);
  }

  /** The files of a folder that hold no records and were left out; complete at the end. */
  public SkippedFiles skippedFiles() {
    return source.skippedFiles();
  }

  /**
   * Passes each record that is left out to a listener, in addition to counting it.
   *
   * @return this reader
   */
  public Records<T> onSkipped(Consumer<FormatException> listener) {
    skippedListener = requireNonNull(listener, "listener is null");
    return this;
  }

  /**
   * These records, each made into another. This reader cannot be used afterwards; closing the other
   * closes it.
   *
   * @throws IllegalStateException if records were already asked for
   */
  public <R> Records<R> map(Function<? super T, ? extends R> function) {
    if (readCount > 0 || skippedCount > 0 || upcoming.isPresent() || ended) {
      throw new IllegalStateException("map has to come before reading");
    }
    return new Records<>(
        new FlatMappedRecords<T, R>(source, record -> List.of(function.apply(record))), onError);
  }

  /** Where these records come from, for readers that put several together. */
  public Source<T> source() {
    return source;
  }

  /** The records not given yet; closing the stream closes this reader. */
  public Stream<T> stream() {
    return StreamSupport.stream(
            Spliterators.spliteratorUnknownSize(this, Spliterator.ORDERED | Spliterator.NONNULL),
            false)
        .onClose(this::close);
  }

  /** Reads all that is left into memory and closes this reader. */
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
