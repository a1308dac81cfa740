// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.writer;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.isogloss.core.Document;
import org.isogloss.core.Encoder;
import org.isogloss.core.Language;
import org.isogloss.core.Passage;
import org.isogloss.core.Role;
import org.isogloss.core.Span;
import org.isogloss.text.language.LanguageIdentifier;
import org.isogloss.text.segmentation.PassageSplitter;

/** Splits documents into passages, in their given or identified language. */
public final class PassageExtractor {
  /**
   * Minimum passage size of further splits, because a long title can exceed the limit of the
   * encoder on its own.
   */
  private static final int MIN_WORDS = 8;

  private final PassageSplitter splitter;
  private final Optional<Encoder> encoder;
  private final LanguageIdentifier identifier = LanguageIdentifier.forAllLanguages();

  /**
   * Creates an extractor.
   *
   * @param splitter splits texts into passages
   * @param encoder the encoder; passages that exceed its maximum length are split further
   */
  public PassageExtractor(PassageSplitter splitter, Optional<Encoder> encoder) {
    this.splitter = splitter;
    this.encoder = encoder;
  }

  /**
   * Returns the passages of a document: a single passage with empty text if the document has only a
   * title, and no passage if it has neither title nor text.
   */
  public List<Passage> extract(Document document) {
    String text = document.text();
    Language language = language(document);
    List<Span> spans = splitter.split(text, language);
    if (spans.isEmpty() && !Encoder.isBlank(document.title())) {
      spans = List.of(new Span(0, 0));
    }
    List<Passage> passages = new ArrayList<>(spans.size());
    for (Span span :
        spans.stream()
            .flatMap(span -> splitToFit(span, document, language, splitter.maxWords()))
            .toList()) {
      passages.add(
          new Passage(
              document.id(),
              passages.size(),
              language,
              document.title(),
              span.coveredText(text),
              span.start(),
              span.end()));
    }
    return passages;
  }

  /**
   * Returns a document as passages of any length.
   *
   * @param spans where they are in its text
   */
  List<Passage> divided(Document document, List<Span> spans) {
    Language language = language(document);
    List<Passage> passages = new ArrayList<>(spans.size());
    for (Span span : spans) {
      passages.add(
          new Passage(
              document.id(),
              passages.size(),
              language,
              document.title(),
              span.coveredText(document.text()),
              span.start(),
              span.end()));
    }
    return passages;
  }

  /** Returns the span, or shorter spans if the span exceeds the maximum length of the encoder. */
  private Stream<Span> splitToFit(Span span, Document document, Language language, int maxWords) {
    String text = span.coveredText(document.text());
    boolean fits =
        encoder.isEmpty()
            || encoder.get().fits(Passage.titled(document.title(), text), Role.PASSAGE);
    if (fits || text.isEmpty() || maxWords <= MIN_WORDS) {
      return Stream.of(span);
    }
    int fewer = Math.max(MIN_WORDS, maxWords / 2);
    return new PassageSplitter(fewer)
        .split(text, language).stream()
            .map(part -> new Span(span.start() + part.start(), span.start() + part.end()))
            .flatMap(part -> splitToFit(part, document, language, fewer));
  }

  private Language language(Document document) {
    if (!document.language().isUndetermined()) {
      return document.language();
    }
    String text = Encoder.isBlank(document.text()) ? document.title() : document.text();
    return identifier.identify(text).reliableLanguage();
  }
}
