// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.analysis;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
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
    private Reader characters;

    NormalizingReader(Reader original, TextNormalizer normalizer) {
      super(original);
      this.normalizer = normalizer;
    }

    @Override
    public int read(char[] buffer, int offset, int count) throws IOException {
      if (characters == null) {
        StringWriter original = new StringWriter();
        input.transferTo(original);
        text = normalizer.normalize(original.toString());
        characters = new StringReader(text.text());
      }
      return characters.read(buffer, offset, count);
    }

    @Override
    protected int correct(int offset) {
      return text == null ? offset : text.originalOffset(Math.min(offset, text.text().length()));
    }
  }
}
