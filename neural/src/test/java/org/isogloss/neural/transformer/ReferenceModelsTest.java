// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.transformer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.neural.head.PoolingHead;
import org.isogloss.neural.head.SequenceClassificationHead;
import org.isogloss.neural.torch.RequiresTorch;
import org.isogloss.text.Encoding;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/**
 * Compares published models with the output of their reference implementations. The system property
 * {@code isogloss.shared} sets the folder with {@code reference/mbert-reference.json} and {@code
 * reference/multilingual-e5-small.json}; {@code isogloss.mbert} and {@code isogloss.e5} set the
 * folders of the models.
 */
@Tag("slow")
@RequiresTorch
class ReferenceModelsTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static JsonNode reference(String file) throws IOException {
    String shared = System.getProperty("isogloss.shared");
    assumeTrue(shared != null, "isogloss.shared is not set");
    return MAPPER.readTree(Path.of(shared, "reference", file).toFile());
  }

  private static ModelFolder model(String property) {
    assumeTrue(System.getProperty(property) != null, property + " is not set");
    return ModelFolder.open(Path.of(System.getProperty(property)));
  }

  private static Encoding encoding(JsonNode ids, JsonNode types) {
    int[] tokens = MAPPER.convertValue(ids, int[].class);
    return new Encoding(
        tokens,
        types.isMissingNode() ? new int[tokens.length] : MAPPER.convertValue(types, int[].class),
        new int[tokens.length],
        new int[tokens.length],
        new int[tokens.length]);
  }

  private static float[] floats(JsonNode array) {
    return MAPPER.convertValue(array, float[].class);
  }

  @Test
  @SuppressWarnings("try")
  void multilingualBertAgreesWithItsReference(TestReporter reporter) throws IOException {
    JsonNode inputs = reference("mbert-reference.json");
    double sequence = 0;
    double pooled = 0;
    try (ModelFolder model = model("isogloss.mbert");
        Transformer body = Transformer.load(model, TransformerOptions.DEFAULT);
        SequenceClassificationHead head = SequenceClassificationHead.create(model, body, 2, 1);
        NoGradGuard guard = new NoGradGuard();
        PointerScope scope = new PointerScope()) {
      List<Encoding> texts = new ArrayList<>();
      inputs.forEach(in -> texts.add(encoding(in.path("input_ids"), in.path("token_type_ids"))));
      Tensor hidden = body.forward(body.batch(texts));
      List<Parameter> pooler = head.parameters();
      Tensor first =
          torch.tanh(
              torch.linear(hidden.select(1, 0), pooler.get(0).values(), pooler.get(1).values()));
      for (int row = 0; row < texts.size(); row++) {
        Tensor tokenVectors = hidden.select(0, row).narrow(0, 0, texts.get(row).size());
        sequence =
            Math.max(
                sequence,
                distance(tokenVectors.mean(0), inputs.get(row).get("mean_sequence_output")));
        pooled = Math.max(pooled, distance(first.select(0, row), inputs.get(row).get("pooled")));
      }
    }
    reporter.publishEntry("mean sequence output", String.valueOf(sequence));
    reporter.publishEntry("pooled output", String.valueOf(pooled));
    assertThat(sequence).isLessThan(1e-5);
    assertThat(pooled).isLessThan(1e-5);
  }

  @Test
  @SuppressWarnings("try")
  void multilingualE5AgreesWithItsReference(TestReporter reporter) throws IOException {
    List<JsonNode> cases = new ArrayList<>();
    // Pairs have ids but no vector.
    for (JsonNode example : reference("multilingual-e5-small.json").get("cases")) {
      if (example.has("mean")) {
        cases.add(example);
      }
    }
    double max = 0;
    try (ModelFolder model = model("isogloss.e5");
        Transformer body = Transformer.load(model, TransformerOptions.DEFAULT);
        NoGradGuard guard = new NoGradGuard();
        PointerScope scope = new PointerScope()) {
      List<Encoding> texts = new ArrayList<>();
      cases.forEach(example -> texts.add(encoding(example.get("ids"), example.path("types"))));
      TokenBatch batch = body.batch(texts);
      Tensor vectors = new PoolingHead(Pooling.MEAN).vectors(body.forward(batch), batch);
      for (int row = 0; row < texts.size(); row++) {
        max = Math.max(max, distance(vectors.select(0, row), cases.get(row).get("mean")));
      }
    }
    reporter.publishEntry("mean vector", String.valueOf(max));
    assertThat(max).isLessThan(1e-4);
  }

  private static double distance(Tensor found, JsonNode expected) {
    return TransformerFixtures.distance(
        new float[][] {TransformerFixtures.numbers(found)}, new float[][] {floats(expected)});
  }
}
