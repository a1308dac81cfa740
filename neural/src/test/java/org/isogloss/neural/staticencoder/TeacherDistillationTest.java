// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.staticencoder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.data.vector.NpyWriter;
import org.isogloss.neural.TrainingException;
import org.isogloss.neural.batch.Batches;
import org.isogloss.neural.batch.BatchesContractTest;
import org.isogloss.neural.corpus.PairGroup;
import org.isogloss.neural.corpus.WordCorpus;
import org.isogloss.neural.corpus.WordTokenTable;
import org.isogloss.neural.torch.RequiresTorch;
import org.isogloss.neural.vocabulary.VocabularySelection;
import org.isogloss.text.Tokenizer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests distillation from a teacher: its vectors, initialisation, batches and loss. */
@RequiresTorch
class TeacherDistillationTest {
  private static final int WIDTH = 4;
  private static final int D = 3;
  private static final List<String> TEXTS = List.of("a b", "c", "b b c", "a", "c", "b a c");
  private static final List<String> WORDS = List.of("ab", "ba", "a", "cab", "dab", "b2");
  private static final List<String> VOCABULARY =
      List.of("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "a", "b", "c", "##a", "##b", "##c");

  @TempDir Path folder;

  private static double[] random(int n, long seed) {
    return new Random(seed).doubles(n, -1, 1).toArray();
  }

  private static float[] floats(Tensor tensor) {
    float[] numbers = new float[(int) tensor.numel()];
    tensor.contiguous().<FloatBuffer>createBuffer().get(numbers);
    return numbers;
  }

  private TeacherOptions options(int words) {
    return new TeacherOptions(folder, words, 0.5, 2, 20, 1);
  }

  private TeacherVectors teacher() throws IOException {
    write("texts", TEXTS, 1);
    write("words", WORDS, 2);
    return TeacherVectors.read(options(1), D);
  }

  private void write(String name, List<String> lines, long seed) throws IOException {
    Files.write(folder.resolve(name + ".txt"), lines);
    double[] numbers = random(lines.size() * WIDTH, seed);
    try (NpyWriter out = NpyWriter.create(folder.resolve(name + ".npy"), WIDTH)) {
      for (int i = 0; i < lines.size(); i++) {
        float[] row = new float[WIDTH];
        for (int d = 0; d < WIDTH; d++) {
          row[d] = (float) numbers[i * WIDTH + d];
        }
        out.write(row);
      }
      out.commit();
    }
  }

  @Test
  void projectsVectorsToUnitLengthAndTheDimensionOfTheStudent() throws IOException {
    try (TeacherVectors teacher = teacher()) {
      assertThat(teacher.texts()).isEqualTo(TEXTS);
      float[] vectors = floats(teacher.vectors());
      float[] words = floats(teacher.wordVectors());
      assertThat(vectors).hasSize(TEXTS.size() * D);
      assertThat(words).hasSize(WORDS.size() * D);
      for (int i = 0; i < TEXTS.size(); i++) {
        double squares = 0;
        for (int d = 0; d < D; d++) {
          squares += vectors[i * D + d] * vectors[i * D + d];
        }
        assertThat(squares).isCloseTo(1, within(1e-5));
      }
    }
  }

  @Test
  void needsNoWordsIfNoneAreAdded() throws IOException {
    write("texts", TEXTS, 1);
    assertThat(TeacherVectors.fileNames(options(0))).containsExactly("texts.txt", "texts.npy");
    try (TeacherVectors teacher = TeacherVectors.read(options(0), D)) {
      assertThat(teacher.words()).isEmpty();
      assertThat(floats(teacher.vectors())).hasSize(TEXTS.size() * D);
    }
    assertThatThrownBy(() -> TeacherVectors.read(options(1), D)).hasMessageContaining("words.txt");
  }

  @Test
  void rejectsDifferentNumbersOfLinesAndRows() throws IOException {
    teacher().close();
    Files.write(folder.resolve("words.txt"), List.of("one"));
    assertThatThrownBy(() -> TeacherVectors.read(options(1), D))
        .isInstanceOf(TrainingException.class)
        .hasMessageContaining("words.npy: has 6 rows for 1 lines of words.txt");
    assertThatThrownBy(() -> TeacherVectors.read(options(1), WIDTH + 1))
        .isInstanceOf(TrainingException.class);
  }

  @Test
  void rotationReducesDistancesAndKeepsCosines() throws IOException {
    Tokenizer tokenizer = CorpusFixtures.tokenizer(VOCABULARY);
    float[] start = new float[VOCABULARY.size() * D];
    Random random = new Random(3);
    for (int i = 0; i < start.length; i++) {
      start[i] = (float) random.nextGaussian();
    }
    try (TeacherVectors teacher = teacher()) {
      Tensor rows = Tensor.create(start.clone(), VOCABULARY.size(), D);
      Tensor logWeights = Tensor.create(new float[VOCABULARY.size()], VOCABULARY.size(), 1);
      Tensor before = rows.matmul(rows.t());
      double distanceBefore = distance(rows, logWeights, teacher, tokenizer);
      ProcrustesInitialisation.rotate(rows, logWeights, teacher, tokenizer);
      assertThat(distance(rows, logWeights, teacher, tokenizer)).isLessThan(distanceBefore);
      float[] expected = floats(before);
      float[] found = floats(rows.matmul(rows.t()));
      for (int i = 0; i < found.length; i++) {
        assertThat((double) found[i]).isCloseTo(expected[i], within(1e-4));
      }
    }
  }

  /** Returns the sum of squared distances of the centred vectors of texts from the teacher's. */
  private static double distance(
      Tensor rows, Tensor logWeights, TeacherVectors teacher, Tokenizer tokenizer) {
    TokenBagBatch.Builder bags = new TokenBagBatch.Builder(VOCABULARY.size());
    for (String text : TEXTS) {
      bags.beginText();
      for (int token : tokenizer.ids(text)) {
        bags.add(token);
      }
    }
    try (StaticEncoderModel model = new StaticEncoderModel(rows.clone(), logWeights.clone())) {
      Tensor vectors = model.vectors(bags.build());
      return vectors.sub(vectors.mean(0)).sub(teacher.vectors()).square().sum().item_float();
    }
  }

  @Test
  void recoversARotation() {
    double[] angle = {Math.cos(0.7), -Math.sin(0.7), 0, Math.sin(0.7), Math.cos(0.7), 0, 0, 0, 1};
    Tensor rotation = Tensor.create(angle, 3, 3);
    Tensor from = Tensor.create(random(30, 4), 10, 3);
    Tensor to = from.sub(from.mean(0)).matmul(rotation);
    double[] found = new double[9];
    PrincipalComponents.procrustesRotation(from, to)
        .contiguous()
        .<DoubleBuffer>createBuffer()
        .get(found);
    assertThat(found).containsExactly(angle, within(1e-9));
  }

  @Test
  void interpolatesWordRowsWithTheTeacher() throws IOException {
    List<String> vocabulary = List.of("x", "cab", "y", "ab");
    float[] start = {3, 0, 0, 0, 4, 0, 0, 0, 5, 0, 0, 0};
    try (TeacherVectors teacher = teacher()) {
      Tensor rows = Tensor.create(start.clone(), 4, D);
      ProcrustesInitialisation.interpolateWordRows(
          rows, vocabulary, List.of("ab", "cab"), teacher, 0.25);
      float[] found = floats(rows);
      float[] words = floats(teacher.wordVectors());
      // The mean norm is (3 + 4 + 5 + 0) / 4.
      for (int d = 0; d < D; d++) {
        assertThat(found[d]).isEqualTo(start[d]);
        assertThat(found[2 * D + d]).isEqualTo(start[2 * D + d]);
        assertThat((double) found[D + d])
            .isCloseTo(0.75 * start[D + d] + 0.25 * 3 * words[3 * D + d], within(1e-5));
        assertThat((double) found[3 * D + d]).isCloseTo(0.25 * 3 * words[d], within(1e-5));
      }
    }
  }

  @Test
  void movesNormsIntoWeights() {
    float[] start = {3, 0, 0, 1, 0, 0};
    Tensor rows = Tensor.create(start, 3, 2);
    Tensor logWeights = Tensor.create(new float[3], 3, 1);
    StaticEncoderInitialisation.moveNormsToWeights(rows, logWeights);
    // Rows with norms 3 and 1; the third row is zero and stays unchanged.
    assertThat(floats(rows)).containsExactly(2, 0, 0, 2, 0, 0);
    float[] weights = floats(logWeights);
    assertThat((double) weights[0]).isCloseTo(Math.log(1.5), within(1e-6));
    assertThat((double) weights[1]).isCloseTo(Math.log(0.5), within(1e-6));
    assertThat((double) weights[2]).isZero();
  }

  @Test
  void selectsNewWordsOfTwoOrMoreKnownLetters() {
    WordCorpus corpus =
        new WordCorpus(
            List.of("a", "cb"), new int[] {0, 1}, new int[] {0, 1, 2}, List.of(), List.of());
    Tokenizer base =
        CorpusFixtures.tokenizer(List.of("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "ba", "a"));
    // The words ba and a are tokens, d is not in the text, 2 is not a letter.
    List<String> found =
        VocabularySelection.selectWords(
            List.of("ab", "ba", "a", "dab", "b2", "ab", "cab", "ca"), corpus, base, 2);
    assertThat(found).containsExactly("ab", "cab");
  }

  @Test
  void excludesHeldOutTexts() throws IOException {
    Tokenizer tokenizer = CorpusFixtures.tokenizer(VOCABULARY);
    // The words a, b, c; the held-out pair is "a b" with "c".
    List<String> words = List.of("a", "b", "c");
    WordCorpus corpus =
        new WordCorpus(
            words,
            new int[] {0, 1, 2},
            new int[] {0, 2, 3},
            List.of(),
            List.of(new PairGroup("bitext", "en-de", new int[] {0}, new int[] {1})));
    try (TeacherVectors teacher = teacher()) {
      assertThat(
              TeacherBatches.textsNotHeldOut(
                  teacher, corpus, WordTokenTable.of(words, tokenizer), tokenizer))
          .containsExactly(2, 3, 5);
    }
  }

  private static TeacherBatches batches(TeacherVectors teacher) {
    return new TeacherBatches(
        teacher, new int[] {0, 2, 3, 4, 5}, CorpusFixtures.tokenizer(VOCABULARY), 3, 7);
  }

  @Nested
  class KeepsTheContractOfBatches extends BatchesContractTest<TeacherBatches.Batch> {
    @Override
    protected Batches<TeacherBatches.Batch> open() throws IOException {
      try (TeacherVectors teacher = teacher()) {
        return batches(teacher);
      }
    }
  }

  @Test
  void everyEpochHasEachTextOnce() throws IOException {
    try (TeacherVectors teacher = teacher();
        TeacherBatches batches = batches(teacher)) {
      List<Integer> seen = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        Arrays.stream(batches.next().rows()).forEach(seen::add);
      }
      for (int epoch = 0; epoch < 6; epoch++) {
        assertThat(seen.subList(epoch * 5, epoch * 5 + 5)).containsExactlyInAnyOrder(0, 2, 3, 4, 5);
      }
    }
  }

  /** Returns the mean of -log softmax(scale * cosine) at the teacher's vector of each text. */
  private static double naive(
      double[] rows, int[][] texts, double[][] teacherVectors, int[] keys, double scale) {
    double sum = 0;
    for (int i = 0; i < texts.length; i++) {
      double[] vector = new double[D];
      for (int token : texts[i]) {
        for (int d = 0; d < D; d++) {
          vector[d] += rows[token * D + d];
        }
      }
      double length = Math.sqrt(Arrays.stream(vector).map(x -> x * x).sum());
      double all = 0;
      double own = 0;
      for (int j = 0; j < texts.length; j++) {
        double score = 0;
        for (int d = 0; d < D; d++) {
          score += scale * vector[d] / length * teacherVectors[j][d];
        }
        if (j == i || keys[j] != keys[i]) {
          all += Math.exp(score);
        }
        own = j == i ? score : own;
      }
      sum += Math.log(all) - own;
    }
    return sum / texts.length;
  }

  @Test
  void lossAndGradientsAgreeWithTheDefinition() throws IOException {
    Tokenizer tokenizer = CorpusFixtures.tokenizer(VOCABULARY);
    double[] rows = random(VOCABULARY.size() * D, 5);
    try (TeacherVectors read = teacher();
        TeacherVectors teacher =
            new TeacherVectors(
                TEXTS,
                read.vectors().to(torch.ScalarType.Double),
                WORDS,
                read.wordVectors().clone());
        StaticEncoderModel model =
            new StaticEncoderModel(
                Tensor.create(rows.clone(), VOCABULARY.size(), D),
                Tensor.create(new double[VOCABULARY.size()], VOCABULARY.size(), 1))) {
      int[] all = IntStream.range(0, TEXTS.size()).toArray();
      TeacherBatches.Batch batch = new TeacherBatches(teacher, all, tokenizer, 6, 7).next();
      double[] flat = new double[TEXTS.size() * D];
      teacher.vectors().contiguous().<DoubleBuffer>createBuffer().get(flat);
      int[][] texts = new int[6][];
      double[][] teacherVectors = new double[6][];
      for (int i = 0; i < 6; i++) {
        int row = batch.rows()[i];
        texts[i] = tokenizer.ids(TEXTS.get(row));
        teacherVectors[i] = Arrays.copyOfRange(flat, row * D, row * D + D);
      }
      Tensor loss = new TeacherContrastiveObjective(model, teacher, 5).loss(batch);
      assertThat(loss.item_double())
          .isCloseTo(naive(rows, texts, teacherVectors, batch.keys(), 5), within(1e-9));
      loss.backward();
      TrainableRowTable.RowGradient gradient = model.rows().rowGradient().orElseThrow();
      long[] ids = new long[(int) gradient.ids().numel()];
      gradient.ids().<LongBuffer>createBuffer().get(ids);
      double[] found = new double[ids.length * D];
      gradient.gradient().contiguous().<DoubleBuffer>createBuffer().get(found);
      assertThat(ids).isNotEmpty();
      for (int k = 0; k < found.length; k++) {
        int index = (int) ids[k / D] * D + k % D;
        double[] moved = rows.clone();
        moved[index] += 1e-6;
        double up = naive(moved, texts, teacherVectors, batch.keys(), 5);
        moved[index] -= 2e-6;
        double down = naive(moved, texts, teacherVectors, batch.keys(), 5);
        assertThat(found[k]).isCloseTo((up - down) / 2e-6, within(1e-6));
      }
    }
  }
}
