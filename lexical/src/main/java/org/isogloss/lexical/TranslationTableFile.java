package org.isogloss.lexical;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.IntUnaryOperator;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;
import org.isogloss.core.AtomicFile;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.LanguagePair;

/**
 * A {@link TranslationTable} in a file that is mapped into memory. Version 1, all numbers
 * little-endian, n source words, m target words, F translations of source words, B of target words:
 *
 * <pre>
 *  0  int         magic, the bytes "IGTT"
 *  4  int         version
 *  8  long        length of the file
 * 16  int         n
 * 20  int         m
 * 24  int         F
 * 28  int         B
 * 32  int         bytes of all source words together
 * 36  int         bytes of all target words together
 * 40  byte[12]    tag of the source language, zeroes behind it
 * 52  byte[12]    tag of the target language, zeroes behind it
 * 64  int[n]      where the bytes of each source word end
 *     int[m]      where the bytes of each target word end
 *     int[n]      how often each source word was seen
 *     int[m]      how often each target word was seen
 *     int[n]      where the translations of each source word end
 *     int[m]      where the translations of each target word end
 *     {int, float}[F]  number of a target word and its probability, likely ones first
 *     {int, float}[B]  number of a source word and its probability, likely ones first
 *     byte[]      source words in UTF-8, in the order of their unsigned bytes
 *     byte[]      target words, in the same way
 *     int         CRC-32C of everything before it
 * </pre>
 */
final class TranslationTableFile {
  private static final int MAGIC = 0x54544749;
  private static final int VERSION = 1;
  private static final int HEADER = 64;
  private static final int TAG = 12;
  private static final int CHECKSUM = Integer.BYTES;

  private TranslationTableFile() {}

  static void write(
      Path file,
      LanguagePair languages,
      SortedWords sources,
      SortedWords targets,
      TranslationRows forward,
      TranslationRows backward) {
    long sourceBytes = bytes(sources);
    long targetBytes = bytes(targets);
    long length =
        HEADER
            + 12L * (sources.size() + targets.size())
            + 8L * (forward.size() + (long) backward.size())
            + sourceBytes
            + targetBytes
            + CHECKSUM;
    if (length > Integer.MAX_VALUE) {
      throw new IsoglossException(
          file
              + ": would have "
              + length
              + " bytes, expected 2 GiB at most: keep fewer translations of a word, or only"
              + " likelier ones");
    }
    AtomicFile.write(
        file,
        bytes -> {
          CheckedOutputStream out = new CheckedOutputStream(bytes, new CRC32C());
          byte[] header = new byte[HEADER];
          ByteBuffer fields = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
          fields.putInt(MAGIC).putInt(VERSION).putLong(length);
          fields.putInt(sources.size()).putInt(targets.size());
          fields.putInt(forward.size()).putInt(backward.size());
          fields.putInt((int) sourceBytes).putInt((int) targetBytes);
          fields.put(40, tag(file, languages.source()));
          fields.put(40 + TAG, tag(file, languages.target()));
          out.write(header);
          out.write(wordEnds(sources));
          out.write(wordEnds(targets));
          out.write(ints(sources.size(), sources::count));
          out.write(ints(targets.size(), targets::count));
          out.write(ints(sources.size(), forward::end));
          out.write(ints(targets.size(), backward::end));
          entries(out, forward);
          entries(out, backward);
          words(out, sources);
          words(out, targets);
          int checksum = (int) out.getChecksum().getValue();
          out.write(ints(1, only -> checksum));
          out.flush();
        });
  }

  private static byte[] ints(int count, IntUnaryOperator values) {
    byte[] bytes = new byte[count * Integer.BYTES];
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    for (int n = 0; n < count; n++) {
      buffer.putInt(values.applyAsInt(n));
    }
    return bytes;
  }

  private static byte[] tag(Path file, Language language) {
    byte[] tag = language.tag().getBytes(StandardCharsets.US_ASCII);
    if (tag.length > TAG) {
      throw new IsoglossException(file + ": no room for the language tag " + language);
    }
    return tag;
  }

  private static long bytes(SortedWords words) {
    long bytes = 0;
    for (int rank = 0; rank < words.size(); rank++) {
      bytes += words.word(rank).length;
    }
    return bytes;
  }

  private static byte[] wordEnds(SortedWords words) {
    int[] ends = new int[words.size()];
    int end = 0;
    for (int rank = 0; rank < ends.length; rank++) {
      end += words.word(rank).length;
      ends[rank] = end;
    }
    return ints(ends.length, rank -> ends[rank]);
  }

  private static void entries(OutputStream out, TranslationRows rows) throws IOException {
    byte[] entry = new byte[2 * Integer.BYTES];
    ByteBuffer fields = ByteBuffer.wrap(entry).order(ByteOrder.LITTLE_ENDIAN);
    for (int n = 0; n < rows.size(); n++) {
      fields.clear().putInt(rows.word(n)).putFloat(rows.probability(n));
      out.write(entry);
    }
  }

  private static void words(OutputStream out, SortedWords words) throws IOException {
    for (int rank = 0; rank < words.size(); rank++) {
      out.write(words.word(rank));
    }
  }

  static TranslationTable open(Path file) {
    ByteBuffer bytes = map(file);
    int length = bytes.limit();
    if (length < 8 || bytes.getInt(0) != MAGIC) {
      throw new IsoglossException(
          file
              + ": not a table of translations, expected a file that isogloss align --table wrote");
    }
    if (bytes.getInt(4) != VERSION) {
      throw new IsoglossException(
          file
              + ": a table of version "
              + bytes.getInt(4)
              + ", expected "
              + VERSION
              + ": make it again with this Isogloss");
    }
    if (length < HEADER + CHECKSUM || bytes.getLong(8) != length) {
      throw new IsoglossException(
          file
              + ": has "
              + length
              + " bytes"
              + (length < 16 ? "" : ", expected " + bytes.getLong(8))
              + ": it was cut or added to, copy or make it again");
    }
    CRC32C checksum = new CRC32C();
    checksum.update(bytes.slice(0, length - CHECKSUM));
    if ((int) checksum.getValue() != bytes.getInt(length - CHECKSUM)) {
      throw new IsoglossException(
          file + ": its checksum does not fit, so it is damaged: copy or make it again");
    }
    return table(bytes);
  }

  private static ByteBuffer map(Path file) {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      long length = channel.size();
      if (Files.isDirectory(file) || length > Integer.MAX_VALUE) {
        throw new IsoglossException(
            file + ": not a table of translations, which is a file of 2 GiB at most");
      }
      return channel.map(FileChannel.MapMode.READ_ONLY, 0, length).order(ByteOrder.LITTLE_ENDIAN);
    } catch (NoSuchFileException e) {
      throw new IsoglossException(file + ": no such table of translations", e);
    } catch (IOException e) {
      throw new IsoglossException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private static TranslationTable table(ByteBuffer bytes) {
    int sources = bytes.getInt(16);
    int targets = bytes.getInt(20);
    int[] sizes = {
      sources * Integer.BYTES,
      targets * Integer.BYTES,
      sources * Integer.BYTES,
      targets * Integer.BYTES,
      sources * Integer.BYTES,
      targets * Integer.BYTES,
      bytes.getInt(24) * 2 * Integer.BYTES,
      bytes.getInt(28) * 2 * Integer.BYTES,
      bytes.getInt(32),
      bytes.getInt(36)
    };
    ByteBuffer[] sections = new ByteBuffer[sizes.length];
    int start = HEADER;
    for (int n = 0; n < sizes.length; n++) {
      sections[n] = bytes.slice(start, sizes[n]).order(ByteOrder.LITTLE_ENDIAN);
      start += sizes[n];
    }
    return new TranslationTable(
        new TableSide(
            language(bytes, 40),
            sections[8],
            sections[0].asIntBuffer(),
            sections[2].asIntBuffer(),
            sections[4].asIntBuffer(),
            sections[6]),
        new TableSide(
            language(bytes, 40 + TAG),
            sections[9],
            sections[1].asIntBuffer(),
            sections[3].asIntBuffer(),
            sections[5].asIntBuffer(),
            sections[7]));
  }

  private static Language language(ByteBuffer bytes, int at) {
    byte[] tag = new byte[TAG];
    bytes.get(at, tag);
    return Language.of(new String(tag, StandardCharsets.US_ASCII).replace("\0", ""));
  }
}
