// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.file;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isogloss.core.Language;
import org.isogloss.core.util.Excerpt;
import org.isogloss.data.MalformedRecordException;

/**
 * Decodes the bytes of manual pages as man-db does: in the encoding that a comment in the first
 * lines states ({@code -*- coding: koi8-r -*-}), or UTF-8 if all bytes are, or the encoding that
 * pages in the language had before UTF-8, ISO-8859-1 for most. No byte is replaced.
 */
final class ManualPageDecoder {
  private static final int HEAD = 1 << 10;

  private static final Pattern CODING =
      Pattern.compile("\\A(?:[^\\n]*+\\n)?[^\\n]*?-\\*-[^\\n]*?\\bcoding:\\s*+([\\w.:-]++)");

  private ManualPageDecoder() {}

  /**
   * Decodes a page.
   *
   * @param language the language of the page if it is known
   * @throws MalformedRecordException if bytes are not characters of the encoding
   */
  static String decode(byte[] bytes, Optional<Language> language) throws MalformedRecordException {
    String head = new String(bytes, 0, Math.min(HEAD, bytes.length), StandardCharsets.ISO_8859_1);
    Matcher coding = CODING.matcher(head);
    if (coding.find()) {
      return decode(bytes, stated(coding.group(1)));
    }
    try {
      return decode(bytes, StandardCharsets.UTF_8);
    } catch (MalformedRecordException e) {
      Charset former = formerEncoding(language);
      if (former.equals(StandardCharsets.ISO_8859_1) && !WesternText.isPlausible(bytes)) {
        throw new MalformedRecordException(
            "is neither UTF-8 nor ISO-8859-1: convert it to UTF-8, or state its encoding in the"
                + " first line, as in '\\\" -*- coding: koi8-r -*-");
      }
      return decode(bytes, former);
    }
  }

  /** The encoding with a label, or with a name that Emacs has for it: {@code latin-1-unix}. */
  private static Charset stated(String label) throws MalformedRecordException {
    String plain = label.replaceFirst("-(?:unix|dos|mac)$", "").replaceFirst("^latin-", "latin");
    return EncodingLabels.find(plain)
        .orElseThrow(
            () ->
                new MalformedRecordException(
                    "states the unknown encoding "
                        + Excerpt.quote(label)
                        + ": convert it to UTF-8"));
  }

  /** The encoding of pages in a language that are not UTF-8, by the table of man-db. */
  private static Charset formerEncoding(Optional<Language> language) {
    return Charset.forName(
        switch (language.map(Language::tag).orElse("").toLowerCase(Locale.ROOT)) {
          case "be", "bg" -> "windows-1251";
          case "cs", "hr", "hu", "pl", "ro", "sk", "sl" -> "ISO-8859-2";
          case "el" -> "ISO-8859-7";
          case "ja" -> "EUC-JP";
          case "ko" -> "x-windows-949";
          case "lt", "lv" -> "ISO-8859-13";
          case "mk", "sr" -> "ISO-8859-5";
          case "ru" -> "KOI8-R";
          case "tr" -> "ISO-8859-9";
          case "uk" -> "KOI8-U";
          case "zh" -> "GB18030";
          case "zh-hant" -> "Big5-HKSCS";
          default -> "ISO-8859-1";
        });
  }

  private static String decode(byte[] bytes, Charset charset) throws MalformedRecordException {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    try {
      String text = charset.newDecoder().decode(in).toString();
      return text.startsWith("\ufeff") ? text.substring(1) : text;
    } catch (CharacterCodingException e) {
      throw new MalformedRecordException(
          String.format(
              Locale.ROOT,
              "is read as %s, in which the byte 0x%02X at offset %d is not a character: convert it"
                  + " to UTF-8",
              charset.name(),
              in.get(in.position()),
              in.position()));
    }
  }
}
