// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.subword;

import com.ibm.icu.text.FilteredNormalizer2;
import com.ibm.icu.text.Normalizer;
import com.ibm.icu.text.Normalizer2;
import com.ibm.icu.text.UnicodeSet;
import java.text.Normalizer.Form;
import java.util.BitSet;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A Unicode normal form, as the library {@code tokenizers} knows it. */
final class NormalForm {
  /** The characters that the normal forms of the library cover. */
  private static final UnicodeSet UNICODE_9 = new UnicodeSet("[:Age=9.0:]").freeze();

  private static final Map<Form, NormalForm> FORMS = new ConcurrentHashMap<>();

  private final Normalizer2 normalizer;

  /**
   * The characters of the basic multilingual plane that are normalised and neither move nor combine
   * with one before them: a text of these is normalised.
   */
  private final BitSet stable = new BitSet();

  private NormalForm(Form form) {
    Normalizer2 all =
        switch (form) {
          case NFC -> Normalizer2.getNFCInstance();
          case NFD -> Normalizer2.getNFDInstance();
          case NFKC -> Normalizer2.getNFKCInstance();
          case NFKD -> Normalizer2.getNFKDInstance();
        };
    normalizer = new FilteredNormalizer2(all, UNICODE_9);
    for (int c = 0; c <= Character.MAX_VALUE; c++) {
      stable.set(
          c,
          !Character.isSurrogate((char) c)
              && normalizer.getCombiningClass(c) == 0
              && normalizer.quickCheck(Character.toString(c)) == Normalizer.YES);
    }
  }

  static NormalForm of(Form form) {
    return FORMS.computeIfAbsent(form, NormalForm::new);
  }

  /**
   * Normalises each independent segment separately, so that offsets remain known.
   *
   * @return the same object if nothing changes
   */
  AlignedText apply(AlignedText text) {
    if (isStable(text)) {
      return text;
    }
    String current = text.toString();
    int from = normalizer.spanQuickCheckYes(current);
    if (from == current.length()) {
      return text;
    }
    AlignedText out = text.copyOfPrefix(from);
    while (from < current.length()) {
      int end = from + Character.charCount(current.codePointAt(from));
      while (end < current.length() && !normalizer.hasBoundaryBefore(current.codePointAt(end))) {
        end += Character.charCount(current.codePointAt(end));
      }
      String segment = current.substring(from, end);
      String normalized = normalizer.normalize(segment);
      if (normalized.equals(segment)) {
        out.append(text, from, end);
      } else {
        out.append(normalized, text, from, end);
      }
      from = end;
    }
    return out;
  }

  private boolean isStable(AlignedText text) {
    char[] chars = text.chars();
    for (int i = 0; i < text.length(); i++) {
      if (!stable.get(chars[i])) {
        return false;
      }
    }
    return true;
  }
}
