// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.hictl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.isogloss.core.IsoglossException;
import org.isogloss.neural.recipe.RecipeException;
import org.isogloss.papers.ExperimentScale;
import org.isogloss.papers.PaperListener;
import org.isogloss.papers.PaperOptions;
import org.isogloss.papers.PaperResult;
import org.isogloss.papers.PaperTable;
import org.isogloss.papers.PaperTestCase;
import org.junit.jupiter.api.Test;

/** The whole experiment at smoke scale, with a small random transformer on the samples. */
class HictlPaperTest extends PaperTestCase {
  /**
   * Returns options for data in which every third line of NTREX is the same in all languages, and
   * so short that mining does not skip it: a random model finds some of the hidden pairs, and not
   * others.
   */
  private PaperOptions options(String work, Path data) {
    return PaperOptions.builder(base, data, folder.resolve(work))
        .scale(ExperimentScale.SMOKE)
        .threads(1)
        .set("tasks", "none")
        .build();
  }

  private Path dataWithEqualLines() throws IOException {
    Path data = folder.resolve("equal");
    Path ntrex = Files.createDirectories(data.resolve("benchmarks/ntrex"));
    Path bucc = Files.createDirectories(data.resolve("xtreme/bucc2018"));
    Files.writeString(
        bucc.resolve("de-en.dev.de"), "de-1\tpage 7\nde-2\tein Haus\nde-3\tein Hund\n");
    Files.writeString(bucc.resolve("de-en.dev.en"), "en-1\ta river\nen-2\tpage 7\nen-3\ta tree\n");
    Files.writeString(bucc.resolve("de-en.dev.gold"), "de-1\ten-2\n");
    for (String part : List.of("bitext", "benchmarks/tatoeba", "benchmarks/xquad-r")) {
      Files.createSymbolicLink(data.resolve(part), DATA.resolve(part).toAbsolutePath());
    }
    Path samples = DATA.resolve("benchmarks/ntrex");
    try (Stream<Path> files = Files.list(samples)) {
      for (Path file : files.toList()) {
        List<String> lines = lines(file);
        for (int i = 0; i < lines.size(); i += 3) {
          lines.set(i, "page " + i);
        }
        try (GZIPOutputStream out =
            new GZIPOutputStream(Files.newOutputStream(ntrex.resolve(file.getFileName())))) {
          out.write((String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
        }
      }
    }
    return data;
  }

  private static List<String> lines(Path file) throws IOException {
    try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(file))) {
      return new ArrayList<>(
          new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList());
    }
  }

  @Test
  void measuresEveryTableAndResumes() throws IOException {
    HictlPaper paper = new HictlPaper();
    Path data = dataWithEqualLines();
    PaperOptions options = options("work", data);
    assertStopsTraining(paper, options, "word-level CTL", 4);
    Recorder recorder = Recorder.all();
    PaperResult result = paper.run(options, recorder);
    assertThat(recorder.rows())
        .containsExactly(
            "1/8 none finished",
            "2/8 MLM + TLM finished",
            "3/8 sentence-level CTL finished",
            "4/8 word-level CTL",
            "5/8 both",
            "6/8 HICTL: both + MLM/TLM",
            "7/8 not trained, mean of layer 1 finished",
            "8/8 HICTL, mean of layer 1 finished");
    assertThat(result.tables())
        .extracting(PaperTable::name)
        .containsExactly(
            "published",
            "ablation",
            "additions",
            "tatoeba",
            "ntrex",
            "xquad_r",
            "xquad_r_pairs",
            "mining_ratio",
            "mining_distance");
    assertThat(result.table("published").rows().getFirst().cells().get("BUCC F1").value())
        .as("the pair that is equal in both languages")
        .isOne();
    assertThat(result.table("tatoeba").columns()).hasSize(1 + 36);
    assertThat(result.table("xquad_r_pairs").columns()).hasSize(1 + 11 * 11);
    assertThat(result.table("xquad_r_pairs").toText())
        .as("too much for a terminal")
        .contains("122 columns")
        .doesNotContain("ara-deu");
    assertThat(result.table("published").toText()).contains("38.7", "57.3", "59.7", "68.4");
    for (PaperTable table : result.tables()) {
      for (PaperTable.Row row : table.rows()) {
        assertThat(row.cells().values())
            .allSatisfy(cell -> assertThat(cell.value()).isBetween(0.0, 1.0));
      }
    }
    assertFigures(
        result.table("ablation"),
        1e-4,
        """
            none: 0.1194 0.1091 0.2507 0.3479 0.4000 0.4000
            MLM + TLM: 0.1194 0.1089 0.2513 0.3479 0.4000 0.4000
            sentence-level CTL: 0.1167 0.1092 0.2504 0.3500 0.4000 0.4000
            word-level CTL: 0.1167 0.1092 0.2502 0.3479 0.4000 0.4000
            both: 0.1167 0.1090 0.2505 0.3479 0.4000 0.4000
            HICTL: both + MLM/TLM: 0.1194 0.1090 0.2517 0.3500 0.4000 0.4000
            """);
    assertThat(result.table("additions").rows())
        .extracting(PaperTable.Row::name)
        .as("the first is the baseline of the others")
        .containsExactly("sentence-level CTL", "both", "HICTL: both + MLM/TLM");
    assertThat(result.table("additions").rows().get(1).cells().values())
        .allSatisfy(cell -> assertThat(cell.pValue()).isPresent());
    json(result);
    assertThat(result.toReport().html())
        .contains(
            "At smoke scale figures mean nothing",
            "<svg",
            "tha-eng",
            "Word loss minus that of guessing");
    leftovers();
    PaperResult straight = paper.run(options("straight", data), PaperListener.NONE);
    assertThat(straight.tables())
        .as("a run that was stopped gives the same figures")
        .isEqualTo(result.tables());
  }

  @Test
  void fineTunesEachModelOnTasks() throws IOException {
    Path data = folder.resolve("data");
    TaskFixtures.write(data);
    for (String part : List.of("benchmarks", "bitext")) {
      Files.createSymbolicLink(data.resolve(part), DATA.resolve(part).toAbsolutePath());
    }
    PaperOptions options =
        PaperOptions.builder(base, data, folder.resolve("tasks"))
            .scale(ExperimentScale.SMOKE)
            .threads(1)
            .set("tasks", "xnli")
            .build();
    PaperResult result = new HictlPaper().run(options, PaperListener.NONE);
    PaperTable tasks = result.table("tasks");
    assertThat(tasks.columns()).containsExactly("XNLI");
    assertThat(tasks.rows()).hasSize(5 + 6);
    assertThat(tasks.toText()).contains("81.0", "HICTL: both + MLM/TLM");
    assertThat(tasks.toText()).as("two seeds").contains(" ± ");
    assertThat(tasks.verdicts())
        .singleElement(InstanceOfAssertFactories.STRING)
        .contains("XNLI. The paper: ", "HICTL: both + MLM/TLM > ", "; here: ");
    JsonNode json = new ObjectMapper().readTree(result.toJson());
    assertThat(json.at("/tables/3/rows/0/deviation/XNLI").asDouble()).isNotNegative();
    assertThat(json.at("/tables/3/verdicts").size()).isOne();
    PaperTable languages = result.table("xnli");
    assertThat(languages.columns()).containsExactly("average", "de", "en");
    assertThat(languages.toText()).contains("86.3");
    assertThat(result.toReport().html()).contains("Fine-tuned tasks");
  }

  private static void json(PaperResult result) throws IOException {
    JsonNode json = new ObjectMapper().readTree(result.toJson());
    assertThat(json.at("/settings/seed").asText()).isEqualTo("1");
    assertThat(json.at("/settings/test sets").asText()).contains("Tatoeba: 36 languages");
    JsonNode hictl = json.at("/tables/1/rows/5");
    assertThat(hictl.at("/p").size()).isEqualTo(6);
    assertThat(hictl.at("/p/Tatoeba (10)").asDouble()).isBetween(0.0, 1.0);
    assertThat(json.at("/tables/1/rows/0").has("p")).isFalse();
  }

  /** Figures and curves are kept, models and checkpoints are deleted. */
  private void leftovers() throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve("work"))) {
      assertThat(files.filter(Files::isRegularFile).map(Path::getFileName).map(Path::toString))
          .contains("settings.json", "hictl.json", "hictl.training.jsonl")
          .noneMatch(name -> name.endsWith(".safetensors"));
    }
  }

  @Test
  void reportsInvalidOptionsBeforeTraining() {
    HictlPaper paper = new HictlPaper();
    PaperOptions override = options("override").overrides(List.of("training.stepps=3")).build();
    assertThatThrownBy(() -> paper.run(override, PaperListener.NONE))
        .isInstanceOf(RecipeException.class)
        .hasMessageContaining("unknown key \"stepps\": did you mean steps?");
    PaperOptions nowhere = PaperOptions.builder(base, folder, folder.resolve("w")).build();
    assertThatThrownBy(() -> paper.run(nowhere, PaperListener.NONE))
        .isInstanceOf(IsoglossException.class);
    assertThatThrownBy(() -> options("x").threads(0).build())
        .hasMessageContaining("threads is 0, expected 1 or more");
  }
}
