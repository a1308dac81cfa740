// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.isogloss.modelio.LateInteractionTables;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.neural.recipe.RecipeException;
import org.isogloss.papers.PaperListener;
import org.isogloss.papers.PaperOptionException;
import org.isogloss.papers.PaperOptions;
import org.isogloss.papers.PaperResult;
import org.isogloss.papers.PaperTable;
import org.isogloss.papers.PaperTestCase;
import org.isogloss.papers.ScoringPrecision;
import org.junit.jupiter.api.Test;

/** The whole experiment at smoke scale, with small random transformers on the samples. */
class XprPaperTest extends PaperTestCase {
  /** A rate, for all layers, at which a few steps change the figures. */
  private static final String[] RATE = {"optimizer.learning-rate=0.003", "optimizer.groups=[]"};

  private final XprPaper paper = new XprPaper();

  private PaperOptions.Builder options(String work, String languages, String... overrides) {
    return options(work)
        .overrides(List.of(overrides))
        .precision(ScoringPrecision.BOTH)
        .set("languages", languages)
        .set("encoder", encoder.toString());
  }

  @Test
  void measuresBothTablesAndResumes() throws IOException {
    PaperOptions options = options("work", "en,zh", RATE).build();
    assertStopsTraining(paper, options, "bert-language-model+Mixed Training", 3);
    String last = "bert-language-model+XPI+Mixed Training";
    assertStopsScoring(paper, options, last);
    Recorder recorder = Recorder.all();
    PaperResult result = paper.run(options, recorder);
    assertThat(recorder.rows())
        .containsExactly(
            "1/9 bert-language-model+Merged Training finished",
            "2/9 bert-language-model+Cascade Training finished",
            "3/9 bert-language-model+Mixed Training finished",
            "4/9 bert-language-model+XPI+Merged Training finished",
            "5/9 bert-language-model+XPI+Cascade Training finished",
            "6/9 bert-language-model+XPI+Mixed Training",
            "7/9 XPI alone",
            "8/9 bert-encoder alone",
            "9/9 bert-encoder and words: {bm25, dense}fair");
    assertThat(recorder.progress().getFirst())
        .as("two queries were scored before it was stopped")
        .isEqualTo(last + ": Scoring help 3/5");
    assertThat(result.tables())
        .extracting(PaperTable::name)
        .containsExactly("table3", "table4_xquad", "languages", "xpi", "int8");
    assertThat(result.table("table4_xquad").verdicts())
        .as("MAP has the values of MRR")
        .hasSize(3)
        .first(InstanceOfAssertFactories.STRING)
        .startsWith("acc@1. The paper: bert-language-model+XPI+Mixed Training > ");
    assertThat(result.table("table3").toText())
        .contains("acc@1", "25.3", "67.4", "mBERT+XPI+Cascade Training", "InsuranceQA")
        .contains("5 queries, 6 candidates each");
    assertThat(result.table("table4_xquad").toText())
        .contains("56.6", "88.4", "67.8", "4 queries, 24 candidates each");
    for (PaperTable table : result.tables()) {
      for (PaperTable.Row row : table.rows()) {
        assertThat(row.cells().values())
            .allSatisfy(cell -> assertThat(cell.value()).isBetween(0.0, 1.0));
      }
    }
    figures(result);
    // Eight pairs, four of them in one language.
    assertFigures(
        result.table("xpi"),
        1e-4,
        """
            bert-language-model+XPI: 0.5000 0.2500 0.7500
            """);
    assertFigures(
        "losses",
        lastLosses(
            "work",
            "merged",
            "cascade-1",
            "cascade",
            "mixed",
            "xpi",
            "xpi-merged",
            "xpi-cascade",
            "xpi-mixed"),
        1e-3,
        """
        merged: .631
        cascade-1: .673
        cascade: .692
        mixed: .598
        xpi: .619
        xpi-merged: .618
        xpi-cascade: .694
        xpi-mixed: .579
        """);
    json(result);
    assertThat(result.toReport().html())
        .contains("At smoke scale figures mean nothing", "<svg", "cascade-1", "Table 4");
    leftovers();
    PaperResult straight =
        paper.run(options("straight", "en,zh", RATE).build(), PaperListener.NONE);
    assertThat(straight.tables())
        .as("a run that was stopped gives the same figures")
        .isEqualTo(result.tables());
  }

  private static void figures(PaperResult result) {
    assertFigures(
        result.table("table3"),
        1e-4,
        """
            bert-language-model+Merged Training: 0.2000 1.0000 0.5167 0.5167
            bert-language-model+Cascade Training: 0.0000 1.0000 0.2733 0.2733
            bert-language-model+Mixed Training: 0.2000 1.0000 0.3733 0.3733
            bert-language-model+XPI+Merged Training: 0.4000 1.0000 0.6000 0.6000
            bert-language-model+XPI+Cascade Training: 0.2000 1.0000 0.4233 0.4233
            bert-language-model+XPI+Mixed Training: 0.2000 1.0000 0.3667 0.3667
            bert-encoder alone: 0.2000 1.0000 0.3533 0.3533
            bert-encoder and words: {bm25, dense}fair: 0.2000 1.0000 0.3533 0.3533
            """);
    assertFigures(
        result.table("table4_xquad"),
        1e-4,
        """
            bert-language-model+Mixed Training: 0.0000 0.2500 0.1063 0.1063
            bert-language-model+XPI+Mixed Training: 0.0000 0.2500 0.1292 0.1292
            bert-encoder alone: 0.0000 0.2500 0.0974 0.0974
            bert-encoder and words: {bm25, dense}fair: 0.2500 0.2500 0.2958 0.2958
            """);
  }

  private static void json(PaperResult result) throws IOException {
    JsonNode json = new ObjectMapper().readTree(result.toJson());
    assertThat(json.at("/settings/seed").asText()).isEqualTo("1");
    assertThat(json.at("/settings/languages").asText()).isEqualTo("en-zh");
    assertThat(json.at("/settings/test sets").asText()).contains("XQuAD: 4 queries");
    JsonNode mixed = json.at("/tables/0/rows/10");
    assertThat(mixed.at("/name").asText()).isEqualTo("bert-language-model+XPI+Mixed Training");
    assertThat(mixed.at("/p").size()).isEqualTo(4);
    assertThat(json.at("/tables/0/rows/0").has("p")).isFalse();
  }

  /** Figures, curves and data are kept; models, checkpoints and scores are deleted. */
  private void leftovers() throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve("work"))) {
      assertThat(files.filter(Files::isRegularFile).map(Path::getFileName).map(Path::toString))
          .contains("settings.json", "xpi-mixed.json", "xpi.training.jsonl", "mixed-1.jsonl")
          .noneMatch(name -> name.endsWith(".safetensors") || name.endsWith(".txt"));
    }
  }

  @Test
  void comparesSourcesOfRelevanceAfterTheEncoder() throws IOException {
    PaperOptions options = options("sources", "en,zh", RATE).set("sources", "true").build();
    assertThatThrownBy(() -> paper.run(options, PaperListener.NONE))
        .hasMessageContaining("has no interaction.safetensors")
        .hasMessageContaining("estimate its interaction tables");
    makeReranker(base);
    String stopped = "inverse cloze";
    assertStopsScoring(paper, options, stopped);
    Recorder recorder = Recorder.all();
    PaperResult result = paper.run(options, recorder);
    assertThat(recorder.rows())
        .containsExactly(
            "1/6 headings finished",
            "2/6 headings, negatives by the encoder finished",
            "3/6 cloze finished",
            "4/6 inverse cloze",
            "5/6 translated paragraphs",
            "6/6 sentences (XPI)");
    assertThat(result.settings())
        .containsKeys("fingerprint of source-headings", "fingerprint of source-sentences");
    PaperTable table = result.table("sources");
    assertThat(table.rows())
        .extracting(PaperTable.Row::name)
        .startsWith("untrained", "bert-encoder alone", "headings");
    assertFigures(
        table,
        1e-4,
        """
            untrained: 0.0000 0.5000 0.1391 0.0000 0.7500 0.1101
            bert-encoder alone: 0.0000 0.2500 0.0974 0.0000 0.2500 0.0974
            headings: 0.5000 0.5000 0.5266 0.0000 0.7500 0.1333
            headings, negatives by the encoder: 0.0000 0.5000 0.2744 0.0000 0.7500 0.1411
            cloze: 0.0000 0.5000 0.1548 0.0000 0.5000 0.1026
            inverse cloze: 0.0000 0.5000 0.1536 0.0000 0.7500 0.1432
            translated paragraphs: 0.0000 0.5000 0.2133 0.0000 0.7500 0.1126
            sentences (XPI): 0.5000 0.5000 0.5311 0.0000 0.7500 0.1536
            """);
    assertThat(table.columns())
        .containsExactly(
            "acc@1",
            "acc@10",
            "MRR",
            "acc@1 with bert-encoder",
            "acc@10 with bert-encoder",
            "MRR with bert-encoder");
    assertThat(result.toReport().html())
        .contains("Loss of each row", "translated paragraphs")
        .doesNotContain("Share of queries whose first passage is relevant");
    try (Stream<Path> files = Files.walk(folder.resolve("sources"))) {
      assertThat(files.map(Path::toString)).noneMatch(name -> name.endsWith(".safetensors"));
    }
  }

  private static void makeReranker(Path model) {
    try (ModelFolder folder = ModelFolder.open(model)) {
      float[] importance = new float[folder.vocabularySize()];
      Arrays.fill(importance, 1);
      float[] mean = new float[folder.dimension()];
      Map<String, LateInteractionTables.LanguageStatistics> languages =
          Map.of(
              "en", new LateInteractionTables.LanguageStatistics(mean, 1),
              "zh", new LateInteractionTables.LanguageStatistics(mean, .8f));
      new LateInteractionTables(importance, languages).write(model);
    }
  }

  @Test
  void sizesAreThoseOfTheSelectedExperiments() {
    makeReranker(base);
    PaperOptions.Builder sources = options("sizes", "en,zh", RATE).set("sources", "true");
    Map<String, String> few = Map.of("pretraining-pairs", "8", "steps", "1", "questions", "2");
    PaperResult result = paper.run(sources.sizes(few).build(), PaperListener.NONE);
    assertThat(result.settings())
        .containsEntry("pairs of sentences at most", "8")
        .containsEntry("steps of a source", "1");
    assertThat(folder.resolve("sizes/data/xpi.jsonl")).content().hasLineCount(8);
    assertThatThrownBy(() -> run(sources.sizes(Map.of("epochs", "2"))))
        .hasMessageContaining("no size is named epochs");
  }

  @Test
  void otherLanguagesHaveNoPublishedFigures() {
    PaperOptions.Builder some = options("german", "de,en").set("rows", "merged,mixed");
    PaperResult result = paper.run(some.build(), PaperListener.NONE);
    assertThat(result.table("table3").rows()).hasSize(4);
    assertThat(result.table("table4_xquad").rows()).hasSize(3);
    assertThat(result.tables())
        .as("no row has it")
        .extracting(PaperTable::name)
        .doesNotContain("xpi");
  }

  @Test
  void reportsInvalidOptionsBeforeTraining() {
    assertThatThrownBy(() -> run(options("w", "en,zh", "training.stepps=3")))
        .isInstanceOf(RecipeException.class)
        .hasMessageContaining("unknown key \"stepps\": did you mean steps?");
    assertThatThrownBy(() -> run(options("w", "en,fr"))).hasMessageContaining("has no file fr.tsv");
    assertThatThrownBy(() -> run(options("w", "de,zh")))
        .hasMessageContaining("holds 0 sentences in de-zh, expected 2 or more");
    assertThatThrownBy(() -> run(options("w", "en,en")))
        .isInstanceOf(PaperOptionException.class)
        .hasMessage("languages are both en, expected two, such as en,zh");
    assertThatThrownBy(() -> run(options("w", "en,zh").set("relevance", "faq")))
        .hasMessage("relevance is \"faq\", expected help or insuranceqa");
    assertThatThrownBy(
            () -> run(options("w", "en,zh").set("relevance", "insuranceqa").set("sources", "true")))
        .hasMessage("relevance is insuranceqa, expected help for the comparison of sources");
  }

  private void run(PaperOptions.Builder options) {
    paper.run(options.build(), PaperListener.NONE);
  }
}
