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
import org.isogloss.text.Span;
import org.isogloss.text.language.LanguageIdentifier;
import org.isogloss.text.segmentation.PassageSplitter;

/** Cuts documents into passages, in the language that they say or seem to be in. */
public final class PassageExtractor {
  /** Passages are not cut further than that: a title may be longer than the encoder reads. */
  private static final int MIN_WORDS = 8;

  private final PassageSplitter splitter;
  private final Optional<Encoder> encoder;
  private final LanguageIdentifier identifier = LanguageIdentifier.forAllLanguages();

  /**
   * A maker of passages.
   *
   * @param encoder that is to read all of each passage; what is too long for it is cut further
   */
  public PassageExtractor(PassageSplitter splitter, Optional<Encoder> encoder) {
    this.splitter = splitter;
    this.encoder = encoder;
  }

  /**
   * The passages of a document: one of an empty text where it has a title alone, none where it has
   * neither.
   */
  public List<Passage> extract(Document document) {
    String text = document.text();
    Language language = language(document);
    List<Span> spans = splitter.split(text, language);
    if (spans.isEmpty() && !document.title().isBlank()) {
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

  /** The span, or the shorter ones it has to be cut into for the encoder to read all of it. */
  private Stream<Span> splitToFit(Span span, Document document, Language language, int maxWords) {
    String text = span.coveredText(document.text());
    boolean fits =
        encoder.isEmpty()
            || encoder.get().fits(Passage.titled(document.title(), text), Role.PASSAGE);
    if (fits || maxWords <= MIN_WORDS) {
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
    String text = document.text().isBlank() ? document.title() : document.text();
    return identifier.identify(text).reliableLanguage();
  }
}
