// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.table;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.IntUnaryOperator;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.io.AtomicFile;
import org.isogloss.data.LanguagePair;

/**
 * Writes a {@link TranslationTable} to a file that {@link TranslationTableReader} maps into memory.
 * Version 1 of the format has n source words, m target words, F translations of source words and B
 * translations of target words; all numbers are little-endian:
 *
 * <pre>
 *  0  int         magic, the bytes "IGTT"
 *  4  int         version
 *  8  long        length of the file
 * 16  int         n
 * 20  int         m
 * 24  int         F
 * 28  int         B
 * 32  int         total bytes of all source words
 * 36  int         total bytes of all target words
 * 40  byte[12]    tag of the source language, padded with zeros
 * 52  byte[12]    tag of the target language, padded with zeros
 * 64  int[n]      end of the bytes of each source word
 *     int[m]      end of the bytes of each target word
 *     int[n]      number of occurrences of each source word
 *     int[m]      number of occurrences of each target word
 *     int[n]      end of the translations of each source word
 *     int[m]      end of the translations of each target word
 *     {int, float}[F]  number of a target word and its probability, most likely first
 *     {int, float}[B]  number of a source word and its probability, most likely first
 *     byte[]      source words in UTF-8, sorted by unsigned bytes
 *     byte[]      target words, in the same form
 *     int         CRC-32C of everything before it
 * </pre>
 */
final class TranslationTableWriter {
  static final int MAGIC = 0x54544749;
  static final int VERSION = 1;
  static final int HEADER_BYTES = 64;
  static final int SOURCE_TAG_OFFSET = 40;
  static final int TARGET_TAG_OFFSET = 52;
  static final int TAG_BYTES = TARGET_TAG_OFFSET - SOURCE_TAG_OFFSET;
  static final int CHECKSUM_BYTES = Integer.BYTES;

  private TranslationTableWriter() {}

  static void write(
      Path file,
      LanguagePair languages,
      SortedVocabulary sources,
      SortedVocabulary targets,
      TranslationRows forward,
      TranslationRows backward) {
    long sourceBytes = bytes(sources);
    long targetBytes = bytes(targets);
    long length =
        HEADER_BYTES
            + 12L * (sources.size() + targets.size())
            + 8L * (forward.size() + (long) backward.size())
            + sourceBytes
            + targetBytes
            + CHECKSUM_BYTES;
    if (length > Integer.MAX_VALUE) {
      throw new IsoglossException(
          file
              + ": would have "
              + length
              + " bytes, expected at most 2 GiB: reduce the number of translations per word,"
              + " or raise their minimum probability");
    }
    AtomicFile.write(
        file,
        bytes -> {
          CheckedOutputStream out = new CheckedOutputStream(bytes, new CRC32C());
          byte[] header = new byte[HEADER_BYTES];
          ByteBuffer fields = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
          fields.putInt(MAGIC).putInt(VERSION).putLong(length);
          fields.putInt(sources.size()).putInt(targets.size());
          fields.putInt(forward.size()).putInt(backward.size());
          fields.putInt((int) sourceBytes).putInt((int) targetBytes);
          fields.put(SOURCE_TAG_OFFSET, tag(file, languages.source()));
          fields.put(TARGET_TAG_OFFSET, tag(file, languages.target()));
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
    if (tag.length > TAG_BYTES) {
      throw new IsoglossException(file + ": cannot store the language tag " + language);
    }
    return tag;
  }

  private static long bytes(SortedVocabulary words) {
    long bytes = 0;
    for (int rank = 0; rank < words.size(); rank++) {
      bytes += words.word(rank).length;
    }
    return bytes;
  }

  private static byte[] wordEnds(SortedVocabulary words) {
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

  private static void words(OutputStream out, SortedVocabulary words) throws IOException {
    for (int rank = 0; rank < words.size(); rank++) {
      out.write(words.word(rank));
    }
  }
}
