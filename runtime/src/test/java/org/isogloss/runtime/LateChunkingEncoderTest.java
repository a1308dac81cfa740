// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.isogloss.core.Encoder;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Passage;
import org.isogloss.core.Role;
import org.isogloss.core.Span;
import org.isogloss.core.SpanEncoder.Passages;
import org.isogloss.core.contract.SpanEncoderContractTest;
import org.isogloss.core.util.UnitVectors;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.dense.DenseLayer;
import org.isogloss.modelio.dense.DenseLayerConfig.Activation;
import org.isogloss.modelio.samples.SampleDense;
import org.isogloss.modelio.samples.SampleEncoder;
import org.isogloss.modelio.samples.SampleGraph;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.runtime.export.OnnxExport;
import org.isogloss.runtime.export.OnnxExportOptions;
import org.isogloss.runtime.export.Precision;
import org.isogloss.runtime.foreign.GraphImport;
import org.isogloss.text.TokenizedText;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LateChunkingEncoderTest {
  private static final InferenceOptions OPTIONS = new InferenceOptions(2, Precision.FP32);

  @TempDir private Path scratch;
  private Path folder;

  @BeforeEach
  void copy() {
    folder = SampleTransformer.BERT_ENCODER.copyInto(scratch);
  }

  private Encoder open(Path model, Precision precision) {
    return Encoders.open(ModelFolder.open(model), OPTIONS.withPrecision(precision));
  }

  /** A graph that is exported to a temporary folder. */
  @Nested
  class InSinglePrecision extends SpanEncoderContractTest {
    @Override
    protected Encoder open() {
      return LateChunkingEncoderTest.this.open(folder, Precision.FP32);
    }
  }

  /** A graph of the folder, with its weights in another file. */
  @Nested
  class InEightBits extends SpanEncoderContractTest {
    @Override
    protected Encoder open() {
      export(folder, OnnxExportOptions.forPrecision(Precision.INT8));
      return LateChunkingEncoderTest.this.open(folder, Precision.INT8);
    }
  }

  /** A dense layer after the pooling, in the graph. */
  @Nested
  class WithADenseLayer extends SpanEncoderContractTest {
    @Override
    protected Encoder open() {
      if (!Files.exists(folder.resolve("2_Dense"))) {
        SampleDense.addTo(folder, 12, true, Activation.TANH);
      }
      return LateChunkingEncoderTest.this.open(folder, Precision.FP32);
    }
  }

  /** The graph of another program, with the vectors of tokens as its output. */
  @Nested
  class OfAForeignGraph extends SpanEncoderContractTest {
    @Override
    protected Encoder open() {
      Path electra = scratch.resolve(SampleGraph.ELECTRA.folderName());
      return LateChunkingEncoderTest.this.open(
          Files.exists(electra) ? electra : SampleGraph.ELECTRA.copyInto(scratch), Precision.FP32);
    }
  }

  private static void export(Path folder, OnnxExportOptions options) {
    try (ModelFolder model = ModelFolder.open(folder)) {
      OnnxExport.write(model, options);
    }
  }

  private static List<Path> meanPooled(Path scratch) {
    return Stream.of(
            SampleEncoder.DISTILBERT,
            SampleEncoder.MODERNBERT,
            SampleEncoder.GEMMA3,
            SampleEncoder.JINA_BERT)
        .map(sample -> sample.copyInto(scratch))
        .toList();
  }

  /** Returns the mean of the vectors of special tokens, header and passage, in another way. */
  private static float[] expected(
      ModelFolder model, TokenVectors states, String header, String text, Span passage) {
    String prefixed = model.encoding().prefix(Role.PASSAGE) + header;
    float[][] vectors = states.encode(List.of(header + text), Role.PASSAGE)[0];
    TokenizedText tokens = model.tokenizer().tokenize(prefixed + text);
    int before = model.tokenizer().specialTokens().prefix().length;
    float[] mean = new float[vectors[0].length];
    int count = 0;
    for (int i = 0; i < vectors.length; i++) {
      int token = i - before;
      boolean special = token < 0 || token >= tokens.size();
      boolean counts =
          special
              || tokens.ends()[token] <= prefixed.length()
              || (tokens.starts()[token] < prefixed.length() + passage.end()
                  && tokens.ends()[token] > prefixed.length() + passage.start());
      count += counts ? 1 : 0;
      for (int d = 0; d < mean.length && counts; d++) {
        mean[d] += vectors[i][d];
      }
    }
    for (int d = 0; d < mean.length; d++) {
      mean[d] /= count;
    }
    float[] vector = mean;
    for (DenseLayer layer : model.denseLayers()) {
      vector = layer.apply(vector);
    }
    return UnitVectors.normalize(vector);
  }

  @Test
  void poolsTheTokensOfEachPassageInOnePassOverTheText() {
    String text = "the cat sleeps, the dog sleeps too. in the river a fish";
    List<Span> spans = List.of(new Span(0, 15), new Span(8, 35), new Span(36, text.length()));
    for (Path path : meanPooled(scratch)) {
      try (ModelFolder model = ModelFolder.open(path);
          Encoder encoder = Encoders.open(model, OPTIONS);
          TokenVectors states = TokenVectors.open(model, OPTIONS)) {
        for (String title : List.of("", "house")) {
          float[][] found =
              encoder
                  .spans()
                  .encode(List.of(new Passages(title, text, spans)), Role.PASSAGE)
                  .getFirst();
          for (int i = 0; i < found.length; i++) {
            assertThat(found[i])
                .as("%s, passage %d", path.getFileName(), i)
                .containsExactly(
                    expected(model, states, Passage.titled(title, ""), text, spans.get(i)),
                    within(1e-5f));
          }
        }
      }
    }
  }

  /**
   * A passage of a long text is read with as much text around it as the model can read: of all
   * windows of that size that contain the passage, one yields its vector.
   */
  @Test
  void readsALongTextInWindowsOfTheMaximumLength() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    try (ModelFolder model = ModelFolder.open(folder);
        Encoder encoder = Encoders.open(model, OPTIONS);
        TokenVectors states = TokenVectors.open(model, OPTIONS)) {
      List<String> words =
          IntStream.range(0, model.vocabularySize())
              .mapToObj(model.tokenizer()::token)
              .filter(word -> word.matches("[a-z]+") && model.tokenizer().ids(word).length == 1)
              .toList();
      assertThat(words).hasSizeGreaterThan(10).contains("t");
      int room = model.maxLength() - model.tokenizer().encode("passage: t\n", 512).size();
      List<String> text = new ArrayList<>();
      List<Span> spans = new ArrayList<>();
      List<int[]> ranges = new ArrayList<>();
      int start = 0;
      while (text.size() < 3 * room) {
        int first = text.size();
        int size = random.nextInt(1, room / 2);
        for (int i = 0; i < size; i++) {
          text.add(words.get(random.nextInt(words.size())));
        }
        int end = String.join(" ", text).length();
        spans.add(new Span(start, end));
        ranges.add(new int[] {first, text.size()});
        start = end + 1;
      }
      float[][] found =
          encoder
              .spans()
              .encode(List.of(new Passages("t", String.join(" ", text), spans)), Role.PASSAGE)
              .getFirst();
      for (int i = 0; i < found.length; i++) {
        int[] range = ranges.get(i);
        boolean matches = false;
        int from = Math.max(0, range[1] - room);
        for (; !matches && from <= Math.min(range[0], text.size() - room); from++) {
          String before = String.join(" ", text.subList(from, range[0]));
          String own = String.join(" ", text.subList(range[0], range[1]));
          int offset = before.isEmpty() ? 0 : before.length() + 1;
          float[] expected =
              expected(
                  model,
                  states,
                  "t\n",
                  String.join(" ", text.subList(from, from + room)),
                  new Span(offset, offset + own.length()));
          matches = maxDifference(expected, found[i]) < 1e-5;
        }
        assertThat(matches).as("passage %d, seed %d", i, seed).isTrue();
      }
    }
  }

  private static double maxDifference(float[] a, float[] b) {
    double max = 0;
    for (int i = 0; i < a.length; i++) {
      max = Math.max(max, Math.abs(a[i] - b[i]));
    }
    return max;
  }

  @Test
  void readsAGraphInAJarAndOneInASingleFile() throws Exception {
    export(folder, OnnxExportOptions.forPrecision(Precision.FP32).withSingleFile(true));
    Passages text = new Passages("", "the cat sleeps", List.of(new Span(0, 7), new Span(8, 14)));
    float[][] expected;
    try (Encoder encoder = open(folder, Precision.FP32)) {
      expected = encoder.spans().encode(List.of(text), Role.PASSAGE).getFirst();
    }
    Path jar = scratch.resolve("model.jar");
    try (FileSystem zip = FileSystems.newFileSystem(jar, Map.of("create", "true"));
        Stream<Path> files = Files.walk(folder)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Path copy = zip.getPath("/model").resolve(folder.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(copy);
        } else {
          Files.copy(file, copy);
        }
      }
    }
    try (FileSystem zip = FileSystems.newFileSystem(jar);
        Encoder encoder = open(zip.getPath("/model"), Precision.FP32)) {
      assertThat(encoder.spans().encode(List.of(text), Role.PASSAGE).getFirst())
          .isDeepEqualTo(expected);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = SampleEncoder.class,
      names = {"QWEN3", "GTE"})
  void refusesModelsThatDoNotPoolByTheMean(SampleEncoder sample) {
    try (Encoder encoder = open(sample.copyInto(scratch), Precision.FP32)) {
      assertThatThrownBy(encoder::spans)
          .isInstanceOf(IsoglossException.class)
          .hasMessageMatching(
              ".*: cannot encode passages in the context of their documents: pools the vectors of"
                  + " tokens by (last|cls), expected mean; use another model, or index without late"
                  + " chunking");
    }
  }

  /** The graph returns the vector of the last token of a text, and those of all tokens. */
  @Test
  void refusesAGraphOfAnotherProgramWithAnotherPooling() throws Exception {
    Path imported = scratch.resolve("imported");
    try (ModelFolder model = ModelFolder.open(SampleGraph.LLAMA.copyInto(scratch))) {
      new GraphImport("graph", "MIT", model.encoding(), "model.onnx").write(model, imported);
    }
    Path manifest = imported.resolve("isogloss.json");
    String edited =
        Files.readString(manifest)
            .replaceFirst("\"pooling\" : \"[a-z]+\"", "\"pooling\" : \"mean\"");
    Files.writeString(manifest, edited);
    try (Encoder encoder = open(imported, Precision.FP32)) {
      assertThatThrownBy(encoder::spans)
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("the mean of the vectors of tokens differs by")
          .hasMessageContaining("from the vector of the text");
    }
  }

  @Test
  void refusesAGraphWithAnotherPooling() throws Exception {
    Path pooling = folder.resolve("1_Pooling/config.json");
    String mean = Files.readString(pooling);
    Files.writeString(
        pooling, mean.replace("false", "x").replace("true", "false").replace("x", "true"));
    export(folder, OnnxExportOptions.forPrecision(Precision.FP32));
    Files.writeString(pooling, mean);
    try (Encoder encoder = open(folder, Precision.FP32)) {
      assertThatThrownBy(encoder::spans)
          .hasMessageContaining("its graph does not output the vectors of all tokens");
    }
  }
}
