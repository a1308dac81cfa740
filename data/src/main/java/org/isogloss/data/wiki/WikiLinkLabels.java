// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.wiki;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Replaces links in wikitext by their labels. */
final class WikiLinkLabels {
  /** Maximum nesting of links: captions of images contain links. */
  private static final int MAX_DEPTH = 20;

  private static final int MAX_TITLE = 255;

  private static final Pattern URL =
      Pattern.compile("\\[(?:https?:|ftp:)?//[^\\[\\]\\s]*+", Pattern.CASE_INSENSITIVE);

  /**
   * Names of files with pictures, sounds and the like, whose namespace has a name in any language.
   */
  private static final Pattern MEDIA =
      Pattern.compile(
          "[^:]++:.*\\.(?:jpe?g|png|svg|gif|tiff?|webp|xcf|bmp|ogg|oga|ogv|opus|webm|mp[34]|wav"
              + "|flac|midi?|pdf|djvu|stl)",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  /** What the label of {@code [[Rhine (river)|]]} and {@code [[Bonn, Texas|]]} leaves out. */
  private static final Pattern DISAMBIGUATION =
      Pattern.compile("\\s*+(?:\\([^()]*+\\)|（[^（）]*+）|, .*)\\s*+\\z");

  private WikiLinkLabels() {}

  /** Replaces internal links by their labels, those inside of others first. */
  static String replaceLinks(String text, Set<String> namespaces) {
    StringBuilder out = new StringBuilder(text.length());
    List<Integer> open = new ArrayList<>();
    int i = 0;
    while (i < text.length()) {
      if (text.startsWith("[[", i)) {
        if (open.size() == MAX_DEPTH) {
          open.removeFirst();
        }
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
    if (colon > 0 && isOtherNamespace(target, colon, namespaces)) {
      return "";
    }
    String shown = colon == 0 ? target.substring(1) : target;
    if (bar < 0) {
      return shown;
    }
    String label = link.substring(bar + 1);
    return label.isEmpty() && shown.length() <= MAX_TITLE
        ? DISAMBIGUATION.matcher(shown).replaceFirst("")
        : label;
  }

  private static boolean isOtherNamespace(String target, int colon, Set<String> namespaces) {
    String prefix = target.substring(0, colon).strip().replace('_', ' ').toLowerCase(Locale.ROOT);
    return namespaces.contains(prefix)
        || MEDIA.matcher(target).matches()
        || WikiTitle.find(prefix, target.substring(colon + 1)).isPresent();
  }

  /** Replaces links to other sites, {@code [https://example.org label]}, by their labels. */
  static String replaceExternalLinks(String line) {
    StringBuilder out = new StringBuilder(line.length());
    Matcher url = URL.matcher(line);
    int from = 0;
    int close = 0;
    while (url.find()) {
      if (close < url.end()) {
        close = line.indexOf(']', url.end());
      }
      if (close < 0) {
        break;
      }
      if (url.start() >= from) {
        out.append(line, from, url.start()).append(line.substring(url.end(), close).strip());
        from = close + 1;
      }
    }
    return out.append(line, from, line.length()).toString();
  }
}
