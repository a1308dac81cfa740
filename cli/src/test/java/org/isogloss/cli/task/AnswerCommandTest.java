// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.isogloss.cli.CommandTest;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.samples.SampleHead;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.modelio.transformer.TransformerHead;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.export.Precision;
import org.isogloss.runtime.task.AnswerReader;
import org.isogloss.text.decoding.AnswerSpans;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A reader with random weights, whose answers are those of {@link AnswerReader}. */
class AnswerCommandTest extends CommandTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String TEXT = "the cat sleeps on the mat. a dog in the house";

  private Path model;

  @BeforeEach
  void writeModel() {
    model =
        SampleHead.random(TransformerHead.ANSWER_SPAN, List.of(), 2)
            .write(SampleTransformer.BERT_LANGUAGE_MODEL, folder, "reader");
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private int answer(Object... args) {
    List<Object> all = new ArrayList<>(List.of("answer", "--model", model, "-q"));
    all.addAll(List.of(args));
    return isogloss(all.toArray());
  }

  private AnswerSpans read(String question, String text) {
    try (ModelFolder folder = ModelFolder.open(model);
        AnswerReader reader = AnswerReader.open(folder, new InferenceOptions(1, Precision.INT8))) {
      return reader.read(question, List.of(text)).getFirst();
    }
  }

  private String best(String question) {
    return read(question, TEXT).spans().getFirst().span().coveredText(TEXT);
  }

  private JsonNode json(int from) throws IOException {
    return MAPPER.readTree(out().substring(from));
  }

  /** A file in SQuAD's format; a question without an answer if that is empty. */
  private Path squad(String name, String... questionsAndAnswers) throws IOException {
    StringBuilder questions = new StringBuilder();
    for (int i = 0; i < questionsAndAnswers.length; i += 2) {
      String answer = questionsAndAnswers[i + 1];
      String answers =
          answer.isEmpty()
              ? "[]"
              : "[{\"text\": \"%s\", \"answer_start\": %d}]"
                  .formatted(answer, TEXT.indexOf(answer));
      questions.append(i == 0 ? "" : ", ");
      questions.append(
          "{\"id\": \"q%d\", \"question\": \"%s\", \"answers\": %s}"
              .formatted(i / 2, questionsAndAnswers[i], answers));
    }
    return write(
        name,
        "{\"data\": [{\"title\": \"t\", \"paragraphs\": [{\"context\": \"%s\", \"qas\": [%s]}]}]}"
            .formatted(TEXT, questions));
  }

  @Test
  void printsTheBestAnswersWithTheirSentence() throws IOException {
    Path file = write("cat.txt", TEXT);
    assertThat(answer("who sleeps", file, "--top", 1)).as(err()).isZero();
    AnswerSpans.ScoredSpan best = read("who sleeps", TEXT).spans().getFirst();
    List<String> lines = out().lines().toList();
    assertThat(lines).hasSize(2);
    assertThat(lines.get(0))
        .startsWith("1. " + best.span().coveredText(TEXT) + "  (score ")
        .contains(", probability 0.");
    assertThat(lines.get(1))
        .startsWith("   " + file + ":" + best.span().start() + "  ")
        .contains(best.span().coveredText(TEXT));
  }

  @Test
  void ranksTheAnswersOfAllTexts() throws IOException {
    Path file =
        write(
            "docs.jsonl",
            """
            {"id": "d1", "language": "en", "text": "%s"}
            {"id": "l", "language": "en", "text": "the mat"}
            """
                .formatted(TEXT));
    assertThat(answer("who sleeps", file, "--top", 50, "--json")).as(err()).isZero();
    JsonNode answers = json(0).get("answers");
    AnswerSpans first = read("who sleeps", TEXT);
    AnswerSpans second = read("who sleeps", "the mat");
    double highest = Math.max(score(first), score(second));
    double sum = 0;
    for (AnswerSpans spans : List.of(first, second)) {
      sum += spans.spans().stream().mapToDouble(span -> Math.exp(span.score() - highest)).sum();
    }
    assertThat(answers.get(0).get("score").asDouble()).isEqualTo(highest);
    assertThat(answers.get(0).get("probability").asDouble()).isCloseTo(1 / sum, within(1e-9));
    List<String> sources = answers.findValuesAsText("source");
    assertThat(sources).contains(file + "#d1", file + "#l");
    for (int i = 0; i < answers.size(); i++) {
      JsonNode answer = answers.get(i);
      assertThat(answer.get("rank").asInt()).isEqualTo(i + 1);
      assertThat(answer.at("/sentence/text").asText()).contains(answer.get("answer").asText());
      for (int j = 0; j < i; j++) {
        JsonNode better = answers.get(j);
        assertThat(better.get("score").asDouble())
            .isGreaterThanOrEqualTo(answer.get("score").asDouble());
        boolean apart =
            !better.get("source").equals(answer.get("source"))
                || better.get("end").asInt() <= answer.get("start").asInt()
                || answer.get("end").asInt() <= better.get("start").asInt();
        assertThat(apart).as("%s and %s", better, answer).isTrue();
      }
    }
  }

  private static double score(AnswerSpans spans) {
    return spans.spans().getFirst().score();
  }

  @Test
  void leavesOutTextsThatMoreProbablyHaveNoAnswer() throws IOException {
    Path file = write("cat.txt", TEXT);
    double margin = read("who sleeps", TEXT).margin();
    assertThat(answer("who sleeps", file, "--no-answer", "--threshold=" + (margin + 1), "--json"))
        .as(err())
        .isZero();
    assertThat(json(0).get("answers")).isEmpty();
    int before = out().length();
    assertThat(answer("who sleeps", file, "--no-answer", "--threshold=" + (margin - 1), "--json"))
        .isZero();
    double withNone = json(before).at("/answers/0/probability").asDouble();
    assertThat(withNone).isCloseTo(read("who sleeps", TEXT).probabilities(true)[0], within(1e-9));
  }

  @Test
  void measuresExactMatchAndF1() throws IOException {
    String right = best("who sleeps");
    Path file = squad("qa.en.json", "who sleeps", right, "where is the cat", "");
    assertThat(answer("--evaluate", file)).isEqualTo(1);
    assertThat(err()).contains(file + ": 1 of 2 questions have no answer", "(--no-answer)");
    Path answered = squad("qb.en.json", "who sleeps", right);
    Path predictions = folder.resolve("new/predictions.json");
    assertThat(answer("--evaluate", answered, "--predictions", predictions)).as(err()).isZero();
    assertThat(out().lines().map(line -> line.replaceAll(" +", " ")))
        .containsExactly("file questions F1 exact match", answered + " 1 100.00 100.00");
    assertThat(MAPPER.readTree(predictions.toFile()))
        .isEqualTo(MAPPER.createObjectNode().put("q0", right));
  }

  @Test
  void measuresQuestionsWithoutAnswers() throws IOException {
    String right = best("who sleeps");
    Path file = squad("qa.json", "who sleeps", right, "where is the cat", "");
    assertThat(answer("--evaluate", file, "--no-answer", "--threshold=-1e9", "--json"))
        .as(err())
        .isZero();
    JsonNode found = json(0).at("/files/0");
    assertThat(found.get("f1").asDouble()).isEqualTo(50);
    assertThat(found.at("/with_answer/exact_match").asDouble()).isEqualTo(100);
    assertThat(found.at("/without_answer/f1").asDouble()).isZero();
    assertThat(found.at("/best_f1/value").asDouble()).isGreaterThanOrEqualTo(50);
    int before = out().length();
    Path predictions = folder.resolve("predictions.json");
    assertThat(
            answer(
                "--evaluate", file, "--no-answer", "--threshold=1e9", "--predictions", predictions))
        .isZero();
    assertThat(MAPPER.readTree(predictions.toFile()).get("q0").asText()).isEmpty();
    assertThat(out().substring(before))
        .contains("  best F1  threshold of F1  best exact match  threshold of exact match\n")
        .contains("  50.00");
  }

  @Test
  void hasNoThresholdIfNoAnswerAtAllIsBest() throws IOException {
    Path file = squad("qa.json", "where is the cat", "");
    assertThat(answer("--evaluate", file, "--no-answer")).as(err()).isZero();
    assertThat(out().lines().toList().getLast())
        .endsWith("  100.00       no answers            100.00                no answers");
    int before = out().length();
    assertThat(answer("--evaluate", file, "--no-answer", "--json")).isZero();
    assertThat(json(before).at("/files/0/best_f1"))
        .isEqualTo(MAPPER.readTree("{\"value\": 100.0}"));
  }

  @Test
  void comparesAnswersAsMlqaDoes() throws IOException {
    Path german = squad("test-context-de-question-en.json", "who sleeps", best("who sleeps"));
    Path unknown = squad("unknown.json", "who sleeps", best("who sleeps"));
    Path swahili = squad("xquad.sw.json", "who sleeps", best("who sleeps"));
    assertThat(answer("--evaluate", german, "--normalization", "mlqa")).as(err()).isZero();
    assertThat(answer("--evaluate", unknown, "--normalization", "mlqa")).isEqualTo(1);
    assertThat(answer("--evaluate", swahili, "--normalization", "mlqa")).isEqualTo(1);
    assertThat(err())
        .contains(unknown + ": the language cannot be determined", "state it (--language)")
        .contains("MLQA does not define the normalisation of answers in sw,");
    assertThat(answer("--evaluate", unknown, "--normalization", "mlqa", "--language", "en"))
        .isZero();
    assertThat(answer("--evaluate", german, unknown, "--normalization=mlqa", "--language=th"))
        .as("the language of the first file is known")
        .isEqualTo(1);
    assertThat(err()).contains("MLQA does not define the normalisation of answers in th,");
    assertThat(answer("--evaluate", german, "--normalization=mlqa", "--language=th")).isZero();
    assertThat(answer("--evaluate", german, "--normalization=mlqa", "--language=xx")).isEqualTo(1);
  }

  @Test
  void answersFromThePassagesOfAnIndex() throws IOException {
    Path documents =
        write(
            "docs.jsonl",
            """
            {"id": "cat", "language": "en", "text": "%s"}
            {"id": "house", "language": "de", "text": "who sleeps in the house"}
            """
                .formatted(TEXT));
    Path index = folder.resolve("index");
    assertThat(isogloss("index", documents, "--index", index, "--model", "none"))
        .as(err())
        .isZero();
    String english = read("who sleeps", TEXT).spans().getFirst().span().coveredText(TEXT);
    Path asked = squad("qa.en.json", "who sleeps", english, "zebra", "the mat");
    int before = out().length();
    assertThat(answer("--evaluate", asked, "--index", index, "--json")).as(err()).isZero();
    assertThat(json(before).at("/files/0/exact_match").asDouble())
        .as("the second question finds no passage")
        .isEqualTo(50);

    String other = "who sleeps in the house";
    String german = read("who sleeps", other).spans().getFirst().span().coveredText(other);
    Path answers =
        write(
            "xquad.de.json",
            "{\"data\": [{\"paragraphs\": [{\"context\": \"%s\", \"qas\": [".formatted(other)
                + "{\"id\": \"q0\", \"question\": \"wer\", \"answers\": [{\"text\": \"%s\", \"answer_start\": %d}]}]}]}]}"
                    .formatted(german, other.indexOf(german)));
    Path one = squad("one.en.json", "who sleeps", english);
    before = out().length();
    assertThat(answer("--evaluate", one, "--index", index, "--answers-from", answers, "--json"))
        .as(err())
        .isZero();
    assertThat(json(before).at("/files/0/exact_match").asDouble()).isEqualTo(100);
    assertThat(answer("--evaluate", asked, "--index", index, "--answers-from", answers))
        .isEqualTo(1);
    assertThat(err())
        .contains(
            answers + ": has no question \"q1\", expected every question of the evaluated file");
  }

  @Test
  void comparesTwoReaders() throws IOException {
    Path file = squad("qa.json", "who sleeps", best("who sleeps"));
    assertThat(answer("--evaluate", file, file, "--compare", model)).as(err()).isZero();
    assertThat(out().lines().map(line -> line.replaceAll(" +", " ")))
        .contains(file + " 1 100.00 100.00 100.00 0.00 1.0000", "mean 100.00 100.00 100.00 0.00");
  }

  @Test
  void rejectsOptionsWithoutEffect() throws IOException {
    Path file = squad("qa.json", "who sleeps", "cat");
    assertThat(answer()).isEqualTo(1);
    assertThat(answer("who", "--evaluate", file)).isEqualTo(1);
    assertThat(answer("--evaluate", file, "--top", 2)).isEqualTo(1);
    assertThat(answer("who", file, "--threshold", 2)).isEqualTo(1);
    assertThat(answer("who", file, "--predictions", folder.resolve("x"))).isEqualTo(1);
    assertThat(answer("--evaluate", file, file, "--predictions", folder.resolve("x"))).isEqualTo(1);
    assertThat(answer("--evaluate", file, "--language", "en")).isEqualTo(1);
    assertThat(answer("--evaluate", file, "--pipeline", "bm25")).isEqualTo(1);
    assertThat(answer("who", file, "--index", folder)).isEqualTo(1);
    assertThat(answer("--evaluate", file, "--index", folder, "--compare", model)).isEqualTo(1);
    assertThat(err())
        .contains("--pipeline, --answer-passages and --answers-from need --index")
        .contains("--index needs --evaluate FILE; isogloss search --answers answers a single")
        .contains("--index and --compare cannot be combined")
        .contains("there is no question: state QUESTION, or --evaluate FILE")
        .contains("--evaluate has questions of its own")
        .contains("--top and --evaluate cannot be combined")
        .contains("--threshold needs --no-answer")
        .contains("--normalization, --language and --predictions need --evaluate FILE")
        .contains("--predictions writes the answers of one file, found 2")
        .contains("--language needs --normalization mlqa");
  }
}
