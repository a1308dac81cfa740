// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.wiki;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Converts the source text of a wiki to plain text. Templates, tables, references, comments, images
 * and tags are removed, links are replaced by their labels, entities by their characters. Templates
 * are not expanded, so that text which a template produces, such as a converted unit, is missing.
 */
final class Wikitext {
  /** A longer introduction is cut here; its first paragraph is much shorter. */
  private static final int MAX_LENGTH = 1 << 18;

  private static final Pattern HEADING = Pattern.compile("^={2,6}[^=].*=\\s*$", Pattern.MULTILINE);
  private static final Pattern COMMENT = Pattern.compile("<!--.*?(?:-->|\\z)", Pattern.DOTALL);

  /** The start tags of elements whose content is not text. */
  private static final Pattern ELEMENT =
      Pattern.compile(
          "<(ref|math|chem|gallery|timeline|score|imagemap|syntaxhighlight|source|table|references"
              + "|templatestyles|includeonly|mapframe|graph)\\b[^<>]*>",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern TAG = Pattern.compile("</?[A-Za-z][^<>]*>");
  private static final Pattern EXTERNAL =
      Pattern.compile("\\[(?:https?:|ftp:)?//\\S*?(?:\\s+([^\\]\\n]*))?\\]");
  private static final Pattern QUOTES = Pattern.compile("'{2,}");
  private static final Pattern SWITCH = Pattern.compile("__[A-Z]+__");
  private static final Pattern VARIANTS = Pattern.compile("-\\{([^{}]*)\\}-");

  /** What a removed template leaves in parentheses. */
  private static final Pattern EMPTY_PARENTHESES = Pattern.compile("\\s*[(（][\\s,;:，；、]*[)）]");

  private static final Pattern LEADING_SEPARATORS = Pattern.compile("([(（])[ ,;，；、]+");
  private static final Pattern PARAGRAPH_END = Pattern.compile("\\n\\s*\\n");
  private static final Pattern SPACE = Pattern.compile("[\\s\\u00a0]+");
  private static final Pattern LANGUAGE_LINK =
      Pattern.compile("\\[\\[\\s*([a-z]{2,3}(?:-[a-z]{2,8})*)\\s*:\\s*([^\\[\\]|\\n#]+)\\]\\]");

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
   * The first paragraph before the first heading that contains a letter or digit.
   *
   * @param namespaces names of namespaces, in lower case: links to them are removed
   * @return one line; empty if there is none
   */
  static String firstParagraph(String wikitext, Set<String> namespaces) {
    String text = wikitext.substring(0, Math.min(wikitext.length(), MAX_LENGTH));
    text = COMMENT.matcher(text).replaceAll("");
    text = removeNested(text, "{{", "}}");
    text = removeNested(text, "{|", "|}");
    Matcher heading = HEADING.matcher(text);
    text = heading.find() ? text.substring(0, heading.start()) : text;
    text = removeElements(text);
    text = TAG.matcher(text).replaceAll(" ");
    text = replaceLinks(text, namespaces);
    text = EXTERNAL.matcher(text).replaceAll("$1");
    for (String paragraph : PARAGRAPH_END.split(text)) {
      String plain = plain(paragraph);
      if (plain.codePoints().anyMatch(Character::isLetterOrDigit)) {
        return plain;
      }
    }
    return "";
  }

  private static String plain(String paragraph) {
    StringBuilder lines = new StringBuilder();
    // Items of lists, indented lines and rests of tables are not sentences.
    paragraph
        .lines()
        .filter(line -> line.isBlank() || "*#:;|!=".indexOf(line.strip().charAt(0)) < 0)
        .forEach(line -> lines.append(line).append(' '));
    String text = QUOTES.matcher(lines).replaceAll("");
    text = SWITCH.matcher(text).replaceAll("");
    text =
        VARIANTS
            .matcher(text)
            .replaceAll(found -> Matcher.quoteReplacement(variant(found.group(1))));
    text = HtmlEntities.decode(text);
    text = SPACE.matcher(text).replaceAll(" ");
    text = EMPTY_PARENTHESES.matcher(text).replaceAll("");
    return LEADING_SEPARATORS.matcher(text).replaceAll("$1").strip();
  }

  /** The first variant of text in several scripts: {@code zh-hans:网络; zh-hant:網路}. */
  private static String variant(String variants) {
    String first = variants.split(";", 2)[0];
    String content = first.substring(first.lastIndexOf('|') + 1);
    return content.substring(content.indexOf(':') + 1);
  }

  /** Removes pairs of brackets with their content; what is not closed is removed to the end. */
  private static String removeNested(String text, String open, String close) {
    if (!text.contains(open)) {
      return text;
    }
    StringBuilder kept = new StringBuilder(text.length());
    int depth = 0;
    int i = 0;
    while (i < text.length()) {
      if (text.startsWith(open, i)) {
        depth++;
        i += open.length();
      } else if (depth > 0 && text.startsWith(close, i)) {
        depth--;
        i += close.length();
      } else {
        if (depth == 0) {
          kept.append(text.charAt(i));
        }
        i++;
      }
    }
    return kept.toString();
  }

  /** Removes elements with their content; of one that is not closed, only the start tag. */
  private static String removeElements(String text) {
    String lowerCase = text.toLowerCase(Locale.ROOT);
    if (lowerCase.length() != text.length()) {
      lowerCase = text; // A letter whose lower case has another length: no tag in upper case then.
    }
    StringBuilder kept = new StringBuilder(text.length());
    Matcher element = ELEMENT.matcher(text);
    int from = 0;
    while (element.find(from)) {
      kept.append(text, from, element.start());
      from = element.end();
      if (!element.group().endsWith("/>")) {
        String endTag = "</" + element.group(1).toLowerCase(Locale.ROOT);
        int end = lowerCase.indexOf(endTag, from);
        int close = end < 0 ? -1 : text.indexOf('>', end);
        from = close < 0 ? from : close + 1;
      }
    }
    return kept.append(text, from, text.length()).toString();
  }

  /** Replaces links by their labels, those inside of others first. */
  private static String replaceLinks(String text, Set<String> namespaces) {
    StringBuilder out = new StringBuilder(text.length());
    List<Integer> open = new ArrayList<>();
    int i = 0;
    while (i < text.length()) {
      if (text.startsWith("[[", i)) {
        open.add(out.length());
        i += 2;
      } else if (!open.isEmpty() && text.startsWith("]]", i)) {
        int start = open.removeLast();
        String label = label(out.substring(start), namespaces);
        out.setLength(start);
        out.append(label);
        i += 2;
      } else {
        out.append(text.charAt(i++));
      }
    }
    return out.toString();
  }

  /** The label of a link; empty for images, categories and interlanguage links. */
  private static String label(String link, Set<String> namespaces) {
    int bar = link.indexOf('|');
    String target = (bar < 0 ? link : link.substring(0, bar)).strip();
    int colon = target.indexOf(':');
    if (colon > 0) {
      String prefix = target.substring(0, colon).strip().replace('_', ' ').toLowerCase(Locale.ROOT);
      if (namespaces.contains(prefix)
          || WikiTitle.find(prefix, target.substring(colon + 1)).isPresent()) {
        return "";
      }
    }
    return bar < 0 ? (colon == 0 ? target.substring(1) : target) : link.substring(bar + 1);
  }
}
