// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.qa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.core.Span;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.metadata.MetadataValue;
import org.isogloss.data.FormatException;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordReaderContractTest;
import org.isogloss.data.Records;
import org.junit.jupiter.api.Test;

class SquadDatasetTest extends RecordReaderContractTest<SquadParagraph> {
  private static final Language DE = Language.of("de");

  @Override
  public String fileName() {
    return "xquad.de.json";
  }

  /** Without the ids, which count the preceding articles, malformed ones too. */
  @Override
  public Records<SquadParagraph> read(Path file, OnError onError) {
    return SquadDataset.read(file, onError)
        .map(
            paragraph ->
                new SquadParagraph(
                    "",
                    paragraph.title(),
                    paragraph.language(),
                    paragraph.context(),
                    paragraph.sentences(),
                    paragraph.questions()));
  }

  @Override
  public String file(List<String> records) {
    return "{\"version\": \"1.1\", \"data\": [\n"
        + String.join(",\n", records)
        + "\n], \"more\": {\"x\": []}}\n";
  }

  @Override
  public boolean recordsAreLines() {
    return false;
  }

  @Override
  public boolean emptyIsFine() {
    return false;
  }

  private static String article(String paragraph) {
    return "{\"paragraphs\": [" + paragraph + "], \"title\": \"Rhine\"}";
  }

  @Override
  public List<String> good() {
    return List.of(
        article(
            "{\"context\": \"Der 😀 Rhein ist lang.\", \"qas\": [{\"id\": \"a\", \"question\":"
                + " \"Was ist lang?\", \"answers\": [{\"answer_start\": 6, \"text\":"
                + " \"Rhein\"}]}]}"),
        article("{\"context\": \"Keine Frage.\", \"qas\": []}"),
        article(
            "{\"context\": \"Ja. Nein.\", \"sentence_breaks\": [[0, 3], [4, 9]], \"qas\": [{\"id\":"
                + " 7, \"question\": \"Wie?\", \"is_impossible\": true, \"answers\": []}]}"));
  }

  @Override
  public List<SquadParagraph> expected() {
    return List.of(
        new SquadParagraph(
            "",
            "Rhine",
            DE,
            "Der 😀 Rhein ist lang.",
            List.of(),
            List.of(
                new SquadQuestion(
                    new Query("a", DE, "Was ist lang?"), List.of(new SquadAnswer(7, "Rhein"))))),
        new SquadParagraph("", "Rhine", DE, "Keine Frage.", List.of(), List.of()),
        new SquadParagraph(
            "",
            "Rhine",
            DE,
            "Ja. Nein.",
            List.of(new Span(0, 3), new Span(4, 9)),
            List.of(new SquadQuestion(new Query("7", DE, "Wie?"), List.of()))));
  }

  @Override
  public List<Bad> bad() {
    return List.of(
        new Bad("article is a word", "\"Rhine\"", "]: \"data\" is \"Rhine\", expected an object"),
        new Bad("no paragraphs", "{\"title\": \"x\"}", "has no \"paragraphs\"; it has \"title\""),
        new Bad("paragraphs is null", "{\"paragraphs\": null}", "\"paragraphs\" is null"),
        new Bad("paragraphs is a word", "{\"paragraphs\": \"x\"}", "expected a list"),
        new Bad(
            "paragraph is a number",
            article("5"),
            "].paragraphs[0]: \"paragraphs\" is the number 5"),
        new Bad("no context", article("{\"qas\": []}"), ".paragraphs[0]: has no \"context\""),
        new Bad(
            "context is a list",
            article("{\"context\": [], \"qas\": []}"),
            "\"context\" is a list"),
        new Bad(
            "blank context", article("{\"context\": \" \", \"qas\": []}"), "\"context\" is empty"),
        new Bad("no questions", article("{\"context\": \"x\"}"), "has no \"qas\"", "\"context\""),
        new Bad(
            "twice the same key",
            article("{\"context\": \"x\", \"context\": \"y\", \"qas\": []}"),
            "twice"),
        new Bad(
            "sentence outside",
            article("{\"context\": \"x\", \"qas\": [], \"sentence_breaks\": [[0, 2]]}"),
            "sentence_breaks contains [0,2], expected two offsets inside the context"),
        new Bad(
            "sentence of three",
            article("{\"context\": \"x\", \"qas\": [], \"sentence_breaks\": [[0, 1, 1]]}"),
            "sentence_breaks contains [0,1,1]"),
        new Bad(
            "sentence backwards",
            article("{\"context\": \"xyz\", \"qas\": [], \"sentence_breaks\": [[2, 1]]}"),
            "with the smaller one first"),
        new Bad(
            "sentence of words",
            article("{\"context\": \"xyz\", \"qas\": [], \"sentence_breaks\": [[\"a\", 1]]}"),
            "\"sentence_breaks\" is \"a\", expected a whole number"));
  }

  @Override
  public String longRecord(int characters) {
    return article("{\"context\": \"" + "x".repeat(characters) + "\", \"qas\": []}");
  }

  private SquadParagraph only(String paragraph) throws IOException {
    List<SquadParagraph> all =
        SquadDataset.read(write(file(List.of(article(paragraph)))), OnError.FAIL).toList();
    assertThat(all).hasSize(1);
    return all.getFirst();
  }

  @Test
  void derivesParagraphIdsFromTheirPositions() throws IOException {
    String two = "{\"context\": \"a\", \"qas\": []}, 5, {\"context\": \"b\", \"qas\": []}";
    Path file = write(file(List.of("7", article(two))));
    List<SquadParagraph> read = SquadDataset.read(file, OnError.SKIP).toList();
    assertThat(read).extracting(SquadParagraph::id).containsExactly("1-0", "1-2");
    assertThat(read.getLast().toDocument().id()).isEqualTo("de/1-2");
  }

  @Test
  void aLanguageBeforeTheFormatCountsBeforeOneAtTheStart() {
    assertThat(SquadDataset.Languages.findInFileName(Path.of("my.xquad.de.json")))
        .contains(new SquadDataset.Languages(DE, DE));
    assertThat(SquadDataset.Languages.findInFileName(Path.of("de.some.train.json.gz")))
        .contains(new SquadDataset.Languages(DE, DE));
    assertThat(SquadDataset.Languages.findInFileName(Path.of("squad.json"))).isEmpty();
  }

  @Test
  void keepsTheTitleOfAnArticleAsAField() {
    SquadParagraph paragraph =
        new SquadParagraph("0-0", "Nikola_Tesla", DE, "Text", List.of(), List.of());
    assertThat(paragraph.toDocument())
        .isEqualTo(
            new Document(
                "de/0-0",
                DE,
                "",
                "Text",
                Metadata.EMPTY.with("article", MetadataValue.of("Nikola Tesla"))));
  }

  @Test
  void convertsOffsetsFromCodePointsToUtf16Units() throws IOException {
    SquadParagraph paragraph =
        only(
            """
            {"context": "😀😀 Köln liegt am Rhein.", "sentence_breaks": [[0, 2], [3, 23]], "qas": [
              {"id": "a", "question": "Wo?", "answers": [{"answer_start": 17, "text": "Rhein"}]}]}\
            """);
    SquadAnswer answer = paragraph.questions().getFirst().answers().getFirst();
    assertThat(paragraph.context().substring(answer.start(), answer.end())).isEqualTo("Rhein");
    assertThat(paragraph.sentences().get(1).coveredText(paragraph.context()))
        .isEqualTo("Köln liegt am Rhein.");
  }

  @Test
  void omitsAMalformedQuestionFromItsParagraph() throws IOException {
    Path file =
        write(
            """
            {"data": [{"paragraphs": [{"context": "😀 Rhein, Main", "qas": [
            {"id": "good", "question": "q", "answers": [{"answer_start": 2, "text": "Rhein"}]},
            {"question": "q", "answers": []},
            {"id": "c", "question": " ", "answers": []},
            {"id": "d", "question": "q"},
            {"id": "e", "question": "q", "answers": [{"answer_start": 3, "text": "Rhein"}]},
            {"id": "f", "question": "q", "answers": [{"answer_start": 99, "text": "Rhein"}]},
            {"id": "g", "question": "q", "answers": [{"answer_start": -1, "text": "Rhein"}]},
            {"id": "h", "question": "q", "answers": [{"answer_start": "2", "text": "Rhein"}]},
            {"id": "i", "question": "q", "answers": [7]},
            "j"]}]}]}
            """);
    Records<SquadParagraph> records = SquadDataset.read(file, OnError.SKIP);
    List<SquadParagraph> read = records.toList();
    assertThat(read).hasSize(1);
    assertThat(read.getFirst().questions())
        .extracting(question -> question.query().id())
        .containsExactly("good");
    String qas = ": data[0].paragraphs[0].qas";
    assertThat(records.problems())
        .extracting(FormatException::getMessage)
        .satisfiesExactly(
            b ->
                assertThat(b)
                    .isEqualTo(
                        file + ":3" + qas + "[1]: has no \"id\"; it has \"question\", \"answers\""),
            c -> assertThat(c).startsWith(file + ":4" + qas + "[2]: \"question\" is empty"),
            d -> assertThat(d).startsWith(file + ":5" + qas + "[3]: has no \"answers\""),
            e ->
                assertThat(e)
                    .contains("is not at answer_start 3", "it is at this offset in UTF-16 units"),
            f -> assertThat(f).contains("is not at answer_start 99", "correct the offset"),
            g -> assertThat(g).contains("is not at answer_start -1"),
            h -> assertThat(h).contains("\"answer_start\" is \"2\", expected a whole number"),
            i -> assertThat(i).contains("\"answers\" is the number 7, expected an object"),
            j -> assertThat(j).startsWith(file + ":1" + qas + "[9]: \"qas\" is \"j\""));
    assertThatThrownBy(() -> SquadDataset.read(file, OnError.FAIL).toList())
        .hasMessageStartingWith(file + ":3" + qas + "[1]");
  }

  @Test
  void findsTheSentenceOfTheAnswerAndItsRepetitions() throws IOException {
    SquadParagraph paragraph =
        only(
            """
            {"context": "Ja. Nein. Ja. Ende", "sentence_breaks": [[0, 3], [4, 9], [10, 13]], "qas": [
              {"id": "a", "question": "?", "answers": [{"answer_start": 10, "text": "Ja"}]},
              {"id": "b", "question": "?", "answers": [{"answer_start": 4, "text": "Nein. Ja"}]},
              {"id": "c", "question": "?", "answers": [{"answer_start": 14, "text": "Ende"}]},
              {"id": "d", "question": "?", "answers": []}]}\
            """);
    assertThat(paragraph.questions())
        .extracting(paragraph::answerSentences)
        .containsExactly(List.of(0, 2), List.of(1), List.of(), List.of());
  }

  @Test
  void rejectsOtherJson() throws IOException {
    for (String text :
        List.of(
            "[]",
            "{\"dat\": []}",
            "{\"data\": {}}",
            "5",
            "{\"data\": [], \"data\": []}",
            "{\"data\": []} {}")) {
      Path file = write(text);
      assertThatThrownBy(() -> SquadDataset.read(file, OnError.SKIP).toList())
          .as(text)
          .isInstanceOf(FormatException.class)
          .hasMessageStartingWith(file + ":1: ");
    }
  }

  @Test
  void readsTheLanguagesFromTheFileName() {
    Language en = Language.of("en");
    assertThat(SquadDataset.Languages.fromFileName(Path.of("test-context-de-question-en.json")))
        .isEqualTo(new SquadDataset.Languages(DE, en));
    assertThat(SquadDataset.Languages.fromFileName(Path.of("x", "de.json.gz")))
        .isEqualTo(new SquadDataset.Languages(DE, DE));
    assertThatThrownBy(() -> SquadDataset.read(Path.of("dev-v1.1.json"), OnError.SKIP))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("the language cannot be determined")
        .hasMessageContaining("test-context-de-question-en.json");
  }

  @Test
  void readsQuestionsInAnotherLanguage() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("dev-context-zh-question-ar.json"),
            """
            {"version": 1.0, "data": [{"title": "x", "paragraphs": [{"context": "長江很長", "qas": [
              {"question": "ما هو؟", "answers": [{"text": "長江", "answer_start": 0}], "id": "1"}]}]}]}
            """);
    SquadParagraph paragraph = SquadDataset.read(file, OnError.FAIL).next();
    assertThat(paragraph.language()).hasToString("zh");
    assertThat(paragraph.questions().getFirst().query().language()).hasToString("ar");
  }

  /** Invented data in the layout of BiPaR's files Multilingual/*.json and Crosslingual/*.json. */
  @Test
  void readsTheLanguagesOfBiparFromTheIds() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("zh_and_en_valid.json"),
            """
            {"data": [
            {"title": "he_1", "paragraphs": [{"context": "The river was wide.", "qas": [
              {"answers": [{"answer_start": 4, "text": "river"}, {"answer_start": 0, "text": "The river"}],
               "question": "What was wide?", "id": "VALID_he_1_QUERY_0_EN"}]}]},
            {"title": "he_1", "paragraphs": [{"context": "河很寬。", "qas": [
              {"answers": [{"answer_start": 0, "text": "河"}], "question": "什麼很寬?",
               "id": "VALID_he_1_QUERY_0_ZH"}]}]},
            {"title": "he_2", "paragraphs": [{"context": "河很寬。", "qas": [
              {"answers": [{"answer_start": 0, "text": "河"}], "question": "What was wide?",
               "id": "VALID_he_2_QUERY_0_CROSS_QEN"}]}]},
            {"title": "he_3", "paragraphs": [{"context": "河很寬。", "qas": [
              {"answers": [], "question": "?", "id": "a_EN"}, {"answers": [], "question": "?", "id": "b_ZH"}]}]},
            {"title": "he_4", "paragraphs": [{"context": "河", "qas": [
              {"answers": [], "question": "?", "id": "VALID_he_4"}]}]},
            {"title": "he_5", "paragraphs": [{"context": "河", "qas": []}]},
            {"title": "he_1", "paragraphs": [{"context": "河", "qas": []}, {"context": "Wide", "qas": [
              {"answers": [], "question": "寬?", "id": "x_CROSS_QZH"}]}]}
            ]}
            """);
    Records<SquadParagraph> records = SquadDataset.readBipar(file, OnError.SKIP);
    assertThat(records.toList())
        .extracting(
            paragraph ->
                paragraph.toDocument().id()
                    + " "
                    + paragraph.questions().getFirst().query().language())
        .containsExactly("en/he_1 en", "zh/he_1 zh", "zh/he_2 en", "en/he_1-1 zh");
    assertThat(records.problems())
        .extracting(FormatException::getMessage)
        .satisfiesExactly(
            mixed -> assertThat(mixed).contains("data[3].paragraphs[0]: the ids of the questions"),
            foreign -> assertThat(foreign).contains("\"VALID_he_4\" does not end in _EN"),
            bare -> assertThat(bare).contains("data[5]", "no question"),
            bareToo -> assertThat(bareToo).contains("data[6].paragraphs[0]", "no question"));
  }

  @Test
  void distinguishesQuestionsWithoutAnswers() throws IOException {
    SquadParagraph paragraph =
        only(
            """
            {"context": "Am Rhein", "qas": [
              {"id": "a", "question": "?", "is_impossible": true, "answers": [],
               "plausible_answers": [{"text": "Rhein", "answer_start": 3}]},
              {"id": "b", "question": "?", "is_impossible": false,
               "answers": [{"text": "Rhein", "answer_start": 3}, {"text": "Am Rhein", "answer_start": 0}]},
              {"id": "c", "question": "?", "answers": [{"text": "", "answer_start": -1}]}]}\
            """);
    assertThat(paragraph.questions())
        .extracting(SquadQuestion::answers)
        .containsExactly(
            List.of(),
            List.of(new SquadAnswer(3, "Rhein"), new SquadAnswer(0, "Am Rhein")),
            List.of());
    assertThatThrownBy(
            () ->
                only(
                    """
                    {"context": "Am Rhein", "qas": [{"id": "a", "question": "?",
                     "is_impossible": true, "answers": [{"text": "Rhein", "answer_start": 3}]}]}\
                    """))
        .hasMessageContaining("is_impossible is true, but there is the answer \"Rhein\"");
  }

  @Test
  void readsTheLanguagesOfTydiQaFromTheIds() throws IOException {
    Path file =
        write(
            """
            {"version": "TyDiQA-GoldP-1.1-for-SQuAD-1.1", "data": [
            {"paragraphs": [{"context": "Rhine ni mto.", "qas": [{"question": "Rhine ni nini?",
             "id": "swahili-12-0", "answers": [{"text": "mto", "answer_start": 9}]}]}]},
            {"paragraphs": [{"context": "라인강은 길다.", "qas": [{"question": "무엇이 길어요?",
             "id": "korean-7-1", "answers": [{"text": "라인강", "answer_start": 0}]}]}]},
            {"paragraphs": [{"context": "Long.", "qas": [{"question": "?", "id": "x-7-1",
             "answers": []}]}]}]}
            """);
    Records<SquadParagraph> records = SquadDataset.readTydiQa(file, OnError.SKIP);
    assertThat(records.toList())
        .extracting(paragraph -> paragraph.toDocument().id(), SquadParagraph::title)
        .containsExactly(tuple("sw/0-0", ""), tuple("ko/1-0", ""));
    assertThat(records.problems())
        .extracting(FormatException::getMessage)
        .singleElement()
        .asString()
        .contains("question id \"x-7-1\" does not begin with the name of a language of TyDi QA");
    assertThat(SquadDataset.Languages.fromFileName(Path.of("tydiqa.goldp.sw.dev.json")))
        .isEqualTo(new SquadDataset.Languages(Language.of("sw"), Language.of("sw")));
  }
}
