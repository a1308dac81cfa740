package org.isogloss.search;

import java.util.ArrayList;
import java.util.List;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.core.Passage;
import org.isogloss.text.LanguageIdentifier;
import org.isogloss.text.PassageSplitter;
import org.isogloss.text.Span;

/** Cuts documents into passages, in the language that they say or seem to be in. */
final class PassageMaker {
  private final PassageSplitter splitter;
  private final LanguageIdentifier identifier = LanguageIdentifier.ofAll();

  PassageMaker(PassageSplitter splitter) {
    this.splitter = splitter;
  }

  /**
   * The passages of a document: one of an empty text where it has a title alone, none where it has
   * neither.
   */
  List<Passage> passages(Document document) {
    String text = document.text();
    Language language = language(document);
    List<Span> spans = splitter.split(text, language);
    if (spans.isEmpty() && !document.title().isBlank()) {
      spans = List.of(new Span(0, 0));
    }
    List<Passage> passages = new ArrayList<>(spans.size());
    for (Span span : spans) {
      passages.add(
          new Passage(
              document.id(),
              passages.size(),
              language,
              document.title(),
              span.of(text),
              span.start(),
              span.end()));
    }
    return passages;
  }

  private Language language(Document document) {
    if (!document.language().isUndetermined()) {
      return document.language();
    }
    String text = document.text().isBlank() ? document.title() : document.text();
    return identifier.identify(text).reliableLanguage();
  }
}
