// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.samples.SampleHead;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.modelio.transformer.TransformerHead;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.export.Precision;
import org.isogloss.text.Encoding;
import org.isogloss.text.Tokenizer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Opens models of tasks with Python, and compares the logits with those of our graph. The system
 * property {@code isogloss.python} is the path of an interpreter with torch and transformers.
 */
@Tag("slow")
class PythonTaskModelTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final List<List<String>> INPUTS =
      List.of(List.of("the cat sleeps"), List.of("who sleeps", "a dog in the house."));

  @TempDir private Path scratch;

  private JsonNode python(Path model, String auto) throws Exception {
    String python = System.getProperty("isogloss.python");
    assumeTrue(python != null, "isogloss.python is not set");
    ObjectNode input = MAPPER.createObjectNode().put("folder", model.toString()).put("auto", auto);
    input.set("inputs", MAPPER.valueToTree(INPUTS));
    Path script = scratch.resolve("open_task.py");
    try (InputStream in = PythonTaskModelTest.class.getResourceAsStream("open_task.py")) {
      Files.write(script, in.readAllBytes());
    }
    Path errors = scratch.resolve("errors.txt");
    Process process =
        new ProcessBuilder(python, script.toString()).redirectError(errors.toFile()).start();
    process.getOutputStream().write(MAPPER.writeValueAsBytes(input));
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(Files.readString(errors)).isZero();
    return MAPPER.readTree(out.substring(out.indexOf("{\"class\"")));
  }

  private void assertPythonAgrees(SampleTransformer sample, SampleHead head, String auto)
      throws Exception {
    Path folder = head.write(sample, scratch, head.kind().name());
    JsonNode found = python(folder, auto);
    assertThat(found.get("missing")).isEmpty();
    assertThat(found.get("unexpected")).isEmpty();
    try (ModelFolder model = ModelFolder.open(folder);
        TaskModel opened =
            new TaskModel(model, head.kind(), new InferenceOptions(1, Precision.FP32))) {
      assertThat(found.get("class").asText())
          .isEqualTo(head.kind().architecture(model.transformerConfig().family()));
      if (!head.labels().isEmpty()) {
        assertThat(MAPPER.convertValue(found.get("labels"), String[].class))
            .containsExactlyElementsOf(head.labels())
            .containsExactlyElementsOf(opened.labels());
      }
      List<Encoding> encodings =
          INPUTS.stream().map(texts -> encode(opened.tokenizer(), texts)).toList();
      float[][] logits = opened.run(encodings);
      for (int i = 0; i < encodings.size(); i++) {
        assertThat(MAPPER.convertValue(found.at("/tokens/" + i), int[].class))
            .isEqualTo(encodings.get(i).ids());
        assertThat(logits[i])
            .as("%s, input %d", auto, i)
            .containsExactly(
                MAPPER.convertValue(found.at("/logits/" + i), float[].class), within(1e-4f));
      }
    }
  }

  private static Encoding encode(Tokenizer tokenizer, List<String> texts) {
    return texts.size() == 1
        ? tokenizer.encode(texts.getFirst(), 32)
        : tokenizer.encode(texts.get(0), texts.get(1), 32);
  }

  @Test
  void opensClassifiers() throws Exception {
    assertPythonAgrees(
        SampleTransformer.BERT_LANGUAGE_MODEL,
        SampleHead.random(
            TransformerHead.CLASSIFICATION, List.of("entailment", "neutral", "contradiction"), 3),
        "AutoModelForSequenceClassification");
  }

  @ParameterizedTest
  @EnumSource(names = {"BERT_LANGUAGE_MODEL", "XLMR_LANGUAGE_MODEL"})
  void opensTaggers(SampleTransformer sample) throws Exception {
    assertPythonAgrees(
        sample,
        SampleHead.random(
            TransformerHead.TOKEN_CLASSIFICATION, List.of("O", "B-PER", "I-PER", "B-LOC"), 4),
        "AutoModelForTokenClassification");
  }

  @ParameterizedTest
  @EnumSource(names = {"BERT_LANGUAGE_MODEL", "XLMR_LANGUAGE_MODEL"})
  void opensReadersOfAnswers(SampleTransformer sample) throws Exception {
    assertPythonAgrees(
        sample,
        SampleHead.random(TransformerHead.ANSWER_SPAN, List.of(), 2),
        "AutoModelForQuestionAnswering");
  }
}
