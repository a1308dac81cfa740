// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.corpus;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.AtomicFile;
import org.isogloss.core.io.FileErrors;

/**
 * Sentences in a file, from which they are read individually, and the pairs of translations among
 * them. Equal sentences are stored once. Memory use is 12 bytes per sentence and 8 per pair.
 *
 * <p>A corpus consists of two files: {@code NAME.texts}, the concatenated sentences in UTF-8, and
 * {@code NAME.pairs}, version 2, as {@link CorpusFileWriter} writes it: magic number and version,
 * the start of each sentence (and the end of the last one), CRC-32C of the sentences, training
 * groups, held-out groups; every list is preceded by its length.
 */
public final class TextCorpus implements AutoCloseable {
  private static final int MAGIC = 0x49475443;
  private static final int VERSION = 2;
  private static final int BUFFER = 1 << 20;
  private static final int NO_ENGLISH_SOURCE = -1;

  private final Path file;
  private final FileChannel texts;
  private final long[] starts;
  private final List<PairGroup> training;
  private final List<PairGroup> heldOut;
  private final int[] englishSources;

  private TextCorpus(
      Path file,
      FileChannel texts,
      long[] starts,
      List<PairGroup> training,
      List<PairGroup> heldOut) {
    this.file = file;
    this.texts = texts;
    this.starts = starts;
    this.training = training;
    this.heldOut = heldOut;
    this.englishSources = englishSources(starts.length - 1, training);
  }

  /** Returns the English sentence of each sentence, according to its first pair with English. */
  private static int[] englishSources(int sentences, List<PairGroup> groups) {
    int[] sources = new int[sentences];
    Arrays.fill(sources, NO_ENGLISH_SOURCE);
    for (PairGroup group : groups) {
      boolean first = group.name().startsWith("en-");
      if (first || group.name().endsWith("-en")) {
        int[] english = first ? group.left() : group.right();
        int[] other = first ? group.right() : group.left();
        for (int i = 0; i < group.size(); i++) {
          sources[english[i]] = english[i];
          if (sources[other[i]] == NO_ENGLISH_SOURCE) {
            sources[other[i]] = english[i];
          }
        }
      }
    }
    return sources;
  }

  private static Path texts(Path base) {
    return base.resolveSibling(base.getFileName() + ".texts");
  }

  private static Path pairs(Path base) {
    return base.resolveSibling(base.getFileName() + ".pairs");
  }

  /** Returns whether a complete corpus exists under this name. */
  public static boolean exists(Path base) {
    return Files.exists(texts(base)) && Files.exists(pairs(base));
  }

  /**
   * Opens a corpus that {@link Builder#write} wrote.
   *
   * @throws IsoglossException if a file cannot be read, or is damaged or of another version
   */
  public static TextCorpus open(Path base) {
    Path file = texts(base);
    try (CorpusFileReader in = new CorpusFileReader(pairs(base), MAGIC, VERSION)) {
      long[] starts = in.readLongs();
      requireAscending(in, starts);
      int checksum = in.readInt();
      List<PairGroup> training = in.readGroups(starts.length - 1);
      List<PairGroup> heldOut = in.readGroups(starts.length - 1);
      in.verifyEnd();
      verifyTexts(file, pairs(base), starts[starts.length - 1], checksum);
      return new TextCorpus(file, FileChannel.open(file), starts, training, heldOut);
    } catch (IOException e) {
      throw FileErrors.cannotRead(file, e);
    }
  }

  private static void requireAscending(CorpusFileReader in, long[] starts) {
    if (starts.length == 0 || starts[0] != 0) {
      throw in.damaged("the first sentence does not start at 0");
    }
    for (int i = 1; i < starts.length; i++) {
      if (starts[i] < starts[i - 1] || starts[i] - starts[i - 1] > Integer.MAX_VALUE) {
        throw in.damaged("sentence " + i + " extends from " + starts[i - 1] + " to " + starts[i]);
      }
    }
  }

  private static void verifyTexts(Path file, Path index, long length, int expected)
      throws IOException {
    if (Files.size(file) != length) {
      throw new IsoglossException(
          file
              + ": its length differs from the one in "
              + index
              + "; delete both to create them again");
    }
    CRC32C checksum = new CRC32C();
    try (InputStream in = new CheckedInputStream(Files.newInputStream(file), checksum)) {
      byte[] buffer = new byte[BUFFER];
      for (int read = in.read(buffer); read >= 0; ) {
        read = in.read(buffer);
      }
    }
    if ((int) checksum.getValue() != expected) {
      throw new IsoglossException(
          file
              + ": its checksum differs from the one in "
              + index
              + "; delete both to create them again");
    }
  }

  /** Returns the number of different sentences. */
  public int sentenceCount() {
    return starts.length - 1;
  }

  /** Returns the training pairs. */
  public List<PairGroup> training() {
    return training;
  }

  /**
   * Returns the pairs held out for validation; none of their English sentences is in {@link
   * #training}.
   */
  public List<PairGroup> heldOut() {
    return heldOut;
  }

  /**
   * Returns the English sentence that is paired with this one; an English sentence is returned
   * itself.
   */
  public OptionalInt englishSourceOf(int sentence) {
    return englishSources[sentence] == NO_ENGLISH_SOURCE
        ? OptionalInt.empty()
        : OptionalInt.of(englishSources[sentence]);
  }

  /** Returns the text of a sentence. This method is thread-safe. */
  public String text(int sentence) {
    ByteBuffer bytes =
        ByteBuffer.allocate(Math.toIntExact(starts[sentence + 1] - starts[sentence]));
    try {
      long at = starts[sentence];
      while (bytes.hasRemaining()) {
        int read = texts.read(bytes, at);
        if (read < 0) {
          throw new IsoglossException(file + ": was truncated while it was read");
        }
        at += read;
      }
    } catch (IOException e) {
      throw FileErrors.cannotRead(file, e);
    }
    return new String(bytes.array(), StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    try {
      texts.close();
    } catch (IOException e) {
      throw new IsoglossException(file + ": cannot be closed: " + FileErrors.describe(e), e);
    }
  }

  /** Writes a corpus; sentences are written to disk as they are added. */
  public static final class Builder implements SentencePairSink, AutoCloseable {
    private final Path base;
    private final Path temporaryFile;
    private final OutputStream out;
    private final SentenceIndex sentenceIndex = new SentenceIndex();
    private final PairGroupBuilder training = new PairGroupBuilder();
    private final PairGroupBuilder heldOut = new PairGroupBuilder();
    private long[] starts = new long[1 << 12];
    private final CRC32C checksum = new CRC32C();
    private long written;

    /**
     * Creates a builder.
     *
     * @param base path of the files without their extensions
     */
    public Builder(Path base) {
      this.base = base;
      this.temporaryFile = base.resolveSibling(base.getFileName() + ".texts.unfinished");
      try {
        Files.createDirectories(base.toAbsolutePath().getParent());
        this.out = new BufferedOutputStream(Files.newOutputStream(temporaryFile), BUFFER);
      } catch (IOException e) {
        throw FileErrors.cannotWrite(temporaryFile, e);
      }
    }

    @Override
    public int addSentence(String text) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      int before = sentenceIndex.size();
      int number = sentenceIndex.indexOf(bytes);
      if (number < before) {
        return number;
      }
      if (number + 1 >= starts.length) {
        starts = Arrays.copyOf(starts, starts.length * 2);
      }
      try {
        out.write(bytes);
        checksum.update(bytes);
      } catch (IOException e) {
        throw FileErrors.cannotWrite(temporaryFile, e);
      }
      written += bytes.length;
      starts[number + 1] = written;
      return number;
    }

    @Override
    public void addTrainingPair(String kind, String name, int left, int right) {
      training.add(kind, name, left, right);
    }

    @Override
    public void addHeldOutPair(String kind, String name, int left, int right) {
      heldOut.add(kind, name, left, right);
    }

    /** Completes both files. */
    public void write() {
      close();
      try {
        Files.move(temporaryFile, texts(base), StandardCopyOption.REPLACE_EXISTING);
      } catch (IOException e) {
        throw FileErrors.cannotWrite(texts(base), e);
      }
      AtomicFile.write(pairs(base), bytes -> index(new CorpusFileWriter(bytes, MAGIC, VERSION)));
    }

    private void index(CorpusFileWriter index) throws IOException {
      index.writeLongs(starts, sentenceIndex.size() + 1);
      index.writeInt((int) checksum.getValue());
      index.writeGroups(training.build());
      index.writeGroups(heldOut.build());
      index.writeChecksum();
    }

    @Override
    public void close() {
      try {
        out.close();
      } catch (IOException e) {
        throw FileErrors.cannotWrite(temporaryFile, e);
      }
    }
  }
}
