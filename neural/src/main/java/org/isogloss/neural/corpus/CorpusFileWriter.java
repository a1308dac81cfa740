// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.corpus;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;

/**
 * Writes the files in which a corpus is cached for the next run, as {@link CorpusFileReader} reads
 * them: big-endian numbers, texts and lists preceded by their length, and a CRC-32C at the end.
 */
public final class CorpusFileWriter {
  private static final int BUFFER = 1 << 16;

  private final CheckedOutputStream checked;
  private final DataOutputStream out;

  /**
   * Writes the header of a file.
   *
   * @param stream the output, buffered; it stays open
   */
  public CorpusFileWriter(OutputStream stream, int magic, int version) throws IOException {
    this.checked = new CheckedOutputStream(stream, new CRC32C());
    this.out = new DataOutputStream(checked);
    out.writeInt(magic);
    out.writeInt(version);
  }

  /** Writes a 32-bit number. */
  public void writeInt(int value) throws IOException {
    out.writeInt(value);
  }

  /** Writes a list of the first {@code size} values. */
  public void writeLongs(long[] values, int size) throws IOException {
    out.writeInt(size);
    for (int i = 0; i < size; i++) {
      out.writeLong(values[i]);
    }
  }

  /** Writes a text in UTF-8. */
  public void writeText(String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  /** Writes a list of 32-bit numbers. */
  public void writeInts(int[] values) throws IOException {
    out.writeInt(values.length);
    ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
    for (int value : values) {
      if (!buffer.hasRemaining()) {
        out.write(buffer.array());
        buffer.clear();
      }
      buffer.putInt(value);
    }
    out.write(buffer.array(), 0, buffer.position());
  }

  /** Writes groups of sentence pairs. */
  public void writeGroups(List<PairGroup> groups) throws IOException {
    out.writeInt(groups.size());
    for (PairGroup group : groups) {
      writeText(group.kind());
      writeText(group.name());
      writeInts(group.left());
      writeInts(group.right());
    }
  }

  /** Writes the checksum, which ends the file. */
  public void writeChecksum() throws IOException {
    out.writeInt((int) checked.getChecksum().getValue());
    out.flush();
  }
}
