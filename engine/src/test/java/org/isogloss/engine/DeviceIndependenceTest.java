// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Role;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.export.OnnxExport;
import org.isogloss.runtime.export.OnnxExportOptions;
import org.isogloss.runtime.export.Precision;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An index whose passages were encoded in single precision with decoded weights, as on a GPU, is
 * searched in eight bits.
 */
class DeviceIndependenceTest {
  private static final InferenceOptions AS_ON_GPU =
      InferenceOptions.defaults().withPrecision(Precision.FP32);
  private static final List<String> TEXTS =
      List.of("the largest city in Poland", "Warsaw", "How many points did the Panthers lose?");

  @TempDir private Path folder;

  private String served(SampleTransformer sample) throws IOException {
    Path served = folder.resolve("served-" + sample);
    try (ModelFolder model = ModelFolder.open(sample.copyInto(folder))) {
      OnnxExport.writeServingFolder(model, served, OnnxExportOptions.forPrecision(Precision.INT8));
    }
    return served.toString();
  }

  @Test
  void anIndexDoesNotDependOnTheDevice() throws IOException {
    String served = served(SampleTransformer.BERT_ENCODER);
    Path index = folder.resolve("index");
    try (LoadedModel gpu = Models.open(served, AS_ON_GPU);
        SearchEngine engine =
            SearchEngine.at(index)
                .encoder(served, gpu.encoder())
                .tokenVectors("none")
                .openOrCreate()) {
      for (String text : TEXTS) {
        engine.put(Document.of(text, text));
      }
    }
    try (SearchEngine engine = SearchEngine.at(index).pipeline("dense").open();
        LoadedModel gpu = Models.open(served, AS_ON_GPU)) {
      assertThat(engine.models().encoder().orElseThrow().encode(TEXTS, Role.PASSAGE))
          .isNotEqualTo(gpu.encoder().encode(TEXTS, Role.PASSAGE));
      assertThat(engine.search("Warsaw").results())
          .extracting(result -> result.hit().documentId())
          .containsExactlyInAnyOrderElementsOf(TEXTS);
    }
  }

  @Test
  void anotherModelIsRefusedOnEveryDevice() throws IOException {
    Path index = folder.resolve("index");
    String served = served(SampleTransformer.BERT_ENCODER);
    try (LoadedModel gpu = Models.open(served, AS_ON_GPU);
        SearchEngine engine =
            SearchEngine.at(index).encoder(served, gpu.encoder()).openOrCreate()) {
      engine.put(Document.of("d", "Warsaw"));
    }
    String other = served(SampleTransformer.XLMR_ENCODER);
    for (InferenceOptions options : List.of(InferenceOptions.defaults(), AS_ON_GPU)) {
      try (LoadedModel loaded = Models.open(other, options)) {
        EngineBuilder engine = SearchEngine.at(index).encoder(other, loaded.encoder());
        assertThatThrownBy(engine::open)
            .isInstanceOf(IsoglossException.class)
            .hasMessageContaining("found another one (fingerprint ");
      }
    }
  }
}
