// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.classification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.isogloss.core.Language;
import org.isogloss.data.FormatException;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordReaderContractTest;
import org.isogloss.data.Records;
import org.junit.jupiter.api.Test;

/** XTREME's files, TSV without a header, and the other formats of classified texts. */
class ClassifiedTextsTest extends RecordReaderContractTest<ClassifiedText> {
  @Override
  public String fileName() {
    return "xnli.de.test.tsv";
  }

  @Override
  public Records<ClassifiedText> read(Path file, OnError onError) {
    return ClassifiedTexts.read(file, onError);
  }

  @Override
  public List<String> good() {
    return List.of(
        "Er rief seine Mutter an.\tEr sagte kein Wort.\tcontradiction",
        "{lacht} Er ging über die Brücke.\t\"Er ging.\tentailment",
        "Er konnte nicht gehen.\tEr durfte nicht.\tneutral");
  }

  @Override
  public List<ClassifiedText> expected() {
    return List.of(
        ClassifiedText.pair("Er rief seine Mutter an.", "Er sagte kein Wort.", "contradiction"),
        ClassifiedText.pair("{lacht} Er ging über die Brücke.", "\"Er ging.", "entailment"),
        ClassifiedText.pair("Er konnte nicht gehen.", "Er durfte nicht.", "neutral"));
  }

  @Override
  public List<Bad> bad() {
    return List.of(
        new Bad("one column", "Er ging.", "found 1 column, expected sentence1, sentence2, label"),
        new Bad("five columns", "1\ta\tb\tneutral\t3", "found 5 columns, expected sentence1"),
        new Bad("no premise", " \tEr ging.\tneutral", "the column \"sentence1\" is empty"),
        new Bad("no hypothesis", "Er ging.\t\tneutral", "the column \"sentence2\" is empty"),
        new Bad("no label", "Er ging.\tEr blieb.\t", "the column \"label\" is empty: fill it in"));
  }

  @Override
  public String longRecord(int characters) {
    return "x".repeat(characters) + "\ty\tneutral";
  }

  private List<ClassifiedText> read(String text) throws IOException {
    return ClassifiedTexts.read(write(text), OnError.FAIL).toList();
  }

  @Test
  void readsCellsThatXtremeQuotes() throws IOException {
    Path file = Files.createTempFile("train-en", ".tsv");
    Files.writeString(
        file,
        "\"He said \"\"no\"\".\"\tHe said no.\tentailment\r\n\"Hello\"\tsay \"hi\"\tneutral\r\n");
    assertThat(ClassifiedTexts.read(file, OnError.FAIL).toList())
        .containsExactly(
            ClassifiedText.pair("He said \"no\".", "He said no.", "entailment"),
            ClassifiedText.pair("\"Hello\"", "say \"hi\"", "neutral"));
    Files.delete(file);
  }

  @Test
  void readsTheLanguagesOfXnli() throws IOException {
    String text =
        """
        language\tgold_label\tsentence1_parse\tsentence1\tsentence2\tlabel1
        en\tneutral\t(x)\tHe went.\tHe ran.\tneutral
        de\tentailment\t(x)\tEr rannte.\tEr ging.\tneutral
        de\t-\t(x)\tEr rannte.\tEr lief.\tneutral
        """;
    assertThat(read(text))
        .containsExactly(
            new ClassifiedText(Language.of("en"), "He went.", Optional.of("He ran."), "neutral"),
            new ClassifiedText(
                Language.of("de"), "Er rannte.", Optional.of("Er ging."), "entailment"));
  }

  @Test
  void readsPawsX() throws IOException {
    assertThat(read("id\tsentence1\tsentence2\tlabel\n1\tThe Dan is long .\tDan , long .\t0\n"))
        .containsExactly(ClassifiedText.pair("The Dan is long .", "Dan , long .", "0"));
  }

  @Test
  void readsSick() throws IOException {
    String text =
        """
        pair_ID\tsentence_A\tsentence_B\tentailment_label\trelatedness_score
        4\tA boy plays.\tNobody plays.\tCONTRADICTION\t3.6
        """;
    assertThat(read(text))
        .containsExactly(ClassifiedText.pair("A boy plays.", "Nobody plays.", "CONTRADICTION"));
  }

  @Test
  void readsXnliTrainingFiles() throws IOException {
    assertThat(read("premise\thypo\tlabel\nHe went.\tHe stayed.\tcontradictory\n"))
        .containsExactly(ClassifiedText.pair("He went.", "He stayed.", "contradiction"));
  }

  @Test
  void readsSingleTexts() throws IOException {
    ClassifiedText expected = ClassifiedText.single("What is a bridge?", "definition");
    assertThat(read("What is a bridge?\tdefinition\n")).containsExactly(expected);
    assertThat(read("label\ttext\ndefinition\tWhat is a bridge?\n")).containsExactly(expected);
    assertThat(read("text,label\n\"What is a bridge?\",definition\n")).containsExactly(expected);
  }

  @Test
  void rejectsAPairAmongSingleTexts() throws IOException {
    assertThatThrownBy(() -> read("Bridges?\tyes\nBridges?\tRivers?\tno\n"))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining(":2: found 3 columns, expected text, label");
  }

  @Test
  void readsJsonLines() throws IOException {
    assertThat(
            read(
                """
                {"premise": "He went.", "hypothesis": "He ran.", "label": "neutral"}
                {"first": "He went.", "second": "He left.", "label": 1, "id": 7}
                {"text": "Hello", "label": "greeting", "lang": "en"}
                """))
        .containsExactly(
            ClassifiedText.pair("He went.", "He ran.", "neutral"),
            ClassifiedText.pair("He went.", "He left.", "1"),
            new ClassifiedText(Language.of("en"), "Hello", Optional.empty(), "greeting"));
  }

  @Test
  void reportsMissingAndWrongKeys() throws IOException {
    assertThatThrownBy(() -> read("{\"text\": \"Hello\"}\n"))
        .hasMessageContaining(":1: has no \"gold_label\"")
        .hasMessageContaining("it has \"text\"");
    assertThatThrownBy(() -> read("{\"text\": \"Hello\", \"label\": [1]}\n"))
        .hasMessageContaining("\"label\" is a list, expected a string");
    assertThatThrownBy(() -> read("{\"text\": \" \", \"label\": 1}\n"))
        .hasMessageContaining("\"text\" is empty");
  }

  @Test
  void reportsAHeaderWithoutLabels() throws IOException {
    assertThatThrownBy(() -> read("sentence1\tsentence2\tscore\na\tb\t1\n"))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining(
            ":1: the header has the columns sentence1, sentence2, score, expected one of them to"
                + " be gold_label or");
  }

  @Test
  void readsHeadersWithBlanks() throws IOException {
    assertThat(read("sentence1, sentence2, label\nHe went.,He ran.,neutral\n"))
        .containsExactly(ClassifiedText.pair("He went.", "He ran.", "neutral"));
  }
}
