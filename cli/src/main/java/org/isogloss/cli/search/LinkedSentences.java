// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.isogloss.api.StoredDocument;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.OutputFileValidator;
import org.isogloss.cli.console.ProgressBar;
import org.isogloss.core.Encoder;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.bitext.Bitext;
import org.isogloss.data.bitext.DocumentSentencePair;
import org.isogloss.data.bitext.SentencePair;
import org.isogloss.mining.sentence.DocumentSentences;
import org.isogloss.mining.sentence.SentenceAligner;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.links.LinkedText;

/**
 * Aligns the sentences of the documents of an index that are translations of each other, two
 * documents at a time.
 */
final class LinkedSentences {
  /** Number of sentences whose vectors take about 150 MB with 384 dimensions. */
  private static final int MAX_SENTENCES = 50_000;

  private final Console console;
  private final SearchIndex index;
  private final LanguagePair languages;
  private final Encoder encoder;

  LinkedSentences(Console console, SearchIndex index, LanguagePair languages, Encoder encoder) {
    this.console = console;
    this.index = index;
    this.languages = languages;
    this.encoder = encoder;
  }

  /**
   * The two languages in which texts are translated.
   *
   * @throws IsoglossException if there are others than two
   */
  static LanguagePair languages(List<LinkedText> texts) {
    SortedSet<String> codes = new TreeSet<>();
    texts.stream()
        .filter(LinkedText::isTranslated)
        .forEach(text -> codes.addAll(text.documents().keySet()));
    if (codes.size() != 2) {
      throw new IsoglossException(
          codes.isEmpty()
              ? "no document of the index has a translation, so there are no sentence pairs"
              : "the index has translations in "
                  + String.join(", ", codes)
                  + ": select two of these languages");
    }
    return new LanguagePair(Language.of(codes.first()), Language.of(codes.last()));
  }

  /**
   * Writes the sentence pairs of the texts that exist in both languages.
   *
   * @param file TMX or XLIFF
   */
  void write(List<LinkedText> texts, Path file) {
    List<LinkedText> translated = texts.stream().filter(this::isInBothLanguages).toList();
    if (translated.isEmpty()) {
      throw new IsoglossException(
          index.name()
              + ": no document in "
              + languages.source()
              + " has a translation in "
              + languages.target());
    }
    ProgressBar bar = console.progress("Aligning", "texts");
    try (RecordWriter<DocumentSentencePair> writer = Bitext.documentWriter(file, languages)) {
      long done = 0;
      for (LinkedText text : translated) {
        align(text, writer);
        bar.update(++done, translated.size());
      }
      console.endProgress();
      writer.commit();
      console.note(
          "Wrote "
              + Console.formatCount(writer.writtenCount(), "sentence pair", "sentence pairs")
              + " of "
              + Console.formatCount(translated.size(), "text", "texts")
              + " in "
              + languages
              + " to "
              + OutputFileValidator.displayName(file));
    }
  }

  private boolean isInBothLanguages(LinkedText text) {
    return text.documents().containsKey(languages.source().code())
        && text.documents().containsKey(languages.target().code());
  }

  private void align(LinkedText text, RecordWriter<DocumentSentencePair> writer) {
    // The other documents of a language are copies.
    String source = text.documents().get(languages.source().code()).getFirst();
    String target = text.documents().get(languages.target().code()).getFirst();
    List<String> sources = sentences(source, languages.source());
    List<String> targets = sentences(target, languages.target());
    if (Math.max(sources.size(), targets.size()) > MAX_SENTENCES) {
      console.warn(
          "left out "
              + source
              + " and "
              + target
              + ": they have "
              + Console.formatCount(Math.max(sources.size(), targets.size()))
              + " sentences, at most "
              + Console.formatCount(MAX_SENTENCES)
              + " are aligned; align --documents has no such limit");
      return;
    }
    for (SentencePair pair :
        DocumentSentences.pairs(
            SentenceAligner.byVectors(sources, targets, encoder), sources, targets, languages)) {
      writer.write(new DocumentSentencePair(pair, source, target));
    }
  }

  private List<String> sentences(String id, Language language) {
    return index.documents(List.of(id), true).stream()
        .map(StoredDocument::text)
        .flatMap(text -> DocumentSentences.split(text, language).stream())
        .toList();
  }
}
