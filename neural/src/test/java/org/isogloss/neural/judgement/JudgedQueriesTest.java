// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.judgement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.isogloss.core.Language;
import org.isogloss.neural.staticencoder.CorpusFixtures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JudgedQueriesTest {
  @TempDir Path folder;

  private Path file(String name, String... lines) throws IOException {
    return Files.write(folder.resolve(name), List.of(lines));
  }

  private JudgedQueries files(Path qrels, int heldOut) throws IOException {
    Path queries =
        file(
            "queries.jsonl",
            "{\"id\": \"q1\", \"language\": \"en\", \"text\": \"one\"}",
            "{\"id\": \"q2\", \"text\": \"two\"}");
    Path documents =
        file(
            "documents.jsonl",
            "{\"id\": \"d1\", \"title\": \"First\", \"text\": \"eins\"}",
            "{\"id\": \"d2\", \"language\": \"de\", \"text\": \"zwei\"}",
            "{\"id\": \"d3\", \"text\": \"nobody judged it\"}");
    return JudgedQueries.read(
        new JudgedDataOptions(
            Optional.of(queries),
            Optional.of(documents),
            Optional.of(qrels),
            Optional.empty(),
            Optional.empty(),
            heldOut,
            Optional.empty()),
        folder.resolve("judged"));
  }

  private JudgedQueries examples(String... lines) throws IOException {
    return JudgedQueries.read(
        new JudgedDataOptions(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.of(file("examples.jsonl", lines)),
            Optional.empty(),
            0,
            Optional.empty()),
        folder.resolve("judged"));
  }

  @Test
  void readsQueriesDocumentsAndQrels() throws IOException {
    try (JudgedQueries judged = files(file("qrels", "q1 0 d2 1", "q1 0 d1 3", "q2 0 d1 0"), 0)) {
      assertThat(judged.trainingQueries()).as("no passage of q2 is relevant").hasSize(1);
      JudgedQueries.JudgedQuery one = judged.trainingQueries().getFirst();
      assertThat(judged.text(one.query())).isEqualTo("one");
      assertThat(Arrays.stream(one.passages()).mapToObj(judged::text))
          .as("ordered by descending grade, with titles")
          .containsExactly("First\neins", "zwei");
      assertThat(one.grades()).containsExactly(3, 1);
      assertThat(judged.language(one.query())).isEqualTo(Language.of("en"));
      assertThat(Arrays.stream(one.passages()).mapToObj(judged::language))
          .containsExactly(Language.UNDETERMINED, Language.of("de"));
    }
  }

  @Test
  void theLanguageOfATextInTwoLanguagesIsUndetermined() throws IOException {
    Path queries =
        file(
            "queries.jsonl",
            "{\"id\": \"a\", \"language\": \"en\", \"text\": \"GIMP\"}",
            "{\"id\": \"b\", \"language\": \"de\", \"text\": \"GIMP\"}");
    Path documents = file("documents.jsonl", "{\"id\": \"d\", \"text\": \"page\"}");
    JudgedDataOptions options =
        new JudgedDataOptions(
            Optional.of(queries),
            Optional.of(documents),
            Optional.of(file("qrels", "a 0 d 1", "b 0 d 1")),
            Optional.empty(),
            Optional.empty(),
            0,
            Optional.empty());
    try (JudgedQueries judged = JudgedQueries.read(options, folder.resolve("judged"))) {
      int query = judged.trainingQueries().getFirst().query();
      assertThat(judged.language(query)).isEqualTo(Language.UNDETERMINED);
    }
  }

  @Test
  void readsExamples() throws IOException {
    try (JudgedQueries judged =
        examples(
            "{\"query\": \"q\", \"positive\": \"p\", \"negative\": \"n\"}",
            "{\"query\": \"q\", \"positive\": \"p2\"}",
            "{\"query\": \"r\", \"passages\": [{\"text\": \"a\", \"grade\": 0},"
                + " {\"text\": \"b\", \"grade\": 2}]}")) {
      assertThat(judged.trainingQueries())
          .extracting(JudgedQueries.JudgedQuery::grades)
          .containsExactly(new int[] {1, 1, 0}, new int[] {2, 0});
    }
  }

  @Test
  void readsValidationQueriesFromASeparateFile() throws IOException {
    JudgedDataOptions options =
        new JudgedDataOptions(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.of(
                file(
                    "examples.jsonl",
                    "{\"query\": \"q\", \"positive\": \"p\"}",
                    "{\"query\": \"r\", \"passages\": [{\"text\": \"n\", \"grade\": 0}]}")),
            Optional.empty(),
            0,
            Optional.of(
                file(
                    "validation.jsonl",
                    "{\"query\": \"q\", \"positive\": \"p2\", \"negative\": \"n2\"}")));
    try (JudgedQueries judged = JudgedQueries.read(options, folder.resolve("judged"))) {
      assertThat(judged.trainingQueries()).as("one has a relevant passage").hasSize(1);
      assertThat(judged.judged()).hasSize(2);
      JudgedQueries.JudgedQuery heldOut = judged.heldOutQueries().getFirst();
      assertThat(Arrays.stream(heldOut.passages()).mapToObj(judged::text))
          .containsExactly("p2", "n2");
    }
  }

  @Test
  void derivesQueriesFromDocumentationHeadings() throws IOException {
    Path help = folder.resolve("help");
    CorpusFixtures.write(
        help.resolve("en.tsv.gz"),
        List.of(
            "p\th1\th1\tRows",
            "p\ta\tp\tAll about rows.",
            "p\th2\th2\tTo insert a row",
            "p\tb\tp\tChoose Insert.",
            "p\th3\th2\tExample",
            "p\tc\tp\tThis is one.",
            "q\th1\th1\tExample",
            "q\ta\tp\tThat is one."));
    CorpusFixtures.write(
        help.resolve("de.tsv.gz"),
        List.of(
            "p\th1\th1\tZeilen",
            "p\ta\tp\tAlles über Zeilen.",
            "p\th2\th2\tEine Zeile einfügen",
            "p\tb\tp\tWählen Sie Einfügen."));
    JudgedDataOptions options =
        new JudgedDataOptions(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.of(help),
            0,
            Optional.empty());
    try (JudgedQueries judged = JudgedQueries.read(options, folder.resolve("judged"))) {
      assertThat(judged.trainingQueries().stream().map(one -> judged.text(one.query())))
          .as("the heading Example occurs twice and is ignored")
          .containsExactlyInAnyOrder("Rows", "Zeilen", "To insert a row", "Eine Zeile einfügen");
      for (JudgedQueries.JudgedQuery one : judged.trainingQueries()) {
        String query = judged.text(one.query());
        List<String> passages = Arrays.stream(one.passages()).mapToObj(judged::text).toList();
        assertThat(passages.getFirst())
            .isIn(
                query.equals("Rows") || query.equals("Zeilen")
                    ? List.of("All about rows.", "Alles über Zeilen.")
                    : List.of("Choose Insert.", "Wählen Sie Einfügen."));
        assertThat(one.grades()[0]).isEqualTo(1);
        assertThat(Arrays.stream(one.grades()).skip(1)).containsOnly(0);
        boolean german = passages.getFirst().matches(".*(Zeilen|Wählen).*");
        assertThat(passages).as("all in one language").hasSize(german ? 2 : 3);
      }
    }
  }

  @Test
  void reportsTheLocationOfErrors() throws IOException {
    Path unknown = file("unknown", "q1 0 d9 1");
    assertThatThrownBy(() -> files(unknown, 0))
        .hasMessageContaining("judgement of document d9, which is missing in ");
    Path query = file("query", "q9 0 d1 1");
    assertThatThrownBy(() -> files(query, 0))
        .hasMessageContaining("judgement of query q9, which is missing in ");
    assertThatThrownBy(() -> examples("{}"))
        .hasMessageContaining("examples.jsonl:1: has no \"positive\"");
    assertThatThrownBy(
            () ->
                examples(
                    "{\"query\": \"q\", \"positive\": \"p\"}",
                    "{\"query\": \"q\", \"passages\": [{\"text\": \"x\"}]}"))
        .hasMessageContaining("examples.jsonl:2: has no \"grade\"; it has \"text\"");
    assertThatThrownBy(() -> examples("{\"query\": \"q\", \"passages\": []}"))
        .hasMessageContaining("no query has a passage with a grade above 0");
  }

  @Test
  void samplesPassagesWithLowerGradesAndResumes() throws IOException {
    try (JudgedQueries judged =
        examples(
            "{\"query\": \"q\", \"passages\": [{\"text\": \"a\", \"grade\": 3},"
                + " {\"text\": \"b\", \"grade\": 1}, {\"text\": \"c\", \"grade\": 0}]}",
            "{\"query\": \"r\", \"positive\": \"p\"}")) {
      JudgedQuerySampler sampler = new JudgedQuerySampler(judged.trainingQueries(), 2, 4);
      Set<String> seen = new HashSet<>();
      for (int i = 0; i < 60; i++) {
        JudgedQuerySampler resumedSampler = new JudgedQuerySampler(judged.trainingQueries(), 2, 4);
        resumedSampler.seek(sampler.position());
        JudgedQuerySampler.SampledQuery sample = sampler.next();
        JudgedQuerySampler.SampledQuery resumed = resumedSampler.next();
        assertThat(resumed.positive()).isEqualTo(sample.positive());
        assertThat(resumed.negatives()).isEqualTo(sample.negatives());
        String query = judged.text(sample.query());
        seen.add(query + judged.text(sample.positive()));
        for (int j = 0; j < 2; j++) {
          assertThat(sample.negativeGrades()[j]).isLessThan(sample.positiveGrade());
          assertThat(judged.text(sample.negatives()[j]))
              .isNotEqualTo(judged.text(sample.positive()));
          if (query.equals("r")) {
            assertThat(judged.text(sample.negatives()[j]))
                .as("a passage of another query")
                .isIn("a", "b", "c");
          }
        }
      }
      assertThat(seen).containsExactlyInAnyOrder("qa", "qb", "rp");
    }
  }
}
