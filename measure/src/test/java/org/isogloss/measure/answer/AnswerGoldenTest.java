// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.answer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.isogloss.core.Language;
import org.isogloss.measure.TaskGoldenFiles;
import org.junit.jupiter.api.Test;

/** Agrees with the scripts of SQuAD 1.1, SQuAD 2.0 and MLQA to the last digit. */
class AnswerGoldenTest {
  @Test
  void agreesWithTheScriptsOfSquadAndMlqa() {
    List<JsonNode> files = TaskGoldenFiles.read("answers.jsonl");
    assertThat(files).hasSize(8);
    for (JsonNode file : files) {
      String language = file.get("language").textValue();
      AnswerNormalizer normalizer =
          language.equals("squad")
              ? AnswerNormalizer.squad()
              : AnswerNormalizer.mlqa(Language.of(language));
      List<AnsweredQuestion> questions = new ArrayList<>();
      for (JsonNode row : file.get("questions")) {
        List<String> references = TaskGoldenFiles.strings(row.get("references"));
        Optional<String> answer = Optional.ofNullable(row.get("answer")).map(JsonNode::textValue);
        questions.add(new AnsweredQuestion(references, answer));
        if (answer.isPresent()) {
          assertThat(normalizer.normalize(answer.get()))
              .as("%s: %s", language, row)
              .isEqualTo(row.get("normalized").textValue());
          assertThat(AnswerScore.of(answer.get(), references, normalizer))
              .as("%s: %s", language, row)
              .isEqualTo(
                  new AnswerScore(row.get("exact").doubleValue(), row.get("f1").doubleValue()));
        }
      }
      AnswerEvaluation evaluation = AnswerEvaluation.of(questions, normalizer);
      assertThat(evaluation.exactMatch()).isEqualTo(file.get("exact_match").doubleValue());
      assertThat(evaluation.f1()).isEqualTo(file.get("f1").doubleValue());
    }
  }

  @Test
  void agreesWithTheScriptOfSquad2() {
    List<JsonNode> files = TaskGoldenFiles.read("optional-answers.jsonl");
    assertThat(files).hasSize(3);
    for (JsonNode file : files) {
      List<OptionalAnswer> questions = new ArrayList<>();
      for (JsonNode row : file.get("questions")) {
        questions.add(
            new OptionalAnswer(
                TaskGoldenFiles.strings(row.get("references")),
                row.get("answer").textValue(),
                row.get("no_answer").doubleValue()));
      }
      OptionalAnswerEvaluation evaluation =
          OptionalAnswerEvaluation.of(
              questions, AnswerNormalizer.squad(), file.get("threshold").doubleValue());
      JsonNode expected = file.get("result");
      assertScores(evaluation.all(), expected, "");
      assertScores(evaluation.withAnswer().orElseThrow(), expected, "HasAns_");
      assertScores(evaluation.withoutAnswer().orElseThrow(), expected, "NoAns_");
      assertBest(evaluation.bestExactMatch(), expected, "best_exact");
      assertBest(evaluation.bestF1(), expected, "best_f1");
    }
  }

  private static void assertBest(
      OptionalAnswerEvaluation.Best best, JsonNode expected, String key) {
    assertThat(best.value()).isEqualTo(expected.get(key).doubleValue());
    assertThat(best.threshold().orElse(0))
        .as("the script prints 0 if no answer at all is best")
        .isEqualTo(expected.get(key + "_thresh").doubleValue());
  }

  private static void assertScores(AnswerEvaluation scores, JsonNode expected, String prefix) {
    assertThat(scores.questions()).hasSize(expected.get(prefix + "total").intValue());
    assertThat(scores.exactMatch()).isEqualTo(expected.get(prefix + "exact").doubleValue());
    assertThat(scores.f1()).isEqualTo(expected.get(prefix + "f1").doubleValue());
  }
}
