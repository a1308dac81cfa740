// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr.relevance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.isogloss.core.Encoder;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Role;
import org.isogloss.data.LanguagePair;
import org.isogloss.lexical.WordTokenizer;
import org.isogloss.papers.xpr.mixture.BilingualPair;
import org.isogloss.papers.xpr.mixture.BilingualQuestion;
import org.isogloss.papers.xpr.mixture.BilingualQuestionSet;
import org.isogloss.papers.xpr.mixture.BilingualText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Relevance from the documentation in the samples, and from an artificial InsuranceQA. */
class RelevanceSourceTest {
  private static final LanguagePair LANGUAGES = LanguagePair.find("en-zh").orElseThrow();
  private static final Path HELP = Path.of("..", "samples", "papers", "help");

  @TempDir Path folder;

  @Test
  void headingHasNegativesFromItsPageNearPagesAndAnyPage() {
    List<BilingualPair> pairs =
        new DocumentationRelevance(HELP, LANGUAGES).training(1000, new Random(1));
    List<BilingualPair> positive = pairs.stream().filter(BilingualPair::positive).toList();
    assertThat(positive).hasSizeGreaterThan(20).doesNotHaveDuplicates();
    assertThat(pairs).as("three negatives for each").hasSize(4 * positive.size());
    for (BilingualPair pair : pairs) {
      assertThat(pair.left().first()).isNotEqualTo(pair.left().second());
      assertThat(positive.stream().anyMatch(other -> samePair(other, pair)))
          .isEqualTo(pair.positive());
    }
  }

  private static List<BilingualPair> pairs(QueryConstruction asking) {
    return new DocumentationRelevance(
            HELP, LANGUAGES, asking, texts -> new Bm25NegativeSearch(texts, LANGUAGES.source()))
        .training(1000, new Random(1));
  }

  @Test
  void paragraphIsAQueryForItselfForOthersOrWithHalfOfItsWords() {
    Set<BilingualText> texts = new HashSet<>();
    BilingualSections.read(HELP, LANGUAGES).forEach(section -> texts.add(section.text()));
    List<BilingualPair> cloze = pairs(QueryConstruction.CLOZE);
    assertThat(cloze).hasSizeGreaterThan(15).allMatch(pair -> texts.contains(pair.right()));
    assertThat(cloze)
        .filteredOn(BilingualPair::positive)
        .allSatisfy(
            pair -> {
              List<String> queryWords = words(pair.left().first());
              List<String> read = words(pair.right().first());
              assertThat(read).containsAll(queryWords);
            });
    assertThat(pairs(QueryConstruction.INVERSE_CLOZE))
        .hasSizeGreaterThan(15)
        .filteredOn(BilingualPair::positive)
        .allSatisfy(
            pair -> {
              assertThat(pair.right().first()).doesNotContain(pair.left().first());
              assertThat(texts)
                  .anyMatch(
                      text ->
                          text.first().contains(pair.left().first())
                              && text.first().length()
                                  == pair.left().first().length()
                                      + pair.right().first().length()
                                      + 1);
            });
    assertThat(pairs(QueryConstruction.INVERSE_CLOZE))
        .as("no negative contains the query")
        .noneMatch(pair -> pair.right().first().lines().toList().contains(pair.left().first()));
    assertThat(pairs(QueryConstruction.TRANSLATED_PARAGRAPH))
        .hasSizeGreaterThan(15)
        .allMatch(pair -> pair.left().equals(pair.right()) == pair.positive());
  }

  private static List<String> words(String text) {
    return WordTokenizer.forLanguage(LANGUAGES.source()).words(text);
  }

  @Test
  void encoderRetrievesFurtherNegatives() {
    // Texts of equal length have similar vectors.
    Encoder lengths = new LengthEncoder();
    try (HardNegativeSearch search =
        new DenseNegativeSearch(List.of("aaaa", "b", "cccccccc"), lengths)) {
      assertThat(search.find("ddddddddd", 2)).containsExactly(2, 0);
    }
    List<String> many = new ArrayList<>();
    for (int i = 0; i < 4_001; i++) {
      many.add("x".repeat(1 + i % 50) + i);
    }
    try (HardNegativeSearch search = new DenseNegativeSearch(many, lengths)) {
      assertThat(search.find("y", 3_000)).hasSize(1_334).allMatch(i -> i % 3 == 0);
    }
  }

  /** One number: the length of a text as an angle. */
  private static final class LengthEncoder implements Encoder {
    @Override
    public int dimension() {
      return 2;
    }

    @Override
    public String fingerprint() {
      return "length";
    }

    @Override
    public float[][] encode(List<String> texts, Role role) {
      return texts.stream()
          .map(text -> Math.atan(text.length() / 10.0))
          .map(angle -> new float[] {(float) Math.cos(angle), (float) Math.sin(angle)})
          .toArray(float[][]::new);
    }

    @Override
    public void close() {}
  }

  private static boolean samePair(BilingualPair one, BilingualPair other) {
    return one.left().equals(other.left()) && one.right().equals(other.right());
  }

  @Test
  void testPagesAreNotInTheTrainingData() {
    DocumentationRelevance help = new DocumentationRelevance(HELP, LANGUAGES);
    Set<BilingualText> trained = new HashSet<>();
    help.training(1000, new Random(1)).forEach(pair -> trained.add(pair.right()));
    BilingualQuestionSet validation = help.validation(5, 6, new Random(2));
    BilingualQuestionSet test = help.test(5, 6, new Random(3));
    assertThat(trained)
        .doesNotContainAnyElementsOf(validation.passages())
        .doesNotContainAnyElementsOf(test.passages());
    assertThat(test.passages()).doesNotContainAnyElementsOf(validation.passages());
    assertThat(test.describeSizes()).isEqualTo("5 queries, 6 candidates each");
    assertThat(test.questions())
        .allSatisfy(
            question -> {
              assertThat(question.candidates()).doesNotHaveDuplicates();
              assertThat(question.relevant()).hasSize(1);
            });
  }

  private void insurance(String name, String json) throws IOException {
    Files.writeString(folder.resolve(name + ".json"), json);
  }

  @Test
  void insuranceQaHasQuestionsInBothLanguages() throws IOException {
    insurance(
        "answers",
        """
        {"1": {"zh": "一", "en": "one"}, "2": {"zh": "二", "en": "two"},
         "3": {"zh": "三", "en": "three"}, "4": {"zh": "四", "en": "four"}}
        """);
    String questions =
        """
        {"0": {"zh": "問", "en": "ask", "domain": "life", "answers": ["1", "2"],
               "negatives": ["3", "4"]}}
        """;
    insurance("train", questions);
    insurance("test", questions);
    InsuranceQaRelevance insurance = new InsuranceQaRelevance(folder, LANGUAGES);
    List<BilingualPair> pairs = insurance.training(100, new Random(1));
    assertThat(pairs)
        .hasSize(8)
        .allMatch(pair -> pair.left().equals(new BilingualText("ask", "問")));
    assertThat(pairs.stream().filter(BilingualPair::positive).map(BilingualPair::right))
        .containsExactlyInAnyOrder(new BilingualText("one", "一"), new BilingualText("two", "二"));
    BilingualQuestionSet test = insurance.test(10, 3, new Random(1));
    BilingualQuestion question = test.questions().getFirst();
    assertThat(question.candidates()).hasSize(3);
    assertThat(question.relevant()).as("the first two answers").containsExactlyInAnyOrder(0, 1);
    insurance("test", questions.replace("\"1\"", "\"9\""));
    assertThatThrownBy(() -> insurance.test(10, 3, new Random(1)))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("question 0 names answer 9, which answers.json lacks");
  }

  private void pools(String split, String... lines) throws IOException {
    Files.writeString(
        folder
            .resolve("V2")
            .resolve("InsuranceQA.question.anslabel.token.500.pool.solr." + split + ".encoded"),
        String.join("\n", lines) + "\n");
  }

  @Test
  void insuranceQaTakesItsOwnPoolsAndLeavesOutQuestionsWithoutAnAnswerInThem() throws IOException {
    insurance(
        "answers",
        """
        {"1": {"zh": "一", "en": "One."}, "2": {"zh": "二", "en": "two"},
         "3": {"zh": "三", "en": "three"}, "4": {"zh": "四", "en": "four"}}
        """);
    insurance(
        "test",
        """
        {"0": {"zh": "問", "en": "Ask this?", "domain": "life", "answers": ["1", "2"],
               "negatives": ["3"]},
         "1": {"zh": "什麼", "en": "what", "domain": "life", "answers": ["2"],
               "negatives": ["3"]}}
        """);
    assertThat(new InsuranceQaRelevance(folder, LANGUAGES).candidates())
        .startsWith("the negatives of insuranceqa-corpus-zh, not the paper's pools");
    Files.createDirectory(folder.resolve("V2"));
    Files.writeString(
        folder.resolve("V2/vocabulary"),
        """
        idx_1\task
        idx_2\tthis ?
        idx_3\twhat
        idx_4\tone .
        idx_5\ttwo
        idx_6\tthree
        idx_7\tfour
        idx_8\tnobody
        """);
    Files.writeString(
        folder.resolve("V2/InsuranceQA.label2answer.token.encoded"),
        """
        11\tidx_4
        12\tidx_5
        13\tidx_6
        14\tidx_7
        15\tidx_8
        """);
    pools("test", "life\tidx_1 idx_2\t11 12\t14 15 11 13", "life\tidx_3\t12\t14 13 11");
    InsuranceQaRelevance insurance = new InsuranceQaRelevance(folder, LANGUAGES);
    assertThat(insurance.candidates()).startsWith("from the question's pool of 500 answers");
    BilingualQuestionSet test = insurance.test(10, 500, new Random(1));
    assertThat(test.questions()).as("the pool of the other one lacks its answer").hasSize(1);
    BilingualQuestion question = test.questions().getFirst();
    assertThat(question.query().second()).isEqualTo("問");
    assertThat(question.candidates())
        .as("one, three and four; the answer nobody is in English only")
        .containsExactlyInAnyOrder(0, 2, 3);
    assertThat(question.relevant()).containsExactly(0);
    pools("test", "life\tidx_1 idx_2\t11 12\t14 15 11 13");
    assertThat(insurance.test(10, 500, new Random(1)).questions()).hasSize(1);
    assertThat(insurance.candidates())
        .endsWith("are left out, and test questions that V2 does not have: 1");
    pools("test", "life\tidx_8\t11 12\t14 15 11 13");
    assertThatThrownBy(() -> insurance.test(10, 500, new Random(1)))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("none of the 2 questions of test.json is in V2");
  }
}
