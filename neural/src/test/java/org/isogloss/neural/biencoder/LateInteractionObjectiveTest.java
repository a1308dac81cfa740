// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.biencoder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.core.Language;
import org.isogloss.modelio.LateInteractionTables;
import org.isogloss.neural.finetuning.PretrainedModel;
import org.isogloss.neural.finetuning.RecipeFixtures;
import org.isogloss.neural.loss.MultipleNegativesRankingLoss;
import org.isogloss.neural.objective.Objective;
import org.isogloss.neural.objective.ObjectiveContractTest;
import org.isogloss.neural.torch.RequiresTorch;
import org.isogloss.neural.torch.Tensors;
import org.isogloss.neural.transformer.Parameter;
import org.isogloss.text.Encoding;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares the loss with the same computation in plain loops, token by token. */
@RequiresTorch
class LateInteractionObjectiveTest {
  private static final double SCALE = 7;
  private static final String PREFIX = "query: ";
  private static final Language ENGLISH = Language.of("en");
  private static final Language GERMAN = Language.of("de");
  private static final List<String> TEXTS =
      List.of(
          "Where is the station of this town?",
          "Wie viele Bücher hat die Bibliothek der Stadt?",
          "The station is in the middle of the town, behind the church.",
          "Die Bibliothek hat mehr als tausend alte Bücher.",
          "Nobody knows who wrote this.",
          "Das alte Haus steht am Fluss und ist aus Holz.");
  private static final List<Language> LANGUAGES =
      List.of(ENGLISH, GERMAN, ENGLISH, GERMAN, ENGLISH, GERMAN);

  @TempDir private Path folder;

  private static LateInteractionTables tables(PretrainedModel base) {
    Random random = new Random(3);
    float[] importance = new float[base.tokenizer().vocabularySize()];
    for (int i = 0; i < importance.length; i++) {
      importance[i] = random.nextFloat();
    }
    float[][] means = new float[2][base.transformer().architecture().hiddenSize()];
    for (float[] mean : means) {
      for (int i = 0; i < mean.length; i++) {
        mean[i] = random.nextFloat() - .5f;
      }
    }
    return new LateInteractionTables(
        importance,
        Map.of(
            "en",
            new LateInteractionTables.LanguageStatistics(means[0], 1),
            "de",
            new LateInteractionTables.LanguageStatistics(means[1], .7f)));
  }

  /**
   * Returns the unit vectors of the content tokens of a text, after subtraction of the mean of its
   * language.
   */
  // The scope takes effect by being open.
  @SuppressWarnings("try")
  private static float[][] vectors(
      PretrainedModel base,
      LateInteractionTables tables,
      Encoding encoding,
      int prefix,
      Language language) {
    try (PointerScope scope = new PointerScope()) {
      float[] states =
          Tensors.toArray(
              base.transformer().forward(base.transformer().batch(List.of(encoding))).detach());
      int hidden = states.length / encoding.size();
      float[][] vectors = new float[encoding.size()][];
      for (int token = 0; token < encoding.size(); token++) {
        if (isContentToken(encoding, token, prefix)) {
          vectors[token] = new float[hidden];
          double squares = 0;
          for (int d = 0; d < hidden; d++) {
            vectors[token][d] =
                states[token * hidden + d] - tables.statistics(language).meanVector()[d];
            squares += vectors[token][d] * vectors[token][d];
          }
          for (int d = 0; d < hidden; d++) {
            vectors[token][d] /= (float) Math.sqrt(squares);
          }
        }
      }
      return vectors;
    }
  }

  private static boolean isContentToken(Encoding encoding, int token, int prefix) {
    return encoding.sequenceIds()[token] == Encoding.FIRST && encoding.ends()[token] > prefix;
  }

  /** Returns the score of each query with each passage by loops. */
  private static double[][] scores(PretrainedModel base, LateInteractionTables tables) {
    int prefix = base.encodingSettings().queryPrefix().length();
    double[][] scores = new double[2][4];
    for (int q = 0; q < 2; q++) {
      Encoding query = base.encodeQuery(TEXTS.get(q));
      float[][] queryVectors = vectors(base, tables, query, prefix, LANGUAGES.get(q));
      for (int p = 0; p < 4; p++) {
        Encoding encoding = base.encodePassage(TEXTS.get(2 + p));
        float[][] passageVectors = vectors(base, tables, encoding, 0, LANGUAGES.get(2 + p));
        double translationSimilarity = LANGUAGES.get(q).equals(LANGUAGES.get(2 + p)) ? 1 : .7f;
        double score = score(tables, query, queryVectors, passageVectors);
        scores[q][p] = .2 + (score - .2) / translationSimilarity;
      }
    }
    return scores;
  }

  private static double score(
      LateInteractionTables tables,
      Encoding query,
      float[][] queryVectors,
      float[][] passageVectors) {
    double sum = 0;
    double total = 0;
    for (int i = 0; i < queryVectors.length; i++) {
      if (queryVectors[i] == null) {
        continue;
      }
      double highest = Double.NEGATIVE_INFINITY;
      for (float[] other : passageVectors) {
        double cosine = 0;
        for (int d = 0; other != null && d < other.length; d++) {
          cosine += queryVectors[i][d] * other[d];
        }
        highest = other == null ? highest : Math.max(highest, cosine);
      }
      sum += tables.importance(query.ids()[i]) * highest;
      total += tables.importance(query.ids()[i]);
    }
    return sum / total;
  }

  private PretrainedModel base(String queryPrefix) throws IOException {
    RecipeFixtures.writeInputs(folder);
    BiEncoderRecipe recipe = recipe("model.query-prefix='" + queryPrefix + "'");
    return PretrainedModel.open(recipe.model(), recipe.compute());
  }

  private BiEncoderRecipe recipe(String override) throws IOException {
    return (BiEncoderRecipe) RecipeFixtures.biEncoder(folder, override, "model.dropout=0");
  }

  private static LateInteractionObjective objective(
      PretrainedModel base, LateInteractionTables tables) {
    return new LateInteractionObjective(
        new LateInteractionScorer(base, new LateInteractionStatistics(tables, TEXTS::get), false),
        new MultipleNegativesRankingLoss(SCALE));
  }

  @Nested
  class KeepsTheContract extends ObjectiveContractTest<List<JudgedTriple>> {
    private PretrainedModel base;

    @BeforeEach
    void open() throws IOException {
      base = LateInteractionObjectiveTest.this.base(PREFIX);
    }

    @AfterEach
    void close() {
      base.close();
    }

    @Override
    protected Objective<List<JudgedTriple>> objective() {
      return LateInteractionObjectiveTest.objective(base, tables(base));
    }

    @Override
    protected List<JudgedTriple> batch() {
      return triples(base);
    }

    @Override
    protected List<Tensor> parameters() {
      return base.transformer().parameters().stream().map(Parameter::values).toList();
    }
  }

  private static List<JudgedTriple> triples(PretrainedModel base) {
    return List.of(
        new JudgedTriple(
            base.encodeQuery(TEXTS.get(0)),
            base.encodePassage(TEXTS.get(2)),
            base.encodePassage(TEXTS.get(4)),
            1,
            0,
            2,
            4,
            Set.of(2),
            JudgedTriple.Languages.UNDETERMINED),
        new JudgedTriple(
            base.encodeQuery(TEXTS.get(1)),
            base.encodePassage(TEXTS.get(3)),
            base.encodePassage(TEXTS.get(5)),
            1,
            1,
            3,
            5,
            Set.of(3),
            JudgedTriple.Languages.UNDETERMINED));
  }

  // Scope and guard take effect by being open.
  @SuppressWarnings("try")
  @Test
  void isTheContrastiveLossOfLateInteractionScores() throws IOException {
    try (PretrainedModel base = base(PREFIX);
        PointerScope scope = new PointerScope();
        NoGradGuard guard = new NoGradGuard()) {
      LateInteractionTables tables = tables(base);
      double[][] scores = scores(base, tables);
      double expected = 0;
      for (int q = 0; q < 2; q++) {
        expected += (logSumExp(scores[q], SCALE) - SCALE * scores[q][q]) / 2;
      }
      double loss = objective(base, tables).loss(triples(base)).item_double();
      assertThat(loss).isEqualTo(expected, within(1e-4));
    }
  }

  private static double logSumExp(double[] scores, double scale) {
    return Math.log(Arrays.stream(scores).map(score -> Math.exp(scale * score)).sum());
  }

  // Scope and guard take effect by being open.
  @SuppressWarnings("try")
  @Test
  void isDistilledByTheDivergenceOfTheDistributionsOverAllPassages() throws IOException {
    double[][] student = {{.3, -.2, .1, .9}, {0, 1.5, -.7, .2}};
    try (PretrainedModel base = base("");
        PointerScope scope = new PointerScope();
        NoGradGuard guard = new NoGradGuard()) {
      LateInteractionTables tables = tables(base);
      tables.write(base.folder().path());
      double[][] scores = scores(base, tables);
      double expected = 0;
      for (int q = 0; q < 2; q++) {
        for (int p = 0; p < 4; p++) {
          double target = SCALE * scores[q][p] - logSumExp(scores[q], SCALE);
          expected += Math.exp(target) * (target - (student[q][p] - logSumExp(student[q], 1))) / 2;
        }
      }
      BiEncoderObjectiveOptions.RankingDistillation options =
          new BiEncoderObjectiveOptions.RankingDistillation(base.folder().path(), SCALE, 1);
      try (RankingTeacher teacher = RankingTeacher.open(options, TEXTS::get, recipe("seed=1"))) {
        Tensor rows =
            Tensor.create(Arrays.stream(student).flatMapToDouble(Arrays::stream).toArray(), 2, 4)
                .to(torch.ScalarType.Float);
        assertThat(teacher.divergence(triples(base), rows).item_double())
            .isEqualTo(expected, within(1e-4));
      }
    }
  }
}
