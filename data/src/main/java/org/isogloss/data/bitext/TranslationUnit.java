// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.bitext;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.isogloss.core.Language;
import org.isogloss.core.LanguageRange;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.MalformedRecordException;

/** The same text in several languages, an element of TMX or XLIFF. */
record TranslationUnit(List<Variant> variants) {
  /**
   * The text in one language.
   *
   * @param language undetermined if the file does not state it
   */
  record Variant(Language language, String text) {}

  TranslationUnit {
    variants = List.copyOf(variants);
  }

  /**
   * The texts in two languages.
   *
   * @param languages the languages; an undetermined one stands for the first or second language of
   *     the unit
   * @throws MalformedRecordException if there is no text in one of the languages
   */
  SentencePair toPair(LanguagePair languages) throws MalformedRecordException {
    Variant source = find(languages.source(), 0);
    Variant target = find(languages.target(), 1);
    LanguagePair found =
        new LanguagePair(
            languages.source().isUndetermined() ? source.language() : languages.source(),
            languages.target().isUndetermined() ? target.language() : languages.target());
    return Bitext.newPair(found, source.text(), target.text(), "");
  }

  private Variant find(Language wanted, int position) throws MalformedRecordException {
    LanguageRange range = LanguageRange.of(wanted.tag());
    Optional<Variant> found =
        variants.stream().filter(variant -> range.contains(variant.language())).findFirst();
    if (found.isEmpty() && position < variants.size()) {
      found =
          Optional.of(variants.get(position))
              .filter(variant -> wanted.isUndetermined() || variant.language().isUndetermined());
    }
    return found.orElseThrow(() -> withoutText(wanted));
  }

  private MalformedRecordException withoutText(Language wanted) {
    return new MalformedRecordException(
        "the unit has no text in "
            + wanted
            + ", only in "
            + variants.stream()
                .map(variant -> variant.language().tag())
                .collect(Collectors.joining(", "))
            + ": select languages that it has");
  }
}
