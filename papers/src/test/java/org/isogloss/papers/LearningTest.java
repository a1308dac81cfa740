// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.isogloss.papers.adversarial.AdversarialPaper;
import org.isogloss.papers.hictl.HictlPaper;
import org.junit.jupiter.api.Test;

/** Trainings that are long enough to learn something, for a fixed seed. */
class LearningTest extends PaperTestCase {
  @Test
  void sentenceLevelContrastIsAboveTheUntrainedBase() {
    Map<String, String> sizes =
        Map.of("steps", "200", "validate-every", "200", "scale", "20", "learning-rate", "0.01");
    PaperOptions options =
        options("hictl").set("rows", "sentence").set("tasks", "none").sizes(sizes).build();
    PaperTable ablation = new HictlPaper().run(options, PaperListener.NONE).table("ablation");
    assertLossesFall("hictl", "sentence");
    assertThat(tatoeba(ablation, "sentence-level CTL"))
        .as(ablation.toText())
        .isGreaterThan(tatoeba(ablation, "none") + .015);
  }

  private static double tatoeba(PaperTable table, String row) {
    return table.rows().stream()
        .filter(one -> one.name().equals(row))
        .mapToDouble(one -> one.cells().firstEntry().getValue().value())
        .findFirst()
        .orElseThrow();
  }

  @Test
  void tripletLossFallsAndOnlySelectedRowsAreMeasured() {
    PaperOptions options =
        options("adversarial")
            .set("rows", "triplet")
            .set("targets", "de")
            .sizes(Map.of("steps", "100", "training-queries", "all"))
            .overrides(List.of("optimizer.learning-rate=0.01"))
            .build();
    PaperResult result = new AdversarialPaper().run(options, PaperListener.NONE);
    assertLossesFall("adversarial", "triplet-de");
    assertThat(result.tables())
        .extracting(PaperTable::name)
        .containsExactly("ranking", "adversary", "fairness", "similarities");
    assertThat(result.table("similarities").columns()).containsExactly("not trained", "triplet");
    assertThat(result.toReport().html()).contains("Maps of parallel documents");
  }
}
