// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.isogloss.core.Encoder;
import org.isogloss.core.Role;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.samples.SampleEncoder;
import org.isogloss.modelio.samples.SampleModel;
import org.isogloss.modelio.transform.ModelImport;
import org.isogloss.runtime.export.GraphOutputs;
import org.isogloss.runtime.export.OnnxExport;
import org.isogloss.runtime.export.OnnxExportOptions;
import org.isogloss.runtime.export.Precision;
import org.isogloss.runtime.inference.GraphFile;
import org.isogloss.runtime.inference.InferenceDevice;
import org.isogloss.runtime.inference.OnnxSession;
import org.isogloss.runtime.inference.TokenSequence;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The adapters of a model for tasks, compared with PyTorch. */
class AdapterTasksTest {
  private static final InferenceOptions SINGLE = new InferenceOptions(1, Precision.FP32);
  private static final SampleModel GOLDEN = new SampleModel("random-encoders/jina-adapters");

  @TempDir private Path scratch;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "retrieval.query",
        "retrieval.passage",
        "separation",
        "classification",
        "text-matching"
      })
  void appliesTheAdapterOfATask(String task) {
    Path imported = scratch.resolve("imported");
    try (ModelFolder model = ModelFolder.open(SampleEncoder.JINA_ADAPTERS.copyInto(scratch))) {
      String prompt = model.adapters().orElseThrow().prompt(task);
      new ModelImport("twin", "MIT", model.encoding().withTask(task, prompt), Optional.empty())
          .write(model, imported);
    }
    JsonNode expected = GOLDEN.golden().get("tasks").get(task);
    try (ModelFolder model = ModelFolder.open(imported);
        Encoder encoder = Encoders.open(model, SINGLE)) {
      for (Role role : Role.values()) {
        float[][] found = encoder.encode(GOLDEN.texts(), role);
        for (int i = 0; i < found.length; i++) {
          for (int k = 0; k < found[i].length; k++) {
            assertThat(found[i][k])
                .isCloseTo((float) expected.get(i).get(k).asDouble(), within(1e-5f));
          }
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Precision.class)
  void textsOfBothRolesShareABatch(Precision precision) {
    try (ModelFolder model = ModelFolder.open(SampleEncoder.JINA_ADAPTERS.copyInto(scratch))) {
      OnnxExport.write(model, OnnxExportOptions.forPrecision(precision));
      GraphFile graph = GraphFile.findOrExport(model, precision);
      try (OnnxSession session = OnnxSession.open(graph, new InferenceDevice(SINGLE.device()))) {
        int[] ids = {0, 17, 23, 5, 40, 2};
        List<TokenSequence> batch = new ArrayList<>();
        for (Role role : Role.values()) {
          batch.add(new TokenSequence(ids, new int[ids.length], 0, role));
        }
        float[] together = new float[2 * model.dimension()];
        session.run(batch, GraphOutputs.SENTENCE_EMBEDDING).get(together);
        float[] apart = new float[together.length];
        session
            .run(batch.subList(0, 1), GraphOutputs.SENTENCE_EMBEDDING)
            .get(apart, 0, model.dimension());
        session
            .run(batch.subList(1, 2), GraphOutputs.SENTENCE_EMBEDDING)
            .get(apart, model.dimension(), model.dimension());
        assertThat(together).isEqualTo(apart);
        assertThat(apart[0]).isNotEqualTo(apart[model.dimension()]);
      }
    }
  }
}
