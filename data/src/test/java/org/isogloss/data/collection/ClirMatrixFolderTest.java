// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.collection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.JudgedQuery;
import org.isogloss.data.RecordReaderContractTest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The layout of MULTI-8: queries between languages, two test sets, no monolingual queries. */
class ClirMatrixFolderTest {
  private static final Language ENGLISH = Language.of("en");
  private static final Language GERMAN = Language.of("de");
  private static final ClirMatrixFolder.Split TRAIN = ClirMatrixFolder.Split.TRAIN;

  @TempDir private Path folder;

  @BeforeEach
  void writeCollection() throws IOException {
    write(
        "en_de.train.jl.gz",
        """
        {"src_id": "1", "src_query": "Table", "tgt_results": [["11", 6], ["12", 2], ["13", 0]]}
        {"src_id": "2", "src_query": "Chair", "tgt_results": [["12", 6], ["11", 0]]}
        {"src_id": "3", "src_query": "Lamp", "tgt_results": [["13", 6]]}
        """);
    write(
        "de_en.train.jl.gz",
        """
        {"src_id": "12", "src_query": "Stuhl", "tgt_results": [["2", 6], ["1", 1]]}
        {"src_id": "11", "src_query": "Tisch", "tgt_results": [["1", 6], ["3", 1]]}
        """);
    write(
        "en_de.test1.jl.gz",
        "{\"src_id\": \"9\", \"src_query\": \"x\", \"tgt_results\": [[\"11\", 6]]}\n");
    write("en.tsv.gz", "1\ta table\n2\ta chair\n3\ta lamp\n");
    write("de.tsv.gz", "11\tein Tisch aus Holz\n12\tein Stuhl\n14\tein Bett\n");
  }

  private void write(String name, String text) throws IOException {
    byte[] packed = RecordReaderContractTest.gzip(text.getBytes(StandardCharsets.UTF_8));
    Files.write(folder.resolve(name), packed);
  }

  @Test
  void readsQueriesAndTheBeginningsOfTheirCandidates() {
    ClirMatrixFolder collection = new ClirMatrixFolder(folder, 9);
    assertThat(collection.queries(ENGLISH, GERMAN, TRAIN, 2))
        .extracting(judged -> judged.query().text())
        .containsExactly("Table", "Chair");
    assertThat(collection.text(GERMAN, "11")).isEqualTo("ein Tisch");
    assertThat(collection.text(ENGLISH, "2")).isEqualTo("a chair");
    assertThat(collection.hasDocument(GERMAN, "13")).isFalse();
    assertThat(collection.text(GERMAN, "14"))
        .as("no candidate: read on demand")
        .isEqualTo("ein Bett");
    assertThatThrownBy(() -> collection.text(GERMAN, "13"))
        .isInstanceOf(IsoglossException.class)
        .hasMessage(folder + ": has no document 13 in de");
  }

  @Test
  void derivesMonolingualQueriesFromParallelOnes() {
    ClirMatrixFolder collection = new ClirMatrixFolder(folder, 100);
    List<JudgedQuery> german = collection.queries(GERMAN, GERMAN, TRAIN, 10);
    assertThat(german)
        .extracting(judged -> judged.query().id() + " " + judged.query().text())
        .as("the lamp has no German query")
        .containsExactly("11 Tisch", "12 Stuhl");
    assertThat(german.getFirst().judgements())
        .extracting(one -> one.queryId() + " " + one.documentId() + " " + one.grade())
        .containsExactly("11 11 6", "11 12 2", "11 13 0");
    assertThat(collection.queries(ENGLISH, ENGLISH, TRAIN, 1))
        .extracting(judged -> judged.query().text())
        .containsExactly("Chair");
    assertThat(collection.commonQueries(ENGLISH, List.of(ENGLISH, GERMAN), TRAIN))
        .isEqualTo(Set.of("1", "2"));
  }

  @Test
  void findsQueriesAndDocumentsInTheirFolders() throws IOException {
    Path queries = Files.createDirectories(folder.resolve("data/MULTI-8"));
    Path documents = Files.createDirectory(folder.resolve("data/DOC"));
    Files.move(folder.resolve("en_de.train.jl.gz"), queries.resolve("en_de.train.jl.gz"));
    Files.move(folder.resolve("de.tsv.gz"), documents.resolve("de.tsv.gz"));
    for (Path collection : List.of(queries.getParent(), queries)) {
      ClirMatrixFolder read = new ClirMatrixFolder(collection, 100);
      assertThat(read.queries(ENGLISH, GERMAN, TRAIN, 1)).hasSize(1);
      assertThat(read.text(GERMAN, "12")).isEqualTo("ein Stuhl");
    }
  }

  @Test
  void reportsQueriesThatDoNotFollow() {
    ClirMatrixFolder collection = new ClirMatrixFolder(folder, 100);
    ClirMatrixFolder.Split test = ClirMatrixFolder.Split.TEST;
    assertThat(collection.hasQueries(ENGLISH, GERMAN, test)).isTrue();
    assertThat(collection.hasQueries(ENGLISH, ENGLISH, TRAIN)).isTrue();
    assertThat(collection.hasQueries(ENGLISH, ENGLISH, test)).isFalse();
    assertThatThrownBy(() -> collection.queries(ENGLISH, ENGLISH, test, 1))
        .hasMessage(
            folder
                + ": has no en_en.test1.jl.gz, the queries in en for documents in en, and no"
                + " parallel queries from which they follow");
  }
}
