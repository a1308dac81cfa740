// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import org.isogloss.cli.CommandTest;
import org.isogloss.modelio.samples.SampleHead;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.modelio.samples.SampleTransformer.Golden;
import org.isogloss.modelio.transformer.TransformerHead;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ClassifyCommandTest extends CommandTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final Golden golden = SampleTransformer.BERT_CLASSIFIER.golden();
  private Path model;

  @BeforeEach
  void copy() {
    model = SampleTransformer.BERT_CLASSIFIER.copyInto(folder);
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private int classify(Object... args) {
    List<Object> all = new ArrayList<>(List.of("classify", "--model", model, "-q"));
    all.addAll(List.of(args));
    return isogloss(all.toArray());
  }

  /** PyTorch's probability of the second label of a pair. */
  private double expected(int pair) {
    float[] logits = golden.logits()[golden.texts().size() + pair];
    return 1 / (1 + Math.exp((double) logits[0] - logits[1]));
  }

  private String label(int pair) {
    return expected(pair) > 0.5 ? "LABEL_1" : "LABEL_0";
  }

  /** The pairs with their right labels, except the first one. */
  private Path pairsWithOneWrongLabel() throws IOException {
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < golden.pairs().length; i++) {
      String wrong = label(i).equals("LABEL_0") ? "LABEL_1" : "LABEL_0";
      rows.append(String.join("\t", golden.pairs()[i]));
      rows.append('\t').append(i == 0 ? wrong : label(i)).append('\n');
    }
    return write("pairs.tsv", rows.toString());
  }

  @Test
  void printsTheMostProbableLabelOfEachPair() throws IOException {
    Path file = pairsWithOneWrongLabel();
    assertThat(classify(file, "--precision", "fp32")).as(err()).isZero();
    List<String> lines = out().lines().toList();
    assertThat(lines).hasSize(golden.pairs().length);
    for (int i = 0; i < lines.size(); i++) {
      double probability = Math.max(expected(i), 1 - expected(i));
      assertThat(lines.get(i).split("\t", -1))
          .containsExactly(
              label(i),
              String.format(Locale.ROOT, "%.4f", probability),
              golden.pairs()[i][0],
              golden.pairs()[i][1]);
    }
  }

  @Test
  void printsTheProbabilityOfEachLabelAsJson() throws IOException {
    Path file = write("texts.txt.gz", "");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write((String.join("\n", golden.texts()) + "\n").getBytes(StandardCharsets.UTF_8));
    }
    assertThat(classify(file, "--json", "--precision", "fp32")).as(err()).isZero();
    List<String> lines = out().lines().toList();
    assertThat(lines).hasSize(golden.texts().size());
    for (int i = 0; i < lines.size(); i++) {
      JsonNode line = MAPPER.readTree(lines.get(i));
      float[] logits = golden.logits()[i];
      assertThat(line.get("text").asText()).isEqualTo(golden.texts().get(i));
      assertThat(line.at("/probabilities/LABEL_1").asDouble())
          .isCloseTo(1 / (1 + Math.exp((double) logits[0] - logits[1])), within(1e-5));
      assertThat(line.get("probability").asDouble())
          .isEqualTo(line.at("/probabilities/" + line.get("label").asText()).asDouble());
    }
  }

  @Test
  void readsSeveralBatches() throws IOException {
    Path file = write("many.txt", "the cat\n".repeat(Batches.SIZE + 3));
    assertThat(classify(file)).isZero();
    assertThat(out().lines())
        .hasSize(Batches.SIZE + 3)
        .allMatch(line -> line.endsWith("\tthe cat"));
  }

  @Test
  void measuresAccuracyInEachFile() throws IOException {
    Path file = pairsWithOneWrongLabel();
    int pairs = golden.pairs().length;
    String accuracy = String.format(Locale.ROOT, "%.4f", (pairs - 1.0) / pairs);
    assertThat(classify("--evaluate", file, file, "--precision", "fp32")).as(err()).isZero();
    List<String> rows = out().lines().map(line -> line.replaceAll(" +", " ")).toList();
    assertThat(rows).hasSize(4).first().isEqualTo("file texts accuracy macro F1");
    assertThat(rows.get(1)).startsWith(file + " " + pairs + " " + accuracy + " ");
    assertThat(rows.get(3)).startsWith("mean " + accuracy + " ");
  }

  @Test
  void measuresEachLabel() throws IOException {
    Path file = write("two.jsonl", "{\"text\": \"the cat\", \"label\": \"LABEL_1\"}\n");
    assertThat(classify("--evaluate", file, "--per-label")).as(err()).isZero();
    assertThat(out()).contains("predicted", "precision", "as LABEL_1", "\nlabel ");
    Path pairs = pairsWithOneWrongLabel();
    int before = out().length();
    assertThat(classify("--evaluate", pairs, "--json", "--precision", "fp32")).isZero();
    JsonNode found = MAPPER.readTree(out().substring(before)).get("files").get(0);
    double n = golden.pairs().length;
    assertThat(found.get("accuracy").asDouble()).isCloseTo((n - 1) / n, within(1e-12));
    String wrong = label(0).equals("LABEL_0") ? "LABEL_1" : "LABEL_0";
    assertThat(found.at("/confusion/" + wrong + "/" + label(0)).asInt()).isEqualTo(1);
    assertThat(found.at("/confusion/" + label(0) + "/" + wrong).asInt()).isZero();
    assertThat(found.at("/labels/" + wrong + "/precision").asDouble())
        .isEqualTo(found.at("/labels/" + wrong + "/predicted").asInt() == 0 ? 0 : 1);
  }

  @Test
  void comparesTwoModels() throws IOException {
    Path file = pairsWithOneWrongLabel();
    assertThat(classify("--evaluate", file, "--compare", model)).as(err()).isZero();
    assertThat(out().lines().skip(1)).first().asString().endsWith("  0.0000  1.0000");
    assertThat(out()).contains("compared  difference       p");
  }

  @Test
  void namesTheModelAndTheLabelsThatItDoesNotKnow() throws IOException {
    Path file = write("nli.tsv", "a\tb\tneutral\nc\td\tentailment\ne\tf\tLABEL_0\n");
    assertThat(classify("--evaluate", file)).isEqualTo(1);
    assertThat(err())
        .contains(
            file
                + ": has the labels entailment, neutral, but the model "
                + model
                + " has only LABEL_0, LABEL_1: use files with the labels of the model, or a model"
                + " that was trained on those of the file");
  }

  @Test
  void namesTheComparedModelThatDoesNotKnowALabel() throws IOException {
    Path yesNo =
        SampleHead.constant(TransformerHead.CLASSIFICATION, List.of("no", "yes"), 0, 1)
            .write(SampleTransformer.BERT_CLASSIFIER, folder, "yes-no");
    Path file = write("texts.tsv", "the cat\tLABEL_0\n");
    assertThat(classify("--evaluate", file, "--compare", yesNo)).isEqualTo(1);
    assertThat(err()).contains("has the labels LABEL_0, but the model " + yesNo + " has only no");
  }

  @Test
  void listsTheFirstOfManyUnknownLabels() throws IOException {
    StringBuilder rows = new StringBuilder();
    for (int i = 100; i < 150; i++) {
      rows.append("the cat\t").append(i).append('\n');
    }
    assertThat(classify("--evaluate", write("texts.tsv", rows.toString()))).isEqualTo(1);
    assertThat(err()).contains("118, 119 and 30 more, but the model");
  }

  @Test
  void measuresTextsInSomeLanguages() throws IOException {
    Path file =
        write(
            "xnli.tsv",
            """
            language\tgold_label\tsentence1\tsentence2
            en\tLABEL_0\tthe cat\tthe dog
            de\tLABEL_0\tthe cat\tthe mat
            nb\tLABEL_0\tthe dog\tthe mat
            """);
    assertThat(classify("--evaluate", file, "--languages", "de", "--json")).as(err()).isZero();
    assertThat(MAPPER.readTree(out()).at("/files/0/texts").asInt()).isEqualTo(1);
    int before = out().length();
    assertThat(classify("--evaluate", file, "--languages", "en,no", "--json")).isZero();
    assertThat(MAPPER.readTree(out().substring(before)).at("/files/0/texts").asInt()).isEqualTo(2);
  }

  @Test
  void namesTheLanguagesOfAFileWithoutTheSelectedOne() throws IOException {
    Path stated = write("xnli.tsv", "lang\tlabel\ttext\nen\tLABEL_0\ta\nde\tLABEL_1\tb\n");
    Path silent = write("texts.tsv", "the cat\tLABEL_0\n");
    Path empty = write("empty.tsv", "the cat\t-\n");
    assertThat(classify("--evaluate", stated, "--languages", "fr,es")).isEqualTo(1);
    assertThat(classify("--evaluate", silent, "--languages", "fr")).isEqualTo(1);
    assertThat(classify("--evaluate", empty)).isEqualTo(1);
    assertThat(err())
        .contains(stated + ": has labelled texts in de, en, expected texts in fr or es: change or")
        .contains(silent + ": does not state the languages of its texts, expected texts in fr: ")
        .contains(empty + ": has no texts with labels, expected one or more");
  }

  @Test
  void measuresATableOfTextsAndLabelsWithoutAHeader() throws IOException {
    Path file = write("texts.tsv", "the cat\tLABEL_0\nthe dog\tLABEL_1\n");
    assertThat(classify("--evaluate", file, "--json")).as(err()).isZero();
    assertThat(MAPPER.readTree(out()).at("/files/0/texts").asInt()).isEqualTo(2);
  }

  @Test
  void skipsRecordsOnRequest() throws IOException {
    Path file = write("texts.txt", "the cat\na\tb\tc\td\nthe dog\n");
    assertThat(classify(file)).isEqualTo(1);
    assertThat(err()).contains(file + ":2: found 4 columns, expected a text, or two");
    int before = out().length();
    assertThat(classify(file, "--on-error", "skip")).isZero();
    assertThat(out().substring(before).lines()).hasSize(2);
    assertThat(err()).contains("skipped 1 record of " + file);
  }

  @Test
  void rejectsOptionsWithoutEffect() throws IOException {
    Path file = write("texts.txt", "the cat\n");
    assertThat(classify(file, "--per-label")).isEqualTo(1);
    assertThat(classify(file, "--compare", model)).isEqualTo(1);
    assertThat(classify(file, "--evaluate", "--seed", 2)).isEqualTo(1);
    assertThat(err())
        .contains("--per-label and --languages need --evaluate")
        .contains("--compare needs --evaluate")
        .contains("--seed needs --compare");
    assertThat(isogloss("classify", "--model", "tiny", file)).isEqualTo(1);
    assertThat(err()).contains("expected one with a head for");
  }
}
