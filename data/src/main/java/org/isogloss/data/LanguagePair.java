package org.isogloss.data;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;

/** A source and a target language, written {@code en-de}. */
public record LanguagePair(Language source, Language target) {
  public LanguagePair {
    requireNonNull(source, "source is null");
    requireNonNull(target, "target is null");
  }

  /**
   * The pair that a text such as {@code en-de}, {@code deu-eng} or {@code en-zh_Hant} names; empty
   * where it is no two language codes with a hyphen between them.
   */
  public static Optional<LanguagePair> find(String text) {
    for (int hyphen = text.indexOf('-'); hyphen >= 0; hyphen = text.indexOf('-', hyphen + 1)) {
      Optional<Language> source = Language.find(text.substring(0, hyphen));
      Optional<Language> target = Language.find(text.substring(hyphen + 1));
      if (source.isPresent() && target.isPresent()) {
        return Optional.of(new LanguagePair(source.get(), target.get()));
      }
    }
    return Optional.empty();
  }

  /**
   * The pair in the name of a file, between its dots: {@code en-de.tsv.gz}, {@code
   * news.deu-eng.deu}.
   *
   * @throws IsoglossException if the name holds no pair of languages, or several
   */
  public static LanguagePair fromFileName(Path file) {
    List<LanguagePair> found = allInFileName(file);
    if (found.size() != 1) {
      throw new IsoglossException(
          file
              + ": cannot tell the two languages from this name (found "
              + (found.isEmpty() ? "none" : found)
              + "): expected a name such as en-de.tsv, or give both languages");
    }
    return found.getFirst();
  }

  /** Every pair that stands between the dots of a file's name. */
  public static List<LanguagePair> allInFileName(Path file) {
    List<LanguagePair> found = new ArrayList<>();
    for (String part : file.getFileName().toString().split("\\.", -1)) {
      find(part).ifPresent(found::add);
    }
    return found;
  }

  /** The same languages the other way round. */
  public LanguagePair reversed() {
    return new LanguagePair(target, source);
  }

  @Override
  public String toString() {
    return source + "-" + target;
  }
}
