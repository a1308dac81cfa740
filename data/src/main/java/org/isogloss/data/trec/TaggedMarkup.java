// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.trec;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isogloss.core.Language;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.parse.FieldParsing;
import org.jsoup.parser.Parser;

/** The markup that SGML without a document type and XML have in common. */
final class TaggedMarkup {
  /** A tag; group 1 is its slash if it is a closing tag, 2 its name, 3 its attributes. */
  static final Pattern TAG =
      Pattern.compile("<(/?)([A-Za-z][A-Za-z0-9_.:]*+(?:-[A-Za-z0-9_.:]++)*+)([^<>]*+)>");

  private static final Pattern ATTRIBUTE =
      Pattern.compile("([\\w:.-]++)\\s*+=\\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\\s\"'>]++))");

  /** Codes of NTCIR that are not those of ISO 639. */
  private static final Map<String, String> NTCIR_LANGUAGES =
      Map.of("CH", "zh", "CN", "zh", "CS", "zh-Hans", "CT", "zh-Hant", "JP", "ja", "KR", "ko");

  private TaggedMarkup() {}

  /** The language with a tag of BCP 47 or a code of NTCIR. */
  static Language language(String code) throws MalformedRecordException {
    return FieldParsing.parseLanguage(
        NTCIR_LANGUAGES.getOrDefault(code.toUpperCase(Locale.ROOT), code));
  }

  /** The text without comments and with escaped CDATA sections. */
  static String withoutSections(String text) {
    return replaceSections(
        replaceSections(text, "<!--", "-->", comment -> " "),
        "<![CDATA[",
        "]]>",
        TrecTopics::escape);
  }

  private static String replaceSections(
      String text, String begin, String end, UnaryOperator<String> replacement) {
    StringBuilder result = new StringBuilder();
    int copied = 0;
    while (true) {
      int from = text.indexOf(begin, copied);
      int to = from < 0 ? -1 : text.indexOf(end, from + begin.length());
      if (to < 0) {
        return copied == 0 ? text : result.append(text, copied, text.length()).toString();
      }
      result.append(text, copied, from);
      result.append(replacement.apply(text.substring(from + begin.length(), to)));
      copied = to + end.length();
    }
  }

  /** The attributes of a tag by their names in lower case. */
  static Map<String, String> attributes(String text) {
    Map<String, String> attributes = new HashMap<>();
    Matcher attribute = ATTRIBUTE.matcher(text);
    while (attribute.find()) {
      for (int group = 2; group <= 4; group++) {
        if (attribute.group(group) != null) {
          attributes.put(
              attribute.group(1).toLowerCase(Locale.ROOT),
              Parser.unescapeEntities(attribute.group(group), true).strip());
        }
      }
    }
    return attributes;
  }
}
