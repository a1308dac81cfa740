// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.safetensors.Safetensors;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.papers.PaperTable;
import org.isogloss.papers.ScoringPrecision;
import org.isogloss.runtime.export.OnnxExport;
import org.isogloss.runtime.export.Precision;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrecisionComparisonTest {
  @TempDir Path folder;

  private static SystemMeasurements measured(double... ofQueries) {
    return new SystemMeasurements(
        new TreeMap<>(Map.of("MRR", new TreeMap<>(Map.of("all", ofQueries)))), new TreeMap<>());
  }

  @Test
  void placesEightBitsBesideSinglePrecision() {
    SystemMeasurements both =
        PrecisionComparison.measure(
            ScoringPrecision.BOTH,
            precision -> precision == Precision.FP32 ? measured(1, .5) : measured(.5, .5));
    assertThat(both.macroAverage("MRR")).as("single precision keeps its name").isEqualTo(.75);
    SequencedMap<String, SystemMeasurements> systems = new LinkedHashMap<>();
    systems.put("words", measured(0, 1));
    systems.put("transformer", both);
    PaperTable table = PrecisionComparison.table(systems, List.of("MRR", "MAP")).orElseThrow();
    assertThat(table.columns()).containsExactly("MRR", "MRR, int8", "MAP", "MAP, int8");
    assertThat(table.rows()).as("words have no precision").hasSize(1);
    assertThat(table.rows().getFirst().cells())
        .containsEntry("MRR", PaperTable.Cell.of(.75))
        .containsEntry("MRR, int8", PaperTable.Cell.of(.5))
        .hasSize(2);
  }

  @Test
  void namesFixedEncodersThatHaveOnlyEightBits() throws IOException {
    Path model = SampleTransformer.BERT_ENCODER.copyInto(folder);
    try (ModelFolder single = ModelFolder.open(model)) {
      assertThat(FixedEncoder.label("a", single)).isEqualTo("a");
    }
    Files.delete(model.resolve(Safetensors.FILE));
    Files.createDirectories(model.resolve(OnnxExport.FOLDER));
    Files.createFile(model.resolve(OnnxExport.FOLDER).resolve(Precision.INT8.fileName()));
    try (ModelFolder eightBits = ModelFolder.open(model)) {
      assertThat(FixedEncoder.label("a", eightBits)).isEqualTo("a, int8");
    }
  }
}
