// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.bitext;

import java.nio.file.Path;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.parse.TsvEscaping;

/**
 * Writes sentence pairs to two files; line <i>i</i> of one file translates line <i>i</i> of the
 * other. Both files appear on {@link #commit}; without a commit, closing the writer discards both.
 */
public final class MosesWriter implements AutoCloseable {
  private final LanguagePair languages;
  private final RecordWriter<String> sources;
  private final RecordWriter<String> targets;

  MosesWriter(Path source, Path target, LanguagePair languages) {
    this.languages = languages;
    this.sources = RecordWriter.open(source, TsvEscaping::appendText);
    try {
      this.targets = RecordWriter.open(target, TsvEscaping::appendText);
    } catch (RuntimeException e) {
      sources.close();
      throw e;
    }
  }

  /**
   * Writes a pair; the format cannot store its origin.
   *
   * @throws org.isogloss.core.IsoglossException if the pair is in other languages, a side is empty,
   *     or a file cannot be written
   */
  public void write(SentencePair pair) {
    Bitext.requireWritable(pair, languages);
    sources.write(pair.source());
    targets.write(pair.target());
  }

  /** Completes both files, then renames them: if the disk is full, neither file appears. */
  public void commit() {
    sources.finish();
    targets.finish();
    sources.commit();
    targets.commit();
  }

  @Override
  public void close() {
    try (sources) {
      targets.close();
    }
  }
}
