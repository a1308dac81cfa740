// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.analysis;

import com.ibm.icu.text.Transliterator;
import java.io.IOException;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/**
 * Converts terms in traditional Chinese characters to simplified ones, with ICU's {@code
 * Traditional-Simplified}. The ICU rules are loaded at the first term with CJK characters: every
 * query is also analysed as Chinese, but few contain such characters.
 */
final class SimplifiedChineseFilter extends TokenFilter {
  /** The first code unit of the CJK Radicals block; no rule applies to characters below it. */
  private static final char FIRST_CJK = '\u2E80';

  /** Created on first use. */
  private static final class Holder {
    static final Transliterator TO_SIMPLIFIED =
        Transliterator.getInstance("Traditional-Simplified");
  }

  private final CharTermAttribute term = addAttribute(CharTermAttribute.class);

  SimplifiedChineseFilter(TokenStream input) {
    super(input);
  }

  @Override
  public boolean incrementToken() throws IOException {
    if (!input.incrementToken()) {
      return false;
    }
    if (mayChange()) {
      String simplified = Holder.TO_SIMPLIFIED.transliterate(term.toString());
      term.setEmpty().append(simplified);
    }
    return true;
  }

  private boolean mayChange() {
    char[] buffer = term.buffer();
    for (int i = 0; i < term.length(); i++) {
      if (buffer[i] >= FIRST_CJK) {
        return true;
      }
    }
    return false;
  }
}
