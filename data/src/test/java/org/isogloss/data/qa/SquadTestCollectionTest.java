// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.qa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.data.FormatException;
import org.isogloss.data.Judgement;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One set of questions and paragraphs in two languages. */
class SquadTestCollectionTest {
  private static final Language DE = Language.of("de");
  private static final Language EN = Language.of("en");

  @TempDir Path folder;

  @BeforeEach
  void write() throws IOException {
    Files.writeString(
        folder.resolve("xquad.de.json"),
        """
        {"data": [{"paragraphs": [{"context": "Ja. Der Rhein.", "sentence_breaks": [[0, 3], [4, 14]], "qas": [
          {"id": "a", "question": "Ob?", "answers": [{"answer_start": 0, "text": "Ja"}]},
          {"id": "b", "question": "Was?", "answers": [{"answer_start": 8, "text": "Rhein"}]}]}]}]}
        """);
    Files.writeString(
        folder.resolve("xquad.en.json"),
        """
        {"data": [{"paragraphs": [{"context": "Yes. The Rhine. Yes.",
         "sentence_breaks": [[0, 4], [5, 15], [16, 20]], "qas": [
          {"id": "a", "question": "If?", "answers": [{"answer_start": 0, "text": "Yes"}]},
          {"id": "b", "question": "What?", "answers": [{"answer_start": 9, "text": "Rhine"}]}]}]}]}
        """);
    Files.writeString(folder.resolve("test-context-de-question-en.json"), "not read");
    Files.writeString(folder.resolve("README.md"), "not read");
  }

  private SquadTestCollection ask(List<Language> queryLanguages, List<Language> documentLanguages) {
    SquadFolder xquad = SquadFolder.open(folder);
    return SquadTestCollection.of(
        xquad.paragraphs(queryLanguages), xquad.paragraphs(documentLanguages));
  }

  @Test
  void listsTheLanguagesOfAFolder() {
    assertThat(SquadFolder.open(folder).languages()).containsExactly(DE, EN);
    assertThatThrownBy(() -> SquadFolder.open(folder).paragraphs(Language.of("fr")))
        .isInstanceOf(IsoglossException.class)
        .hasMessage(folder + ": has no file in fr; it has [de, en]");
  }

  @Test
  void findsEnglishParagraphsForGermanQuestions() {
    SquadTestCollection collection = ask(List.of(DE), List.of(EN));
    assertThat(collection.queries())
        .containsExactly(new Query("de/a", DE, "Ob?"), new Query("de/b", DE, "Was?"));
    assertThat(collection.paragraphs())
        .containsExactly(new Document("en/0-0", EN, "", "Yes. The Rhine. Yes."));
    assertThat(collection.paragraphJudgements())
        .containsExactly(new Judgement("de/a", "en/0-0", 1), new Judgement("de/b", "en/0-0", 1));
  }

  @Test
  void findsAnswersInEveryLanguageOfAMixedPool() {
    SquadTestCollection collection = ask(List.of(DE, EN), List.of(DE, EN));
    assertThat(collection.sentences())
        .extracting(sentence -> sentence.id() + " " + sentence.text())
        .containsExactly(
            "de/0-0#0 Ja.",
            "de/0-0#1 Der Rhein.",
            "en/0-0#0 Yes.",
            "en/0-0#1 The Rhine.",
            "en/0-0#2 Yes.");
    assertThat(collection.sentenceJudgements())
        .containsExactly(
            new Judgement("de/a", "de/0-0#0", 1),
            new Judgement("de/a", "en/0-0#0", 1),
            new Judgement("de/a", "en/0-0#2", 1),
            new Judgement("de/b", "de/0-0#1", 1),
            new Judgement("de/b", "en/0-0#1", 1),
            new Judgement("en/a", "de/0-0#0", 1),
            new Judgement("en/a", "en/0-0#0", 1),
            new Judgement("en/a", "en/0-0#2", 1),
            new Judgement("en/b", "de/0-0#1", 1),
            new Judgement("en/b", "en/0-0#1", 1));
    assertThat(collection.paragraphJudgements()).hasSize(8);
  }

  @Test
  void reportsFoldersWithoutUsableFiles() throws IOException {
    Files.writeString(folder.resolve("de.json.gz"), "");
    assertThatThrownBy(() -> SquadFolder.open(folder))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("has two files in de, de.json.gz and xquad.de.json");
    Path empty = Files.createDirectory(folder.resolve("empty"));
    assertThatThrownBy(() -> SquadFolder.open(empty)).hasMessageContaining("no files in SQuAD's");
  }
}
