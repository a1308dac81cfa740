// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.bicla;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.isogloss.core.IsoglossException;
import org.isogloss.lexical.wordvector.WordVectors;
import org.isogloss.papers.ExperimentScale;
import org.isogloss.papers.PaperListener;
import org.isogloss.papers.PaperOptionException;
import org.isogloss.papers.PaperOptions;
import org.isogloss.papers.PaperResult;
import org.isogloss.papers.PaperTable;
import org.isogloss.papers.PaperTestCase;
import org.junit.jupiter.api.Test;

/** The whole experiment at smoke scale, on the samples. */
class BiclaPaperTest extends PaperTestCase {
  private final BiclaPaper paper = new BiclaPaper();

  private PaperOptions options(String work, boolean keepModels) {
    return options(work)
        .keepModels(keepModels)
        .set("centred", "true")
        .set("encoders", "none")
        .build();
  }

  @Test
  void measuresEveryTableAndResumes() throws IOException {
    assertStopsTraining(paper, options("work", true), "BiCLA, CS-EN", 30);
    Recorder recorder = Recorder.all();
    PaperResult result = paper.run(options("work", true), recorder);
    assertThat(recorder.rows())
        .hasSize(3 + 2 * 6 + 1)
        .startsWith(
            "1/16 QLM finished",
            "2/16 AGG finished",
            "3/16 TbT finished",
            "4/16 BiCLA, DE-EN finished",
            "5/16 InAtt, DE-EN finished",
            "6/16 BiCLA, CS-EN",
            "7/16 InAtt, CS-EN")
        .endsWith("16/16 BiCLA, DE-EN, 50 pairs");
    assertThat(result.tables())
        .extracting(PaperTable::name)
        .containsExactly(
            "mates", "ensembles", "transfer", "transfer_ensembles", "encoders", "curve");
    for (PaperTable table : result.tables()) {
      for (PaperTable.Row row : table.rows()) {
        assertThat(row.cells().values())
            .allSatisfy(cell -> assertThat(cell.value()).isBetween(0.0, 1.0));
      }
    }
    assertThat(result.table("mates").verdicts())
        .hasSize(6)
        .first(InstanceOfAssertFactories.STRING)
        .startsWith("DE-EN. The paper: BiCLA > InAtt > TbT > AGG > QLM; here: BiCLA ");
    assertLossesFall("work", "bicla-de-en", "inatt-de-en");
    figures(result);
    json(result);
    assertThat(result.toReport().html())
        .contains(
            "At smoke scale figures mean nothing",
            "Zero-shot language transfer",
            "trained on CS-HU",
            "alpha, left to right",
            "MAP of DE-EN over training pairs");
    assertThat(files("work")).contains("cs.vec", "en-hu.tsv", "row-QLM.json", "attention.json");
    Path model = folder.resolve("work/models/bicla-de-en");
    assertThat(
            BiclaAttention.of(
                    model,
                    BiclaPairName.DE_EN.languages(),
                    "Der Mann sieht heute ein Haus.",
                    "The man sees a house today.")
                .draw()
                .svg())
        .contains("<svg", "house");
    assertThatThrownBy(
            () -> BiclaAttention.of(model, BiclaPairName.DE_EN.languages(), "der", "house"))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("knows no word of \"der\"");
  }

  /** Word vectors and trainings depend on sums of floats; query likelihood does not. */
  private static void figures(PaperResult result) {
    PaperTable mates = result.table("mates");
    assertFigures(
        mates,
        .02,
        """
        BiCLA: .1839 .2050 .1186 .1866 .1908 .2329
        InAtt: .1706 .1745 .1247 .1840 .1776 .2642
        TbT: .3247 .2313 .2540 .2092 .1056 .1554
        AGG: .2060 .1428 .1038 .1789 .1171 .1722
        QLM: .6188 .4342 .3410 .3953 .5157 .2736
        """);
    assertThat(
            mates.rows().get(8).cells().values().stream()
                .mapToDouble(PaperTable.Cell::value)
                .toArray())
        .containsExactly(new double[] {.6188, .43418, .3410, .39534, .51575, .27357}, within(1e-4));
  }

  private static void json(PaperResult result) throws IOException {
    JsonNode json = new ObjectMapper().readTree(result.toJson());
    assertThat(json.at("/settings/seed").asText()).isEqualTo("1");
    assertThat(json.at("/settings/word vectors").asText()).isEqualTo("trained here");
    assertThat(json.at("/settings/recipe").asText()).contains("regularisation: 1e-4");
    assertThat(json.at("/tables/0/rows/8/name").asText()).isEqualTo("QLM");
    assertThat(json.at("/tables/0/rows/8/p").size()).isEqualTo(6);
    assertThat(json.at("/tables/0/rows/0").has("p")).isFalse();
    assertThat(json.at("/tables/0/rows/9/published").asText()).contains("table 2");
  }

  private List<String> files(String work) throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve(work))) {
      return files.map(Path::getFileName).map(Path::toString).toList();
    }
  }

  private PaperOptions.Builder released(String work) {
    return options(work).set("centred", "true").set("encoders", "none").set("variant", "released");
  }

  @Test
  void anUninterruptedRunGivesTheSameFiguresAndKeepsNoModels() throws IOException {
    assertStopsTraining(paper, released("stopped").build(), "InAtt, DE-EN", 30);
    Recorder recorder = Recorder.all();
    PaperResult bicla = paper.run(released("stopped").set("rows", "none").build(), recorder);
    assertThat(recorder.rows())
        .hasSize(3 + 6)
        .contains("4/9 BiCLA, DE-EN finished")
        .endsWith("9/9 BiCLA, CS-HU");
    assertThat(bicla.table("mates").verdicts())
        .hasSize(6)
        .allSatisfy(
            verdict -> assertThat(verdict).contains("The paper: BiCLA > ").doesNotContain("InAtt"));
    assertThat(bicla.toReport().html())
        .contains("Training of BiCLA")
        .doesNotContain("Training of InAtt", "over training pairs");
    PaperResult resumed = paper.run(released("stopped").build(), PaperListener.NONE);
    PaperResult straight = paper.run(released("straight").build(), PaperListener.NONE);
    assertThat(bicla.table("transfer")).isEqualTo(straight.table("transfer"));
    // The baselines do not depend on the network.
    assertFigures(
        straight.table("mates"),
        .02,
        """
        BiCLA: .2502 .1799 .1543 .1797 .1367 .2257
        InAtt: .2492 .1996 .1799 .1502 .1738 .2264
        TbT: .3247 .2313 .2540 .2092 .1056 .1554
        AGG: .2060 .1428 .1038 .1789 .1171 .1722
        QLM: .6188 .4342 .3410 .3953 .5157 .2736
        """);
    assertThat(new ObjectMapper().readTree(straight.toJson()).at("/settings/variant").asText())
        .isEqualTo("released");
    for (String table : List.of("mates", "ensembles", "transfer", "transfer_ensembles", "curve")) {
      assertThat(straight.table(table)).isEqualTo(resumed.table(table));
    }
    assertThat(files("straight")).doesNotContain("model.safetensors", "last.safetensors");
  }

  @Test
  void takesGivenVectorsAndDictionaries() throws IOException {
    Path given = Files.createDirectory(folder.resolve("given"));
    PaperOptions.Builder options = options("nothing").set("encoders", "none");
    PaperOptions both =
        options.set("vectors", given.toString()).set("word-encoder", "tiny").build();
    assertThatThrownBy(() -> paper.run(both, PaperListener.NONE))
        .isInstanceOf(PaperOptionException.class)
        .hasMessageStartingWith("word-encoder excludes vectors, dictionaries and centred");
    PaperOptions unknown = options("nothing").set("variant", "printed").build();
    assertThatThrownBy(() -> paper.run(unknown, PaperListener.NONE))
        .isInstanceOf(PaperOptionException.class)
        .hasMessage("variant is \"printed\", expected paper or released");
    PaperOptions own = options.set("word-encoder", "").build();
    assertThatThrownBy(() -> paper.run(own, PaperListener.NONE))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("has no word vectors of cs: expected a file such as cs.vec");
  }

  /** The layout of OPUS: Moses files of all pairs, without documentation; vectors are given. */
  @Test
  void trainsOnMosesFilesWithoutDocumentation() throws IOException {
    Path data = Files.createDirectory(folder.resolve("europarl"));
    Path bitext = Files.createDirectory(data.resolve("bitext"));
    Path given = Files.createDirectory(folder.resolve("given"));
    Path mates = Files.createDirectories(data.resolve("benchmarks/europarl-mates"));
    IntFunction<String> word = i -> "%s" + "abcdefghijklmnopqrst".charAt(i % 20);
    String lines =
        IntStream.range(0, 60)
            .mapToObj(i -> word.apply(i) + " " + word.apply(i / 3) + " " + word.apply(7 * i))
            .collect(joining("\n"));
    for (String pair : List.of("de-en", "cs-en", "en-hu", "cs-de", "de-hu", "cs-hu")) {
      for (String language : pair.split("-", -1)) {
        Path file = bitext.resolve("Europarl." + pair + "." + language);
        Files.writeString(file, lines.replace("%s", language));
        String test = pair.replaceFirst("^(en|de)-hu$", "hu-$1");
        Files.copy(file, mates.resolve(test + "." + language));
      }
    }
    Random random = new Random(1);
    for (String language : List.of("cs", "de", "en", "hu")) {
      List<String> words =
          IntStream.range(0, 20).mapToObj(i -> word.apply(i).replace("%s", language)).toList();
      float[] values = new float[20 * 4];
      for (int i = 0; i < values.length; i++) {
        values[i] = random.nextFloat() - .5f;
      }
      WordVectors.of(words, 4, values).write(given.resolve("wiki." + language + ".vec"));
      String translations =
          words.stream()
              .map(one -> one.replaceFirst(language, "en") + " " + one)
              .collect(joining("\n"));
      Files.writeString(given.resolve("en-" + language + ".txt"), translations);
    }
    PaperOptions options =
        PaperOptions.builder(data, folder.resolve("opus"))
            .scale(ExperimentScale.SMOKE)
            .threads(1)
            .set("encoders", "none")
            .set("vectors", given.toString())
            .set("dictionaries", given.toString())
            .build();
    assertStopsTraining(paper, options, "InAtt, DE-EN", 30);
    assertThat(files("opus")).contains("row-bicla-de-en.json").doesNotContain("en-cs.tsv");
    assertThat(folder.resolve("opus/settings.json"))
        .content()
        .contains("\"word vectors\" : \"8 files, ", "\"dictionaries\" : \"8 files, ");
  }
}
