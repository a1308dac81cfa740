// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.isogloss.modelio.samples.SampleHead;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.modelio.transformer.TransformerHead;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Commands of the installation as a user runs them, in a folder of the user. */
@ExtendWith(InstallationExtension.class)
@Execution(ExecutionMode.CONCURRENT) // Each test waits for its own processes.
class CommandProcessTest {
  private static final Path REPOSITORY = Path.of("").toAbsolutePath().getParent();
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private static Path cache;

  private static Installation installation;
  @TempDir private Path folder;

  @BeforeAll
  static void unpack(Installation unpacked) {
    installation = unpacked;
  }

  private Installation.Result isogloss(String... args) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(installation.launcher().toString()));
    command.addAll(List.of(args));
    return installation.execute(command, folder, cache);
  }

  private Installation.Result works(String... args) throws IOException, InterruptedException {
    Installation.Result ended = isogloss(args);
    assertThat(ended.exitCode()).as("%s: %s", String.join(" ", args), ended.err()).isZero();
    return ended;
  }

  @Test
  void transformersSearchAndRerank() throws Exception {
    Files.writeString(
        folder.resolve("docs.jsonl"),
        """
        {"id": "cat", "language": "de", "text": "Die Katze liegt auf dem Sofa und schläft."}
        {"id": "bank", "language": "fr", "text": "La banque centrale a relevé ses taux d'intérêt."}
        {"id": "rain", "language": "ja", "text": "明日は一日中雨が降るでしょう。"}
        """);
    works("index", "docs.jsonl", "--index", "x", "--quiet");
    JsonNode manifest = JSON.readTree(folder.resolve("x/isogloss.json").toFile());
    assertThat(manifest.at("/model/name").asText()).isEqualTo("compact");
    assertThat(found("a sleeping pet", "dense")).first().isEqualTo("cat");
    List<String> dense = found("weather forecast", "dense");
    assertThat(dense).first().isEqualTo("rain");
    Path classifier = SampleTransformer.XLMR_CLASSIFIER.copyInto(folder);
    String reranked = "dense%3 >> rerank(" + classifier.getFileName() + ")";
    assertThat(found("weather forecast", reranked))
        .containsExactlyInAnyOrder("cat", "bank", "rain");
    String mixed = "dense >> rerank(" + classifier.getFileName() + ", weight=0.01)";
    assertThat(found("weather forecast", mixed)).isEqualTo(dense);
    assertThat(isogloss("search", "x", "--index", "x", "--pipeline", "dense >> rerank(nothing)"))
        .matches(ended -> ended.exitCode() == 1)
        .matches(ended -> ended.err().contains("no model \"nothing\""));
  }

  private List<String> found(String query, String pipeline) throws Exception {
    Installation.Result ended =
        works("search", query, "--index", "x", "--pipeline", pipeline, "--json");
    return JSON.readTree(ended.out()).get("hits").findValuesAsText("id");
  }

  @Test
  void takesRequiredOptionsFromTheFileOfTheFolder() throws Exception {
    Files.writeString(folder.resolve("docs.tsv"), "cat\tThe cat sleeps.\nrain\tIt rains today.\n");
    Files.writeString(folder.resolve("queries.tsv"), "q1\tweather\n");
    works("index", "docs.tsv", "--index", "x", "--model", "tiny", "--quiet");
    Path file = folder.resolve("isogloss.yaml");
    Files.writeString(file, "all:\n  index: x\nrun:\n  queries: queries.tsv\n");
    Installation.Result run = works("run");
    assertThat(run.err()).contains("isogloss.yaml: index: x; queries: queries.tsv");
    assertThat(run.out()).startsWith("q1 Q0 rain 1 ");
    assertThat(isogloss("run", "--queries", "missing.tsv"))
        .matches(ended -> ended.exitCode() == 1)
        .matches(ended -> ended.err().contains("missing.tsv"));
    Files.writeString(file, "index probabilities:\n  queries: queries.tsv\n");
    assertThat(isogloss("index", "probabilities"))
        .matches(ended -> ended.exitCode() == 2)
        .matches(ended -> ended.err().contains("Missing required option: '--qrels=FILE'"))
        .matches(ended -> ended.err().contains("Usage: isogloss index probabilities"));
    Files.writeString(file, "run:\n  queries: queries.tsv\n  top: many\n");
    assertThat(isogloss("run"))
        .matches(ended -> ended.exitCode() == 1)
        .matches(ended -> ended.err().contains("isogloss.yaml, line 3"));
    Files.writeString(file, "run:\n  querys: queries.tsv\n");
    assertThat(isogloss("run"))
        .matches(ended -> ended.exitCode() == 1)
        .matches(ended -> ended.err().contains("line 2: unknown setting \"querys\"; did you mean"));
  }

  @Test
  void writesARecipeToStandardOutput() throws Exception {
    works("train", "new.yaml", "--new", "classifier");
    Installation.Result piped = works("train", "-", "--new", "classifier");
    assertThat(piped.out()).isEqualTo(Files.readString(folder.resolve("new.yaml")));
    assertThat(piped.err())
        .isEqualTo(
            "Wrote the recipe to standard output; its first lines state how to use it"
                + System.lineSeparator());
    assertThat(works("train", "-", "--new", "classifier", "--quiet").err()).isEmpty();
  }

  @Test
  void findsMatesOfLines() throws Exception {
    Path german = folder.resolve("de.txt");
    Path english = folder.resolve("en.txt");
    Files.writeString(german, "Die Katze schläft.\nDas Haus ist groß.\nWo ist der Bahnhof?\n");
    Files.writeString(english, "Where is the station?\nThe cat sleeps.\nThe house is big.\n");
    Installation.Result found = works("mates", "de.txt", "en.txt", "--quiet");
    assertThat(found.out().lines().map(line -> line.substring(0, line.indexOf('\t', 2))))
        .containsExactly("1\t2", "2\t3", "3\t1");
    Files.writeString(german, "Die Katze schläft.\n\nWo ist der Bahnhof?\n");
    found = works("mates", "de.txt", "en.txt", "--threads", "1", "--model", "tiny", "--quiet");
    assertThat(found.out().lines().map(line -> line.substring(0, line.indexOf('\t', 2))))
        .as("an empty line has no mate")
        .containsExactly("1\t2", "3\t1");
    Files.writeString(german, "Die Katze schläft.\nDas Haus ist groß.\nWo ist der Bahnhof?\n");
    works(
        "mates",
        "de.txt",
        "en.txt",
        "--top",
        "2",
        "--to",
        "mates.tsv",
        "--model",
        "tiny",
        "--quiet");
    assertThat(Files.readAllLines(folder.resolve("mates.tsv")))
        .hasSize(7)
        .first()
        .isEqualTo("source_line\ttarget_line\tscore\tsource\ttarget");
    Files.writeString(english, "The cat sleeps.\nThe house is big.\nWhere is the station?\n");
    assertThat(works("mates", "de.txt", "en.txt", "--aligned", "--model", "tiny").out())
        .contains("sentences to candidates  accuracy 1.0000  MRR 1.0000");
    Files.writeString(english, "The cat sleeps.\n");
    assertThat(isogloss("mates", "de.txt", "en.txt", "--aligned", "--model", "tiny"))
        .matches(ended -> ended.exitCode() == 1)
        .matches(ended -> ended.err().contains("has 1 lines, expected 3"));
  }

  @Test
  void writesTranslationMemoriesOfLinkedDocuments() throws Exception {
    for (String[] page :
        new String[][] {
          {"de", "Die Katze schläft auf dem Sofa. Der Zug fährt um zwölf Uhr ab."},
          {"en", "The cat sleeps on the sofa. The train leaves at twelve o'clock."}
        }) {
      Path parent = Files.createDirectories(folder.resolve("pages").resolve(page[0]));
      Files.writeString(parent.resolve("one.txt"), page[1]);
    }
    works("index", "pages", "--index", "x", "--quiet");
    works("index", "links", "--index", "x", "--to", "pages.tmx");
    assertThat(folder.resolve("pages.tmx"))
        .content()
        .contains("srclang=\"de\"", "<prop type=\"document\">de/one.txt</prop>")
        .contains("<prop type=\"document\">en/one.txt</prop><seg>The train leaves at");
    works("data", "convert", "pages.tmx", "--output", "de-en.tsv");
    assertThat(Files.readAllLines(folder.resolve("de-en.tsv")))
        .containsExactly(
            "Die Katze schläft auf dem Sofa.\tThe cat sleeps on the sofa.",
            "Der Zug fährt um zwölf Uhr ab.\tThe train leaves at twelve o'clock.");
  }

  @Test
  void measuresTranslations() throws Exception {
    Files.writeString(folder.resolve("ref.zh"), "我爱北京。\n今天下雨。\n");
    Files.writeString(folder.resolve("system.zh"), "我爱北京。\n今天下雪。\n");
    assertThat(works("bleu", "ref.zh", "system.zh", "--target", "zh", "--order", "1").out())
        .startsWith("BLEU|nrefs:1|case:mixed|eff:no|tok:zh|smooth:exp|order:1|version:isogloss-")
        .endsWith(" = 90.0 90.0 (BP = 1.000 ratio = 1.000 hyp_len = 10 ref_len = 10)\n");
    Files.writeString(folder.resolve("system.zh"), "我爱北京。\n");
    assertThat(isogloss("bleu", "ref.zh", "system.zh"))
        .matches(ended -> ended.exitCode() == 1)
        .matches(ended -> ended.err().contains("system.zh has 1 line, expected 2"));
  }

  @Test
  void runsModelsOfTasks() throws Exception {
    String tagger =
        SampleHead.constant(TransformerHead.TOKEN_CLASSIFICATION, List.of("DET", "NOUN"), 0, 1)
            .write(SampleTransformer.BERT_LANGUAGE_MODEL, folder, "tagger")
            .toString();
    Files.writeString(folder.resolve("text.txt"), "我们在北京\n");
    assertThat(works("tag", "text.txt", "--model", tagger, "--quiet").out())
        .isEqualTo("我们\tNOUN\n在\tNOUN\n北京\tNOUN\n\n");
    Files.writeString(folder.resolve("gold.tsv"), "Der\tDET\nHund\tNOUN\n");
    assertThat(works("tag", "--evaluate", "gold.tsv", "--model", tagger, "--quiet").out())
        .endsWith("gold.tsv      2    0.5000\n");
    assertThat(isogloss("classify", "--evaluate", "gold.tsv", "--model", tagger))
        .matches(ended -> ended.exitCode() == 1)
        .matches(ended -> ended.err().contains("expected one with a head for"));
  }

  @Test
  void demoSearchesInSeveralLanguagesAndLeavesAnIndex() throws Exception {
    Installation.Result demo = works("demo", "--model", "tiny", "--quiet");
    assertThat(demo.out())
        .contains("English: ", "Russian: ", "Chinese: ", "Japanese: ", "A filter and a facet")
        .as("what tiny does not do well")
        .doesNotContain("German: ", "French: ", "An explanation", "A query without an answer")
        .contains("lang", "snippet", "isogloss search ")
        .contains("isogloss serve --index isogloss-index");
    works("serve", "--index", "isogloss-index", "--check");

    JsonNode found = JSON.readTree(works("search", "Warsaw stock exchange", "--json").out());
    assertThat(found.get("hits")).hasSize(10);
    assertThat(found.get("hits").get(0).get("id").asText()).isEqualTo("en/1-4");
    assertThat(found.get("hits").get(0).get("snippet").asText()).isNotBlank();

    JsonNode german =
        JSON.readTree(
            works("search", "Warsaw stock exchange", "--languages", "de", "--top", "3", "--json")
                .out());
    assertThat(german.get("hits"))
        .hasSize(3)
        .allSatisfy(hit -> assertThat(hit.get("language").asText()).isEqualTo("de"));

    JsonNode second =
        JSON.readTree(
            works("search", "Warsaw stock exchange", "--top", "3", "--page", "2", "--json").out());
    assertThat(second.get("hits").get(0).get("id")).isEqualTo(found.get("hits").get(3).get("id"));
    assertThat(second.get("hits").get(0).get("rank").asInt()).isEqualTo(4);
  }

  @Test
  void indexSearchAndEvaluateGiveTheFiguresOfBenchmark() throws Exception {
    String samples = REPOSITORY.resolve("samples").toString();
    JsonNode measured =
        JSON.readTree(
            works("benchmark", "xpr-xquad", "--data", samples, "--model", "tiny", "--json").out());
    works("benchmark", "xpr-xquad", "--data", samples, "--export", "out");
    works("index", "out/xpr-xquad/documents.jsonl", "--index", "mixed", "--model", "tiny");
    works("run", "--index", "mixed", "--queries", "out/xpr-xquad/queries.jsonl", "--to", "my.run");
    JsonNode evaluated =
        JSON.readTree(
            works(
                    "evaluate",
                    "out/xpr-xquad/qrels.txt",
                    "my.run",
                    "-c",
                    "-m",
                    "RR",
                    "-m",
                    "Success@1",
                    "-m",
                    "Success@10",
                    "--format",
                    "json")
                .out());
    JsonNode measures = evaluated.get("measures");
    assertThat(measures.get("RR")).isEqualTo(measured.get("measures").get("mrr"));
    assertThat(measures.get("Success@1")).isEqualTo(measured.get("measures").get("acc1"));
    assertThat(measures.get("Success@10")).isEqualTo(measured.get("measures").get("acc10"));
    assertThat(measures.get("RR").asDouble()).isGreaterThan(.4);
  }

  @Test
  void recordsFiguresInTheModelFolder() throws Exception {
    String samples = REPOSITORY.resolve("samples").toString();
    Path shipped = REPOSITORY.resolve("models/tiny/src/main/resources/org/isogloss/models/tiny");
    Path copy = Files.createDirectory(folder.resolve("copy"));
    try (DirectoryStream<Path> files = Files.newDirectoryStream(shipped)) {
      for (Path file : files) {
        Files.copy(file, copy.resolve(file.getFileName()));
      }
    }
    works("benchmark", "xpr-xquad", "--data", samples, "--model", "copy", "--record");
    works("benchmark", "xpr-xquad", "--data", samples, "--model", "copy", "--record");
    assertThat(works("model", "info", "copy").out().lines())
        .filteredOn(line -> line.contains("xpr-xquad") && line.contains(" mrr "))
        .hasSize(1);
    assertThat(isogloss("benchmark", "xpr-xquad", "--data", samples, "--record").err())
        .contains("--record needs a model folder");
  }

  @Test
  void updatesAndDeletesDocuments() throws Exception {
    Files.writeString(
        folder.resolve("a.jsonl"),
        """
        {"id": "1", "language": "en", "text": "The fox jumps over the dog."}
        {"id": "2", "language": "de", "text": "Der Fuchs springt über den Hund."}
        """);
    works("index", "a.jsonl", "--index", "x", "--model", "none", "--passage-words", "50");
    Files.writeString(
        folder.resolve("b.jsonl"),
        "{\"id\": \"1\", \"language\": \"en\", \"text\": \"A whale sings in the sea.\"}\n");
    works("index", "b.jsonl", "--index", "x", "--passage-overlap", "0");
    assertThat(isogloss("index", "b.jsonl", "--index", "x", "--passage-words", "80").err())
        .contains("passages of at most 50 words", "found 80 words");
    assertThat(works("search", "fox", "--index", "x").err()).contains("Nothing found");
    assertThat(works("search", "whale", "--index", "x").out()).contains("whale sings");
    works("index", "--delete", "1", "--index", "x");
    assertThat(works("search", "whale", "--index", "x").err()).contains("Nothing found");
    assertThat(works("search", "Hund", "--index", "x").out()).contains("Fuchs");
  }

  @Test
  void reportsUserErrorsInOneLineWithExitCode() throws Exception {
    assertThat(isogloss("search", "x", "--index", "nowhere"))
        .satisfies(
            ended -> {
              assertThat(ended.exitCode()).isEqualTo(1);
              assertThat(ended.err()).startsWith("isogloss: ").contains("nowhere");
              assertThat(ended.out()).isEmpty();
            });
    Files.writeString(folder.resolve("bad.jsonl"), "{\"id\": \"1\", \"text\": \"ok\"}\n{oops\n");
    assertThat(isogloss("index", "bad.jsonl", "--index", "y", "--model", "none"))
        .satisfies(
            ended -> {
              assertThat(ended.exitCode()).isEqualTo(1);
              assertThat(ended.err()).contains("bad.jsonl:2");
            });
    assertThat(
            works("index", "bad.jsonl", "--index", "y", "--model", "none", "--on-error", "skip")
                .err())
        .contains("skipped 1 record of bad.jsonl");
    assertThat(isogloss("serch").exitCode()).isEqualTo(2);
  }
}
