// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.isogloss.core.CountingEncoder;
import org.isogloss.core.Encoder;
import org.isogloss.core.Role;
import org.isogloss.core.ScoreProbability;
import org.isogloss.core.contract.EncoderContractTest;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.embedding.StaticEmbeddings;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.text.Tokenizer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StaticEncoderTest extends EncoderContractTest {
  @TempDir Path folder;

  @Override
  protected Encoder open() {
    return encoder(SampleStaticModel.write(folder), 2);
  }

  private static Encoder encoder(Path folder, int threads) {
    try (ModelFolder model = ModelFolder.open(folder)) {
      return StaticEncoder.of(model, threads);
    }
  }

  @Test
  void countsTheTokensThatItReads() {
    Path model = SampleStaticModel.write(folder);
    String text = String.join(" ", SampleStaticModel.VOCABULARY.subList(0, 3));
    try (ModelFolder opened = ModelFolder.open(model);
        CountingEncoder encoder = StaticEncoder.of(opened)) {
      CountingEncoder.Encoded encoded = encoder.encodeAndCount(List.of(text, " "), Role.QUERY);
      assertThat(encoded.tokens()).containsExactly(opened.tokenizer().ids(text).length, 0);
      assertThat(encoded.vectors()).isDeepEqualTo(encoder.encode(List.of(text, " "), Role.QUERY));
    }
  }

  @Test
  void statesTheProbabilityOfItsManifest() {
    Path model = SampleStaticModel.write(folder);
    try (Encoder encoder = encoder(model, 1)) {
      assertThat(encoder.probability()).isEmpty();
    }
    ScoreProbability probability = new ScoreProbability(9, -4, 0.5);
    ModelManifest.read(model).withProbability(probability).write(model);
    try (Encoder encoder = encoder(model, 1)) {
      assertThat(encoder.probability()).contains(probability);
    }
  }

  /** With a prefix for each role, whose tokens are informative even if those of a text are not. */
  @Nested
  class WithPrefixes extends EncoderContractTest {
    @Override
    protected Encoder open() {
      EncodingSettings settings = new EncodingSettings("query: ", "passage: ", 512, Pooling.MEAN);
      return encoder(SampleStaticModel.write(folder, 256, settings), 2);
    }

    @Test
    void prefixesDoNotMakeTextInformative() {
      try (Encoder encoder = open()) {
        assertThat(List.of(encoder.encode(List.of("мир", "[UNK]", "[CLS] [MASK]"), Role.QUERY)))
            .allSatisfy(vector -> assertThat(vector).containsOnly(0));
      }
    }
  }

  /** A reference implementation in double precision. */
  private static double[] reference(StaticEmbeddings rows, Tokenizer tokenizer, String text) {
    double[] sum = new double[rows.dimension()];
    for (int id : tokenizer.ids(text)) {
      for (int i = 0; i < sum.length && !tokenizer.token(id).equals("[UNK]"); i++) {
        sum[i] += rows.vector(id)[i];
      }
    }
    double squares = 0;
    for (double x : sum) {
      squares += x * x;
    }
    for (int i = 0; i < sum.length && squares > 0; i++) {
      sum[i] /= Math.sqrt(squares);
    }
    return sum;
  }

  private static List<String> sentences(int count, Random random) {
    List<String> words = new ArrayList<>(SampleStaticModel.VOCABULARY);
    words.addAll(List.of("unbekanntes", "語", "x-y", "мир", "😀"));
    List<String> sentences = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Collections.shuffle(words, random);
      sentences.add(String.join(" ", words.subList(0, 1 + random.nextInt(12))));
    }
    return sentences;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 64, 256, 257})
  void matchesReferenceImplementation(int dimension) {
    long seed = new Random().nextLong();
    SampleStaticModel.write(folder, dimension, new EncodingSettings(512, Pooling.MEAN));
    List<String> sentences = sentences(300, new Random(seed));
    try (ModelFolder model = ModelFolder.open(folder);
        Encoder encoder = StaticEncoder.of(model)) {
      Tokenizer tokenizer = model.tokenizer();
      float[][] vectors = encoder.encode(sentences, Role.PASSAGE);
      for (int s = 0; s < vectors.length; s++) {
        double[] expected =
            reference(SampleStaticModel.rows(dimension), tokenizer, sentences.get(s));
        for (int i = 0; i < dimension; i++) {
          assertThat((double) vectors[s][i])
              .as("seed %d, %s", seed, sentences.get(s))
              .isCloseTo(expected[i], within(1e-5));
        }
      }
    }
  }

  @Test
  void resultsDoNotDependOnThreadCount() {
    SampleStaticModel.write(folder);
    List<String> sentences = sentences(1_000, new Random(3));
    try (Encoder one = encoder(folder, 1);
        Encoder many = encoder(folder, 7)) {
      assertThat(many.encode(sentences, Role.QUERY))
          .isDeepEqualTo(one.encode(sentences, Role.QUERY));
    }
    assertThatThrownBy(() -> encoder(folder, 0)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void ignoresUnknownTokens() {
    try (Encoder encoder = open()) {
      float[][] vectors =
          encoder.encode(List.of("the cat", "the мир cat 語", "мир 語", "[UNK]"), Role.QUERY);
      assertThat(vectors[1]).containsExactly(vectors[0]);
      assertThat(vectors[2]).containsOnly(0);
    }
  }

  @Test
  void addsPrefixOfRole() {
    SampleStaticModel.write(
        folder, 16, new EncodingSettings("query: ", "passage: ", 512, Pooling.MEAN));
    Path plain =
        SampleStaticModel.write(
            folder.resolve("plain"), 16, new EncodingSettings(512, Pooling.MEAN));
    try (Encoder prefixed = encoder(folder, 1);
        Encoder bare = encoder(plain, 1)) {
      assertThat(prefixed.encode(List.of("cat"), Role.QUERY))
          .isDeepEqualTo(bare.encode(List.of("query: cat"), Role.QUERY));
      assertThat(prefixed.encode(List.of("cat"), Role.PASSAGE))
          .isDeepEqualTo(bare.encode(List.of("passage: cat"), Role.QUERY));
      assertThat(prefixed.fingerprint()).isNotEqualTo(bare.fingerprint());
    }
  }

  @Test
  void ignoresTokensAfterMaximumLength() {
    SampleStaticModel.write(folder, 16, new EncodingSettings(2, Pooling.MEAN));
    try (Encoder encoder = encoder(folder, 1)) {
      float[][] vectors = encoder.encode(List.of("the cat", "the cat sits"), Role.QUERY);
      assertThat(vectors[1]).containsExactly(vectors[0]);
    }
  }

  @Test
  void rejectsOtherKindsOfModels() throws Exception {
    SampleStaticModel.write(folder);
    Files.writeString(
        folder.resolve("config.json"),
        "{\"model_type\": \"bert\", \"vocab_size\": 5, \"hidden_size\": 4}");
    assertThatThrownBy(() -> encoder(folder, 1))
        .isInstanceOf(ModelFormatException.class)
        .hasMessageContaining("model_type is \"bert\", expected \"static-embedding\"");
  }
}
