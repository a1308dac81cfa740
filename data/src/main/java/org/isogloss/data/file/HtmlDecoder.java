// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.file;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isogloss.core.Language;
import org.isogloss.data.MalformedRecordException;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;

/**
 * Decodes the bytes of web pages by the rules of browsers (the HTML standard, 13.2.3.2): the
 * encoding is that of a byte order mark, or the declared one, or UTF-8 if all bytes are, or the
 * fallback of the language, windows-1252 for most.
 *
 * <p>No byte is replaced. Where the bytes are not in the declared encoding, browsers show U+FFFD;
 * here, single bytes that are not UTF-8 are read in the fallback of the language, because such a
 * page was assembled from parts, and a page in another encoding than the declared one is read as
 * UTF-8 or is an error.
 */
final class HtmlDecoder {
  private static final Charset WINDOWS_1251 = Charset.forName("windows-1251");
  private static final Charset KOI8 = Charset.forName("KOI8-U");
  private static final String COMMON_LETTERS = "оеаинтсрвл";
  private static final Charset WINDOWS_1252 = Charset.forName("windows-1252");
  private static final Charset SHIFT_JIS = Charset.forName("windows-31j");

  /** The escape sequences that begin Japanese characters, in bytes that are ASCII otherwise. */
  private static final Pattern ISO_2022_JP = Pattern.compile("\\x1b\\$[@B]");

  /** What the JDK decodes undefined bytes to. */
  private static final char REPLACEMENT = '\ufffd';

  /** Where the start tag of the root element is expected. */
  private static final int HEAD = 1 << 12;

  private static final Pattern LANGUAGE =
      Pattern.compile(
          "<html(?=[\\s/])[^>]*?\\slang\\s*=\\s*[\"']?([A-Za-z0-9-]+)", Pattern.CASE_INSENSITIVE);

  private final byte[] bytes;
  private final Charset fallback;

  /**
   * Creates a decoder.
   *
   * @param language the language of the page if it is known otherwise than from the page
   */
  HtmlDecoder(byte[] bytes, Optional<Language> language) {
    this.bytes = bytes;
    this.fallback = fallback(statedLanguage().or(() -> language));
  }

  private Optional<Language> statedLanguage() {
    String head = new String(bytes, 0, Math.min(bytes.length, HEAD), ISO_8859_1);
    Matcher language = LANGUAGE.matcher(head);
    return language.find() ? Language.find(language.group(1)) : Optional.empty();
  }

  /** The encoding of undeclared pages in a language, by the table of the HTML standard. */
  private static Charset fallback(Optional<Language> language) {
    return Charset.forName(
        switch (language.map(Language::tag).orElse("").toLowerCase(Locale.ROOT)) {
          case "ar", "fa" -> "windows-1256";
          case "az", "ku", "tr" -> "windows-1254";
          case "ba", "be", "bg", "kk", "ky", "mk", "ru", "sah", "sr", "tg", "tt", "uk" ->
              WINDOWS_1251.name();
          case "cs", "hr", "sk" -> "windows-1250";
          case "el" -> "ISO-8859-7";
          case "et", "lt", "lv" -> "windows-1257";
          case "he" -> "windows-1255";
          case "hu", "pl", "sl" -> "ISO-8859-2";
          case "ja" -> SHIFT_JIS.name();
          case "ko" -> "x-windows-949";
          case "th" -> "x-windows-874";
          case "vi" -> "windows-1258";
          case "zh" -> "GB18030";
          case "zh-hant" -> "Big5-HKSCS";
          default -> WINDOWS_1252.name();
        });
  }

  /**
   * Decodes the page.
   *
   * @throws MalformedRecordException if bytes are characters in no encoding that the page can have
   */
  String decode() throws MalformedRecordException {
    if (startsWith(0xef, 0xbb, 0xbf)) {
      return decodeUtf8(3);
    }
    if (startsWith(0xfe, 0xff) || startsWith(0, '<')) {
      return decode(UTF_16BE, bytes[0] == 0 ? 0 : 2);
    }
    if (startsWith(0xff, 0xfe) || startsWith('<', 0)) {
      return decode(UTF_16LE, bytes[0] == '<' ? 0 : 2);
    }
    Optional<Charset> declared = MetaPrescan.find(bytes);
    return declared.isPresent() ? decodeDeclared(declared.get()) : decodeUndeclared();
  }

  private String decodeDeclared(Charset declared) throws MalformedRecordException {
    if (declared.equals(UTF_8)) {
      return decodeUtf8(0);
    }
    Optional<String> text = tryDecode(declared, 0).or(() -> tryDecode(UTF_8, 0));
    return text.isPresent() ? text.get() : decode(declared, 0);
  }

  private String decodeUndeclared() throws MalformedRecordException {
    Optional<String> text =
        ISO_2022_JP.matcher(new String(bytes, ISO_8859_1)).find()
            ? tryDecode(Charset.forName("ISO-2022-JP"), 0)
            : tryDecode(UTF_8, 0);
    if (text.isPresent()) {
      return text.get();
    }
    Optional<Charset> late = lateDeclaration();
    return late.isPresent() ? decodeDeclared(late.get()) : decodeFallback();
  }

  /**
   * Decodes the page in the fallback of its language, or in the other encoding that is common in
   * the language and that the bytes distinguish.
   */
  private String decodeFallback() throws MalformedRecordException {
    if (fallback.equals(WINDOWS_1252) && !WesternText.isPlausible(bytes)) {
      throw new MalformedRecordException(
          "declares no encoding, is not UTF-8, and is not text in windows-1252: declare the encoding"
              + " of the page in a meta element, or specify its language");
    }
    if (fallback.equals(SHIFT_JIS)) {
      Optional<String> text = tryDecode(Charset.forName("EUC-JP"), 0);
      return text.isPresent() ? text.get() : decode(SHIFT_JIS, 0);
    }
    if (fallback.equals(WINDOWS_1251)) {
      String koi8 = decode(KOI8, 0);
      String text = decode(fallback, 0);
      return 2 * commonLetters(koi8) > 3 * commonLetters(text) ? koi8 : text;
    }
    return decode(fallback, 0);
  }

  /** The number of letters that make up most of a text in Cyrillic script. */
  private static long commonLetters(String text) {
    return text.chars().filter(c -> COMMON_LETTERS.indexOf(Character.toLowerCase(c)) >= 0).count();
  }

  /** The encoding in a meta element after the first bytes, which browsers meet while parsing. */
  private Optional<Charset> lateDeclaration() {
    for (Element meta : Jsoup.parse(new String(bytes, ISO_8859_1)).select("meta")) {
      Optional<Charset> found =
          meta.hasAttr("charset")
              ? MetaPrescan.findByLabel(meta.attr("charset"))
              : MetaPrescan.findInContent(meta.attr("content"))
                  .filter(charset -> meta.attr("http-equiv").equalsIgnoreCase("content-type"));
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private boolean startsWith(int... first) {
    for (int i = 0; i < first.length; i++) {
      if (i >= bytes.length || (bytes[i] & 0xff) != first[i]) {
        return false;
      }
    }
    return true;
  }

  private Optional<String> tryDecode(Charset charset, int from) {
    try {
      return Optional.of(decode(charset, from));
    } catch (MalformedRecordException e) {
      return Optional.empty();
    }
  }

  /** Decodes UTF-8; other bytes are read in the fallback of the language. */
  private String decodeUtf8(int from) {
    Charset others = fallback.newEncoder().maxBytesPerChar() > 1 ? WINDOWS_1252 : fallback;
    ByteBuffer in = ByteBuffer.wrap(bytes, from, bytes.length - from);
    CharBuffer out = CharBuffer.allocate(in.remaining());
    CharsetDecoder decoder = UTF_8.newDecoder();
    CoderResult result = decoder.decode(in, out, true);
    while (result.isError()) {
      int end = in.position() + result.length();
      out.put(decodeBytes(in.position(), end, others));
      in.position(end);
      result = decoder.decode(in, out, true);
    }
    return out.flip().toString();
  }

  private String decode(Charset charset, int from) throws MalformedRecordException {
    if (charset.equals(WINDOWS_1252)) {
      return decodeBytes(from, bytes.length, charset);
    }
    ByteBuffer in = ByteBuffer.wrap(bytes, from, bytes.length - from);
    try {
      return charset.newDecoder().decode(in).toString();
    } catch (CharacterCodingException e) {
      throw new MalformedRecordException(
          String.format(
              Locale.ROOT,
              "is read as %s, in which the byte 0x%02X at offset %d is not a character: declare"
                  + " the encoding of the page in a meta element, or convert it to UTF-8",
              charset.name(),
              in.get(in.position()),
              in.position()));
    }
  }

  /** Decodes bytes of which each is a character. */
  private String decodeBytes(int from, int to, Charset charset) {
    StringBuilder text = new StringBuilder(new String(bytes, from, to - from, charset));
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == REPLACEMENT) {
        // The standard maps bytes that windows-1252 does not define to control characters.
        text.setCharAt(i, (char) (bytes[from + i] & 0xff));
      }
    }
    return text.toString();
  }
}
