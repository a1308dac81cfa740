// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Commands report every record and file of their input that they skip. */
class SkippedInputTest extends CommandTest {
  private Path documents(int bad) throws Exception {
    StringBuilder lines = new StringBuilder("{\"id\": \"d1\", \"text\": \"coffee\"}\n");
    for (int i = 0; i < bad; i++) {
      lines.append("{\"id\": \"b").append(i).append("\"}\n");
    }
    return Files.writeString(folder.resolve("docs.jsonl"), lines);
  }

  private int index(Object... args) {
    Object[] all = new Object[args.length + 5];
    System.arraycopy(args, 0, all, 5, args.length);
    all[0] = "index";
    all[1] = "--model";
    all[2] = "none";
    all[3] = "--index";
    all[4] = folder.resolve("index");
    return isogloss(all);
  }

  @Test
  void printsTheFirstTenProblemsAndWritesAll() throws Exception {
    Path file = documents(12);
    Path errors = folder.resolve("errors.txt");
    assertThat(index(file, "--on-error", "skip", "--errors", errors)).isZero();
    assertThat(err())
        .contains("warning: skipped 12 records of " + file + ":\n  " + file + ":2: has no \"text\"")
        .contains(file + ":11: has no")
        .doesNotContain(file + ":12: has no")
        .contains("\n  and 2 more\n");
    assertThat(Files.readAllLines(errors))
        .hasSize(12)
        .allSatisfy(line -> assertThat(line).startsWith(file + ":").contains("has no \"text\""));
  }

  @Test
  void countsFurtherProblemsAndNamesTheOption() throws Exception {
    assertThat(index(documents(12), "--on-error", "skip")).isZero();
    assertThat(err()).contains("and 2 more; --errors FILE writes all of them");
  }

  @Test
  void countsManySkippedFilesByKind() throws Exception {
    Path collection = pictures();
    assertThat(index(collection)).isZero();
    assertThat(err())
        .contains("skipped 12 files of " + collection + ": 12 .png; --errors FILE lists all");
  }

  private Path pictures() throws Exception {
    Path collection = Files.createDirectories(folder.resolve("collection"));
    Files.writeString(collection.resolve("a.txt"), "coffee");
    for (int i = 0; i < 12; i++) {
      Files.write(collection.resolve("photo" + i + ".png"), new byte[] {(byte) 0x89, 'P', 'N', 0});
    }
    return collection;
  }

  @Test
  void writesAllSkippedFiles() throws Exception {
    Path collection = pictures();
    Path errors = folder.resolve("errors.txt");
    assertThat(index(collection, "--on-error", "skip", "--errors", errors)).isZero();
    assertThat(Files.readAllLines(errors))
        .hasSize(12)
        .allSatisfy(line -> assertThat(line).startsWith(collection + "/photo"));
  }

  @Test
  void followsLinksOutOfTheFolderIfAsked() throws Exception {
    Path collection = Files.createDirectories(folder.resolve("collection"));
    Path outside = Files.writeString(folder.resolve("outside.txt"), "secret");
    Files.createSymbolicLink(collection.resolve("p.txt"), outside);
    assertThat(index(collection)).isEqualTo(1);
    assertThat(err())
        .contains("p.txt (is a symbolic link to a file outside of the folder) (--follow-links)");
    Files.writeString(collection.resolve("a.txt"), "coffee");
    assertThat(index(collection)).isZero();
    assertThat(err())
        .contains("skipped 1 file of " + collection + ": p.txt (is a symbolic link")
        .contains("The index contains 1 document");
    assertThat(index(collection, "--follow-links")).isZero();
    assertThat(err()).contains("The index contains 2 documents");
  }

  @Test
  void suggestsNoOptionForALinkToNothing() throws Exception {
    Path collection = Files.createDirectories(folder.resolve("collection"));
    Files.createSymbolicLink(collection.resolve("p.txt"), folder.resolve("missing.txt"));
    assertThat(index(collection)).isEqualTo(1);
    assertThat(err())
        .contains("p.txt (is a symbolic link to a file that does not exist)")
        .doesNotContain("--follow-links");
  }

  @Test
  void skipsARecordWithAFieldOfAnotherType() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("docs.jsonl"),
            """
            {"id": "d1", "text": "x", "year": 2024}
            {"id": "d2", "text": "y", "year": "unknown", "other": 5}
            {"id": "d3", "text": "z", "year": 2025, "other": "a string"}
            """);
    assertThat(index(file)).isEqualTo(1);
    assertThat(err()).contains("document \"d2\": the field \"year\" is the string \"unknown\"");
    assertThat(index(file, "--on-error", "skip")).as(err()).isZero();
    assertThat(err())
        .contains("skipped 1 record of " + file + ":\n  " + file + ":2: document \"d2\"")
        .contains("The index contains 2 documents");
  }

  @Test
  void rejectsErrorsWithoutSkipping() throws Exception {
    assertThat(index(documents(1), "--errors", folder.resolve("errors.txt"))).isEqualTo(1);
    assertThat(err()).contains("add --on-error skip");
  }

  @Test
  void onlyCommandsThatReadRecordsSkipThem() {
    assertThat(isogloss("demo", "--on-error", "skip")).isEqualTo(2);
    assertThat(err()).contains("--on-error");
  }

  @Test
  void skipsALongIdAndReportsFileAndLine() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("docs.jsonl"),
            "{\"id\": \"d1\", \"text\": \"x\"}\n{\"id\": \""
                + "x".repeat(10_000)
                + "\", \"text\": \"x\"}\n{\"id\": \"d2\", \"text\": \"y\"}\n");
    assertThat(index(file)).isEqualTo(1);
    assertThat(err()).contains(file + ":2: \"id\" is 10000 characters long");
    assertThat(index(file, "--on-error", "skip")).isZero();
    assertThat(err()).contains("Indexed 2 documents").contains("skipped 1 record of " + file);
  }

  @Test
  void namesSkippedFilesOfAFolderEvenIfQuiet() throws Exception {
    documents(0);
    Files.writeString(folder.resolve("README.md"), "about");
    Path data = Files.createDirectory(folder.resolve("data"));
    Files.move(folder.resolve("docs.jsonl"), data.resolve("docs.jsonl"));
    Files.move(folder.resolve("README.md"), data.resolve("README.md"));
    assertThat(index(data, "--quiet")).isZero();
    assertThat(err())
        .contains("warning: skipped 1 file of " + data + ": README.md (describes the data)");
  }

  @Test
  void countsDuplicateIdsAcrossFiles() throws Exception {
    Path data = Files.createDirectory(folder.resolve("data"));
    Files.writeString(data.resolve("a.jsonl"), "{\"id\": \"d\", \"text\": \"one\"}\n");
    Files.writeString(data.resolve("b.jsonl"), "{\"id\": \"d\", \"text\": \"two\"}\n");
    assertThat(index(data)).isZero();
    assertThat(err()).contains("1 replaced by a later document with the same id");
  }

  @Test
  void dataInfoWritesAllProblems() throws Exception {
    Path errors = folder.resolve("errors.txt");
    assertThat(isogloss("data", "info", documents(12), "--errors", errors)).isEqualTo(1);
    assertThat(Files.readAllLines(errors)).hasSize(12);
  }

  @Test
  void rejectsDuplicateQueryIds() throws Exception {
    index(documents(0));
    Path queries = Files.writeString(folder.resolve("q.tsv"), "q\tcoffee\nq\ttea\n");
    Path run = folder.resolve("my.run");
    Path index = folder.resolve("index");
    assertThat(isogloss("run", "--index", index, "--queries", queries, "--to", run)).isEqualTo(1);
    assertThat(err()).contains(queries + ":2: an earlier query has the id \"q\"");
    assertThat(run).doesNotExist();
  }

  @Test
  void dataInfoRejectsAnIndex() throws Exception {
    index(documents(0));
    assertThat(isogloss("data", "info", folder.resolve("index"))).isEqualTo(1);
    assertThat(err()).contains("is a search index, expected data");
  }

  @Test
  void errorsNeedAFileOfTheirOwn() throws IOException {
    Path text = Files.writeString(folder.resolve("text.txt"), "one\n");
    Path to = folder.resolve("vectors.npy");
    assertThat(
            isogloss(
                "encode",
                text,
                "--model",
                "tiny",
                "--to",
                to,
                "--on-error",
                "skip",
                "--errors",
                to))
        .isEqualTo(1);
    assertThat(err()).contains("vectors.npy is given for two outputs");
    assertThat(to).doesNotExist();
  }
}
