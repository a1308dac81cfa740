// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.index;

import java.io.IOException;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;

/** A text whose terms are counted while Lucene indexes it. */
final class AnalysedTextField extends Field {
  private static final int UNKNOWN = -1;

  private int terms = UNKNOWN;

  AnalysedTextField(String name, String text, FieldType type) {
    super(name, text, type);
  }

  /**
   * The number of terms, 0 or more.
   *
   * @throws IllegalStateException if the text was not indexed yet
   */
  int termCount() {
    if (terms == UNKNOWN) {
      throw new IllegalStateException(
          "the terms of field "
              + name()
              + " are counted when it is indexed, which is not done yet");
    }
    return terms;
  }

  @Override
  public TokenStream tokenStream(Analyzer analyzer, TokenStream reuse) {
    return new TokenFilter(super.tokenStream(analyzer, reuse)) {
      @Override
      public void reset() throws IOException {
        super.reset();
        terms = 0;
      }

      @Override
      public boolean incrementToken() throws IOException {
        if (!input.incrementToken()) {
          return false;
        }
        terms++;
        return true;
      }
    };
  }
}
