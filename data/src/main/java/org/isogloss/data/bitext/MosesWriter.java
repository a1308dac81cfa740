package org.isogloss.data.bitext;

import java.nio.file.Path;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.parse.TsvEscaping;

/**
 * Writes sentences with their translations into two files, line <i>i</i> of one the translation of
 * line <i>i</i> of the other. Both appear on {@link #commit}; closed without it, the writer leaves
 * nothing behind.
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
   * Writes a pair; its origin has no place in the format.
   *
   * @throws org.isogloss.core.IsoglossException if it is in other languages, a side is empty, or
   *     the disk does not take it
   */
  public void write(SentencePair pair) {
    Bitext.requireWritable(pair, languages);
    sources.write(pair.source());
    targets.write(pair.target());
  }

  /** Completes both files, then gives them their names: a full disk leaves neither. */
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
