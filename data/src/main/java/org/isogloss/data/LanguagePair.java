// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;

/** A source and a target language, with the string form {@code en-de}. */
public record LanguagePair(Language source, Language target) {
  private static final Pattern REGION_FIRST = Pattern.compile("\\p{Upper}{2}-.*\\p{Lower}.*");

  public LanguagePair {
    requireNonNull(source, "source is null");
    requireNonNull(target, "target is null");
  }

  /**
   * Parses a pair such as {@code en-de}, {@code deu-eng} or {@code en-zh_Hant}; empty if the text
   * is not two language codes separated by a hyphen. In {@code pt-BR-de}, {@code BR} in upper case
   * is the region of {@code pt}, not a language.
   */
  public static Optional<LanguagePair> find(String text) {
    Optional<LanguagePair> found = Optional.empty();
    for (int hyphen = text.indexOf('-'); hyphen >= 0; hyphen = text.indexOf('-', hyphen + 1)) {
      Optional<Language> source = Language.findInName(text.substring(0, hyphen));
      Optional<Language> target = Language.findInName(text.substring(hyphen + 1));
      if (source.isPresent() && target.isPresent()) {
        found = Optional.of(new LanguagePair(source.get(), target.get()));
        if (!REGION_FIRST.matcher(text.substring(hyphen + 1)).matches()) {
          return found;
        }
      }
    }
    return found;
  }

  /**
   * The pair that a file name contains between its dots: {@code en-de.tsv.gz}, {@code
   * news.deu-eng.deu}.
   *
   * @throws IsoglossException if the name contains no pair of languages, or several pairs
   */
  public static LanguagePair fromFileName(Path file) {
    List<LanguagePair> found = allInFileName(file);
    if (found.size() != 1) {
      throw new IsoglossException(
          file
              + ": the two languages cannot be determined from this name (found "
              + (found.isEmpty() ? "none" : found)
              + "): expected a name such as en-de.tsv, or specify both languages");
    }
    return found.getFirst();
  }

  /** All pairs that a file name contains between its dots. */
  public static List<LanguagePair> allInFileName(Path file) {
    List<LanguagePair> found = new ArrayList<>();
    for (String part : file.getFileName().toString().split("\\.", -1)) {
      find(part).ifPresent(found::add);
    }
    return found;
  }

  /** The pair with source and target exchanged. */
  public LanguagePair reversed() {
    return new LanguagePair(target, source);
  }

  @Override
  public String toString() {
    return source + "-" + target;
  }
}
