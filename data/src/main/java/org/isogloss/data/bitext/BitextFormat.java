// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.bitext;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isogloss.core.Language;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.io.FileHead;
import org.isogloss.data.io.FolderListing;

/** The formats of bitext in one file, which are recognised by the content. */
public enum BitextFormat {
  /** Lines of {@code source TAB target}. */
  TSV,
  /** Lines of {@code source ||| target}. */
  BARS,
  /** A translation memory (TMX 1.1 to 1.4). */
  TMX,
  /** XLIFF 1.2 or 2. */
  XLIFF;

  private static final Pattern ROOT =
      Pattern.compile("\\A\\s*+(?:<[?!][^<>]*+>\\s*+)*+<(tmx|xliff)[\\s>]");
  private static final Pattern UNIT = Pattern.compile("<tu[\\s>].*?(?:</tu>|\\z)", Pattern.DOTALL);
  private static final Pattern VARIANT =
      Pattern.compile("<tuv\\s[^>]*?\\blang\\s*+=\\s*+[\"']([^\"']++)");
  private static final Pattern SOURCE =
      Pattern.compile("\\b(?:srclang|source-language|srcLang)\\s*+=\\s*+[\"']([^\"']++)");
  private static final Pattern TARGET =
      Pattern.compile("\\b(?:target-language|trgLang)\\s*+=\\s*+[\"']([^\"']++)");

  /** The format that the extension of a file name states, before {@code .gz}; by default TSV. */
  public static BitextFormat ofFileName(Path file) {
    String name = FolderListing.nameUncompressed(file).toLowerCase(Locale.ROOT);
    if (name.endsWith(".tmx")) {
      return TMX;
    }
    return name.endsWith(".xlf") || name.endsWith(".xliff") ? XLIFF : TSV;
  }

  /** Detects the format; lines that are neither XML nor have bars are assumed to be TSV. */
  public static BitextFormat detect(FileHead head) {
    Matcher root = ROOT.matcher(head.text());
    if (root.find()) {
      return root.group(1).equals("tmx") ? TMX : XLIFF;
    }
    return head.majorityMatches(line -> BitextLines.splitAtBars(line).length == 2) ? BARS : TSV;
  }

  /**
   * The languages that the beginning of a file states, source first; empty for formats of lines.
   *
   * @return no, one, two or more languages
   */
  List<Language> languages(FileHead head) {
    Set<Language> found = new LinkedHashSet<>();
    if (this == TMX || this == XLIFF) {
      first(SOURCE, head.text()).ifPresent(found::add);
    }
    if (this == XLIFF) {
      first(TARGET, head.text()).ifPresent(found::add);
    }
    Matcher unit = UNIT.matcher(head.text());
    if (this == TMX && unit.find()) {
      VARIANT
          .matcher(unit.group())
          .results()
          .flatMap(variant -> Language.find(variant.group(1)).stream())
          .forEach(found::add);
    }
    return new ArrayList<>(found);
  }

  private static Optional<Language> first(Pattern attribute, String text) {
    Matcher matcher = attribute.matcher(text);
    return matcher.find()
        ? Language.find(matcher.group(1)).filter(Predicate.not(Language::isUndetermined))
        : Optional.empty();
  }

  /** The two languages that the beginning of a file states; empty if it states more or fewer. */
  Optional<LanguagePair> findPair(FileHead head) {
    List<Language> found = languages(head);
    return found.size() == 2
        ? Optional.of(new LanguagePair(found.getFirst(), found.getLast()))
        : Optional.empty();
  }
}
