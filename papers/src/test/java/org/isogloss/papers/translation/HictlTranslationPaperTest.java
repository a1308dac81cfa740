// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.translation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.LanguagePair;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.neural.finetuning.PretrainedModelOptions;
import org.isogloss.neural.finetuning.PretrainedModelOptions.FrozenPart;
import org.isogloss.papers.ExperimentScale;
import org.isogloss.papers.PaperListener;
import org.isogloss.papers.PaperOptions;
import org.isogloss.papers.PaperResult;
import org.isogloss.papers.PaperTable;
import org.isogloss.papers.PaperTestCase;
import org.isogloss.papers.experiment.ExperimentRunner;
import org.isogloss.papers.experiment.ExperimentSizes;
import org.junit.jupiter.api.Test;

/** The whole experiment at smoke scale, with a small random transformer on the samples. */
class HictlTranslationPaperTest extends PaperTestCase {
  private final HictlTranslationPaper paper = new HictlTranslationPaper();

  @Test
  void measuresBothTablesAndResumes() throws IOException {
    PaperOptions options = options("work").build();
    assertStopsTraining(paper, options, "HICTL", 4);
    Recorder recorder = Recorder.all();
    PaperResult result = paper.run(options, recorder);
    assertThat(recorder.rows())
        .containsExactly(
            "1/7 Transformer finished",
            "2/7 base, no word similarities finished",
            "3/7 base finished",
            "4/7 HICTL, no word similarities finished",
            "5/7 HICTL",
            "6/7 HICTL, trained in one step",
            "7/7 HICTL*");
    assertThat(recorder.progress()).contains("HICTL: Translating 24/24");
    PaperTable table4 = result.table("table4");
    assertThat(table4.rows())
        .extracting(PaperTable.Row::name)
        .as("each followed by the published row")
        .containsExactly(
            "Transformer", "Transformer", "base", "HICTL", "HICTL", "HICTL*", "HICTL*");
    assertThat(table4.toText()).contains("28.6", "31.4", "24 pairs of en-de");
    assertThat(table4.verdicts())
        .singleElement()
        .asString()
        .startsWith("BLEU. The paper: HICTL* > HICTL > Transformer; here: ");
    assertThat(result.table("table5").verdicts())
        .hasSize(2)
        .allMatch(verdict -> verdict.contains("HICTL, no word similarities > base; here: "));
    JsonNode json = new ObjectMapper().readTree(result.toJson());
    assertThat(json.at("/settings/recipe of the plain Transformer").asText())
        .contains("start: new");
    assertThat(json.at("/tables/0/rows/2/p").has("chrF")).isTrue();
    assertThat(result.toReport().html()).contains("Log-likelihood of a held-out token", "<svg");
    Path work = options.work();
    assertThat(work.resolve("models")).isEmptyDirectory();
    assertThat(Files.readAllLines(work.resolve("data/translations-hictl.txt"))).hasSize(24);
  }

  @Test
  void takesAnEncoderThatHictlTrained() {
    PaperOptions.Builder options = options("work").set("rows", "hictl").keepModels(true);
    PaperResult trained = paper.run(options.build(), PaperListener.NONE);
    String encoder = folder.resolve("work/models/hictl").toString();
    PaperResult result =
        paper.run(
            options("given").set("rows", "hictl").set("hictl", encoder).build(),
            PaperListener.NONE);
    assertThat(result.settings()).containsKey("encoder of HICTL's fingerprint");
    assertThat(result.tables()).isEqualTo(trained.tables());
  }

  @Test
  void learnsToTranslate() {
    Map<String, String> sizes =
        Map.of("steps", "40", "frozen-steps", "20", "plain-rate", "0.005", "decoder-rate", "0.005");
    paper.run(
        options("learning").set("rows", "transformer,base").sizes(sizes).build(),
        PaperListener.NONE);
    assertLossesFall("learning", "translation-transformer", "translation-base");
  }

  @Test
  void onlyOverridesForPretrainedEncodersLeaveOutTheTransformer() {
    PaperOptions options =
        options("work")
            .overrides(List.of("model.max-length=24", "model.dropout=0.3", "model.freeze=words"))
            .build();
    ExperimentSizes sizes = ExperimentSizes.of(HictlTranslationPaper.class, options);
    ExperimentRunner runner = new ExperimentRunner(options, PaperListener.NONE, sizes);
    try (ModelFolder opened = ModelFolder.open(base)) {
      TranslationModelTrainer models =
          new TranslationModelTrainer(
              runner, opened, new LanguagePair(Language.of("en"), Language.of("de")));
      for (TranslationVariant row : TranslationVariant.values()) {
        PretrainedModelOptions model = models.recipe(row).read(row.model(), Map.of()).model();
        assertThat(model.maxLength()).as(row.label()).isEqualTo(24);
        assertThat(model.dropout()).as(row.label()).isEqualTo(.3);
        assertThat(model.freeze())
            .as(row.label())
            .isEqualTo(
                row == TranslationVariant.TRANSFORMER ? FrozenPart.NOTHING : FrozenPart.WORDS);
      }
    }
  }

  /** The layout of OPUS, as of Europarl. */
  @Test
  void trainsOnMosesFiles() throws IOException {
    Path bitext = Files.createDirectories(folder.resolve("moses/bitext"));
    Files.write(bitext.resolve("Europarl.de-en.de"), numbered("Haus"));
    Files.write(bitext.resolve("Europarl.de-en.en"), numbered("house"));
    PaperOptions options =
        PaperOptions.builder(base, folder.resolve("moses"), folder.resolve("work"))
            .scale(ExperimentScale.SMOKE)
            .threads(1)
            .set("rows", "base-similarities")
            .build();
    paper.run(options, PaperListener.NONE);
    assertThat(folder.resolve("work/data/held-out.target")).content().contains("Haus ");
  }

  private static List<String> numbered(String word) {
    return IntStream.range(0, 40).mapToObj(i -> word + " " + i).toList();
  }

  @Test
  void rejectsAnEncoderWithOtherPairs() {
    PaperOptions options =
        options("work")
            .set("hictl", SampleTransformer.XLMR_ENCODER.copyInto(folder).toString())
            .set("rows", "base,hictl-plain")
            .overrides(List.of("model.max-length=24"))
            .build();
    assertThatThrownBy(() -> paper.run(options, PaperListener.NONE))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("held-out.source: has other pairs than translation-hictl-plain");
  }
}
