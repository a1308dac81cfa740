// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining.corpus;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;
import org.isogloss.core.Encoder;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Role;
import org.isogloss.core.io.FileErrors;
import org.isogloss.data.FormatException;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.PlainTextLines;
import org.isogloss.data.duplicate.FingerprintSet;
import org.isogloss.mining.neighbour.Int8VectorQuantizer;

/**
 * Encodes the lines of a file into the folder that {@link EncodedLines} describes. A killed run is
 * resumed from the last saved state. Memory use is one batch, plus 8 to 16 bytes per distinct line
 * to detect repeated lines.
 */
public final class LineEncoder implements AutoCloseable {
  /**
   * Number of lines per batch: enough to group lines by length and to choose the quantisation step.
   */
  private static final int BATCH = Int8VectorQuantizer.SAMPLE_SIZE;

  /**
   * Maximum number of UTF-16 code units per batch, which bounds the size of batches of long lines.
   */
  private static final long BATCH_LENGTH = 1 << 22;

  /** Default time between saves, which bounds the work lost if the process is killed. */
  public static final long SAVE_NANOS = Duration.ofSeconds(10).toNanos();

  private final Path folder;
  private final Encoder encoder;
  private final LongLinePolicy longLines;
  private final long saveNanos;
  private final AppendOnlyFile vectors;
  private final AppendOnlyFile lines;
  private final AppendOnlyFile texts;
  private final FingerprintSet seen = new FingerprintSet();
  private final List<String> batch = new ArrayList<>();
  private final List<Long> numbers = new ArrayList<>();
  private EncodingState state;
  private long batchLength;
  private long blank;
  private long repeated;
  private long tooLong;
  private long unknown;
  private long saved = System.nanoTime();

  private LineEncoder(
      Path folder, EncodingState state, Encoder encoder, LongLinePolicy longLines, long saveNanos)
      throws IOException {
    this.saveNanos = saveNanos;
    this.folder = folder;
    this.state = state;
    this.encoder = encoder;
    this.longLines = longLines;
    LineCounts counts = state.counts();
    blank = counts.blank();
    repeated = counts.repeated();
    tooLong = counts.tooLong();
    unknown = counts.unknown();
    Files.createDirectories(folder);
    Deque<AppendOnlyFile> opened = new ArrayDeque<>();
    try {
      opened.push(AppendOnlyFile.open(folder.resolve(EncodedLines.VECTORS), state.vectors()));
      opened.push(AppendOnlyFile.open(folder.resolve(EncodedLines.LINES), state.lines()));
      opened.push(AppendOnlyFile.open(folder.resolve(EncodedLines.TEXTS), state.texts()));
    } catch (IOException | RuntimeException e) {
      for (AppendOnlyFile file : opened) {
        file.close();
      }
      throw e;
    }
    texts = opened.pop();
    lines = opened.pop();
    vectors = opened.pop();
  }

  /** Receives the progress. */
  public interface Listener {
    /**
     * Reports that lines were encoded.
     *
     * @param resumedAt number of lines that an earlier run had already read
     * @param lines number of lines read so far, including those of the earlier run
     * @param fraction fraction of the file that has been read, from 0 to 1
     */
    void progress(long resumedAt, long lines, double fraction);

    /** Reports that a malformed line is skipped. */
    default void lineSkipped(FormatException problem) {}
  }

  /**
   * Encodes the lines of a file that are not encoded yet.
   *
   * @param folder the folder of the encoded lines
   * @param file the file, UTF-8, plain or gzip
   * @param encoder the encoder
   * @param longLines how to handle lines that exceed the maximum length of the encoder
   * @param onError how to handle lines that are not valid UTF-8
   * @param saveNanos minimum time between saves in nanoseconds
   * @param listener receives the progress
   */
  public static EncodedLines run(
      Path folder,
      Path file,
      Encoder encoder,
      LongLinePolicy longLines,
      OnError onError,
      long saveNanos,
      Listener listener) {
    EncodingState earlier = EncodingState.read(folder).orElse(EncodingState.EMPTY);
    if (!earlier.finished()) {
      try (LineEncoder lineEncoder =
              new LineEncoder(folder, earlier, encoder, longLines, saveNanos);
          Records<String> records =
              PlainTextLines.read(file, onError).onSkipped(listener::lineSkipped)) {
        lineEncoder.encode(records, listener);
      } catch (IOException e) {
        throw FileErrors.cannotWrite(folder, e);
      }
    }
    EncodingState done = EncodingState.read(folder).orElseThrow();
    return EncodedLines.open(folder, done, encoder.dimension());
  }

  private void encode(Records<String> records, Listener listener) throws IOException {
    long resumedAt = state.counts().lines();
    while (records.hasNext()) {
      String text = records.next().strip();
      long number = records.readCount() + records.skippedCount();
      if (number <= resumedAt) {
        // An earlier run has processed this line, but later lines may repeat it.
        if (!text.isEmpty()) {
          seen.add(text);
        }
        continue;
      }
      take(text, number);
      if (batch.size() == BATCH || batchLength >= BATCH_LENGTH) {
        encodeBatch(number, records.skippedCount());
        listener.progress(resumedAt, number, records.progress());
        if (System.nanoTime() - saved >= saveNanos) {
          save(false);
        }
      }
    }
    long all = records.readCount() + records.skippedCount();
    encodeBatch(all, records.skippedCount());
    save(true);
    listener.progress(resumedAt, all, 1);
  }

  private void take(String text, long number) {
    if (text.isEmpty()) {
      blank++;
    } else if (!seen.add(text)) {
      repeated++;
    } else if (longLines == LongLinePolicy.SKIP && !encoder.fits(text, Role.QUERY)) {
      tooLong++;
    } else {
      batch.add(text);
      batchLength += text.length();
      numbers.add(number);
    }
  }

  private void encodeBatch(long linesRead, long malformed) throws IOException {
    // Mining is symmetric, so the lines of both files are encoded as queries.
    float[][] encoded = encoder.encode(batch, Role.QUERY);
    int[] nonZero =
        IntStream.range(0, encoded.length).filter(i -> Encoder.isNonZero(encoded[i])).toArray();
    unknown += encoded.length - nonZero.length;
    float step = state.step();
    if (step == 0 && nonZero.length > 0) {
      step = Int8VectorQuantizer.fit(encoded).step();
    }
    ByteBuffer rows = ByteBuffer.allocate(nonZero.length * encoder.dimension());
    ByteBuffer entries = ByteBuffer.allocate(nonZero.length * EncodedLines.ENTRY_BYTES);
    ByteArrayOutputStream utf8 = new ByteArrayOutputStream();
    long textStart = texts.extent().bytes();
    for (int i : nonZero) {
      rows.put(new Int8VectorQuantizer(step).quantize(encoded[i]));
      utf8.writeBytes(batch.get(i).getBytes(StandardCharsets.UTF_8));
      entries.putLong(numbers.get(i)).putLong(textStart + utf8.size());
    }
    vectors.write(rows.flip());
    lines.write(entries.flip());
    texts.write(ByteBuffer.wrap(utf8.toByteArray()));
    LineCounts counts = new LineCounts(linesRead, malformed, blank, repeated, tooLong, unknown);
    if (counts.encoded() > EncodedLines.MAX_LINES) {
      throw new IsoglossException(
          folder + ": more than " + EncodedLines.MAX_LINES + " lines to mine; split the file");
    }
    state = state(counts, step, false);
    batch.clear();
    numbers.clear();
    batchLength = 0;
  }

  private EncodingState state(LineCounts counts, float step, boolean finished) {
    return new EncodingState(
        counts, step, vectors.extent(), lines.extent(), texts.extent(), finished);
  }

  /** Forces the data files to disk before the state that describes them is written. */
  private void save(boolean finished) throws IOException {
    vectors.force();
    lines.force();
    texts.force();
    state(state.counts(), state.step(), finished).write(folder);
    saved = System.nanoTime();
  }

  @Override
  public void close() throws IOException {
    vectors.close();
    lines.close();
    texts.close();
  }
}
