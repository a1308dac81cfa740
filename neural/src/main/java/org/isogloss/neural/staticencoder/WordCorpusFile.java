package org.isogloss.neural.staticencoder;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.isogloss.core.AtomicFile;
import org.isogloss.core.IsoglossException;
import org.isogloss.neural.PairGroup;

/**
 * A {@link WordCorpus} in a file, so that the next run need not read the text again. Version 1, all
 * numbers big-endian: magic, words, tokens, starts, training groups, held-out groups; every list
 * with its length before it.
 */
final class WordCorpusFile {
  private static final int MAGIC = 0x49475743;
  private static final int VERSION = 1;

  private WordCorpusFile() {}

  static void write(WordCorpus corpus, Path file) {
    AtomicFile.write(
        file,
        bytes -> {
          DataOutputStream out = new DataOutputStream(bytes);
          out.writeInt(MAGIC);
          out.writeInt(VERSION);
          out.writeInt(corpus.words().size());
          for (String word : corpus.words()) {
            text(out, word);
          }
          ints(out, corpus.tokens());
          ints(out, corpus.starts());
          groups(out, corpus.training());
          groups(out, corpus.heldOut());
          out.flush();
        });
  }

  static WordCorpus read(Path file) {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 20))) {
      if (in.readInt() != MAGIC || in.readInt() != VERSION) {
        throw new IsoglossException(file + ": not a corpus of this version: remove it");
      }
      String[] words = new String[in.readInt()];
      for (int i = 0; i < words.length; i++) {
        words[i] = text(in);
      }
      int[] tokens = ints(in);
      int[] starts = ints(in);
      List<PairGroup> training = groups(in);
      List<PairGroup> heldOut = groups(in);
      return new WordCorpus(Arrays.asList(words), tokens, starts, training, heldOut);
    } catch (IOException e) {
      throw new IsoglossException(
          file + ": cannot be read (" + e.getMessage() + "): remove it, it is made again", e);
    }
  }

  private static void groups(DataOutputStream out, List<PairGroup> groups) throws IOException {
    out.writeInt(groups.size());
    for (PairGroup group : groups) {
      text(out, group.kind());
      text(out, group.name());
      ints(out, group.left());
      ints(out, group.right());
    }
  }

  private static List<PairGroup> groups(DataInputStream in) throws IOException {
    List<PairGroup> groups = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      groups.add(new PairGroup(text(in), text(in), ints(in), ints(in)));
    }
    return List.copyOf(groups);
  }

  private static void text(DataOutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static String text(DataInputStream in) throws IOException {
    return new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
  }

  private static void ints(DataOutputStream out, int[] values) throws IOException {
    out.writeInt(values.length);
    ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
    for (int value : values) {
      if (!buffer.hasRemaining()) {
        out.write(buffer.array());
        buffer.clear();
      }
      buffer.putInt(value);
    }
    out.write(buffer.array(), 0, buffer.position());
  }

  private static int[] ints(DataInputStream in) throws IOException {
    int[] values = new int[in.readInt()];
    ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
    for (int from = 0; from < values.length; ) {
      int count = Math.min(values.length - from, buffer.capacity() / Integer.BYTES);
      in.readFully(buffer.array(), 0, count * Integer.BYTES);
      buffer.clear().asIntBuffer().get(values, from, count);
      from += count;
    }
    return values;
  }
}
