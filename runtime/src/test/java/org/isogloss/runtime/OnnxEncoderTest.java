// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.isogloss.core.CountingEncoder;
import org.isogloss.core.Encoder;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Role;
import org.isogloss.core.contract.EncoderContractTest;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.modelio.samples.SampleTransformer.Golden;
import org.isogloss.runtime.export.OnnxExport;
import org.isogloss.runtime.export.OnnxExportOptions;
import org.isogloss.runtime.export.Precision;
import org.isogloss.runtime.inference.GraphRunner;
import org.isogloss.text.Tokenizer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class OnnxEncoderTest {
  @TempDir Path scratch;
  private Path folder;

  @BeforeEach
  void copy() {
    folder = SampleTransformer.BERT_ENCODER.copyInto(scratch);
  }

  private static Encoder open(Path folder, int threads, Precision precision) {
    try (ModelFolder model = ModelFolder.open(folder)) {
      return Encoders.open(model, new InferenceOptions(threads, precision));
    }
  }

  private static void export(Path folder, OnnxExportOptions options) {
    try (ModelFolder model = ModelFolder.open(folder)) {
      OnnxExport.write(model, options);
    }
  }

  @Test
  void countsTheTokensThatItReads() {
    String text = "one two three";
    String tooLong = "word ".repeat(1_000);
    try (ModelFolder model = ModelFolder.open(folder);
        CountingEncoder encoder = Encoders.open(model, new InferenceOptions(1, Precision.FP32))) {
      Tokenizer tokenizer = model.tokenizer();
      int maxLength = Math.min(model.encoding().maxLength(), model.transformerConfig().maxLength());
      String prefix = model.encoding().prefix(Role.PASSAGE);
      assertThat(encoder.encodeAndCount(List.of(text, "", tooLong), Role.PASSAGE).tokens())
          .containsExactly(
              tokenizer.ids(prefix + text).length,
              0,
              maxLength - tokenizer.encode("", maxLength).size());
    }
  }

  /** Exported from the weights in single precision. */
  @Nested
  class InSinglePrecision extends EncoderContractTest {
    @Override
    protected Encoder open() {
      return OnnxEncoderTest.open(folder, 2, Precision.FP32);
    }
  }

  /** Exported from the weights in eight bits. */
  @Nested
  class InEightBits extends EncoderContractTest {
    @Override
    protected Encoder open() {
      return OnnxEncoderTest.open(folder, 1, Precision.INT8);
    }
  }

  /** A vocabulary with a marker for white space, and CLS pooling. */
  @Nested
  class OfAUnigramVocabulary extends EncoderContractTest {
    @Override
    protected Encoder open() {
      Path unigram = scratch.resolve("xlmr");
      Path model = unigram.resolve("xlmr-encoder");
      return OnnxEncoderTest.open(
          Files.isDirectory(model) ? model : SampleTransformer.XLMR_ENCODER.copyInto(unigram),
          2,
          Precision.FP32);
    }
  }

  /** A graph of another exporter, with token vectors as output and three inputs. */
  @Nested
  class OfAForeignGraph extends EncoderContractTest {
    @Override
    protected Encoder open() {
      foreign(folder);
      return OnnxEncoderTest.open(folder, 2, Precision.FP32);
    }
  }

  private static void foreign(Path folder) {
    try {
      Path pooling = folder.resolve("1_Pooling").resolve("config.json");
      String saved = Files.readString(pooling);
      Files.delete(pooling);
      export(folder, OnnxExportOptions.forPrecision(Precision.FP32));
      Files.writeString(pooling, saved);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void assertMatchesPyTorch(Encoder encoder, double tolerance) {
    Golden golden = SampleTransformer.BERT_ENCODER.golden();
    // The golden texts have no prefix, so the query prefix is removed.
    float[][] vectors = encoder.encode(golden.texts(), Role.QUERY);
    for (int i = 0; i < vectors.length; i++) {
      assertThat(1 - GraphRunner.cosine(vectors[i], golden.mean()[i])).isLessThan(tolerance);
    }
  }

  private void withoutPrefixes() throws IOException {
    Files.delete(folder.resolve("config_sentence_transformers.json"));
  }

  @ParameterizedTest
  @EnumSource
  void matchesPyTorch(Precision precision) throws IOException {
    withoutPrefixes();
    try (Encoder encoder = open(folder, 2, precision)) {
      assertMatchesPyTorch(encoder, precision == Precision.FP32 ? 1e-6 : 1e-2);
    }
  }

  @Test
  void foreignGraphMatchesPyTorch() throws IOException {
    withoutPrefixes();
    foreign(folder);
    Files.delete(folder.resolve("model.safetensors"));
    try (Encoder encoder = open(folder, 2, Precision.INT8)) {
      assertMatchesPyTorch(encoder, 1e-6);
    }
  }

  @Test
  void prefixesChangeVectors() {
    try (Encoder encoder = open(folder, 1, Precision.FP32)) {
      float[] query = encoder.encode(List.of("Where?"), Role.QUERY)[0];
      float[] passage = encoder.encode(List.of("Where?"), Role.PASSAGE)[0];
      assertThat(GraphRunner.cosine(query, passage)).isLessThan(0.999);
    }
  }

  @Test
  void uninformativeTextHasZeroVector() {
    try (Encoder encoder = open(folder, 1, Precision.FP32)) {
      for (float[] vector : encoder.encode(List.of("", "  ", "\u0b95"), Role.QUERY)) {
        assertThat(vector).containsOnly(0f);
      }
    }
  }

  @Test
  void fingerprintIncludesGraph() {
    String single;
    String eight;
    try (Encoder encoder = open(folder, 1, Precision.FP32)) {
      single = encoder.fingerprint();
    }
    try (Encoder encoder = open(folder, 1, Precision.INT8)) {
      eight = encoder.fingerprint();
    }
    assertThat(eight).isNotEqualTo(single);
    export(folder, OnnxExportOptions.forPrecision(Precision.INT8));
    try (Encoder encoder = open(folder, 1, Precision.INT8);
        ModelFolder model = ModelFolder.open(folder)) {
      // An index that was created before the graph was written remains valid.
      assertThat(encoder.fingerprint()).isEqualTo(eight).isEqualTo(model.fingerprint());
    }
  }

  @Test
  void runsGraphWithoutWeights() throws IOException {
    float[][] expected;
    List<String> texts = SampleTransformer.BERT_ENCODER.golden().texts();
    try (Encoder encoder = open(folder, 1, Precision.INT8)) {
      expected = encoder.encode(texts, Role.QUERY);
    }
    export(folder, OnnxExportOptions.forPrecision(Precision.INT8).withSingleFile(true));
    Files.delete(folder.resolve("model.safetensors"));
    try (Encoder encoder = open(folder, 1, Precision.INT8)) {
      assertThat(encoder.encode(texts, Role.QUERY)).isDeepEqualTo(expected);
    }
    Files.delete(folder.resolve("onnx").resolve(Precision.INT8.fileName()));
    assertThatThrownBy(() -> open(folder, 1, Precision.FP32))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("model.safetensors");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void runsFromJar(boolean oneFile) throws IOException {
    export(folder, OnnxExportOptions.forPrecision(Precision.INT8).withSingleFile(oneFile));
    List<String> texts = SampleTransformer.BERT_ENCODER.golden().texts();
    float[][] expected;
    try (Encoder encoder = open(folder, 1, Precision.INT8)) {
      expected = encoder.encode(texts, Role.QUERY);
    }
    Path jar = scratch.resolve("model.jar");
    try (FileSystem zip = FileSystems.newFileSystem(jar, Map.of("create", "true"))) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
          Path inside = zip.getPath("/models/small", folder.relativize(file).toString());
          Files.createDirectories(inside.getParent());
          Files.copy(file, inside);
        }
      }
    }
    Encoder encoder;
    try (FileSystem zip = FileSystems.newFileSystem(jar)) {
      encoder = open(zip.getPath("/models/small"), 1, Precision.INT8);
    }
    try (encoder) {
      assertThat(encoder.encode(texts, Role.QUERY)).isDeepEqualTo(expected);
    }
  }

  @Test
  void batchesGiveSameVectorsAsSingleTexts() {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < 3000; i++) {
      texts.add("What is " + "the largest ".repeat(i % 40) + "city " + i % 7 + "?");
    }
    try (Encoder encoder = open(folder, 2, Precision.INT8)) {
      float[][] together = encoder.encode(texts, Role.PASSAGE);
      for (int i = 0; i < texts.size(); i += 97) {
        assertThat(together[i])
            .containsExactly(encoder.encode(List.of(texts.get(i)), Role.PASSAGE)[0]);
      }
    }
  }

  @Test
  void concurrentCallersShareBatches() throws Exception {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      texts.add("city ".repeat(1 + i % 9) + i);
    }
    try (Encoder encoder = open(folder, 2, Precision.INT8);
        ExecutorService callers = Executors.newFixedThreadPool(16)) {
      float[][] expected = encoder.encode(texts, Role.QUERY);
      List<Future<float[][]>> all = new ArrayList<>();
      for (String text : texts) {
        all.add(callers.submit(() -> encoder.encode(List.of(text), Role.QUERY)));
      }
      for (int i = 0; i < expected.length; i++) {
        assertThat(all.get(i).get()[0]).containsExactly(expected[i]);
      }
    }
  }

  @Test
  void canCloseDuringEncoding() throws Exception {
    for (int round = 0; round < 5; round++) {
      Encoder encoder = open(folder, 2, Precision.INT8);
      try (ExecutorService callers = Executors.newFixedThreadPool(8)) {
        List<Future<Boolean>> all = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
          all.add(callers.submit(() -> encodeUntilClosed(encoder)));
        }
        Thread.sleep(20);
        encoder.close();
        for (Future<Boolean> one : all) {
          assertThat(one.get()).isTrue();
        }
      }
    }
  }

  private static boolean encodeUntilClosed(Encoder encoder) {
    List<String> texts = Collections.nCopies(300, "What is the largest city in Poland?");
    try {
      while (true) {
        for (float[] vector : encoder.encode(texts, Role.QUERY)) {
          assertThat(GraphRunner.cosine(vector, vector)).isCloseTo(1, within(1e-6));
        }
      }
    } catch (IllegalStateException e) {
      return e.getMessage().contains("closed");
    }
  }

  @Test
  void rejectsModelsThatCannotEncode() {
    for (SampleTransformer sample :
        new SampleTransformer[] {
          SampleTransformer.BERT_CLASSIFIER, SampleTransformer.BERT_LANGUAGE_MODEL
        }) {
      Path other = sample.copyInto(scratch);
      assertThatThrownBy(() -> open(other, 1, Precision.FP32))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("expected");
    }
  }

  @Test
  void reportsDamagedGraph() throws IOException {
    export(folder, OnnxExportOptions.forPrecision(Precision.INT8));
    Path graph = folder.resolve("onnx").resolve("model_int8.onnx");
    byte[] bytes = Files.readAllBytes(graph);
    Files.write(graph, Arrays.copyOf(bytes, bytes.length / 2));
    assertThatThrownBy(() -> open(folder, 1, Precision.INT8))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("model_int8.onnx");
  }

  @Test
  void opensItsGraphWithTheFirstText() throws IOException {
    export(folder, OnnxExportOptions.forPrecision(Precision.INT8));
    InferenceOptions options = new InferenceOptions(1, Precision.INT8);
    List<String> texts = List.of("What is the largest city in Poland?");
    try (ModelFolder model = ModelFolder.open(folder);
        Encoder eager = Encoders.open(model, options);
        OnnxEncoder deferred = OnnxEncoder.openDeferred(model, options)) {
      assertThat(deferred.fingerprint()).isEqualTo(eager.fingerprint());
      assertThat(deferred.dimension()).isEqualTo(eager.dimension());
      assertThat(deferred.batches()).isZero();
      assertThat(deferred.encode(texts, Role.QUERY)).isDeepEqualTo(eager.encode(texts, Role.QUERY));
      assertThat(deferred.batches()).isEqualTo(1);
      OnnxEncoder closed = OnnxEncoder.openDeferred(model, options);
      closed.close();
      assertThatThrownBy(() -> closed.encode(texts, Role.QUERY))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("the model is closed");
    }

    Path graph = folder.resolve("onnx").resolve("model_int8.onnx");
    byte[] bytes = Files.readAllBytes(graph);
    Files.write(graph, Arrays.copyOf(bytes, bytes.length / 2));
    try (ModelFolder model = ModelFolder.open(folder);
        Encoder damaged = Encoders.openDeferred(model, options)) {
      assertThatThrownBy(() -> damaged.encode(texts, Role.QUERY))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("model_int8.onnx");
    }
  }

  @Test
  void deletesTemporaryFiles() throws IOException {
    List<Path> before = temporaryGraphs();
    try (Encoder encoder = open(folder, 1, Precision.INT8)) {
      encoder.encode(List.of("city"), Role.QUERY);
    }
    assertThat(temporaryGraphs()).isEqualTo(before);
  }

  /** The graphs of this process; others come and go. */
  private static List<Path> temporaryGraphs() throws IOException {
    String prefix = "isogloss-graph-" + ProcessHandle.current().pid() + "-";
    try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return files
          .filter(file -> file.getFileName().toString().startsWith(prefix))
          .sorted()
          .toList();
    }
  }
}
