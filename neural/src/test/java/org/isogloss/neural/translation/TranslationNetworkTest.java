// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.translation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.DoubleBuffer;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.isogloss.core.Language;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.safetensors.SafetensorsWriter;
import org.isogloss.modelio.samples.ReferenceDecoder;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.modelio.samples.SampleTranslation;
import org.isogloss.modelio.translation.TargetVocabulary;
import org.isogloss.modelio.translation.TranslationFiles;
import org.isogloss.modelio.translation.TranslationSettings;
import org.isogloss.neural.head.PoolingHead;
import org.isogloss.neural.torch.RequiresTorch;
import org.isogloss.neural.transformer.FiniteDifferences;
import org.isogloss.neural.transformer.Parameter;
import org.isogloss.neural.transformer.Transformer;
import org.isogloss.neural.transformer.TransformerFixtures;
import org.isogloss.neural.transformer.TransformerOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the network in double precision. */
@RequiresTorch
class TranslationNetworkTest {
  private static final TransformerOptions DOUBLE =
      TransformerOptions.builder().precision(TransformerOptions.Precision.FLOAT64).build();

  private static final TranslationPair SHORT =
      new TranslationPair(TransformerFixtures.encoding(2, 11, 3), new int[] {9, 5});
  private static final TranslationPair LONG =
      new TranslationPair(TransformerFixtures.encoding(2, 7, 9, 8, 12, 3), new int[] {6, 7, 8, 10});

  @TempDir private Path folder;
  private ModelFolder model;
  private Transformer encoder;
  private TargetVocabulary vocabulary;
  private TranslationDecoder decoder;
  private WordSimilarities similarities;

  @BeforeEach
  void open() {
    model = TransformerFixtures.open(SampleTransformer.BERT_ENCODER, folder);
    encoder = Transformer.load(model, DOUBLE);
    BitSet words = new BitSet();
    words.set(20, 27);
    vocabulary = TargetVocabulary.of(words, model.tokenizer().specialTokens());
    TranslationSettings settings =
        new TranslationSettings(List.of(Language.of("en")), Language.of("de"), 2, 16, true);
    decoder = TranslationDecoder.create(model, encoder, settings, vocabulary, 3);
    similarities = WordSimilarities.create(model, encoder, vocabulary, 2.5, true);
  }

  @AfterEach
  void close() {
    similarities.close();
    decoder.close();
    encoder.close();
    model.close();
  }

  private TranslationNetwork network() {
    return network(Optional.of(similarities));
  }

  private TranslationNetwork network(Optional<WordSimilarities> added) {
    return new TranslationNetwork(
        encoder, new PoolingHead(Pooling.MEAN), decoder, added, vocabulary, false);
  }

  private static double[][] logits(TranslationNetwork network, TranslationPair... pairs) {
    List<TranslationPair> batch = List.of(pairs);
    return rows(network.logits(batch, network.target(batch)));
  }

  private static double[][] rows(Tensor matrix) {
    double[][] rows = new double[(int) matrix.size(0)][(int) matrix.size(1)];
    DoubleBuffer values = matrix.detach().contiguous().createBuffer();
    for (double[] row : rows) {
      values.get(row);
    }
    return rows;
  }

  private static void assertEqual(double[] actual, double[] expected) {
    assertThat(actual).hasSameSizeAs(expected);
    for (int i = 0; i < actual.length; i++) {
      assertThat(actual[i]).isCloseTo(expected[i], within(1e-9));
    }
  }

  @Test
  void gradientsAgreeWithFiniteDifferences() {
    TranslationNetwork network = network();
    TranslationObjective objective = new TranslationObjective(network, 0.1, 0);
    FiniteDifferences.check(
        network.parameters(), () -> objective.loss(new TranslationBatch(List.of(SHORT, LONG), 0)));
  }

  @Test
  void predictsEveryTokenAndTheEnd() {
    TargetBatch target = network().target(List.of(SHORT, LONG));
    assertThat(target.inputs().shape()).containsExactly(2, 5);
    long[] labels = new long[8];
    target.labels().<LongBuffer>createBuffer().get(labels);
    int end = vocabulary.end();
    assertThat(labels).containsExactly(9, 5, end, 6, 7, 8, 10, end);
    long[] rows = new long[8];
    target.rows().<LongBuffer>createBuffer().get(rows);
    assertThat(rows).containsExactly(0, 0, 0, 1, 1, 1, 1, 1);
  }

  @Test
  void laterTokensDoNotChangeEarlierLogits() {
    double[][] before = logits(network(), LONG);
    TranslationPair changed = new TranslationPair(LONG.source(), new int[] {6, 7, 4, 10});
    double[][] after = logits(network(), changed);
    // The first three predictions have read only the beginning, 6 and 7.
    for (int i = 0; i < 3; i++) {
      assertEqual(after[i], before[i]);
    }
    assertThat(after[3][0]).isNotCloseTo(before[3][0], within(1e-6));
  }

  @Test
  void paddingDoesNotChangeLogits() {
    double[][] alone = logits(network(), SHORT);
    double[][] padded = logits(network(), SHORT, LONG);
    for (int i = 0; i < alone.length; i++) {
      assertEqual(padded[i], alone[i]);
    }
  }

  @Test
  void addsScaledCosinesOfTheSentenceAndTheWords() {
    double[][] without = logits(network(Optional.empty()), SHORT);
    double[][] with = logits(network(), SHORT);
    var batch = encoder.batch(List.of(SHORT.source()));
    double[] sentence =
        rows(new PoolingHead(Pooling.MEAN).pooled(encoder.forward(batch), batch))[0];
    double[][] words = rows(encoder.embeddings().wordEmbeddings().values().to(ScalarType.Double));
    for (int token = 0; token < vocabulary.size(); token++) {
      double expected =
          vocabulary.isSpecial(token) ? 0 : 2.5 * cosine(sentence, words[vocabulary.ids(token)[0]]);
      for (int i = 0; i < with.length; i++) {
        assertThat(with[i][token] - without[i][token]).isCloseTo(expected, within(1e-9));
      }
    }
  }

  private static double cosine(double[] a, double[] b) {
    double dot = 0;
    double aa = 0;
    double bb = 0;
    for (int i = 0; i < a.length; i++) {
      dot += a[i] * b[i];
      aa += a[i] * a[i];
      bb += b[i] * b[i];
    }
    return dot / Math.sqrt(aa * bb);
  }

  @Test
  void theEmbeddingStartsAsTheEncoders() {
    decoder.copyEmbedding(encoder, vocabulary);
    double[][] words = rows(encoder.embeddings().wordEmbeddings().values());
    double[][] copied = rows(decoder.parameters().getFirst().values());
    for (int token = 0; token < vocabulary.size(); token++) {
      assertEqual(copied[token], words[vocabulary.ids(token)[0]]);
    }
  }

  @Test
  void aFrozenEncoderReceivesNoGradient() {
    TranslationNetwork network = network();
    TranslationObjective objective = new TranslationObjective(network, 0.1, 5);
    TranslationBatch frozen = new TranslationBatch(List.of(SHORT, LONG), 4);
    objective.loss(frozen).backward();
    assertThat(encoder.parameters()).noneMatch(TranslationNetworkTest::hasGradient);
    assertThat(network.decoderParameters()).allMatch(TranslationNetworkTest::hasGradient);
    objective.loss(new TranslationBatch(frozen.pairs(), 5)).backward();
    assertThat(encoder.parameters()).allMatch(TranslationNetworkTest::hasGradient);
  }

  private static boolean hasGradient(Parameter parameter) {
    return parameter.values().grad().defined();
  }

  /** Compares with an implementation that reads the files of the model. */
  @Test
  void agreesWithTheFormulas() throws IOException {
    Path other = SampleTranslation.encoder(Files.createTempDirectory(folder, "formulas"));
    TranslationSettings settings =
        new TranslationSettings(List.of(Language.of("en")), Language.of("de"), 2, 16, true);
    try (ModelFolder reluModel = ModelFolder.open(other);
        Transformer reluEncoder = Transformer.load(reluModel, DOUBLE);
        TranslationDecoder reluDecoder =
            TranslationDecoder.create(reluModel, reluEncoder, settings, vocabulary, 3);
        WordSimilarities words =
            WordSimilarities.create(reluModel, reluEncoder, vocabulary, 2.5, true)) {
      TranslationNetwork network =
          new TranslationNetwork(
              reluEncoder,
              new PoolingHead(Pooling.MEAN),
              reluDecoder,
              Optional.of(words),
              vocabulary,
              false);
      Map<String, SafetensorsWriter.Content> tensors = new LinkedHashMap<>();
      Random random = new Random(5);
      for (Parameter parameter : network.decoderParameters()) {
        float[] values = randomise(parameter, random);
        tensors.put(parameter.name(), out -> out.floats(values));
      }
      TranslationFiles.write(
          other, reluEncoder.familyConfig("decoders"), settings, vocabulary, tensors);
      double[][] states =
          rows(reluEncoder.forward(reluEncoder.batch(List.of(LONG.source()))).select(0, 0));
      double[][] found = logits(network, LONG);
      try (TranslationFiles files = TranslationFiles.open(reluModel)) {
        double[][] expected =
            new ReferenceDecoder(reluModel, files)
                .logits(new int[] {vocabulary.begin(), 6, 7, 8, 10}, states);
        for (int i = 0; i < expected.length; i++) {
          assertEqual(found[i], expected[i]);
        }
      }
    }
  }

  private static float[] randomise(Parameter parameter, Random random) {
    DoubleBuffer values = parameter.values().createBuffer();
    float[] written = new float[values.capacity()];
    for (int i = 0; i < written.length; i++) {
      written[i] = (float) (values.get(i) + 0.3 * random.nextGaussian());
      values.put(i, written[i]);
    }
    return written;
  }

  @Test
  void thePartsOfTheNetworkHaveDifferentNames() {
    Stream<String> names = network().parameters().stream().map(Parameter::name);
    assertThat(names).doesNotHaveDuplicates();
  }
}
