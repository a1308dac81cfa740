package org.isogloss.neural.biencoder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.isogloss.core.Language;
import org.isogloss.modelio.LateInteractionTables;
import org.isogloss.neural.loss.MultipleNegativesRankingLoss;
import org.isogloss.neural.ranker.PretrainedModel;
import org.isogloss.neural.ranker.RecipeFixtures;
import org.isogloss.neural.torch.RequiresTorch;
import org.isogloss.neural.torch.Tensors;
import org.isogloss.text.Encoding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Beside the same, piece by piece, in plain loops. */
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
    float[][] means = new float[2][base.transformer().config().hiddenSize()];
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

  /** Unit vectors of a text's own pieces, without the mean of its language. */
  // The scope is there while its block runs.
  @SuppressWarnings("try")
  private static float[][] vectors(
      PretrainedModel base,
      LateInteractionTables tables,
      Encoding read,
      int prefix,
      Language language) {
    try (PointerScope scope = new PointerScope()) {
      float[] states =
          Tensors.toArray(
              base.transformer().forward(base.transformer().batch(List.of(read))).detach());
      int hidden = states.length / read.size();
      float[][] vectors = new float[read.size()][];
      for (int piece = 0; piece < read.size(); piece++) {
        if (isOwn(read, piece, prefix)) {
          vectors[piece] = new float[hidden];
          double squares = 0;
          for (int d = 0; d < hidden; d++) {
            vectors[piece][d] =
                states[piece * hidden + d] - tables.statistics(language).meanVector()[d];
            squares += vectors[piece][d] * vectors[piece][d];
          }
          for (int d = 0; d < hidden; d++) {
            vectors[piece][d] /= (float) Math.sqrt(squares);
          }
        }
      }
      return vectors;
    }
  }

  private static boolean isOwn(Encoding read, int piece, int prefix) {
    return read.sequenceIds()[piece] == Encoding.FIRST && read.ends()[piece] > prefix;
  }

  private static double score(
      LateInteractionTables tables, Encoding query, float[][] asked, float[][] found) {
    double sum = 0;
    double total = 0;
    for (int i = 0; i < asked.length; i++) {
      if (asked[i] == null) {
        continue;
      }
      double nearest = Double.NEGATIVE_INFINITY;
      for (float[] other : found) {
        double cosine = 0;
        for (int d = 0; other != null && d < other.length; d++) {
          cosine += asked[i][d] * other[d];
        }
        nearest = other == null ? nearest : Math.max(nearest, cosine);
      }
      sum += tables.importance(query.ids()[i]) * nearest;
      total += tables.importance(query.ids()[i]);
    }
    return sum / total;
  }

  // Scope and guard are there while their block runs.
  @SuppressWarnings("try")
  @Test
  void isTheContrastOfScoresByLateInteraction() throws IOException {
    RecipeFixtures.writeInputs(folder);
    BiEncoderRecipe recipe =
        (BiEncoderRecipe)
            RecipeFixtures.biEncoder(folder, "model.query-prefix='query: '", "model.dropout=0");
    try (PretrainedModel base = PretrainedModel.open(recipe.model(), recipe.compute());
        PointerScope scope = new PointerScope();
        NoGradGuard guard = new NoGradGuard()) {
      LateInteractionTables tables = tables(base);
      List<JudgedTriple> triples =
          List.of(
              new JudgedTriple(
                  base.encodeQuery(TEXTS.get(0)),
                  base.encodePassage(TEXTS.get(2)),
                  base.encodePassage(TEXTS.get(4)),
                  1,
                  0,
                  2,
                  4),
              new JudgedTriple(
                  base.encodeQuery(TEXTS.get(1)),
                  base.encodePassage(TEXTS.get(3)),
                  base.encodePassage(TEXTS.get(5)),
                  1,
                  1,
                  3,
                  5));
      int[] passages = {2, 3, 4, 5};
      double expected = 0;
      for (int q = 0; q < 2; q++) {
        Encoding query = base.encodeQuery(TEXTS.get(q));
        float[][] asked = vectors(base, tables, query, PREFIX.length(), LANGUAGES.get(q));
        double own = 0;
        double all = 0;
        for (int p : passages) {
          Encoding read = base.encodePassage(TEXTS.get(p));
          float[][] found = vectors(base, tables, read, 0, LANGUAGES.get(p));
          double closeness = LANGUAGES.get(q).equals(LANGUAGES.get(p)) ? 1 : .7f;
          double logit = SCALE * score(tables, query, asked, found) / Math.sqrt(closeness);
          all += Math.exp(logit);
          own = p == 2 + q ? logit : own;
        }
        expected += (Math.log(all) - own) / 2;
      }
      double loss =
          new LateInteractionObjective(
                  base,
                  new LateInteractionStatistics(tables, TEXTS::get),
                  new MultipleNegativesRankingLoss(SCALE),
                  false)
              .loss(triples)
              .item_double();
      assertThat(loss).isEqualTo(expected, within(1e-4));
    }
  }
}
