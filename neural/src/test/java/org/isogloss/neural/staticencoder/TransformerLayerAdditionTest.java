// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.staticencoder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.bytedeco.javacpp.PointerScope;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Role;
import org.isogloss.data.vector.NpyWriter;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.embedding.Int8Quantization;
import org.isogloss.modelio.embedding.StaticEmbeddings;
import org.isogloss.modelio.embedding.StaticModelWriter;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.manifest.Provenance;
import org.isogloss.modelio.manifest.ProvenanceSource;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.modelio.transformer.TransformerConfig;
import org.isogloss.modelio.weights.TransformerWeights;
import org.isogloss.neural.TrainingException;
import org.isogloss.neural.biencoder.BiEncoder;
import org.isogloss.neural.finetuning.PretrainedModel;
import org.isogloss.neural.finetuning.PretrainedModelOptions;
import org.isogloss.neural.torch.ComputeOptions;
import org.isogloss.neural.torch.RequiresTorch;
import org.isogloss.neural.torch.Tensors;
import org.isogloss.text.subword.WordPieceOptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@RequiresTorch
class TransformerLayerAdditionTest {
  private static final int DIMENSION = 16;

  /** The next multiple of the width of a head. */
  private static final int WIDTH = 24;

  private static final EncodingSettings ENCODING =
      new EncodingSettings("query: ", "", 40, Pooling.MEAN);

  @TempDir private Path folder;
  private Path model;
  private StaticEmbeddings rows;
  private List<String> vocabulary;

  @BeforeEach
  void writeStaticEncoder() {
    vocabulary = new ArrayList<>(List.of("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", ":"));
    for (char c = 'a'; c <= 'z'; c++) {
      vocabulary.add(String.valueOf(c));
      vocabulary.add("##" + c);
    }
    rows =
        Int8Quantization.quantize(gaussian(vocabulary.size()), DIMENSION, weights()).embeddings();
    model = folder.resolve("static");
    StaticModelWriter.write(
        model,
        vocabulary,
        WordPieceOptions.CASED,
        rows,
        new ModelManifest(
            "static",
            "Apache-2.0",
            new EncodingSettings(512, Pooling.MEAN),
            new Provenance("artificial", 7, List.of())));
  }

  private static float[] gaussian(int count) {
    Random random = new Random(7);
    float[] values = new float[count * DIMENSION];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) random.nextGaussian();
    }
    return values;
  }

  private float[] weights() {
    Random random = new Random(8);
    float[] weights = new float[vocabulary.size()];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = 0.1f + random.nextFloat();
    }
    return weights;
  }

  private TransformerConfig grow(int headSize, Optional<Path> taught) {
    try (ModelFolder source = ModelFolder.open(model)) {
      return new TransformerLayerAddition(2, headSize, 3, ENCODING)
          .apply(source, taught, folder.resolve("grown"), "grown");
    }
  }

  /** Returns the word rows of the grown transformer, {@code [tokens][width]}. */
  private float[][] grownRows(int width) {
    try (ModelFolder grown = ModelFolder.open(folder.resolve("grown"));
        TransformerWeights weights = TransformerWeights.open(grown)) {
      float[][] grownRows = new float[vocabulary.size()][width];
      for (int token = 0; token < vocabulary.size(); token++) {
        weights.floats(
            "embeddings.word_embeddings.weight",
            (long) token * width,
            FloatBuffer.wrap(grownRows[token]));
      }
      return grownRows;
    }
  }

  private static double cosine(float[] a, float[] b) {
    double dot = 0;
    double squaresOfA = 0;
    double squaresOfB = 0;
    for (int i = 0; i < a.length; i++) {
      dot += a[i] * b[i];
      squaresOfA += a[i] * a[i];
      squaresOfB += b[i] * b[i];
    }
    return dot / Math.sqrt(squaresOfA * squaresOfB);
  }

  @Test
  void keepsTheDirectionOfTheRows() {
    TransformerConfig config = grow(8, Optional.empty());
    assertThat(config.hiddenSize()).isEqualTo(WIDTH);
    assertThat(config.layers()).isEqualTo(2);
    assertThat(config.heads()).isEqualTo(3);
    assertThat(config.maxLength()).isEqualTo(40);
    float[][] grown = grownRows(WIDTH);
    for (int token = 5; token < vocabulary.size(); token++) {
      float[] row = Arrays.copyOf(rows.vector(token), WIDTH);
      assertThat(cosine(grown[token], centred(row))).isGreaterThan(0.94);
    }
    try (ModelFolder written = ModelFolder.open(folder.resolve("grown"))) {
      assertThat(written.manifest().name()).isEqualTo("grown");
      assertThat(written.manifest().licence()).isEqualTo("Apache-2.0");
      assertThat(written.encoding()).isEqualTo(ENCODING);
      assertThat(written.manifest().provenance().sources())
          .anyMatch(source -> source.name().equals("static"));
    }
  }

  private static float[] centred(float[] row) {
    double sum = 0;
    for (float value : row) {
      sum += value;
    }
    float[] result = new float[row.length];
    for (int i = 0; i < row.length; i++) {
      result[i] = (float) (row[i] - sum / row.length);
    }
    return result;
  }

  /** The first letter outweighs the second by its norm, as in the static encoder. */
  // The scope frees the tensors created inside it.
  @SuppressWarnings("try")
  @Test
  void computesTheWeightedMeanAtFirst() {
    grow(8, Optional.empty());
    PretrainedModelOptions options =
        new PretrainedModelOptions(
            folder.resolve("grown"),
            0,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            40,
            0,
            PretrainedModelOptions.WordEmbeddingPrecision.WHOLE,
            PretrainedModelOptions.FrozenPart.NOTHING,
            0,
            PretrainedModelOptions.WordGradient.SPARSE);
    try (PointerScope scope = new PointerScope();
        PretrainedModel grown = PretrainedModel.open(options, new ComputeOptions("cpu", false))) {
      grown.transformer().setTraining(false);
      BiEncoder encoder = new BiEncoder(grown.transformer(), grown.poolingHead(), false, 8);
      double cosines = 0;
      double plainCosines = 0;
      for (char c = 'b'; c <= 'z'; c++) {
        float[] vector =
            Tensors.toArray(encoder.vectors(List.of(grown.encode("a " + c, Role.PASSAGE))));
        float[] mean = new float[WIDTH];
        float[] plainMean = new float[WIDTH];
        for (String token : List.of("a", String.valueOf(c))) {
          float[] row = centred(Arrays.copyOf(rows.vector(vocabulary.indexOf(token)), WIDTH));
          double norm = Math.sqrt(squares(row));
          double weight = Math.sqrt(squares(rows.vector(vocabulary.indexOf(token))));
          for (int i = 0; i < WIDTH; i++) {
            mean[i] += (float) (weight * row[i] / norm);
            plainMean[i] += (float) (row[i] / norm);
          }
        }
        cosines += cosine(vector, mean) / 25;
        plainCosines += cosine(vector, plainMean) / 25;
      }
      assertThat(cosines).isGreaterThan(0.97).isGreaterThan(plainCosines + 0.02);
    }
  }

  /** The teacher's vectors are the static ones, rotated into more dimensions. */
  @Test
  void rotatesTheRowsToATeacher() throws IOException {
    Random random = new Random(9);
    Path taught = Files.createDirectory(folder.resolve("taught"));
    List<String> texts = new ArrayList<>();
    try (NpyWriter vectors = NpyWriter.create(taught.resolve("texts.npy"), WIDTH)) {
      for (int n = 0; n < 400; n++) {
        float[] sum = new float[DIMENSION];
        StringBuilder text = new StringBuilder();
        for (int letter = 0; letter < 6; letter++) {
          char c = (char) ('a' + random.nextInt(26));
          text.append(' ').append(c);
          float[] row = rows.vector(vocabulary.indexOf(String.valueOf(c)));
          for (int i = 0; i < DIMENSION; i++) {
            sum[i] += row[i];
          }
        }
        texts.add(text.toString());
        double norm = Math.sqrt(squares(sum));
        for (int i = 0; i < DIMENSION; i++) {
          sum[i] /= (float) norm;
        }
        vectors.write(rotated(sum));
      }
      vectors.commit();
    }
    Files.write(taught.resolve("texts.txt"), texts);
    assertThat(grow(8, Optional.of(taught)).hiddenSize()).isEqualTo(WIDTH);
    try (ModelFolder written = ModelFolder.open(folder.resolve("grown"))) {
      assertThat(written.manifest().provenance().sources())
          .extracting(ProvenanceSource::name)
          .contains("taught/texts.txt", "taught/texts.npy");
    }
    float[][] grown = grownRows(WIDTH);
    for (char c = 'a'; c <= 'z'; c++) {
      int token = vocabulary.indexOf(String.valueOf(c));
      assertThat(cosine(grown[token], centred(rotated(rows.vector(token))))).isGreaterThan(0.94);
    }
  }

  /** The numbers in reversed order, with other signs, after zeros. */
  private static float[] rotated(float[] vector) {
    float[] result = new float[WIDTH];
    for (int i = 0; i < DIMENSION; i++) {
      result[WIDTH - 1 - i] = i % 3 == 0 ? -vector[i] : vector[i];
    }
    return result;
  }

  private static double squares(float[] vector) {
    double squares = 0;
    for (float value : vector) {
      squares += value * value;
    }
    return squares;
  }

  @Test
  void namesWhatDoesNotMatch() throws IOException {
    Path taught = Files.createDirectory(folder.resolve("taught"));
    Files.writeString(taught.resolve("texts.txt"), "a\nb\n");
    try (NpyWriter vectors = NpyWriter.create(taught.resolve("texts.npy"), 4)) {
      vectors.write(new float[] {1, 0, 0, 0});
      vectors.commit();
    }
    assertThatThrownBy(() -> grow(4, Optional.of(taught)))
        .isInstanceOf(TrainingException.class)
        .hasMessageContaining("texts.npy: has 1 rows for 2 lines of texts.txt");
    try (NpyWriter vectors = NpyWriter.create(taught.resolve("texts.npy"), 4)) {
      vectors.write(new float[] {1, 0, 0, 0});
      vectors.write(new float[] {0, 1, 0, 0});
      vectors.commit();
    }
    assertThatThrownBy(() -> grow(4, Optional.of(taught)))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("have 4 dimensions, expected more than the 16");
    model = SampleTransformer.BERT_ENCODER.copyInto(folder);
    assertThatThrownBy(() -> grow(4, Optional.empty()))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("is a transformer, expected a static encoder");
    assertThat(folder.resolve("grown")).doesNotExist();
  }
}
