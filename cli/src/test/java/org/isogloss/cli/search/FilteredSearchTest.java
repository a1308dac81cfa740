// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.isogloss.cli.CommandTest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FilteredSearchTest extends CommandTest {
  private Path index;

  @BeforeEach
  void index() throws IOException {
    index = folder.resolve("index");
    Path documents = folder.resolve("documents.jsonl");
    Files.writeString(
        documents,
        """
        {"id": "a", "language": "en", "title": "Soup", "text": "Boil it.", "category": "recipe", "date": "2024-05-01", "price": 2.5, "tags": ["hot"]}
        {"id": "b", "language": "en", "title": "Cold soup", "text": "Leave it.", "category": "recipe", "date": "2023-05-01", "price": "3"}
        {"id": "c", "language": "de", "title": "Soup", "text": "Die Suppe.", "category": "news"}
        {"id": "d", "language": "en", "title": "Soup without a text"}
        """);
    assertThat(isogloss("index", documents, "--index", index, "--model", "none"))
        .as(err())
        .isZero();
    assertThat(err()).contains("The index contains 4 documents");
  }

  @Test
  void findsOnlyWhatTheFilterAdmitsAndCountsFacets() throws IOException {
    assertThat(
            isogloss(
                "search",
                "soup",
                "--index",
                index,
                "--filter",
                "category = \"recipe\" and date >= 2024-01-01",
                "--facets",
                "category,language",
                "--json"))
        .as(err())
        .isZero();
    JsonNode found = new ObjectMapper().readTree(out());
    assertThat(found.get("hits")).hasSize(1);
    JsonNode hit = found.get("hits").get(0);
    assertThat(hit.get("id").textValue()).isEqualTo("a");
    assertThat(hit.get("text").textValue()).isEqualTo("Boil it.");
    assertThat(hit.get("metadata"))
        .hasToString(
            "{\"category\":\"recipe\",\"date\":\"2024-05-01\",\"price\":2.5,\"tags\":[\"hot\"]}");
    assertThat(found.get("facets"))
        .hasToString(
            "{\"category\":[{\"value\":\"recipe\",\"documents\":1}],"
                + "\"language\":[{\"value\":\"en\",\"documents\":1}]}");
  }

  @Test
  void readsTheOperatorsOfAQuery() throws IOException {
    assertThat(isogloss("search", "--index", index, "--json", "--", "-boil", "soup price:3"))
        .as(err())
        .isZero();
    JsonNode found = new ObjectMapper().readTree(out());
    assertThat(found.get("hits")).hasSize(1);
    assertThat(found.get("hits").get(0).get("id").textValue()).isEqualTo("b");
    assertThat(found.get("query").textValue()).isEqualTo("soup");
    assertThat(found.get("conditions").textValue())
        .isEqualTo("not contains \"boil\" and price = 3");
    assertThat(isogloss("search", "\"cold soup\"", "--index", index)).as(err()).isZero();
    assertThat(out()).contains("Leave it.").doesNotContain("Boil it.");
    assertThat(err())
        .contains(
            "Searched for \"cold soup\" in documents that meet: contains \"cold soup\"; --literal"
                + " searches for all characters as text.");
    assertThat(isogloss("search", "--literal", "soup -boil", "--index", index)).as(err()).isZero();
    assertThat(out()).contains("Boil it.");
    assertThat(isogloss("search", "--index", index, "--", "-boil")).isEqualTo(1);
    assertThat(err()).contains("the query \"-boil\" only restricts the documents");
  }

  @Test
  void showsThePageOfAHit() throws IOException {
    Path documents = folder.resolve("paged.jsonl");
    Files.writeString(
        documents,
        """
        {"id": "p", "language": "en", "text": "The first page.\\n\\nThe second one.", "page_starts": "0 17"}
        """);
    Path paged = folder.resolve("paged");
    assertThat(
            isogloss(
                "index", documents, "--index", paged, "--model", "none", "--passage-words", "3"))
        .as(err())
        .isZero();
    assertThat(isogloss("search", "second", "--index", paged, "--json")).as(err()).isZero();
    JsonNode hit = new ObjectMapper().readTree(out()).get("hits").get(0);
    assertThat(hit.get("page").intValue()).isEqualTo(2);
    assertThat(hit.get("metadata")).isEmpty();
    assertThat(isogloss("search", "second", "--index", paged)).as(err()).isZero();
    assertThat(out()).contains("page 2").doesNotContain("page_starts");
  }

  @Test
  void printsFieldsAndFacetsBelowTheHits() {
    assertThat(isogloss("search", "soup", "--index", index, "--facets", "category,tags")).isZero();
    assertThat(out())
        .contains(
            "category: recipe · date: 2024-05-01 · price: 2.5 · tags: hot",
            "\ncategory: recipe 2, news 1\n",
            "\ntags: hot 1\n",
            "Soup without a text");
  }

  @Test
  void sortsAndLimitsTheFieldsOfHits() throws IOException {
    assertThat(
            isogloss(
                "search",
                "soup suppe",
                "--index",
                index,
                "--sort",
                "date desc,id",
                "--fields",
                "date",
                "--facets",
                "date by year",
                "--json"))
        .as(err())
        .isZero();
    JsonNode found = new ObjectMapper().readTree(out());
    List<String> dates = new ArrayList<>();
    found.get("hits").forEach(hit -> dates.add(hit.get("metadata").path("date").asText("none")));
    assertThat(dates).containsExactly("2024-05-01", "2023-05-01", "none", "none");
    assertThat(found.get("hits").get(0).get("metadata")).hasToString("{\"date\":\"2024-05-01\"}");
    assertThat(found.get("facets").get("date by year").get(0).get("documents").intValue())
        .isPositive();
    assertThat(isogloss("search", "soup", "--index", index, "--sort", "colour")).isNotZero();
    assertThat(err()).contains("no document has the field \"colour\"");
  }

  @Test
  void limitsTheLengthOfSnippets() throws IOException {
    assertThat(isogloss("search", "suppe", "--index", index, "--snippet-length", "4", "--json"))
        .as(err())
        .isZero();
    JsonNode first = new ObjectMapper().readTree(out()).get("hits").get(0);
    assertThat(first.get("snippet").textValue()).isEqualTo("Die …");
    assertThat(isogloss("search", "soup", "--index", index, "--snippet-length", "0")).isNotZero();
    assertThat(err()).contains("--snippet-length");
  }

  @Test
  void filtersRuns() throws IOException {
    Path queries = folder.resolve("queries.tsv");
    Files.writeString(queries, "q1\tsoup\n");
    Path run = folder.resolve("run.txt");
    assertThat(
            isogloss(
                "run",
                "--index",
                index,
                "--queries",
                queries,
                "--to",
                run,
                "--filter",
                "not category = \"recipe\""))
        .as(err())
        .isZero();
    assertThat(Files.readAllLines(run).stream().map(line -> line.split(" ", -1)[2]))
        .containsExactlyInAnyOrder("c", "d");
  }

  @Test
  void infoAndDumpShowWhatTheIndexContains() throws IOException {
    assertThat(isogloss("index", "info", "--index", index)).as(err()).isZero();
    assertThat(out())
        .contains(
            "model",
            "none",
            "languages",
            "en 3, de 1",
            "category (string), date (date), price (number), tags (string)");
    Path dump = folder.resolve("dump.jsonl");
    assertThat(isogloss("index", "--index", index, "dump", "--to", dump)).as(err()).isZero();
    assertThat(err()).contains("Wrote 4 passages to " + dump);
    JsonNode first = new ObjectMapper().readTree(Files.readAllLines(dump).getFirst());
    assertThat(first.get("id").textValue()).isEqualTo("a");
    assertThat(first.get("text").textValue()).isEqualTo("Boil it.");
    assertThat(first.get("metadata").get("price").doubleValue()).isEqualTo(2.5);
  }

  @Test
  void infoMeasuresHubness() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 12; i++) {
      lines.append("d" + i + "\tThe station number " + i + " is near the town hall.\n");
    }
    Path table = folder.resolve("stations.tsv");
    Files.writeString(table, lines);
    Path vectors = folder.resolve("vectors");
    assertThat(isogloss("index", table, "--index", vectors, "--model", "tiny")).as(err()).isZero();
    assertThat(isogloss("index", "info", "--index", vectors, "--hubness", "--json")).isZero();
    JsonNode hubness = new ObjectMapper().readTree(out()).get("hubness");
    assertThat(hubness.get("passages").intValue()).isEqualTo(12);
    assertThat(hubness.get("largest_hub").get("occurrence").intValue()).isBetween(10, 11);
    assertThat(isogloss("index", "info", "--index", vectors, "--hubness")).as(err()).isZero();
    assertThat(out())
        .containsPattern("hubness +skewness -?\\d\\.\\d\\d of the 10-occurrence of 12 passages; ");
    assertThat(isogloss("index", "info", "--index", index, "--hubness")).isEqualTo(1);
    assertThat(err())
        .contains("the index has 0 vectors of passages, but hubness needs more than 10");
  }

  @Test
  void declaresTypesOfFields() throws IOException {
    Path table = folder.resolve("table.tsv");
    Files.writeString(table, "id\ttext\tyear\nx\tsoup\t1843\ny\tsoup\t1900\n");
    Path typed = folder.resolve("typed");
    assertThat(
            isogloss("index", table, "--index", typed, "--model", "none", "--field", "year=number"))
        .as(err())
        .isZero();
    assertThat(isogloss("search", "soup", "--index", typed, "--filter", "year < 1850")).isZero();
    assertThat(out()).contains("year: 1843").doesNotContain("1900");
    assertThat(isogloss("index", table, "--index", typed, "--field", "year=text")).isNotZero();
    assertThat(err())
        .contains("unknown type \"text\", expected one of string, number, boolean, date");
    Files.writeString(table, "id\ttext\tyear\nz\tsoup\tunknown\n");
    assertThat(isogloss("index", table, "--index", typed)).isNotZero();
    assertThat(err())
        .contains("document \"z\": the field \"year\" is the string \"unknown\", but in this index")
        .contains("(--field NAME=string)");
    assertThat(isogloss("search", "soup", "--index", index, "--filter", "colour = \"red\""))
        .isNotZero();
    assertThat(err()).contains("no document has the field \"colour\"");
  }
}
