// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.adversarial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.isogloss.core.IsoglossException;
import org.isogloss.neural.recipe.RecipeException;
import org.isogloss.papers.PaperListener;
import org.isogloss.papers.PaperOptionException;
import org.isogloss.papers.PaperOptions;
import org.isogloss.papers.PaperResult;
import org.isogloss.papers.PaperTable;
import org.isogloss.papers.PaperTestCase;
import org.junit.jupiter.api.Test;

/** The whole experiment at smoke scale, with a small random transformer on the samples. */
class AdversarialPaperTest extends PaperTestCase {
  /** A rate at which a few steps change the figures. */
  private static final String RATE = "optimizer.learning-rate=0.003";

  @Test
  void measuresEveryTableAndResumes() throws IOException {
    AdversarialPaper paper = new AdversarialPaper();
    PaperOptions options = options("work").overrides(List.of(RATE)).build();
    assertStopsTraining(paper, options, "triplet + term adversary, de", 9);
    Recorder recorder = Recorder.all();
    PaperResult result = paper.run(options, recorder);
    assertThat(recorder.rows())
        .containsExactly(
            "1/13 not trained finished",
            "2/13 interaction-based baseline, de finished",
            "3/13 interaction-based baseline, zh finished",
            "4/13 triplet, de finished",
            "5/13 triplet, zh finished",
            "6/13 triplet + [CLS] adversary, de finished",
            "7/13 triplet + [CLS] adversary, zh finished",
            "8/13 triplet + term adversary, de",
            "9/13 triplet + term adversary, zh",
            "10/13 monolingual training, de",
            "11/13 monolingual training, zh",
            "12/13 monolingual training + term adversary, de",
            "13/13 monolingual training + term adversary, zh");
    assertThat(result.tables())
        .extracting(PaperTable::name)
        .containsExactly("ranking", "adversary", "zero_shot", "fairness", "similarities");
    assertThat(result.table("ranking").columns()).containsExactly("de", "zh", "average");
    assertThat(result.table("ranking").rows()).hasSize(9);
    assertThat(result.table("ranking").verdicts()).hasSize(2);
    assertThat(result.table("adversary").verdicts())
        .hasSize(3)
        .allMatch(verdict -> verdict.contains("The paper: triplet + term adversary > triplet; "));
    assertThat(result.table("ranking").rows().get(2).cells().get("average").pValue()).isPresent();
    assertThat(result.table("similarities").rows().getFirst().name())
        .isEqualTo("the whole document");
    for (PaperTable table : result.tables().subList(0, 4)) {
      for (PaperTable.Row row : table.rows()) {
        assertThat(row.cells().values())
            .as(table.name() + ", " + row.name())
            .allSatisfy(cell -> assertThat(cell.value()).isBetween(0.0, 1.0));
      }
    }
    // Independent of training, so that they are equal on every machine.
    assertThat(figures(result, "ranking")).isEqualTo("de 0.4307, zh 1.0000, average 0.7153");
    assertThat(figures(result, "fairness"))
        .isEqualTo("own language @10 0.3000, PEER 0.3679, rank distance 0.3000");
    assertFigures(
        result.table("ranking"),
        1e-4,
        """
            interaction-based baseline: 0.0000 0.3562 0.1781
            triplet: 0.6309 0.4307 0.5308
            triplet + [CLS] adversary: 0.6309 0.4307 0.5308
            triplet + term adversary: 0.6309 0.4307 0.5308
            not trained: 0.4307 1.0000 0.7153
            """);
    assertFigures(
        result.table("zero_shot"),
        1e-4,
        """
            monolingual training: 0.3869 1.0000 0.6934
            monolingual training + term adversary: 0.3869 1.0000 0.6934
            """);
    assertFigures(
        result.table("fairness"),
        1e-4,
        """
            triplet: 0.5000 0.3679 0.3667
            triplet + [CLS] adversary: 0.4000 0.3679 0.1833
            triplet + term adversary: 0.4000 0.3679 0.1833
            not trained: 0.3000 0.3679 0.3000
            """);
    Path page = folder.resolve("page.html");
    result.toReport().write(page);
    assertThat(page)
        .content()
        .contains(
            "Accuracy of the discriminator",
            "table 1, CLIRMatrix",
            "Language fairness",
            "Maps of parallel documents");
    try (Stream<Path> files = Files.walk(folder.resolve("work"))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .doesNotContain("model.safetensors", "last.safetensors");
    }
  }

  /** Returns the figures of the base before training, which is the last measured row. */
  private static String figures(PaperResult result, String table) {
    return result.table(table).rows().stream()
        .filter(row -> row.name().equals("not trained"))
        .flatMap(row -> row.cells().entrySet().stream())
        .map(cell -> String.format(Locale.ROOT, "%s %.4f", cell.getKey(), cell.getValue().value()))
        .collect(Collectors.joining(", "));
  }

  @Test
  void rejectsWhatDoesNotFit() throws IOException {
    AdversarialPaper paper = new AdversarialPaper();
    PaperOptions english = options("work").set("targets", "de,en").build();
    assertThatThrownBy(() -> paper.run(english, PaperListener.NONE))
        .isInstanceOf(PaperOptionException.class)
        .hasMessage(
            "targets are de, en, but en is the language of the queries: expected other languages"
                + " of documents");
    PaperOptions twice = options("work").set("targets", "de,de").build();
    assertThatThrownBy(() -> paper.run(twice, PaperListener.NONE))
        .hasMessage("targets are de, de: a language is repeated");
    PaperOptions unknown = options("work").set("target", "de").build();
    assertThatThrownBy(() -> paper.run(unknown, PaperListener.NONE))
        .isInstanceOf(PaperOptionException.class)
        .hasMessage("target is no option of the paper: did you mean targets?");
    PaperOptions layers = options("work").set("layers", "-1").build();
    assertThatThrownBy(() -> paper.run(layers, PaperListener.NONE))
        .hasMessage("layers is -1, expected 0 or more");
    PaperOptions wrongKey =
        options("work").overrides(List.of("objectives.triplet.margin=1")).build();
    assertThatThrownBy(() -> paper.run(wrongKey, PaperListener.NONE))
        .isInstanceOf(RecipeException.class)
        .hasMessageContaining("unknown key \"margin\"");
    PaperOptions wrongObjective =
        options("work").overrides(List.of("objectives.tripplet.eta=0.2")).build();
    assertThatThrownBy(() -> paper.run(wrongObjective, PaperListener.NONE))
        .isInstanceOf(RecipeException.class)
        .hasMessageContaining("tripplet");
    Path empty = Files.createDirectory(folder.resolve("empty"));
    PaperOptions lacking = options("other").set("collection", empty.toString()).build();
    assertThatThrownBy(() -> paper.run(lacking, PaperListener.NONE))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("has no en_de.test1.jl.gz, the queries in en for documents in de");
  }

  /** The layout of MULTI-8, which has queries between languages only. */
  @Test
  void trainsOnACollectionWithoutMonolingualQueries() throws IOException {
    Path collection = Files.createDirectory(folder.resolve("multi-8"));
    for (String pair : List.of("en_de", "de_en")) {
      for (String split : List.of("train", "test1")) {
        write(collection.resolve(pair + "." + split + ".jl.gz"), queries(pair.substring(3)));
      }
    }
    for (String language : List.of("en", "de")) {
      String documents =
          IntStream.range(0, 12)
              .mapToObj(i -> language + i + "\t" + language + " page " + i + " of a house")
              .collect(Collectors.joining("\n"));
      write(collection.resolve(language + ".tsv.gz"), documents);
    }
    PaperOptions.Builder options =
        options("multi").set("targets", "de").set("collection", collection.toString());
    PaperResult result = new AdversarialPaper().run(options.build(), PaperListener.NONE);
    assertThat(result.tables())
        .extracting(PaperTable::name)
        .as("English queries for English documents follow from the German ones")
        .containsExactly("ranking", "adversary", "zero_shot", "fairness", "similarities");
    assertThat(result.settings().get("collection")).startsWith("6 files, ");
    Files.delete(collection.resolve("de_en.test1.jl.gz"));
    List<String> messages = new ArrayList<>();
    PaperListener listener =
        new PaperListener() {
          @Override
          public void messageReported(String message) {
            messages.add(message);
          }
        };
    Files.delete(folder.resolve("multi/settings.json"));
    PaperResult without = new AdversarialPaper().run(options.build(), listener);
    assertThat(without.tables())
        .extracting(PaperTable::name)
        .containsExactly("ranking", "adversary", "zero_shot", "similarities");
    assertThat(messages)
        .contains(
            "language fairness: Not measured: the collection has no English test queries for"
                + " English documents, nor parallel ones from which they follow.");
    assertThat(without.toReport().html()).contains("Not measured: the collection");
  }

  /** Returns queries of one language for documents in another one: page i and two others. */
  private static String queries(String documents) {
    String queries = documents.equals("de") ? "en" : "de";
    return IntStream.range(0, 12)
        .mapToObj(
            i ->
                String.format(
                    Locale.ROOT,
                    "{\"src_id\": \"%1$s%3$d\", \"src_query\": \"%1$s title %3$d\","
                        + " \"tgt_results\": [[\"%2$s%3$d\", 6], [\"%2$s%4$d\", 2],"
                        + " [\"%2$s%5$d\", 0]]}",
                    queries,
                    documents,
                    i,
                    (i + 1) % 12,
                    (i + 5) % 12))
        .collect(Collectors.joining("\n"));
  }

  private static void write(Path file, String text) throws IOException {
    try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }
}
