// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.hictl.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.neural.hictl.HictlObjectiveOptions;
import org.isogloss.neural.recipe.RecipeException;
import org.isogloss.papers.ExperimentScale;
import org.isogloss.papers.PaperListener;
import org.isogloss.papers.PaperOptions;
import org.isogloss.papers.experiment.ExperimentRunner;
import org.isogloss.papers.experiment.ExperimentSizes;
import org.isogloss.papers.hictl.HictlPaper;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The recipes of the rows; nothing is trained. */
class HictlModelTrainerTest {
  @TempDir Path folder;
  private Path base;
  private Path data = Path.of("..", "samples", "papers");

  @BeforeEach
  void copyBase() {
    base = SampleTransformer.BERT_LANGUAGE_MODEL.copyInto(folder);
  }

  private HictlObjectiveOptions objectives(HictlVariant row, String... overrides) {
    return models(overrides).read(row).objectives();
  }

  private HictlModelTrainer models(String... overrides) {
    PaperOptions options =
        PaperOptions.builder(base, data, folder.resolve("work"))
            .scale(ExperimentScale.SMOKE)
            .build();
    try (ModelFolder opened = ModelFolder.open(base)) {
      return new HictlModelTrainer(
          new ExperimentRunner(
              options, PaperListener.NONE, ExperimentSizes.of(HictlPaper.class, options)),
          opened,
          List.of(overrides));
    }
  }

  @Test
  void scaleAppliesOnlyToContrastiveObjectives() {
    String scale = "objectives.sentence.scale=20";
    for (HictlVariant row : List.of(HictlVariant.SENTENCE, HictlVariant.BOTH, HictlVariant.HICTL)) {
      assertThat(objectives(row, scale).sentence().orElseThrow().scale()).isEqualTo(20);
      assertThat(objectives(row).sentence().orElseThrow().scale()).as("the paper's").isOne();
    }
    assertThat(objectives(HictlVariant.WORD, scale).sentence()).isEmpty();
    assertThat(objectives(HictlVariant.LANGUAGE_MODEL, scale).sentence()).isEmpty();
    assertThat(objectives(HictlVariant.WORD, "objectives.word.scale=5").word())
        .hasValueSatisfying(word -> assertThat(word.scale()).isEqualTo(5));
    assertThat(objectives(HictlVariant.SENTENCE, "objectives.tlm={share: 0.3}").tlm()).isEmpty();
  }

  @Test
  void appliesCommonSettingsToAllRows() {
    HictlModelTrainer models = models("training.steps=7");
    for (HictlVariant row : HictlVariant.values()) {
      if (row != HictlVariant.NONE) {
        assertThat(models.read(row).training().steps()).isEqualTo(7);
      }
    }
  }

  @Test
  void readsTextWithoutTranslationsIfTheDataHasSome() throws IOException {
    assertThat(models().read(HictlVariant.HICTL).data().monolingual()).isEmpty();
    data = Files.createDirectory(folder.resolve("data"));
    Path text = Files.createDirectory(data.resolve("monolingual"));
    assertThat(models().read(HictlVariant.HICTL).data().monolingual()).contains(text);
  }

  @Test
  void rejectsUnknownObjective() {
    assertThatThrownBy(() -> models("objectives.sentense.scale=20"))
        .isInstanceOf(RecipeException.class)
        .hasMessageContaining("did you mean sentence?");
  }
}
