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
 * Makes judged queries of a documentation in many languages: a heading asks, in any language; the
 * text below it answers, in a language that the heading's place decides; the other sections of its
 * page, in that language, do not. A heading that stands in several places asks for none of them and
 * is left out.
 */
final class DocumentationQuestionReader {
  /** How many sections of its page stand against a section. */
  private static final int MAX_OTHER_SECTIONS = 7;

  /** A section in one language, numbers of texts. */
  private record Section(int heading, int text) {}

  /** Hears of every question. */
  @FunctionalInterface
  interface QuestionSink {
    /**
     * Takes a question.
     *
     * @param page that it is of, the same in every language
     * @param passages the answer first
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
            int place = Math.floorMod((page + id).hashCode() * 31 + i * 7, languages.size());
            Language answering = languages.get(place);
            int answer = translations.get(answering).text();
            List<Integer> passages = new ArrayList<>(List.of(answer));
            for (Map<Language, Section> other : sections.values()) {
              Section section = other.get(answering);
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
