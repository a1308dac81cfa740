// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.subword;

import com.ibm.icu.lang.UCharacter;
import java.util.List;

/** Applies normalisation steps; a text that does not change is returned as the same object. */
final class TextNormalizers {
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
      case TextNormalizer.UnicodeForm form -> NormalForm.of(form.form()).apply(text);
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
}
