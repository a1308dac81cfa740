// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.judgement;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.isogloss.core.Language;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.documentation.DocumentationSection;
import org.isogloss.data.documentation.ParallelDocumentation;
import org.isogloss.neural.corpus.TextCorpus;

/**
 * Derives judged queries from a documentation in many languages: the query is a heading in any
 * language; the relevant passage is the text below it, in a language that the position of the
 * heading determines; other sections of the page in that language are irrelevant passages. Headings
 * that occur more than once are ignored, because they are ambiguous.
 */
final class DocumentationQuestionReader {
  /** Maximum number of other sections of the page. */
  private static final int MAX_OTHER_SECTIONS = 7;

  /** A section in one language; the heading and the text are indices of texts. */
  private record Section(int heading, int text) {}

  /** Receives every question. */
  @FunctionalInterface
  interface QuestionSink {
    /**
     * Adds a question.
     *
     * @param page the page of the question, the same in every language
     * @param query index of the heading
     * @param passages indices of the passages; the first one is the answer
     */
    void question(String page, int query, List<Integer> passages);
  }

  private final Map<String, SequencedMap<String, Map<Language, Section>>> pages =
      new LinkedHashMap<>();
  private final Map<Integer, Integer> headings = new HashMap<>();

  private DocumentationQuestionReader() {}

  static void read(Path folder, TextCorpus.Builder texts, QuestionSink sink) {
    DocumentationQuestionReader questions = new DocumentationQuestionReader();
    ParallelDocumentation documentation = ParallelDocumentation.open(folder);
    for (Language language : documentation.languages()) {
      try (Records<DocumentationSection> sections =
          documentation.sections(language, OnError.FAIL)) {
        sections.forEachRemaining(section -> questions.add(section, texts));
      }
    }
    questions.pages.forEach((page, sections) -> questions.emitQuestions(page, sections, sink));
  }

  private void add(DocumentationSection section, TextCorpus.Builder texts) {
    if (section.text().isBlank() || section.heading().isBlank()) {
      return;
    }
    int heading = texts.addSentence(section.heading());
    headings.merge(heading, 1, Integer::sum);
    pages
        .computeIfAbsent(section.page(), key -> new LinkedHashMap<>())
        .computeIfAbsent(section.id(), key -> new LinkedHashMap<>())
        .put(section.language(), new Section(heading, texts.addSentence(section.text())));
  }

  private void emitQuestions(
      String page, SequencedMap<String, Map<Language, Section>> sections, QuestionSink sink) {
    sections.forEach(
        (id, translations) -> {
          List<Language> languages = List.copyOf(translations.keySet());
          for (int i = 0; i < languages.size(); i++) {
            int query = translations.get(languages.get(i)).heading();
            if (headings.get(query) > 1) {
              continue;
            }
            int languageIndex =
                Math.floorMod((page + id).hashCode() * 31 + i * 7, languages.size());
            Language answerLanguage = languages.get(languageIndex);
            int answer = translations.get(answerLanguage).text();
            List<Integer> passages = new ArrayList<>(List.of(answer));
            for (Map<Language, Section> other : sections.values()) {
              Section section = other.get(answerLanguage);
              if (section != null
                  && passages.size() <= MAX_OTHER_SECTIONS
                  && !passages.contains(section.text())) {
                passages.add(section.text());
              }
            }
            sink.question(page, query, passages);
          }
        });
  }
}
