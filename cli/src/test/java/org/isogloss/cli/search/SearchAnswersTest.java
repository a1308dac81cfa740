// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.cli.CommandTest;
import org.isogloss.modelio.samples.SampleHead;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.modelio.transformer.TransformerHead;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code isogloss search --answers}, with a model whose answer is the first token of a text. */
class SearchAnswersTest extends CommandTest {
  private String index;
  private String model;

  @BeforeEach
  void build() throws IOException {
    Path documents = folder.resolve("documents.jsonl");
    Files.writeString(
        documents,
        """
        {"id": "en1", "language": "en", "title": "A train", "text": "Noon is when the train leaves. It is on time."}
        {"id": "de1", "language": "de", "text": "Mittags fährt der Zug. Er ist pünktlich: the train."}
        {"id": "en2", "language": "en", "text": "Noon! A train is late."}
        """);
    index = folder.resolve("index").toString();
    assertThat(isogloss("index", documents, "--index", index, "--model", "none")).isZero();
    model =
        SampleHead.constant(TransformerHead.ANSWER_SPAN, List.of(), 1, 0)
            .write(SampleTransformer.BERT_LANGUAGE_MODEL, folder, "reader")
            .toString();
  }

  private String search(Object... options) {
    int before = out().length();
    Object[] arguments = new Object[options.length + 4];
    System.arraycopy(new Object[] {"search", "train", "--index", index}, 0, arguments, 0, 4);
    System.arraycopy(options, 0, arguments, 4, options.length);
    assertThat(isogloss(arguments)).as(err()).isZero();
    return out().substring(before);
  }

  @Test
  void printsAnswersAboveTheHits() {
    List<String> lines =
        search("--languages", "en", "--answers", model, "--top-answers", "2").lines().toList();
    assertThat(lines.getFirst()).matches("# +prob +lang +document +answer");
    assertThat(lines).anyMatch(line -> line.matches("1 +0.50 +en +en[12] +N")).contains("");
    assertThat(lines.indexOf("")).isLessThan(lines.size() - 3);
    assertThat(lines.get(lines.indexOf("") + 1)).endsWith("snippet");
    assertThat(out()).contains("also in en (");
    assertThat(err()).contains("No passage that was read contains a confident answer.");
  }

  @Test
  void hasTheAnswersInItsJson() throws IOException {
    JsonNode json =
        new ObjectMapper().readTree(search("--languages", "en", "--answers", model, "--json"));
    assertThat(json.at("/answers/0/text").textValue()).isEqualTo("N");
    assertThat(json.at("/answers/0/sources").findValuesAsText("id"))
        .containsExactlyInAnyOrder("en1", "en2");
    assertThat(json.get("answers")).hasSize(2);
    String best = search("--languages", "en", "--answers", model, "--top-answers", "1", "--json");
    assertThat(new ObjectMapper().readTree(best).get("answers"))
        .containsExactly(json.at("/answers/0"));
    assertThat(json.get("nothing_surely_answers").booleanValue()).isTrue();
    JsonNode one =
        new ObjectMapper().readTree(search("--answers", model, "--answer-passages", "1", "--json"));
    one.at("/answers")
        .forEach(answer -> assertThat(answer.get("sources")).as(one.toString()).hasSize(1));
    assertThat(new ObjectMapper().readTree(search("--json")).has("answers")).isFalse();
  }

  @Test
  void rejectsWhatHasNoEffect() {
    assertThat(isogloss("search", "train", "--index", index, "--top-answers", "2")).isEqualTo(2);
    assertThat(err()).contains("Missing required argument(s): --answers=MODEL");
    assertThat(isogloss("search", "train", "--index", index, "--answer-passages", "2"))
        .isEqualTo(2);
    assertThat(
            isogloss("search", "train", "--index", index, "--answers", model, "--top-answers", "0"))
        .isOne();
    assertThat(err()).contains("--top-answers is 0");
  }

  @Test
  void rejectsAModelOfAnotherKind() {
    assertThat(isogloss("search", "train", "--index", index, "--answers", "tiny")).isOne();
    assertThat(err()).contains("expected one with a head for");
  }
}
