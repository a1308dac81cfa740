// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.classification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.isogloss.measure.PrecisionRecall;
import org.isogloss.measure.TaskGoldenFiles;
import org.junit.jupiter.api.Test;

class ConfusionMatrixTest {
  @Test
  void countsLabels() {
    ConfusionMatrix matrix =
        ConfusionMatrix.of(List.of("yes", "yes", "no", "no"), List.of("yes", "no", "no", "maybe"));
    assertThat(matrix.labels()).containsExactly("maybe", "no", "yes");
    assertThat(matrix.count("yes", "no")).isEqualTo(1);
    assertThat(matrix.count("no", "yes")).isZero();
    assertThat(matrix.accuracy()).isEqualTo(0.5);
    assertThat(matrix.correct()).containsExactly(1, 0, 1, 0);
    assertThat(matrix.of("yes")).isEqualTo(new PrecisionRecall(2, 1, 1));
    assertThat(matrix.of("maybe").f1()).isZero();
    assertThat(matrix.macroF1()).isCloseTo((2 / 3.0 + 0.5) / 3, within(1e-15));
  }

  @Test
  void agreesWithScikitLearn() {
    List<JsonNode> files = TaskGoldenFiles.read("labels.jsonl");
    assertThat(files).hasSize(3);
    for (JsonNode file : files) {
      ConfusionMatrix matrix =
          ConfusionMatrix.of(
              TaskGoldenFiles.strings(file.get("gold")),
              TaskGoldenFiles.strings(file.get("predicted")));
      assertThat(matrix.accuracy()).isEqualTo(file.get("accuracy").doubleValue());
      assertThat(matrix.macroF1()).isCloseTo(file.get("macro_f1").doubleValue(), within(1e-15));
      for (Map.Entry<String, JsonNode> label : file.get("labels").properties()) {
        PrecisionRecall scores = matrix.of(label.getKey());
        JsonNode expected = label.getValue();
        assertThat(scores.precision())
            .isCloseTo(expected.get("precision").doubleValue(), within(1e-15));
        assertThat(scores.recall()).isCloseTo(expected.get("recall").doubleValue(), within(1e-15));
        assertThat(scores.f1()).isCloseTo(expected.get("f1-score").doubleValue(), within(1e-15));
      }
    }
  }

  @Test
  void rejectsUnequalNumbersAndUnknownLabels() {
    assertThatThrownBy(() -> ConfusionMatrix.of(List.of("a"), List.of()))
        .hasMessageContaining("there are 1 gold labels and 0 predicted ones");
    assertThatThrownBy(() -> ConfusionMatrix.of(List.of(), List.of()))
        .hasMessageContaining("expected equally many, at least 1");
    assertThatThrownBy(() -> ConfusionMatrix.of(List.of("a"), List.of("b")).of("c"))
        .hasMessage("no label is c, expected one of [a, b]");
  }
}
