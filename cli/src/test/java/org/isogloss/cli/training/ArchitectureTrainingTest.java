// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.cli.CommandTest;
import org.isogloss.core.Encoder;
import org.isogloss.core.Role;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.samples.SampleEncoder;
import org.isogloss.modelio.samples.SampleEncoder.Golden;
import org.isogloss.neural.TrainingLog;
import org.isogloss.neural.biencoder.BiEncoder;
import org.isogloss.neural.head.PoolingHead;
import org.isogloss.neural.torch.Tensors;
import org.isogloss.neural.transformer.Transformer;
import org.isogloss.neural.transformer.TransformerOptions;
import org.isogloss.runtime.Encoders;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.export.Precision;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Trains encoders of other architectures than BERT, and opens what was written. */
class ArchitectureTrainingTest extends CommandTest {
  private static final InferenceOptions WHOLE =
      InferenceOptions.defaults().withThreads(1).withPrecision(Precision.FP32);

  @BeforeEach
  void requireTorch() {
    assumeTrue(
        torch.class.getResource("/org/bytedeco/pytorch/" + Loader.getPlatform() + "/") != null,
        "no libtorch for " + Loader.getPlatform() + " on the class path");
  }

  /** Returns the exit status. */
  private int train(SampleEncoder sample, int steps, String learningRate) throws IOException {
    Path recipe =
        Files.writeString(
            folder.resolve("recipe.yaml"),
            """
            kind: bi-encoder
            name: small
            model: {base: "%s", max-length: 256, dropout: 0}
            data: {bitext: "${data}", held-out: 0}
            batches: {pairs: 4, groups: 1, bucket: 1}
            objectives: {contrast: {scale: 10}}
            optimizer: {learning-rate: %s, schedule: {kind: constant}}
            training: {steps: %d, validate-every: 0, log-every: 5}
            """
                .formatted(sample.copyInto(folder), learningRate, steps));
    Path data = Files.createDirectories(folder.resolve("data"));
    Files.writeString(
        data.resolve("en-de.tsv"),
        """
        the house\tdas Haus
        the team won the game\tdie Mannschaft gewann das Spiel
        the largest city\tdie größte Stadt
        how many points?\twie viele Punkte?
        """);
    return isogloss("train", recipe, "--data", data, "--to", model(), "--threads", 1);
  }

  private Path model() {
    return folder.resolve("trained");
  }

  /**
   * A training without effect writes a model with the vectors that Python computed for its base.
   */
  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"NOMIC_MOE", "JINA_ADAPTERS"})
  void writesAModelOfTheSameArchitecture(SampleEncoder sample) throws IOException {
    assertThat(train(sample, 1, "1e-12")).as(err()).isZero();
    Path imported = folder.resolve("imported");
    assertThat(isogloss("model", "import", model(), "--to", imported)).as(err()).isZero();
    Golden golden = sample.golden();
    for (Path written : List.of(model(), imported)) {
      requireClose(encode(written, golden.texts(), Role.QUERY), golden.query());
      requireClose(encode(written, golden.texts(), Role.PASSAGE), golden.passage());
    }
    assertThat(isogloss("model", "export", model(), "--int8")).as(err()).isZero();
    Path documents = folder.resolve("documents.jsonl");
    Files.writeString(documents, "{\"id\": \"team\", \"text\": \"Which team won the game?\"}\n");
    Path index = folder.resolve("index");
    assertThat(isogloss("index", documents, "--index", index, "--model", model()))
        .as(err())
        .isZero();
    assertThat(isogloss("search", "Welche Mannschaft?", "--index", index, "--pipeline", "dense"))
        .as(err())
        .isZero();
    assertThat(out()).contains("team");
  }

  @ParameterizedTest
  @EnumSource(names = {"MODERNBERT", "GTE", "QWEN3", "GEMMA3"})
  void learnsAndIsRunAsItWasTrained(SampleEncoder sample) throws IOException {
    assertThat(train(sample, 40, "3e-3")).as(err()).isZero();
    List<Double> losses =
        List.copyOf(
            TrainingLog.read(folder.resolve("trained.work/training.jsonl")).losses().values());
    assertThat(losses.getLast()).isLessThan(losses.getFirst() / 2);
    List<String> texts = sample.golden().texts();
    requireClose(encode(model(), texts, Role.QUERY), vectorsOfTheTrainedModel(texts));
  }

  @Test
  void rejectsExpertsAtOnce() throws IOException {
    assertThat(train(SampleEncoder.NOMIC_MOE, 1, "1e-3")).isNotZero();
    assertThat(err()).contains("nomic_bert with experts, which cannot be trained", "modernbert");
    assertThat(model()).doesNotExist();
  }

  private static float[][] encode(Path model, List<String> texts, Role role) {
    try (ModelFolder opened = ModelFolder.open(model);
        Encoder encoder = Encoders.open(opened, WHOLE)) {
      return encoder.encode(texts, role);
    }
  }

  /** Computes the vectors of queries by libtorch. */
  // The scope frees the tensors that are created inside it.
  @SuppressWarnings("try")
  private float[][] vectorsOfTheTrainedModel(List<String> texts) {
    try (ModelFolder opened = ModelFolder.open(model());
        Transformer transformer = Transformer.load(opened, TransformerOptions.DEFAULT);
        PoolingHead head = PoolingHead.load(opened, transformer, opened.encoding().pooling());
        PointerScope scope = new PointerScope()) {
      BiEncoder encoder = new BiEncoder(transformer, head, false, 1);
      float[][] vectors = new float[texts.size()][];
      for (int i = 0; i < vectors.length; i++) {
        String text = opened.prefix(Role.QUERY) + texts.get(i);
        vectors[i] =
            Tensors.toArray(
                encoder.vectors(
                    List.of(opened.tokenizer().encode(text, opened.encoding().maxLength()))));
      }
      return vectors;
    }
  }

  private static void requireClose(float[][] found, float[][] expected) {
    for (int i = 0; i < expected.length; i++) {
      assertThat(found[i]).as("text " + i).containsExactly(expected[i], within(1e-5f));
    }
  }
}
