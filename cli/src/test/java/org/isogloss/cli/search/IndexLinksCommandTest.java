// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.cli.CommandTest;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.Bitext;
import org.isogloss.data.bitext.SentencePair;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With the shipped model, on sentences and their translations. */
class IndexLinksCommandTest extends CommandTest {
  private Path documents;
  private Path index;

  @BeforeEach
  void write() throws IOException {
    index = folder.resolve("index");
    documents = folder.resolve("documents.jsonl");
    Files.writeString(
        documents,
        """
        {"id": "en1", "language": "en", "text": "The train to Munich leaves at noon from platform seven."}
        {"id": "de1", "language": "de", "text": "Der Zug nach München fährt mittags von Gleis sieben ab."}
        {"id": "en2", "language": "en", "text": "Cats sleep for most of the day and hunt at night."}
        {"id": "fr3", "language": "fr", "text": "La bibliothèque est fermée pendant les vacances."}
        {"id": "fr4", "language": "fr", "text": "La bibliothèque est fermée pendant les vacances."}
        """);
  }

  @Test
  void listsTranslationsAndCopies() throws IOException {
    assertThat(isogloss("index", documents, "--index", index)).as(err()).isZero();
    Path links = folder.resolve("links.jsonl");
    assertThat(isogloss("index", "links", "--index", index, "--to", links)).as(err()).isZero();
    assertThat(err()).contains("Wrote 1 translated text and 1 text with copies only to " + links);
    assertThat(Files.readAllLines(links))
        .satisfiesExactly(
            text ->
                assertThat(text)
                    .startsWith("{\"documents\":{\"de\":[\"de1\"],\"en\":[\"en1\"]},\"cosine\":0."),
            copies ->
                assertThat(copies)
                    .isEqualTo("{\"documents\":{\"fr\":[\"fr3\",\"fr4\"]},\"cosine\":1.0}"));
    Path table = folder.resolve("links.tsv");
    assertThat(isogloss("index", "links", "--index", index, "--to", table)).as(err()).isZero();
    assertThat(Files.readAllLines(table))
        .hasSize(5)
        .startsWith("text\tlanguage\tid\tcosine")
        .endsWith("2\tfr\tfr4\t1.0000");
    assertThat(isogloss("index", "--delete", "de1", "--index", index)).as(err()).isZero();
    assertThat(isogloss("index", "links", "--index", index, "--to", links)).as(err()).isZero();
    assertThat(Files.readAllLines(links)).hasSize(1);
  }

  @Test
  void looksForLinksThatWereLeftOut() throws IOException {
    assertThat(isogloss("index", documents, "--index", index, "--no-links")).as(err()).isZero();
    assertThat(isogloss("index", "links", "--index", index)).isEqualTo(1);
    assertThat(err())
        .contains(index + ": the translations of its documents were not sought; add --find");
    Path links = folder.resolve("links.jsonl");
    assertThat(isogloss("index", "links", "--find", "--index", index, "--to", links))
        .as(err())
        .isZero();
    assertThat(links).content().contains("\"de1\"").contains("\"fr4\"");
  }

  private void indexGuides() throws IOException {
    Files.writeString(
        documents,
        """
        {"id": "en/1", "language": "en", "text": "The train to Munich leaves at noon. It waits on platform seven."}
        {"id": "de/1", "language": "de", "text": "Der Zug nach München fährt mittags ab. Er wartet auf Gleis sieben."}
        {"id": "en/2", "language": "en", "text": "Cats sleep for most of the day & hunt at night."}
        {"id": "de/2", "language": "de", "text": "Katzen schlafen die meiste Zeit des Tages und jagen nachts."}
        {"id": "fr/2", "language": "fr", "text": "Les chats dorment la plus grande partie de la journée et chassent la nuit."}
        """);
    assertThat(isogloss("index", documents, "--index", index)).as(err()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"links.tmx", "links.xlf.gz"})
  void writesTheSentencesOfTranslations(String name) throws IOException {
    indexGuides();
    Path file = folder.resolve(name);
    assertThat(isogloss("index", "links", "--index", index, "--to", file, "--languages", "en-de"))
        .as(err())
        .isZero();
    assertThat(err()).contains("Wrote 3 sentence pairs of 2 texts in en-de to " + file);
    try (Records<SentencePair> pairs = Bitext.read(file, OnError.FAIL)) {
      assertThat(pairs.toList())
          .extracting(SentencePair::source, SentencePair::target)
          .containsExactlyInAnyOrder(
              tuple(
                  "The train to Munich leaves at noon.", "Der Zug nach München fährt mittags ab."),
              tuple("It waits on platform seven.", "Er wartet auf Gleis sieben."),
              tuple(
                  "Cats sleep for most of the day & hunt at night.",
                  "Katzen schlafen die meiste Zeit des Tages und jagen nachts."));
    }
  }

  @Test
  void namesTheDocumentsOfSentences() throws IOException {
    indexGuides();
    Path file = folder.resolve("links.tmx");
    assertThat(isogloss("index", "links", "--index", index, "--to", file, "--languages", "fr-de"))
        .as(err())
        .isZero();
    assertThat(file)
        .content()
        .contains("<tuv xml:lang=\"fr\"><prop type=\"document\">fr/2</prop><seg>Les chats")
        .contains("<tuv xml:lang=\"de\"><prop type=\"document\">de/2</prop><seg>Katzen");
  }

  @Test
  void sentencesNeedTwoLanguages() throws IOException {
    indexGuides();
    Path file = folder.resolve("links.tmx");
    assertThat(isogloss("index", "links", "--index", index, "--to", file)).isEqualTo(1);
    assertThat(err())
        .contains("translations in de, en, fr: select two of these languages")
        .contains("--languages PAIR");
    assertThat(isogloss("index", "links", "--index", index, "--to", file, "--languages", "de-ja"))
        .isEqualTo(1);
    assertThat(err()).contains("no document in de has a translation in ja");
    assertThat(isogloss("index", "links", "--index", index, "--to", file, "--languages", "german"))
        .isEqualTo(1);
    assertThat(err()).contains("--languages german is not a pair of languages");
    assertThat(file).doesNotExist();
    assertThat(isogloss("index", "links", "--index", index, "--to", file, "--format", "tsv"))
        .isEqualTo(1);
    assertThat(err()).contains("--format tsv is a list of documents, but " + file);
    Path list = folder.resolve("links.jsonl");
    assertThat(isogloss("index", "links", "--index", index, "--to", list, "--languages", "de-en"))
        .isEqualTo(1);
    assertThat(err()).contains("--languages and --model are for sentence pairs");
  }

  @Test
  void needsVectorsAndAnIndex() {
    assertThat(isogloss("index", "links", "--find", "--index", index)).isEqualTo(1);
    assertThat(Files.exists(index)).isFalse();
    assertThat(isogloss("index", documents, "--index", index, "--model", "none"))
        .as(err())
        .isZero();
    assertThat(isogloss("index", "links", "--find", "--index", index)).isEqualTo(1);
    assertThat(err()).contains("translations of documents are found by vectors");
    assertThat(isogloss("index", "links", "--threads", "0", "--index", index)).isEqualTo(1);
    assertThat(err()).contains("--threads is 0, expected 1 or more");
  }

  @Test
  void damagedLinksAreAnError() throws IOException {
    assertThat(isogloss("index", documents, "--index", index)).as(err()).isZero();
    Path file = index.resolve("links.jsonl");
    Files.writeString(file, Files.readString(file).replace("en1", "en2"));
    assertThat(isogloss("search", "--index", index, "train")).isEqualTo(1);
    assertThat(err()).contains(file + ": the links of documents are damaged");
    Files.delete(file);
    assertThat(isogloss("search", "--index", index, "train")).as(err()).isZero();
    Path links = folder.resolve("links.jsonl");
    assertThat(isogloss("index", "links", "--find", "--index", index, "--to", links))
        .as(err())
        .isZero();
    assertThat(links).content().contains("\"de1\"");
  }
}
