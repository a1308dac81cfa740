// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.subword;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.text.FilteredNormalizer2;
import com.ibm.icu.text.Normalizer2;
import com.ibm.icu.text.UnicodeSet;
import java.util.List;

/** Applies normalisation steps; a text that does not change is returned as the same object. */
final class TextNormalizers {
  /** The characters that the normal forms of the library cover. */
  private static final UnicodeSet UNICODE_9 = new UnicodeSet("[:Age=9.0:]").freeze();

  private TextNormalizers() {}

  /** Applies steps one after the other. */
  static AlignedText apply(List<TextNormalizer> steps, AlignedText original) {
    AlignedText text = original;
    for (TextNormalizer step : steps) {
      text = apply(step, text);
    }
    return text;
  }

  static AlignedText apply(TextNormalizer step, AlignedText text) {
    return switch (step) {
      case PrecompiledCharacterMap map -> map.apply(text);
      case TextNormalizer.CollapsedSpaces runs -> collapseSpaces(text, runs.replacement());
      case TextNormalizer.Replacement replacement ->
          replace(text, replacement.pattern(), replacement.replacement());
      case TextNormalizer.Strip strip -> strip(text, strip.left(), strip.right());
      case TextNormalizer.UnicodeForm form -> normalize(text, normalizer(form));
    };
  }

  private static AlignedText collapseSpaces(AlignedText text, String replacement) {
    char[] chars = text.chars();
    int length = text.length();
    int run = spaceRun(chars, 0, length);
    if (run == length) {
      return text;
    }
    AlignedText out = text.copyOfPrefix(run);
    while (run < length) {
      int end = run + 2;
      while (end < length && chars[end] == ' ') {
        end++;
      }
      out.append(replacement, text, run, end);
      run = spaceRun(chars, end, length);
      out.append(text, end, run);
    }
    return out;
  }

  /** The offset of the next two adjacent spaces. */
  private static int spaceRun(char[] chars, int from, int length) {
    for (int i = from; i + 1 < length; i++) {
      if (chars[i] == ' ' && chars[i + 1] == ' ') {
        return i;
      }
    }
    return length;
  }

  private static AlignedText replace(AlignedText text, String pattern, String replacement) {
    String current = text.toString();
    int at = current.indexOf(pattern);
    if (at < 0) {
      return text;
    }
    AlignedText out = text.copyOfPrefix(at);
    while (at >= 0) {
      int end = at + pattern.length();
      out.append(replacement, text, at, end);
      at = current.indexOf(pattern, end);
      out.append(text, end, at < 0 ? text.length() : at);
    }
    return out;
  }

  private static AlignedText strip(AlignedText text, boolean left, boolean right) {
    char[] chars = text.chars();
    int from = 0;
    int to = text.length();
    while (left && from < to && UCharacter.isUWhiteSpace(chars[from])) {
      from++;
    }
    while (right && to > from && UCharacter.isUWhiteSpace(chars[to - 1])) {
      to--;
    }
    return text.slice(from, to);
  }

  private static Normalizer2 normalizer(TextNormalizer.UnicodeForm step) {
    Normalizer2 all =
        switch (step.form()) {
          case NFC -> Normalizer2.getNFCInstance();
          case NFD -> Normalizer2.getNFDInstance();
          case NFKC -> Normalizer2.getNFKCInstance();
          case NFKD -> Normalizer2.getNFKDInstance();
        };
    return new FilteredNormalizer2(all, UNICODE_9);
  }

  /** Normalises each independent segment separately, so that offsets remain known. */
  private static AlignedText normalize(AlignedText text, Normalizer2 normalizer) {
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
}
