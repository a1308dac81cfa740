// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.collection;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.isogloss.cli.CommandTest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CollectionBuildCommandTest extends CommandTest {
  private static final Path HELP = Path.of("../samples/papers/help");

  private static final Path WIKIS =
      Path.of("../benchmarks/src/test/resources/org/isogloss/benchmarks/construction");

  private Path documents;
  private Path built;

  @BeforeEach
  void write() throws Exception {
    List<String> lines = new ArrayList<>();
    for (int page = 0; page < 8; page++) {
      lines.add(line(page, "en", "River number", "A river flows."));
      lines.add(line(page, "de", "Fluss Nummer", "Ein Fluss fließt."));
    }
    documents = Files.write(folder.resolve("pages.jsonl"), lines);
    built = folder.resolve("built");
  }

  private static String line(int page, String language, String title, String text) {
    return "{\"id\": %d, \"page\": \"p%d\", \"language\": \"%s\", \"title\": \"%s %d\", \"text\": \"%s\"}"
        .formatted(page, page, language, title, page, text);
  }

  @Test
  void buildsACollectionFromLinkedDocuments() throws Exception {
    assertThat(
            isogloss(
                "collection",
                "build",
                documents,
                "--link-field",
                "page",
                "--to",
                built,
                "--quiet",
                "--depth",
                3,
                "--candidates",
                5,
                "--train",
                4,
                "--validation",
                2,
                "--test",
                2))
        .isZero();
    assertThat(out())
        .startsWith(
            """
            documents    de 8, en 8
            pages        train 4, dev 2, test 2
            queries      train 8, dev 4, test 4 (of 2 language pairs)
            grades       0 40.0%, \
            """)
        .contains("written to   " + built);
    assertThat(err()).isEmpty();
    assertThat(built.resolve("clirmatrix/en_de.test.jl.gz")).exists();
    assertThat(built.resolve("beir/de/qrels/en-test.tsv")).exists();
    assertThat(built.resolve("trec/en_de.test.qrels")).exists();
    assertThat(Files.readString(built.resolve("statistics.json"))).contains("\"test\" : 4");
  }

  @Test
  void buildsACollectionFromADocumentation() {
    assertThat(
            isogloss(
                "collection",
                "build",
                HELP,
                "--languages",
                "cs,de,zh",
                "--format",
                "clirmatrix",
                "--to",
                built))
        .isZero();
    assertThat(out()).contains("(of 6 language pairs)");
    assertThat(built.resolve("clirmatrix/cs_zh.train.jl.gz")).exists();
    assertThat(built.resolve("trec")).doesNotExist();
  }

  @Test
  void buildsACollectionFromWikis() throws Exception {
    assertThat(
            isogloss(
                "collection",
                "build",
                WIKIS.resolve("enwiki.xml"),
                WIKIS.resolve("dewiki.xml"),
                WIKIS.resolve("frwiki.xml"),
                "--langlinks",
                WIKIS.resolve("enwiki-langlinks.sql"),
                "--items",
                WIKIS.resolve("items.tsv"),
                "--monolingual",
                "--to",
                built))
        .isZero();
    assertThat(out()).contains("de 9, en 9, fr 7").contains("(of 9 language pairs)");
    assertThat(Files.readString(built.resolve("links.tsv"))).contains("fr/57\tQ2\t");
  }

  @Test
  void searchesAndEvaluatesTheCollection() {
    isogloss("collection", "build", documents, "--link-field", "page", "--to", built, "--quiet");
    Path index = folder.resolve("index");
    Path run = folder.resolve("my.run");
    assertThat(isogloss("index", built.resolve("beir/de"), "--index", index, "--model", "none"))
        .isZero();
    assertThat(
            isogloss(
                "run",
                "--queries",
                built.resolve("clirmatrix/en_de.train.jl.gz"),
                "--index",
                index,
                "--pipeline",
                "bm25",
                "--to",
                run))
        .isZero();
    assertThat(isogloss("evaluate", built.resolve("beir/de/qrels/en-train.tsv"), run)).isZero();
    assertThat(isogloss("evaluate", built.resolve("trec/en_de.train.qrels"), run)).isZero();
  }

  @Test
  void namesTheOptionThatCorrectsAnError() throws Exception {
    assertThat(isogloss("collection", "build", documents, "--to", built)).isEqualTo(1);
    assertThat(err()).contains("pages.jsonl:1: has no \"link\"").contains("(--link-field NAME)");
    assertThat(
            isogloss(
                "collection",
                "build",
                documents,
                "--link-field",
                "page",
                "--to",
                built,
                "--depth",
                200))
        .isEqualTo(1);
    assertThat(err()).contains("the depth is 200").contains("(--depth N, --candidates N");
    Files.createDirectories(built);
    Files.writeString(built.resolve("mine"), "x");
    assertThat(isogloss("collection", "build", documents, "--to", built)).isEqualTo(1);
    assertThat(err()).contains("built: already exists").contains("(--to DIR)");
  }

  @Test
  void skipsMalformedDocumentsIfRequested() throws Exception {
    List<String> lines = new ArrayList<>(Files.readAllLines(documents));
    lines.add(3, "{\"id\": 77, \"text\": \"no link\"}");
    Files.write(documents, lines);
    assertThat(isogloss("collection", "build", documents, "--link-field", "page", "--to", built))
        .isEqualTo(1);
    assertThat(err()).contains("pages.jsonl:4: has no \"page\"");
    assertThat(
            isogloss(
                "collection",
                "build",
                documents,
                "--link-field",
                "page",
                "--to",
                built,
                "--on-error",
                "skip"))
        .isZero();
    assertThat(err()).contains("skipped 1 record of the documents");
  }
}
