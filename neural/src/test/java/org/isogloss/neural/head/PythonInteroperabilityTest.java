// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.head;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.safetensors.DataType;
import org.isogloss.modelio.samples.SampleEncoder;
import org.isogloss.modelio.samples.SampleModel;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.neural.torch.RequiresTorch;
import org.isogloss.neural.transformer.Parameter;
import org.isogloss.neural.transformer.TokenBatch;
import org.isogloss.neural.transformer.Transformer;
import org.isogloss.neural.transformer.TransformerFixtures;
import org.isogloss.neural.transformer.TransformerOptions;
import org.isogloss.text.Encoding;
import org.isogloss.text.Tokenizer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Opens written folders with Python. The system property {@code isogloss.python} is the path of an
 * interpreter with torch, transformers and sentence-transformers; {@code isogloss.mbert} is a
 * folder of multilingual BERT for the test with a large model.
 */
@Tag("slow")
@RequiresTorch
class PythonInteroperabilityTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private interface Logits<H extends Head> {
    Tensor of(H head, Tensor hidden, TokenBatch batch);
  }

  @TempDir private Path folder;
  private PointerScope scope;

  @BeforeEach
  void open() {
    assumeTrue(System.getProperty("isogloss.python") != null, "isogloss.python is not set");
    scope = new PointerScope();
  }

  @AfterEach
  void close() {
    if (scope != null) {
      scope.close();
    }
  }

  /**
   * Returns the output of Python for texts given as token ids, and for texts that it tokenizes
   * itself.
   */
  private JsonNode python(Path model, List<Encoding> rows, List<String> texts) throws Exception {
    ObjectNode input = MAPPER.createObjectNode().put("folder", model.toString());
    input.set("ids", MAPPER.valueToTree(rows.stream().map(Encoding::ids).toList()));
    input.set("types", MAPPER.valueToTree(rows.stream().map(Encoding::typeIds).toList()));
    input.set("texts", MAPPER.valueToTree(texts));
    Path script = folder.resolve("open_folder.py");
    try (InputStream in = PythonInteroperabilityTest.class.getResourceAsStream("open_folder.py")) {
      Files.write(script, in.readAllBytes());
    }
    Path errors = folder.resolve("errors.txt");
    Process process =
        new ProcessBuilder(System.getProperty("isogloss.python"), script.toString())
            .redirectError(errors.toFile())
            .start();
    process.getOutputStream().write(MAPPER.writeValueAsBytes(input));
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(Files.readString(errors)).isZero();
    JsonNode found = MAPPER.readTree(out.substring(out.indexOf("{\"class\"")));
    assertThat(found.get("missing")).isEmpty();
    assertThat(found.get("unexpected")).isEmpty();
    return found;
  }

  private static float[][] floats(JsonNode node) {
    return MAPPER.convertValue(node, float[][].class);
  }

  private static float[][] means(Transformer body, List<Encoding> rows) {
    float[][] means = new float[rows.size()][];
    for (int row = 0; row < means.length; row++) {
      Tensor alone = body.forward(body.batch(List.of(rows.get(row))));
      means[row] = TransformerFixtures.numbers(alone.select(0, 0).mean(0));
    }
    return means;
  }

  private <H extends Head> void assertPythonAgrees(
      SampleTransformer sample, BiFunction<ModelFolder, Transformer, H> create, Logits<H> logits)
      throws Exception {
    Path to = folder.resolve("written");
    try (ModelFolder model = TransformerFixtures.open(sample, folder);
        Transformer body = Transformer.load(model, TransformerOptions.DEFAULT);
        H head = create.apply(model, body)) {
      List<Parameter> all = new ArrayList<>(body.parameters());
      all.addAll(head.parameters());
      TrainedTransformerTest.perturb(all);
      new TrainedTransformer(body, head, DataType.F32)
          .write(to, model, TrainedTransformerTest.manifest(Pooling.NONE));
      List<Encoding> rows = TransformerFixtures.texts(sample.golden());
      JsonNode found = python(to, rows, sample.golden().texts());
      assertThat(found.get("class").asText())
          .isEqualTo(head.kind().architecture(body.familyConfig("heads").family()));
      assertThat(TransformerFixtures.distance(means(body, rows), floats(found.get("mean"))))
          .isLessThan(1e-5);
      float[][] actual = new float[rows.size()][];
      for (int row = 0; row < actual.length; row++) {
        TokenBatch batch = body.batch(List.of(rows.get(row)));
        Tensor hidden = body.forward(batch);
        actual[row] = TransformerFixtures.numbers(logits.of(head, hidden, batch));
      }
      assertThat(TransformerFixtures.distance(actual, floats(found.get("logits"))))
          .isLessThan(1e-5);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"BERT_ENCODER", "XLMR_ENCODER"})
  void opensSequenceClassifiers(SampleTransformer sample) throws Exception {
    assertPythonAgrees(
        sample,
        (model, body) -> SequenceClassificationHead.create(model, body, 3, 1),
        (head, hidden, batch) -> head.logits(hidden));
  }

  @ParameterizedTest
  @EnumSource(names = {"BERT_ENCODER", "XLMR_ENCODER"})
  void opensTokenClassifiers(SampleTransformer sample) throws Exception {
    assertPythonAgrees(
        sample,
        (model, body) -> TokenClassificationHead.create(model, body, 3, 1),
        (head, hidden, batch) -> head.logits(hidden).select(1, 0));
  }

  @ParameterizedTest
  @EnumSource(names = {"BERT_ENCODER", "XLMR_ENCODER"})
  void opensAnswerSpanHeads(SampleTransformer sample) throws Exception {
    assertPythonAgrees(
        sample,
        (model, body) -> AnswerSpanHead.create(model, body, 1),
        (head, hidden, batch) -> head.logits(hidden, batch));
  }

  @ParameterizedTest
  @EnumSource(names = {"BERT_LANGUAGE_MODEL", "XLMR_LANGUAGE_MODEL"})
  void opensLanguageModels(SampleTransformer sample) throws Exception {
    assertPythonAgrees(
        sample, LanguageModelHead::load, (head, hidden, batch) -> head.logits(hidden.select(1, 1)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "random-sparse/splade-modernbert",
        "random-sparse/splade-mpnet",
        "random-encoders/modernbert",
        "random-encoders/mpnet",
        "random-encoders/distilbert"
      })
  void opensLanguageModelsOfOtherArchitectures(String name) throws Exception {
    Path to = folder.resolve("written");
    List<String> texts =
        List.of("What is the largest city?", "Welche Mannschaft gewann das Spiel?");
    try (ModelFolder model = ModelFolder.open(new SampleModel(name).copyInto(folder));
        Transformer body = Transformer.load(model, TransformerOptions.DEFAULT);
        LanguageModelHead head =
            name.startsWith("random-sparse")
                ? LanguageModelHead.load(model, body)
                : LanguageModelHead.create(model, body, 1)) {
      TrainedTransformerTest.perturb(body.parameters());
      TrainedTransformerTest.perturb(head.parameters());
      new TrainedTransformer(body, head, DataType.F32)
          .write(to, model, TrainedTransformerTest.manifest(Pooling.NONE));
      List<Encoding> rows = texts.stream().map(text -> model.tokenizer().encode(text, 96)).toList();
      JsonNode found = python(to, rows, texts);
      assertThat(found.get("class").asText()).endsWith("ForMaskedLM");
      float[][] logits = new float[rows.size()][];
      for (int row = 0; row < logits.length; row++) {
        Tensor hidden = body.forward(body.batch(List.of(rows.get(row))));
        logits[row] = TransformerFixtures.numbers(head.logits(hidden.select(1, 1)));
      }
      assertThat(TransformerFixtures.distance(logits, floats(found.get("logits"))))
          .isLessThan(1e-5);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"F32", "F16", "BF16"})
  void opensEncodersOfEveryType(DataType type) throws Exception {
    Path to = folder.resolve("encoder");
    try (ModelFolder model = TransformerFixtures.open(SampleTransformer.BERT_ENCODER, folder);
        Transformer body = Transformer.load(model, TransformerOptions.DEFAULT)) {
      TrainedTransformerTest.perturb(body.parameters());
      new TrainedTransformer(body, new PoolingHead(Pooling.MEAN), type)
          .write(to, model, TrainedTransformerTest.manifest(Pooling.MEAN));
    }
    assertThat(vectorDistance(to, SampleTransformer.BERT_ENCODER.golden().texts()))
        .isLessThan(1e-5);
  }

  @ParameterizedTest
  @EnumSource(
      names = {"DISTILBERT", "MPNET", "ROBERTA", "MODERNBERT", "QWEN2", "QWEN3", "GEMMA3", "GTE"})
  void opensEncodersOfOtherArchitectures(SampleEncoder sample) throws Exception {
    Path to = folder.resolve("encoder");
    try (ModelFolder model = ModelFolder.open(sample.copyInto(folder));
        Transformer body = Transformer.load(model, TransformerOptions.DEFAULT);
        PoolingHead head = PoolingHead.load(model, body, model.encoding().pooling())) {
      TrainedTransformerTest.perturb(body.parameters());
      new TrainedTransformer(body, head, DataType.F32)
          .write(to, model, TrainedTransformerTest.manifest(head.pooling()));
    }
    assertThat(vectorDistance(to, sample.golden().texts())).isLessThan(1e-5);
  }

  @Test
  void opensALargeEncoder(TestReporter reporter) throws Exception {
    String mbert = System.getProperty("isogloss.mbert");
    assumeTrue(mbert != null, "isogloss.mbert is not set");
    Path to = folder.resolve("encoder");
    TransformerOptions six = TransformerOptions.builder().layers(6).build();
    try (ModelFolder model = ModelFolder.open(Path.of(mbert));
        Transformer body = Transformer.load(model, six)) {
      new TrainedTransformer(body, new PoolingHead(Pooling.MEAN), DataType.F32)
          .write(to, model, TrainedTransformerTest.manifest(Pooling.MEAN));
    }
    List<String> texts =
        List.of(
            "The committee will vote on Tuesday.",
            "Der Ausschuss stimmt am Dienstag ab, und zwar über alle Änderungen.",
            "委员会将于星期二进行表决。",
            "Комитет проголосует во вторник.",
            "كلب");
    double distance = vectorDistance(to, texts);
    reporter.publishEntry(
        "greatest difference from sentence-transformers, 6 layers of mBERT",
        String.valueOf(distance));
    assertThat(distance).isLessThan(1e-5);
  }

  /** Returns the greatest difference between our vectors and those of sentence-transformers. */
  private double vectorDistance(Path written, List<String> texts) throws Exception {
    try (ModelFolder model = ModelFolder.open(written);
        Transformer body = Transformer.load(model, TransformerOptions.DEFAULT);
        PoolingHead head = PoolingHead.load(model, body, model.encoding().pooling())) {
      Tokenizer tokenizer = model.tokenizer();
      int maxLength = model.encoding().maxLength();
      List<Encoding> plain = texts.stream().map(text -> tokenizer.encode(text, maxLength)).toList();
      List<Encoding> queries =
          texts.stream()
              .map(text -> tokenizer.encode(model.encoding().queryPrefix() + text, maxLength))
              .toList();
      JsonNode found = python(written, plain, texts);
      assertThat(MAPPER.convertValue(found.get("tokens"), int[][].class))
          .isDeepEqualTo(plain.stream().map(Encoding::ids).toArray(int[][]::new));
      assertThat(TransformerFixtures.distance(means(body, plain), floats(found.get("mean"))))
          .isLessThan(1e-5);
      return Math.max(
          TransformerFixtures.distance(vectors(body, head, plain), floats(found.get("vectors"))),
          TransformerFixtures.distance(vectors(body, head, queries), floats(found.get("queries"))));
    }
  }

  private static float[][] vectors(Transformer body, PoolingHead head, List<Encoding> texts) {
    TokenBatch batch = body.batch(texts);
    return TransformerFixtures.rows(head.vectors(body.forward(batch), batch));
  }
}
