// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.file;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the encoding that the first bytes of a page declare, as the HTML standard does (13.2.3.2,
 * "prescan a byte stream to determine its encoding"): in a {@code meta} element, otherwise in an
 * XML declaration. Bytes above 127 are compared with nothing, so that any encoding that contains
 * ASCII can be scanned.
 */
final class MetaPrescan {
  private static final int LENGTH = 1024;
  private static final int END = -1;

  private static final Pattern XML_DECLARATION =
      Pattern.compile("\\A<\\?xml[^>]*?encoding\\s*=\\s*(?:\"([^\">]*)\"|'([^'>]*)')");
  private static final Pattern CHARSET =
      Pattern.compile(
          "charset\\s*+=\\s*+(?:\"([^\"]*)\"|'([^']*)'|([^\\s;\"'][^\\s;]*))",
          Pattern.CASE_INSENSITIVE);

  /** An attribute; its name is in lower case. */
  private record Attribute(String name, String value) {}

  private final String bytes;
  private int at;

  private MetaPrescan(String bytes) {
    this.bytes = bytes;
  }

  /** Returns the encoding that the first 1,024 bytes declare. */
  static Optional<Charset> find(byte[] page) {
    String first = new String(page, 0, Math.min(page.length, LENGTH), StandardCharsets.ISO_8859_1);
    return new MetaPrescan(first).meta().or(() -> xmlDeclaration(first));
  }

  /** Returns the encoding in the attribute {@code content} of a {@code meta} element. */
  static Optional<Charset> findInContent(String content) {
    Matcher charset = CHARSET.matcher(content);
    return charset.find()
        ? EncodingLabels.find(firstGroup(charset)).map(MetaPrescan::ofReadableBytes)
        : Optional.empty();
  }

  /** Returns the encoding with a label that was read from bytes, which is not UTF-16 then. */
  static Optional<Charset> findByLabel(String label) {
    return EncodingLabels.find(label).map(MetaPrescan::ofReadableBytes);
  }

  private static Charset ofReadableBytes(Charset declared) {
    return declared.name().startsWith("UTF-16") ? StandardCharsets.UTF_8 : declared;
  }

  private static Optional<Charset> xmlDeclaration(String first) {
    Matcher declaration = XML_DECLARATION.matcher(first);
    return declaration.find() ? findByLabel(firstGroup(declaration)) : Optional.empty();
  }

  private static String firstGroup(Matcher found) {
    int group = 1;
    while (found.group(group) == null) {
      group++;
    }
    return found.group(group);
  }

  private Optional<Charset> meta() {
    while (peek() != END) {
      if (startsWith("<!--")) {
        // The hyphens of <!--> begin and end the comment.
        skipPast("-->", at + 2);
      } else if (startsWith("<meta") && isSeparator(charAt(at + 5))) {
        at += 5;
        Optional<Charset> declared = metaElement();
        if (declared.isPresent()) {
          return declared;
        }
      } else if (peek() == '<' && isLetter(charAt(at + (charAt(at + 1) == '/' ? 2 : 1)))) {
        while (peek() != END && peek() != '>' && !isSpace(peek())) {
          at++;
        }
        while (attribute().isPresent()) {
          // The attributes of other elements may contain the text of a meta element.
        }
      } else if (startsWith("<!") || startsWith("</") || startsWith("<?")) {
        skipPast(">", at);
      } else {
        at++;
      }
    }
    return Optional.empty();
  }

  /** Reads the attributes of a meta element. */
  private Optional<Charset> metaElement() {
    Set<String> names = new HashSet<>();
    boolean pragma = false;
    boolean needsPragma = false;
    Optional<Charset> charset = Optional.empty();
    for (Optional<Attribute> next = attribute(); next.isPresent(); next = attribute()) {
      Attribute attribute = next.get();
      if (!names.add(attribute.name())) {
        continue;
      }
      switch (attribute.name()) {
        case "http-equiv" -> pragma = attribute.value().equalsIgnoreCase("content-type");
        case "content" -> {
          Optional<Charset> found = findInContent(attribute.value());
          if (charset.isEmpty() && found.isPresent()) {
            charset = found;
            needsPragma = true;
          }
        }
        case "charset" -> {
          charset = findByLabel(attribute.value());
          needsPragma = false;
        }
        default -> {}
      }
    }
    return needsPragma && !pragma ? Optional.empty() : charset;
  }

  /** Reads the next attribute of a tag; empty at its end. */
  private Optional<Attribute> attribute() {
    while (isSeparator(peek())) {
      at++;
    }
    int start = at;
    while (!endsName(at, start)) {
      at++;
    }
    String name = bytes.substring(start, at).toLowerCase(Locale.ROOT);
    if (name.isEmpty()) {
      return Optional.empty();
    }
    skipSpace();
    if (peek() != '=') {
      return Optional.of(new Attribute(name, ""));
    }
    at++;
    skipSpace();
    return Optional.of(new Attribute(name, value()));
  }

  private boolean endsName(int i, int start) {
    int c = charAt(i);
    return c == END || c == '>' || isSeparator(c) || (c == '=' && i > start);
  }

  private String value() {
    int quote = peek();
    if (quote == '"' || quote == '\'') {
      int end = bytes.indexOf(quote, at + 1);
      String value = bytes.substring(at + 1, end < 0 ? bytes.length() : end);
      at = end < 0 ? bytes.length() : end + 1;
      return value;
    }
    int start = at;
    while (peek() != END && peek() != '>' && !isSpace(peek())) {
      at++;
    }
    return bytes.substring(start, at);
  }

  private void skipSpace() {
    while (isSpace(peek())) {
      at++;
    }
  }

  private void skipPast(String end, int from) {
    int found = bytes.indexOf(end, from);
    at = found < 0 ? bytes.length() : found + end.length();
  }

  private boolean startsWith(String lowerCase) {
    return bytes.regionMatches(true, at, lowerCase, 0, lowerCase.length());
  }

  private int peek() {
    return charAt(at);
  }

  private int charAt(int i) {
    return i < bytes.length() ? bytes.charAt(i) : END;
  }

  private static boolean isSeparator(int c) {
    return c == '/' || isSpace(c);
  }

  private static boolean isSpace(int c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r';
  }

  private static boolean isLetter(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }
}
