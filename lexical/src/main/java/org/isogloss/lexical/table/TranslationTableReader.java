// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.table;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.io.FileErrors;

/**
 * Opens the files that {@link TranslationTableWriter} writes. Every value that is later used as an
 * index or a size is validated here: a checksum detects accidental damage, but not deliberate
 * manipulation.
 */
final class TranslationTableReader {
  private static final String REMEDY = ": copy it again, or align the texts again";

  private final Path file;

  TranslationTableReader(Path file) {
    this.file = file;
  }

  TranslationTable open() {
    ByteBuffer bytes = map();
    int length = bytes.limit();
    if (length < 8 || bytes.getInt(0) != TranslationTableWriter.MAGIC) {
      throw new IsoglossException(
          file + ": not a translation table, expected a file that Isogloss wrote");
    }
    if (bytes.getInt(4) != TranslationTableWriter.VERSION) {
      throw new IsoglossException(
          file
              + ": a table of version "
              + bytes.getInt(4)
              + ", expected "
              + TranslationTableWriter.VERSION
              + ": create it again with this version of Isogloss");
    }
    int minLength = TranslationTableWriter.HEADER_BYTES + TranslationTableWriter.CHECKSUM_BYTES;
    if (length < minLength || bytes.getLong(8) != length) {
      throw new IsoglossException(
          file
              + ": has "
              + length
              + " bytes, expected "
              + (length < 16 ? minLength + " or more" : bytes.getLong(8))
              + ": it was truncated or extended"
              + REMEDY);
    }
    requireChecksum(bytes.slice(0, length - Integer.BYTES), bytes.getInt(length - Integer.BYTES));
    TranslationTable table = table(bytes);
    table.validate(file);
    return table;
  }

  private ByteBuffer map() {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      long length = channel.size();
      if (Files.isDirectory(file) || length > Integer.MAX_VALUE) {
        throw new IsoglossException(
            file + ": not a translation table, expected a file of at most 2 GiB");
      }
      return channel.map(FileChannel.MapMode.READ_ONLY, 0, length).order(ByteOrder.LITTLE_ENDIAN);
    } catch (NoSuchFileException e) {
      throw new IsoglossException(file + ": no such translation table", e);
    } catch (IOException e) {
      throw FileErrors.cannotRead(file, e);
    }
  }

  private void requireChecksum(ByteBuffer content, int expected) {
    CRC32C checksum = new CRC32C();
    checksum.update(content);
    if ((int) checksum.getValue() != expected) {
      throw new IsoglossException(file + ": the table is damaged: wrong checksum" + REMEDY);
    }
  }

  private TranslationTable table(ByteBuffer bytes) {
    long sources = size(bytes, 16, "source words");
    long targets = size(bytes, 20, "target words");
    long[] sizes = {
      sources * Integer.BYTES,
      targets * Integer.BYTES,
      sources * Integer.BYTES,
      targets * Integer.BYTES,
      sources * Integer.BYTES,
      targets * Integer.BYTES,
      size(bytes, 24, "translations of source words") * TableSide.ENTRY_BYTES,
      size(bytes, 28, "translations of target words") * TableSide.ENTRY_BYTES,
      size(bytes, 32, "bytes of source words"),
      size(bytes, 36, "bytes of target words")
    };
    long end = TranslationTableWriter.HEADER_BYTES;
    for (long size : sizes) {
      end += size;
    }
    if (end + TranslationTableWriter.CHECKSUM_BYTES != bytes.limit()) {
      throw damaged(
          file,
          "its header describes "
              + (end + TranslationTableWriter.CHECKSUM_BYTES)
              + " bytes, expected "
              + bytes.limit()
              + ", the length of the file");
    }
    // Their sum is less than 2 GiB, so each fits in an int.
    ByteBuffer[] sections = new ByteBuffer[sizes.length];
    int start = TranslationTableWriter.HEADER_BYTES;
    for (int n = 0; n < sizes.length; n++) {
      sections[n] = bytes.slice(start, (int) sizes[n]).order(ByteOrder.LITTLE_ENDIAN);
      start += (int) sizes[n];
    }
    return new TranslationTable(
        new TableSide(
            language(bytes, TranslationTableWriter.SOURCE_TAG_OFFSET),
            sections[8],
            sections[0].asIntBuffer(),
            sections[2].asIntBuffer(),
            sections[4].asIntBuffer(),
            sections[6]),
        new TableSide(
            language(bytes, TranslationTableWriter.TARGET_TAG_OFFSET),
            sections[9],
            sections[1].asIntBuffer(),
            sections[3].asIntBuffer(),
            sections[5].asIntBuffer(),
            sections[7]));
  }

  private long size(ByteBuffer bytes, int offset, String what) {
    int size = bytes.getInt(offset);
    if (size < 0) {
      throw damaged(file, "found " + size + " " + what + ", expected 0 or more");
    }
    return size;
  }

  private Language language(ByteBuffer bytes, int offset) {
    byte[] padded = new byte[TranslationTableWriter.TAG_BYTES];
    bytes.get(offset, padded);
    int length = padded.length;
    while (length > 0 && padded[length - 1] == 0) {
      length--;
    }
    String tag = new String(padded, 0, length, StandardCharsets.US_ASCII);
    // Tags are written in canonical form, so any other form, including control characters, is
    // damage.
    return Language.find(tag)
        .filter(found -> found.tag().equals(tag))
        .orElseThrow(
            () ->
                damaged(
                    file,
                    "the language at byte " + offset + " is unknown, expected a tag such as de"));
  }

  static IsoglossException damaged(Path file, String problem) {
    return new IsoglossException(file + ": the table is damaged: " + problem + REMEDY);
  }
}
