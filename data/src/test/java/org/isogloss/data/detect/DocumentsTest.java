// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.detect;

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
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads documents and queries of every format. */
class DocumentsTest {
  private static final Language DE = Language.of("de");
  private static final Language EN = Language.of("en");

  @TempDir Path folder;

  private Path write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private static List<Document> documents(Path path) {
    return Documents.read(path, DE, OnError.FAIL).toList();
  }

  private static List<Query> queries(Path path) {
    return Queries.read(path, DE, OnError.FAIL).toList();
  }

  @Test
  void readsFilesOfLines() throws IOException {
    assertThat(documents(write("a.jsonl", "{\"id\": 1, \"text\": \"x\", \"language\": \"en\"}\n")))
        .containsExactly(new Document("1", EN, "", "x"));
    assertThat(documents(write("a.tsv", "1\tx\n"))).containsExactly(new Document("1", DE, "", "x"));
    assertThat(queries(write("q.jsonl", "{\"qid\": 1, \"query\": \"x\"}\n")))
        .containsExactly(new Query("1", DE, "x"));
    assertThat(queries(write("q.tsv", "id\ttext\n1\tx\n")))
        .containsExactly(new Query("1", DE, "x"));
    assertThat(queries(write("topics", "<top><num>1<EN-title>x</EN-title></top>")))
        .containsExactly(new Query("1", EN, "x"));
    assertThat(
            queries(
                write(
                    "en_af.dev.jl",
                    "{\"src_id\": \"1\", \"src_query\": \"x\", \"tgt_results\": [[\"a\", 1]]}")))
        .containsExactly(new Query("1", DE, "x"));
  }

  @Test
  void readsFolders() throws IOException {
    write("beir/corpus.jsonl", "{\"_id\": \"d\", \"title\": \"t\", \"text\": \"x\"}\n");
    write("beir/queries.jsonl", "{\"_id\": \"q\", \"text\": \"y\"}\n");
    assertThat(documents(folder.resolve("beir"))).containsExactly(new Document("d", DE, "t", "x"));
    assertThat(queries(folder.resolve("beir"))).containsExactly(new Query("q", DE, "y"));
    write("text/en/a.txt", "x");
    write("text/b.md", "# t\nx");
    assertThat(documents(folder.resolve("text")))
        .containsExactly(new Document("b.md", DE, "t", "x"), new Document("en/a.txt", EN, "", "x"));
    assertThat(documents(folder.resolve("text").resolve("b.md")))
        .containsExactly(new Document("b.md", DE, "t", "x"));
    write("lines/de.txt", "x");
    write("lines/en.txt", "y");
    assertThat(documents(folder.resolve("lines"))).extracting(Document::id).hasSize(2);
    write("help/en.tsv", "p\ti\th1\tTitle\np\tj\tparagraph\tText\n");
    write("help/de.tsv", "p\ti\th1\tTitel\np\tj\tparagraph\tWort\n");
    assertThat(documents(folder.resolve("help")))
        .containsExactlyInAnyOrder(
            new Document("de/p", DE, "Titel", "Wort"), new Document("en/p", EN, "Title", "Text"));
    assertThat(documents(folder.resolve("help").resolve("en.tsv")))
        .containsExactly(new Document("en/p", EN, "Title", "Text"));
  }

  private static String squad(String context, String question) {
    return "{\"data\": [{\"paragraphs\": [{\"context\": \""
        + context
        + "\", \"qas\": [{\"id\": \"a\","
        + " \"question\": \""
        + question
        + "\", \"answers\": []}]}]}]}";
  }

  @Test
  void readsSquad() throws IOException {
    write("xquad/xquad.de.json", squad("Ja.", "Ob?"));
    Path english = write("xquad/xquad.en.json", squad("Yes.", "If?"));
    assertThat(documents(folder.resolve("xquad")))
        .containsExactly(
            new Document("de/0-0", DE, "", "Ja."), new Document("en/0-0", EN, "", "Yes."));
    assertThat(queries(folder.resolve("xquad")))
        .containsExactly(new Query("de/a", DE, "Ob?"), new Query("en/a", EN, "If?"));
    assertThat(documents(english)).containsExactly(new Document("en/0-0", EN, "", "Yes."));
    assertThat(queries(write("dev-v1.1.json", squad("Ja.", "Ob?"))))
        .containsExactly(new Query("de/a", DE, "Ob?"));
  }

  @Test
  void readsInsuranceQa() throws IOException {
    write("v2/vocabulary", "idx_1\tWhat?\n");
    Path answers = write("v2/InsuranceQA.label2answer.token.encoded", "7\tidx_1\n");
    Path questions = write("v2/questions", "life\tidx_1\t7\n");
    assertThat(documents(answers)).containsExactly(new Document("7", EN, "", "What?"));
    assertThat(documents(folder.resolve("v2"))).isEqualTo(documents(answers));
    assertThat(queries(questions)).containsExactly(new Query("q-1", EN, "What?"));
    Path zh = write("answers.json", "{\"7\": {\"zh\": \"是\", \"en\": \"Yes\"}}");
    assertThat(Documents.read(zh, Language.UNDETERMINED, OnError.FAIL).toList())
        .containsExactly(new Document("7", Language.of("zh"), "", "是"));
  }

  @Test
  void reportsOrSkipsAMalformedRecordInOneOfManyFiles() throws IOException {
    write("xquad/xquad.de.json", squad("Ja.", "Ob?"));
    Path bad = write("xquad/xquad.en.json", squad(" ", "If?"));
    write("xquad/xquad.fr.json", squad("Oui.", "Si?"));
    Path all = folder.resolve("xquad");
    Records<Document> skipping = Documents.read(all, DE, OnError.SKIP);
    assertThat(skipping.toList()).extracting(Document::id).containsExactly("de/0-0", "fr/0-0");
    assertThat(skipping.skippedCount()).isEqualTo(1);
    assertThat(skipping.progress()).isEqualTo(1);
    assertThatThrownBy(() -> documents(all))
        .isInstanceOf(FormatException.class)
        .hasMessageStartingWith(bad + ":1: ");
  }

  @Test
  void rejectsARepeatedQueryId() throws IOException {
    Path twice = write("q.tsv", "1\tx\n2\ty\n1\tz\n");
    assertThatThrownBy(() -> queries(twice))
        .isInstanceOf(FormatException.class)
        .hasMessageStartingWith(twice + ":3: an earlier query has the id \"1\"");
    Records<Query> skipping = Queries.read(twice, DE, OnError.SKIP);
    assertThat(skipping.toList()).extracting(Query::text).containsExactly("x", "y");
    assertThat(skipping.skippedCount()).isEqualTo(1);
    Path topics = write("topics", "<top><num>1<title>x</top>\n<top><num>1<title>y</top>\n");
    assertThatThrownBy(() -> queries(topics)).hasMessageStartingWith(topics + ":2: an earlier");
  }

  @Test
  void acceptsIdsWithBlanks() throws IOException {
    for (Path file :
        List.of(
            write("q.jsonl", "{\"id\": \"a b\", \"text\": \"x\"}\n"),
            write("q.tsv", "a b\tx\n"),
            write("topics", "<top><num>a b<title>x</top>\n"))) {
      assertThat(queries(file)).extracting(Query::id).as(file.toString()).containsExactly("a b");
    }
  }

  @Test
  void listsTheFormatsThatContainTheExpectedData() throws IOException {
    Path bitext = write("en-de.tsv", "house\tHaus\n");
    assertThatThrownBy(() -> documents(bitext))
        .isInstanceOf(IsoglossException.class)
        .hasMessageStartingWith(bitext + ": is bitext or a word list")
        .hasMessageContaining("which contains no documents")
        .hasMessageContaining("a folder in BEIR's layout");
    Path run = write("my.run", "1 Q0 d 1 2.5 me\n");
    assertThatThrownBy(() -> queries(run))
        .hasMessageContaining("a TREC run")
        .hasMessageContaining("which contains no queries")
        .hasMessageContaining("TREC topics");
  }

  @Test
  void namesFormatsOfDocumentsOnlyAndTheNearestOne() throws IOException {
    String[][] files = {
      {"a.dat", "one\ttwo\tthree\n", "The nearest is TSV, but line 1 has 3 columns: expected two"},
      {"b.dat", "{\"a\": 1}\nx\ny\n", "The nearest is JSONL, but line 1 has the keys a, and most"},
      {"c.dat", "{\"a\": \nx\ny\n", "The nearest is JSONL, but line 1 is not JSON, at column"},
      {"c.jsonl", "id: 1\n", "The nearest is JSONL, but line 1 is not JSON, at column"},
      {"d.dat", "name, body\nx, y\n", "The nearest is CSV, but line 1 is not a header"},
      {"e.dat", "some words\n", "The nearest is a document as a file, but its name"},
      {"f.dat", "[1, 2]\n", "The nearest is a JSON array, but its first element"},
    };
    for (String[] file : files) {
      Path path = write(file[0], file[1]);
      assertThatThrownBy(() -> documents(path))
          .isInstanceOf(FormatException.class)
          .hasMessageContaining(file[2])
          .hasMessageContaining("JSONL, an object with id and text on each line")
          .hasMessageNotContaining("qrels");
    }
  }

  @Test
  void namesNoNearestFormatThatContainsNoQueries() throws IOException {
    Path words = write("e.dat", "some words\n");
    assertThatThrownBy(() -> queries(words))
        .hasMessageContaining("\"some words\", which is not a supported format. Supported formats")
        .hasMessageNotContaining("The nearest");
    Path columns = write("a.dat", "one\ttwo\tthree\n");
    assertThatThrownBy(() -> queries(columns))
        .hasMessageContaining("which is not a supported format. The nearest is TSV");
  }
}
