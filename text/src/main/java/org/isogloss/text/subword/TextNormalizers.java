package org.isogloss.text.subword;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.text.FilteredNormalizer2;
import com.ibm.icu.text.Normalizer2;
import com.ibm.icu.text.UnicodeSet;

/** Does what the steps of normalisation say; a text that need not change is returned as it is. */
final class TextNormalizers {
  /** The characters that the library's normal forms know. */
  private static final UnicodeSet UNICODE_9 = new UnicodeSet("[:Age=9.0:]").freeze();

  private TextNormalizers() {}

  static AlignedText apply(TextNormalizer step, AlignedText text) {
    return switch (step) {
      case PrecompiledCharacterMap map -> map.apply(text);
      case TextNormalizer.CollapsedSpaces runs -> squeeze(text, runs.replacement());
      case TextNormalizer.Replacement replacement ->
          replace(text, replacement.pattern(), replacement.replacement());
      case TextNormalizer.Strip strip -> strip(text, strip.left(), strip.right());
      case TextNormalizer.UnicodeForm form -> normalize(text, normalizer(form));
    };
  }

  private static AlignedText squeeze(AlignedText text, String by) {
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
      out.append(by, text, run, end);
      run = spaceRun(chars, end, length);
      out.append(text, end, run);
    }
    return out;
  }

  /** Where the next two spaces are. */
  private static int spaceRun(char[] chars, int from, int length) {
    for (int i = from; i + 1 < length; i++) {
      if (chars[i] == ' ' && chars[i + 1] == ' ') {
        return i;
      }
    }
    return length;
  }

  private static AlignedText replace(AlignedText text, String found, String by) {
    String written = text.toString();
    int at = written.indexOf(found);
    if (at < 0) {
      return text;
    }
    AlignedText out = text.copyOfPrefix(at);
    while (at >= 0) {
      int end = at + found.length();
      out.append(by, text, at, end);
      at = written.indexOf(found, end);
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

  /** Stretches that normalise by themselves are changed one by one, so that places stay known. */
  private static AlignedText normalize(AlignedText text, Normalizer2 normalizer) {
    String written = text.toString();
    int from = normalizer.spanQuickCheckYes(written);
    if (from == written.length()) {
      return text;
    }
    AlignedText out = text.copyOfPrefix(from);
    while (from < written.length()) {
      int end = from + Character.charCount(written.codePointAt(from));
      while (end < written.length() && !normalizer.hasBoundaryBefore(written.codePointAt(end))) {
        end += Character.charCount(written.codePointAt(end));
      }
      String stretch = written.substring(from, end);
      String changed = normalizer.normalize(stretch);
      if (changed.equals(stretch)) {
        out.append(text, from, end);
      } else {
        out.append(changed, text, from, end);
      }
      from = end;
    }
    return out;
  }
}
