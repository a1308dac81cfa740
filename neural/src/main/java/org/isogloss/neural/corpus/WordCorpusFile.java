// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.corpus;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.isogloss.core.io.AtomicFile;

/**
 * The file of a {@link WordCorpus}, so that the next run does not read the text again. Version 2,
 * as {@link CorpusFileWriter} writes it: magic number and version, words, word ids, sentence
 * starts, training groups, held-out groups; every list is preceded by its length.
 */
public final class WordCorpusFile {
  private static final int MAGIC = 0x49475743;
  private static final int VERSION = 2;

  private WordCorpusFile() {}

  /** Writes a corpus. */
  public static void write(WordCorpus corpus, Path file) {
    AtomicFile.write(
        file,
        bytes -> {
          CorpusFileWriter out = new CorpusFileWriter(bytes, MAGIC, VERSION);
          out.writeInt(corpus.words().size());
          for (String word : corpus.words()) {
            out.writeText(word);
          }
          out.writeInts(corpus.wordIds());
          out.writeInts(corpus.sentenceStarts());
          out.writeGroups(corpus.training());
          out.writeGroups(corpus.heldOut());
          out.writeChecksum();
        });
  }

  /**
   * Reads a corpus.
   *
   * @throws org.isogloss.core.IsoglossException if the file cannot be read, is of another version,
   *     or is damaged
   */
  public static WordCorpus read(Path file) {
    try (CorpusFileReader in = new CorpusFileReader(file, MAGIC, VERSION)) {
      String[] words = new String[in.readLength(Integer.BYTES)];
      for (int i = 0; i < words.length; i++) {
        words[i] = in.readText();
      }
      int[] wordIds = in.readInts(words.length);
      int[] starts = in.readInts(wordIds.length + 1);
      requireAscending(in, starts, wordIds.length);
      List<PairGroup> training = in.readGroups(starts.length - 1);
      List<PairGroup> heldOut = in.readGroups(starts.length - 1);
      in.verifyEnd();
      return new WordCorpus(Arrays.asList(words), wordIds, starts, training, heldOut);
    }
  }

  private static void requireAscending(CorpusFileReader in, int[] starts, int wordCount) {
    int before = 0;
    for (int start : starts) {
      if (start < before) {
        throw in.damaged("a sentence starts at word " + start + ", before word " + before);
      }
      before = start;
    }
    if (starts.length == 0 || starts[0] != 0 || before != wordCount) {
      throw in.damaged("the sentences have " + before + " words, expected " + wordCount);
    }
  }
}
