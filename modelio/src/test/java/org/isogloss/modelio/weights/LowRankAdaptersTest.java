// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.weights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.adapter.AdapterSettings;
import org.isogloss.modelio.adapter.RoleTasks;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.samples.SampleEncoder;
import org.isogloss.modelio.transform.ModelImport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The vectors are compared in {@code EncoderAgreementTest}. */
class LowRankAdaptersTest {
  private static final String QUERY = "encoder.layer.1.attention.self.query.weight";
  private static final String KEY = "encoder.layer.1.attention.self.key.weight";

  @TempDir private Path scratch;

  @Test
  void projectionsOfALayerShareOneFactor() {
    try (ModelFolder model = ModelFolder.open(SampleEncoder.JINA_ADAPTERS.copyInto(scratch));
        TransformerWeights weights = TransformerWeights.open(model)) {
      AdapterSettings settings = model.adapters().orElseThrow();
      LowRankAdapters adapters = weights.adapters();
      String task = "separation";
      assertThat(adapters.module(KEY)).isEqualTo(adapters.module(QUERY));
      assertThat(adapters.right(KEY, settings, task, 32))
          .isEqualTo(adapters.right(QUERY, settings, task, 32));
      assertThat(adapters.left(KEY, settings, task, 32))
          .isNotEqualTo(adapters.left(QUERY, settings, task, 32));
      assertThat(adapters.left(QUERY, settings, "classification", 32))
          .isNotEqualTo(adapters.left(QUERY, settings, task, 32));
    }
  }

  @Test
  void readsTasksAndPromptsOfRoles() {
    try (ModelFolder model = ModelFolder.open(SampleEncoder.JINA_ADAPTERS.copyInto(scratch))) {
      assertThat(model.encoding().tasks())
          .contains(new RoleTasks("retrieval.query", "retrieval.passage"));
      assertThat(model.encoding().queryPrefix())
          .isEqualTo("Represent the query for retrieving evidence documents: ");
      assertThat(model.encoding().passagePrefix())
          .isEqualTo("Represent the document for retrieval: ");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          "load_trained_adapters": true | "load_trained_adapters": false | load_trained_adapters is not true, expected true
          "lora_rank": 2 | "lora_rank": 0 | lora_rank is 0, expected a number from 1 to 1024
          ["retrieval.query", "retrieval.passage", | ["separation", "retrieval.passage", | expected the names of 1 to 256 tasks, each once
          ["retrieval.query", | ["query", | lora_adaptations is [query, retrieval.passage, separation, classification, text-matching], expected retrieval.query and retrieval.passage
          for retrieval: " | for search: " | expected "Represent the document for search: ", as task_instructions in config.json
          """)
  void rejectsSettings(String from, String to, String problem) throws IOException {
    Path folder = SampleEncoder.JINA_ADAPTERS.copyInto(scratch);
    replace(folder.resolve("config.json"), from, to);
    assertThatThrownBy(() -> ModelFolder.open(folder))
        .isInstanceOf(ModelFormatException.class)
        .hasMessageContaining(problem);
  }

  @Test
  void rejectsAdaptersOfAnotherShape() throws IOException {
    Path folder = SampleEncoder.JINA_ADAPTERS.copyInto(scratch);
    replace(folder.resolve("config.json"), "\"lora_rank\": 2", "\"lora_rank\": 3");
    assertRejected(folder, "expected [5, 301, 3]");
  }

  @Test
  void rejectsAnotherNumberOfTasks() throws IOException {
    Path folder = SampleEncoder.JINA_ADAPTERS.copyInto(scratch);
    replace(folder.resolve("config.json"), ", \"text-matching\"]", "]");
    assertRejected(folder, "expected [4, ");
  }

  @Test
  void rejectsAdaptersThatTheConfigurationDoesNotDescribe() throws IOException {
    Path folder = SampleEncoder.JINA_ADAPTERS.copyInto(scratch);
    replace(folder.resolve("modules.json"), "custom_st.", "sentence_transformers.models.");
    replace(folder.resolve("config.json"), "\"lora_adaptations\"", "\"other\"");
    assertRejected(folder, "has adapters, which config.json does not describe");
  }

  @Test
  void rejectsMissingAdapters() throws IOException {
    Path folder = SampleEncoder.JINA_ADAPTERS.copyInto(scratch);
    Path other = SampleEncoder.JINA_EMBEDDINGS_3.copyInto(scratch);
    Files.delete(folder.resolve("model.safetensors"));
    Files.copy(other.resolve("model.safetensors"), folder.resolve("model.safetensors"));
    assertRejected(folder, "has no adapter for \"embeddings.word_embeddings.weight\"");
  }

  @Test
  void rejectsTasksThatTheModelDoesNotHave() throws IOException {
    Path imported = scratch.resolve("imported");
    try (ModelFolder model = ModelFolder.open(SampleEncoder.JINA_ADAPTERS.copyInto(scratch))) {
      new ModelImport(
              "twin", "MIT", model.encoding().withTask("classification", ""), Optional.empty())
          .write(model, imported);
    }
    try (ModelFolder model = ModelFolder.open(imported)) {
      assertThat(model.encoding().tasks())
          .contains(new RoleTasks("classification", "classification"));
      assertThat(model.encoding().queryPrefix()).isEmpty();
    }
    replace(
        imported.resolve("isogloss.json"),
        "\"query_task\" : \"classification\"",
        "\"query_task\": \"x\"");
    assertThatThrownBy(() -> ModelFolder.open(imported))
        .isInstanceOf(ModelFormatException.class)
        .hasMessageContaining("states the tasks [x, classification]")
        .hasMessageContaining("retrieval.query");
  }

  private void assertRejected(Path folder, String problem) {
    try (ModelFolder model = ModelFolder.open(folder)) {
      ModelImport plain = ModelImport.unchanged(model);
      assertThatThrownBy(() -> plain.write(model, scratch.resolve("to")))
          .isInstanceOf(ModelFormatException.class)
          .hasMessageContaining(problem);
    }
  }

  private static void replace(Path file, String from, String to) throws IOException {
    String text = Files.readString(file);
    assertThat(text).contains(from);
    Files.writeString(file, text.replace(from, to));
  }
}
