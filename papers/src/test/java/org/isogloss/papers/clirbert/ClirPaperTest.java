// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.clirbert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.isogloss.neural.TrainingException;
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
class ClirPaperTest extends PaperTestCase {
  /** A rate at which the few steps of BERT change its figures. */
  private static final String RATE = "optimizer.learning-rate=0.003";

  private final ClirPaper paper = new ClirPaper();

  private PaperOptions.Builder options(String work, String languages, String... overrides) {
    return options(work)
        .overrides(List.of(overrides))
        .precision(ScoringPrecision.BOTH)
        .set("languages", languages)
        .set("embeddings", encoder.toString());
  }

  @Test
  void measuresItsTablesAndResumes() throws IOException {
    PaperOptions options = options("work", "en-de", RATE).build();
    assertStopsTraining(paper, options, "BERT", 6);
    assertStopsScoring(paper, options, "BERT");
    Recorder recorder = Recorder.stoppingTrainingOf("QRANN");
    assertThatThrownBy(() -> paper.run(options, recorder)).isInstanceOf(TrainingException.class);
    assertThat(recorder.progress())
        .as("two words were scored before it was stopped, none in eight bits")
        .startsWith("BERT: Scoring sentences 3/12")
        .containsOnlyOnce("BERT: Scoring sentences 2/12");
    Recorder last = Recorder.all();
    PaperResult result = paper.run(options, last);
    assertThat(last.rows())
        .containsExactly(
            "1/14 Prob. CLIR finished",
            "2/14 Prob. Occurrence finished",
            "3/14 BERT finished",
            "4/14 Dot-Product finished",
            "5/14 QRANN",
            "6/14 BERT, prior corrected",
            "7/14 Dot-Product, prior corrected",
            "8/14 QRANN, prior corrected",
            "9/14 BERT, normalised by query",
            "10/14 Dot-Product, normalised by query",
            "11/14 QRANN, normalised by query",
            "12/14 BERT with Prob. CLIR",
            "13/14 PSQ",
            "14/14 best translation, BM25");
    assertThat(result.tables())
        .extracting(PaperTable::name)
        .containsExactly("table2", "table2_by_training", "table3", "table4", "int8");
    assertThat(result.table("table2").toText())
        .contains("95.3", "84.2", "87.3", "99.7", "negative as positive", "as many positive")
        .contains("Examples drawn: BERT 48; Dot-Product 48; QRANN 96.");
    assertThat(result.table("table3").toText())
        .contains("61.3", "45.5", "PSQ", "phrases", "corrected", "8, 4 of them phrases");
    assertThat(result.table("table4").toText())
        .contains("Best non-neural system", "66.3", "61.8")
        .contains("8 in the analysis set, 4 in the development set");
    assertThat(result.table("int8").rows())
        .extracting(PaperTable.Row::name)
        .containsExactly(
            "BERT", "BERT, prior corrected", "BERT, normalised by query", "BERT with Prob. CLIR");
    figures(result);
    scores();
    assertFigures(
        "losses",
        lastLosses("work", "clir-bert", "dot-product", "qrann"),
        1e-3,
        """
        clir-bert: 0.7238
        dot-product: 3.2753
        qrann: 0.6941
        """);
    assertThat(result.table("table2_by_training").toText())
        .contains("BERT with Prob. CLIR", "by the training frequency of their word", "never");
    json(result);
    assertThat(result.toReport().html())
        .contains("At smoke scale figures mean nothing", "<svg", "P_miss", "Attention of the last");
    PaperResult straight =
        paper.run(options("straight", "en-de", RATE).build(), PaperListener.NONE);
    assertThat(straight.tables())
        .as("a run that was stopped gives the same figures")
        .isEqualTo(result.tables());
    assertThat(straight.settings())
        .as("and the same model")
        .isEqualTo(result.settings())
        .hasEntrySatisfying(
            "fingerprint of clir-bert", value -> assertThat(value).matches("[0-9a-f]{16,}"));
  }

  /** Without those in eight bits, where a last bit of a float may change a rounded one. */
  private static void figures(PaperResult result) {
    assertFigures(
        result.table("table2"),
        1e-4,
        """
            BERT: 0.5000 0.0000 1.0000 0.0000 1.0000
            Dot-Product: 0.5000 1.0000 0.0000 1.0000 0.0000
            QRANN: 0.5000 0.0000 1.0000 0.0000 1.0000
            BERT with Prob. CLIR: 0.5000 0.2000 0.8000 0.2000 0.8000
            """);
    assertFigures(
        result.table("table3"),
        1e-4,
        """
            Prob. CLIR: 0.3447 0.4635
            Prob. Occurrence: 0.3447 0.4635
            BERT: 0.2465 0.3483
            Dot-Product: 0.2510 0.3505
            QRANN: 0.2510 0.3505
            BERT, prior corrected: 0.2465 0.3483
            Dot-Product, prior corrected: 0.2510 0.3505
            QRANN, prior corrected: 0.2510 0.3505
            BERT, normalised by query: 0.2465 0.3483
            Dot-Product, normalised by query: 0.2510 0.3505
            QRANN, normalised by query: 0.2510 0.3505
            BERT with Prob. CLIR: 0.2778 0.3847
            PSQ: 0.3447 0.4635
            best translation, BM25: 0.3447 0.4635
            """);
    assertFigures(
        result.table("table4"),
        1e-4,
        """
            Best non-neural system: 0.1250 0.0000 0.0000
            Prob. Occurrence: 0.1250 0.0000 0.0000
            BERT: 0.0000 0.0000 0.0000
            Dot-Product: 0.0000 0.0000 0.0000
            QRANN: 0.0000 0.0000 0.0000
            BERT, prior corrected: 0.0000 0.0000 0.0000
            Dot-Product, prior corrected: 0.0000 0.0000 0.0000
            QRANN, prior corrected: 0.0000 0.0000 0.0000
            BERT, normalised by query: 0.0625 0.0000 0.0000
            Dot-Product, normalised by query: 0.0000 0.0000 0.0000
            QRANN, normalised by query: 0.0625 0.0000 0.0000
            BERT with Prob. CLIR: 0.0625 0.0000 0.0000
            PSQ: 0.2500 0.0000 0.0000
            best translation, BM25: 0.2500 0.0000 0.0000
            """);
  }

  /** The best scores of the first query, a word, and of the last, a phrase. */
  private void scores() throws IOException {
    SequencedMap<String, double[]> found = new LinkedHashMap<>();
    for (ClirVariant row : ClirVariant.values()) {
      List<String> queries =
          Files.readAllLines(folder.resolve("work/scores").resolve(row.key() + ".txt"));
      found.put(
          row.key(),
          Stream.of(queries.getFirst(), queries.getLast())
              .mapToDouble(
                  scores ->
                      Stream.of(scores.split(" ", -1))
                          .mapToDouble(Double::parseDouble)
                          .max()
                          .orElseThrow())
              .toArray());
    }
    assertFigures(
        "scores",
        found,
        .02,
        """
        prob-clir: -8.3772 -16.7543
        prob-occurrence: -13.8155 -27.6310
        bert: 16.4928 5.8371
        dot-product: 148.3233 125.6429
        qrann: 17.8272 17.9230
        bert-corrected: -0.4880 -4.9075
        dot-product-corrected: 46.5573 27.5863
        qrann-corrected: -0.3569 -0.5347
        bert-normalised: 2.1185 2.0803
        dot-product-normalised: 2.1131 2.1182
        qrann-normalised: 2.1147 2.1151
        bert-with-prob-clir: -1.3551 -6.3150
        psq: 0.0000 0.0000
        translation: 0.0000 0.0000
        """);
  }

  private static void json(PaperResult result) throws IOException {
    JsonNode json = new ObjectMapper().readTree(result.toJson());
    assertThat(json.at("/settings/languages").asText()).isEqualTo("en-de");
    assertThat(json.at("/settings/collection").asText()).startsWith("help: ");
    assertThat(json.at("/tables/0/rows/0/name").asText()).isEqualTo("BERT");
    assertThat(json.at("/tables/0/rows/0/figures").size()).isEqualTo(5);
    assertThat(json.at("/tables/0/rows/2/p").size()).isEqualTo(1);
    assertThat(json.at("/tables/0/rows/6/name").asText()).isEqualTo("BERT with Prob. CLIR");
    assertThat(json.at("/tables/2/rows/0").has("p")).isFalse();
    assertThat(json.at("/tables/3/rows/0/name").asText()).isEqualTo("Best non-neural system");
  }

  @Test
  void trainsOnTheGivenNumberOfExamples() {
    PaperOptions few = options("few", "en-de").sizes(Map.of("positives", "4")).build();
    // 12 examples, 8 a step, where smoke has 48.
    assertStopsTraining(paper, few, "BERT", 2);
    assertThatThrownBy(() -> run(options("few", "en-de")))
        .hasMessageContaining("positive examples of training = at most 4, this run has at most 16");
    assertThatThrownBy(() -> run(options("none", "en-de").sizes(Map.of("positives", "0"))))
        .hasMessage("the size positives is 0, expected a number such as 60000, or all");
    assertThatThrownBy(() -> run(options("none", "en-de").sizes(Map.of("positive", "4"))))
        .hasMessageContaining("no size is named positive, expected one of layers, length");
    assertThatThrownBy(() -> run(options("none", "en-de").set("negatives", "rare")))
        .isInstanceOf(PaperOptionException.class)
        .hasMessage("negatives is \"rare\", expected vocabulary or frequency");
  }

  @Test
  void measuresSelectedRowsOnly() {
    PaperOptions.Builder some =
        options("some", "en-de")
            .set("rows", "prob-clir,dot-product,dot-product-corrected")
            .sizes(Map.of("documents", "6"));
    Recorder recorder = Recorder.all();
    PaperResult result = paper.run(some.build(), recorder);
    assertThat(recorder.rows())
        .containsExactly("1/3 Prob. CLIR", "2/3 Dot-Product", "3/3 Dot-Product, prior corrected");
    assertThat(result.tables())
        .extracting(PaperTable::name)
        .containsExactly("table2", "table2_by_training", "table3", "table4");
    assertThat(result.settings()).containsEntry("documents", "at most 6");
    assertThat(result.toReport().html()).doesNotContain("Attention of the last");
    PaperResult tables = paper.run(some.set("rows", "psq").build(), PaperListener.NONE);
    assertThat(tables.tables()).extracting(PaperTable::name).containsExactly("table3", "table4");
    assertThatThrownBy(() -> run(some.set("rows", "none")))
        .isInstanceOf(PaperOptionException.class)
        .hasMessage("rows is none, expected a row or more");
  }

  @Test
  void learnsWhichWordsOccur() {
    PaperOptions.Builder more =
        options("learning", "en-de")
            .set("rows", "dot-product,qrann")
            .sizes(Map.of("positives", "200", "epochs", "20", "test-positives", "200"));
    paper.run(more.build(), PaperListener.NONE);
    assertLossesFall("learning", "dot-product", "qrann");
  }

  @Test
  void averagesSeeds() {
    PaperOptions.Builder some = options("seeds", "en-de").set("rows", "prob-clir,dot-product");
    PaperResult mean = paper.run(some.seeds(2).build(), PaperListener.NONE);
    PaperResult first = paper.run(some.seeds(1).seed(1).build(), PaperListener.NONE);
    PaperResult second =
        paper.run(
            options("second", "en-de").set("rows", "prob-clir,dot-product").seed(2).build(),
            PaperListener.NONE);
    assertThat(mean.settings()).containsEntry("seed", "1 to 2");
    assertThat(folder.resolve("seeds").resolve("seed-2").resolve("dot-product.json")).exists();
    double[] both =
        Stream.of(first, second)
            .mapToDouble(
                one ->
                    one.table("table3").rows().getFirst().cells().firstEntry().getValue().value())
            .toArray();
    PaperTable.Cell cell = mean.table("table3").rows().getFirst().cells().firstEntry().getValue();
    assertThat(cell.value()).isCloseTo((both[0] + both[1]) / 2, within(1e-12));
    assertThat(cell.deviation())
        .isCloseTo(Math.abs(both[0] - both[1]) / Math.sqrt(2), within(1e-12));
    assertThat(mean.table("table3").toText()).contains(" ± ", "Seed 1: ", "Seed 2: ");
    assertThat(mean.toReport().html()).contains("over the seeds");
  }

  private void run(PaperOptions.Builder options) {
    paper.run(options.build(), PaperListener.NONE);
  }

  @Test
  void reportsInvalidOptionsBeforeTraining() {
    assertThatThrownBy(() -> run(options("w", "en-de", "training.stepps=3")))
        .isInstanceOf(RecipeException.class)
        .hasMessageContaining("unknown key \"stepps\": did you mean steps?");
    assertThatThrownBy(() -> run(options("w", "en-pt"))).hasMessageContaining("en-pt.tsv");
    assertThatThrownBy(() -> run(options("w", "de-zh")))
        .isInstanceOf(PaperOptionException.class)
        .hasMessageContaining("languages are de-zh, expected English and another one");
  }

  @Test
  void drawsNoAttentionWithoutTextsOrModel() {
    PaperOptions.Builder options = options("w", "en-de").set("query", "open file");
    assertThatThrownBy(() -> paper.drawAttention(options.build()))
        .hasMessage("sentence is missing");
    assertThat(paper.drawAttention(options.set("sentence", "Datei").build())).isEmpty();
  }
}
