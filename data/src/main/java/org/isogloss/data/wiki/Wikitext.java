// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.wiki;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.parser.Parser;

/**
 * Converts the source text of a wiki to plain text. Templates, tables, references, comments, images
 * and tags are removed, links are replaced by their labels, entities by their characters. Templates
 * are not expanded, so that text which a template produces, such as a converted unit, is missing.
 * Every step takes time in proportion to the length of the text, whatever it contains.
 */
final class Wikitext {
  /** A longer text is cut here; MediaWiki limits pages to 2 MiB. */
  private static final int MAX_LENGTH = 1 << 21;

  private static final Pattern QUOTES = Pattern.compile("'{2,}+");
  private static final Pattern SWITCH = Pattern.compile("__[A-Z]++__");
  private static final Pattern VARIANTS = Pattern.compile("-\\{([^{}]*+)\\}-");

  /** What a removed template leaves in parentheses. */
  private static final Pattern EMPTY_PARENTHESES = Pattern.compile(" ?[(（][ ,;:，；、]*+[)）]");

  private static final Pattern LEADING_SEPARATORS = Pattern.compile("([(（])[ ,;，；、]++");

  /** From the first of several separators, so that a long run of them is read once. */
  private static final Pattern TRAILING_SEPARATORS =
      Pattern.compile("(?<![ ,;，；、])[ ,;，；、]++([)）])");

  private static final Pattern SPACE = Pattern.compile("[\\s\\u00a0]++");
  private static final Pattern LANGUAGE_LINK =
      Pattern.compile(
          "\\[\\[\\s*+([a-z]{2,3}(?:-[a-z]{2,8}){0,3}+)\\s*+:\\s*+([^\\s\\[\\]|#][^\\[\\]|\\n#]*+)\\]\\]");

  private Wikitext() {}

  /** The titles to which interlanguage links point: {@code [[de:Rhein]]}. */
  static List<WikiTitle> languageLinks(String wikitext) {
    List<WikiTitle> links = new ArrayList<>();
    Matcher link = LANGUAGE_LINK.matcher(wikitext);
    while (link.find()) {
      WikiTitle.find(link.group(1), link.group(2)).ifPresent(links::add);
    }
    return links;
  }

  /**
   * The first paragraph that contains a letter or digit, wherever it stands: after headings,
   * tables, templates and lists.
   *
   * @param namespaces names of namespaces, in lower case: links to them are removed
   * @return one line; empty if there is none
   */
  static String firstParagraph(String wikitext, Set<String> namespaces) {
    String text = wikitext.substring(0, Math.min(wikitext.length(), MAX_LENGTH));
    text = WikiTags.removeElements(WikiTags.removeComments(text));
    text = WikiBraces.remove(text);
    text = WikiTags.replaceTags(text);
    text = WikiLinkLabels.replaceLinks(text, namespaces);
    StringBuilder paragraph = new StringBuilder();
    for (String line : (Iterable<String>) text.lines()::iterator) {
      if (isOfParagraph(line)) {
        paragraph.append(line).append(' ');
        continue;
      }
      String plain = plain(paragraph.toString());
      if (!plain.isEmpty()) {
        return plain;
      }
      paragraph.setLength(0);
    }
    return plain(paragraph.toString());
  }

  /** Headings, items of lists, indented lines, rests of tables and rules are not in paragraphs. */
  private static boolean isOfParagraph(String line) {
    String stripped = line.strip();
    return !stripped.isEmpty()
        && "*#:;|!=".indexOf(stripped.charAt(0)) < 0
        && !stripped.startsWith("----");
  }

  /** Returns the plain text of a paragraph; empty if it contains no letter or digit. */
  private static String plain(String paragraph) {
    String text = WikiLinkLabels.replaceExternalLinks(paragraph);
    text = QUOTES.matcher(text).replaceAll("");
    text = SWITCH.matcher(text).replaceAll("");
    text =
        VARIANTS
            .matcher(text)
            .replaceAll(found -> Matcher.quoteReplacement(variant(found.group(1))));
    text = Parser.unescapeEntities(text, /* inAttribute= */ false);
    text = SPACE.matcher(text).replaceAll(" ");
    text = EMPTY_PARENTHESES.matcher(text).replaceAll("");
    text = LEADING_SEPARATORS.matcher(text).replaceAll("$1");
    text = TRAILING_SEPARATORS.matcher(text).replaceAll("$1").strip();
    return text.codePoints().anyMatch(Character::isLetterOrDigit) ? text : "";
  }

  /** The first variant of text in several scripts: {@code zh-hans:网络; zh-hant:網路}. */
  private static String variant(String variants) {
    String first = variants.split(";", 2)[0];
    String content = first.substring(first.lastIndexOf('|') + 1);
    return content.substring(content.indexOf(':') + 1);
  }
}
