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
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.data.Judgement;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordReaderContractTest;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.Records;
import org.junit.jupiter.api.Test;

/** The judgements of a BEIR folder, and the folder itself. */
class BeirFolderTest extends RecordReaderContractTest<Judgement> {
  @Override
  public String fileName() {
    return "test.tsv";
  }

  @Override
  public Records<Judgement> read(Path file, OnError onError) {
    return BeirFolder.readJudgements(file, onError);
  }

  @Override
  public List<String> good() {
    return List.of("q1\td1\t1", "q1\t<d:2>|#%\t0", "q2\td1\t-1");
  }

  @Override
  public List<Judgement> expected() {
    return List.of(
        new Judgement("q1", "d1", 1),
        new Judgement("q1", "<d:2>|#%", 0),
        new Judgement("q2", "d1", -1));
  }

  @Override
  public List<Bad> bad() {
    String columns = "expected query-id TAB corpus-id TAB score";
    return List.of(
        new Bad("two columns", "q1\td1", "found 2 columns", columns),
        new Bad("TREC's four columns", "q1\t0\td1\t1", "found 4 columns", columns),
        new Bad("blank query", "\td1\t1", "the query id is empty"),
        new Bad("blank after the document", "q1\td2 \t1", "corpus id \"d2 \" begins or ends with"),
        new Bad("blank document", "q1\t \t1", "the corpus id is empty"),
        new Bad("grade is a word", "q1\td1\thigh", "grade is \"high\", expected a whole number"),
        new Bad("grade is a fraction", "q1\td1\t0.5", "expected a whole number"));
  }

  @Override
  public String longRecord(int characters) {
    return "q\td\t" + "0".repeat(characters);
  }

  private Path collection() throws IOException {
    Path root = folder.resolve("scifact");
    Files.createDirectories(root.resolve("qrels"));
    Files.write(
        root.resolve("corpus.jsonl.gz"),
        gzip(
            "{\"_id\":\"4983\",\"title\":\"T\",\"text\":\"x\"}\n"
                .getBytes(StandardCharsets.UTF_8)));
    Files.writeString(
        root.resolve("queries.jsonl"), "{\"_id\":\"1\",\"text\":\"q\",\"metadata\":{}}\n");
    Files.writeString(root.resolve("qrels/test.tsv"), "query-id\tcorpus-id\tscore\n1\t4983\t2\n");
    Files.writeString(root.resolve("qrels/train.tsv"), "query-id\tcorpus-id\tscore\n");
    return root;
  }

  @Test
  void readsCorpusQueriesAndJudgements() throws IOException {
    Language en = Language.of("en");
    BeirFolder beir = BeirFolder.open(collection(), en, en);
    assertThat(beir.documents(OnError.FAIL).toList())
        .containsExactly(new Document("4983", en, "T", "x"));
    assertThat(beir.queries(OnError.FAIL).toList()).containsExactly(new Query("1", en, "q"));
    assertThat(beir.splits()).containsExactly("test", "train");
    assertThat(beir.judgements("test", OnError.FAIL).toList())
        .containsExactly(new Judgement("1", "4983", 2));
    assertThat(beir.judgements("train", OnError.FAIL).toList()).isEmpty();
  }

  @Test
  void reportsMissingFiles() throws IOException {
    assertThatThrownBy(() -> BeirFolder.open(folder.resolve("none")))
        .hasMessageEndingWith("no such folder");
    assertThatThrownBy(() -> BeirFolder.open(folder)).hasMessageContaining("has no corpus.jsonl");
    BeirFolder beir = BeirFolder.open(collection());
    assertThatThrownBy(() -> beir.judgements("dev", OnError.FAIL))
        .hasMessageContaining("has no qrels/dev.tsv");
  }

  @Test
  void readsWhatItWrites() {
    Path written = folder.resolve("written");
    Document document = new Document("d1", Language.of("de"), "Rhein", "Der Rhein\nist lang.");
    Query query = new Query("q1", Language.of("en"), "long river");
    Judgement judgement = new Judgement("q1", "d1", 2);
    try (RecordWriter<Document> documents = BeirFolder.documentWriter(written);
        RecordWriter<Query> queries = BeirFolder.queryWriter(written);
        RecordWriter<Judgement> judgements = BeirFolder.judgementWriter(written, "test")) {
      documents.writeAllAndCommit(List.of(document).iterator());
      queries.writeAllAndCommit(List.of(query).iterator());
      judgements.writeAllAndCommit(List.of(judgement).iterator());
    }
    BeirFolder beir = BeirFolder.open(written);
    assertThat(beir.documents(OnError.FAIL).toList()).containsExactly(document);
    assertThat(beir.queries(OnError.FAIL).toList()).containsExactly(query);
    assertThat(beir.judgements("test", OnError.FAIL).toList()).containsExactly(judgement);
  }
}
