// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.analysis;

import java.io.IOException;
import java.io.Reader;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.AnalyzerWrapper;
import org.apache.lucene.analysis.CharFilter;
import org.isogloss.text.normalization.NormalizedText;
import org.isogloss.text.normalization.TextNormalizer;

/**
 * Normalises texts before another analyzer reads them. The offsets of its tokens are those in the
 * original text.
 */
final class NormalizingAnalyzer extends AnalyzerWrapper {
  private final Analyzer analyzer;
  private final TextNormalizer normalizer;

  NormalizingAnalyzer(Analyzer analyzer, TextNormalizer normalizer) {
    super(analyzer.getReuseStrategy());
    this.analyzer = analyzer;
    this.normalizer = normalizer;
  }

  @Override
  protected Analyzer getWrappedAnalyzer(String field) {
    return analyzer;
  }

  @Override
  protected Reader wrapReader(String field, Reader reader) {
    return new NormalizingReader(reader, normalizer);
  }

  /** Reads the whole text at its first use. */
  private static final class NormalizingReader extends CharFilter {
    private final TextNormalizer normalizer;
    private NormalizedText text;
    private int position;

    NormalizingReader(Reader original, TextNormalizer normalizer) {
      super(original);
      this.normalizer = normalizer;
    }

    @Override
    public int read(char[] buffer, int offset, int count) throws IOException {
      if (count == 0) {
        return 0;
      }
      if (text == null) {
        text = normalizer.normalize(readAll(buffer, offset, count));
      }
      String characters = text.text();
      if (position == characters.length()) {
        return -1;
      }
      int end = Math.min(position + count, characters.length());
      characters.getChars(position, end, buffer, offset);
      int read = end - position;
      position = end;
      return read;
    }

    /** Reads the original text through a part of a buffer. */
    private String readAll(char[] buffer, int offset, int count) throws IOException {
      StringBuilder original = new StringBuilder();
      for (int read = input.read(buffer, offset, count);
          read >= 0;
          read = input.read(buffer, offset, count)) {
        original.append(buffer, offset, read);
      }
      return original.toString();
    }

    @Override
    protected int correct(int offset) {
      return text == null ? offset : text.originalOffset(Math.min(offset, text.text().length()));
    }
  }
}
