// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.rerank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.isogloss.core.ExplainablePairScorer;
import org.isogloss.core.Language;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.TokenVectorScorer;
import org.isogloss.core.TokenVectors;
import org.isogloss.core.contract.TokenVectorScorerContractTest;
import org.isogloss.modelio.LateInteractionTables;
import org.isogloss.modelio.LateInteractionTables.LanguageStatistics;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.TokenProjection;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.export.OnnxExport;
import org.isogloss.runtime.export.OnnxExportOptions;
import org.isogloss.runtime.export.Precision;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LateInteractionScorerTest {
  private static final InferenceOptions SINGLE = new InferenceOptions(1, Precision.FP32);
  private static final Language ENGLISH = Language.of("en");
  private static final Language GERMAN = Language.of("de");

  @TempDir Path scratch;

  /**
   * Creates a model with zero means, equal importance of all tokens, and a German pivot similarity
   * below 1.
   */
  private Path model() {
    Path copied = scratch.resolve("bert-encoder");
    return Files.exists(copied)
        ? copied
        : withTables(SampleTransformer.BERT_ENCODER.copyInto(scratch));
  }

  private static Path withTables(Path folder) {
    try (ModelFolder model = ModelFolder.open(folder)) {
      float[] importance = new float[model.vocabularySize()];
      Arrays.fill(importance, 1);
      float[] mean = new float[model.dimension()];
      new LateInteractionTables(
              importance,
              Map.of(
                  "en", new LanguageStatistics(mean, 1), "de", new LanguageStatistics(mean, 0.64f)))
          .write(folder);
    }
    return folder;
  }

  private static PairScorer open(Path folder, InferenceOptions options) {
    try (ModelFolder model = ModelFolder.open(folder)) {
      return PairScorers.open(model, options);
    }
  }

  private static Passage passage(String text, Language language) {
    return new Passage("d", 0, language, "", text, 0, text.length());
  }

  private static Query query(String text) {
    return new Query("q", ENGLISH, text);
  }

  @Nested
  class InSinglePrecision extends TokenVectorScorerContractTest {
    @Override
    protected TokenVectorScorer open() {
      return (TokenVectorScorer) LateInteractionScorerTest.open(model(), SINGLE);
    }
  }

  @Nested
  class InEightBits extends TokenVectorScorerContractTest {
    @Override
    protected TokenVectorScorer open() {
      return (TokenVectorScorer)
          LateInteractionScorerTest.open(model(), new InferenceOptions(2, Precision.INT8));
    }
  }

  @Nested
  class OfProjectedVectors extends TokenVectorScorerContractTest {
    @Override
    protected TokenVectorScorer open() {
      return (TokenVectorScorer) LateInteractionScorerTest.open(projecting(), SINGLE);
    }
  }

  @Nested
  class OfSharedVectors extends TokenVectorScorerContractTest {
    @Override
    protected TokenVectorScorer open() {
      return (TokenVectorScorer) LateInteractionScorerTest.open(sharing(3), SINGLE);
    }
  }

  /** Creates a model whose tables let tokens share vectors. */
  private Path sharing(int tokensPerVector) {
    Path folder = model();
    try (ModelFolder model = ModelFolder.open(folder)) {
      LateInteractionTables.find(model)
          .orElseThrow()
          .withTokensPerVector(tokensPerVector)
          .write(folder);
    }
    return folder;
  }

  @Test
  void matchesTheFirstOfTheTokensThatShareAVector() {
    Passage passage = passage("the city the city", ENGLISH);
    try (PairScorer scorer = open(sharing(1), SINGLE)) {
      assertThat(starts(scorer, passage)).isNotEmpty();
    }
    try (PairScorer scorer = open(sharing(16), SINGLE)) {
      TokenVectorScorer shared = (TokenVectorScorer) scorer;
      assertThat(starts(scorer, passage)).containsOnly(0);
      byte[] stored = shared.encodePassages(List.of(passage)).getFirst().tokens().bytes();
      // One vector, and the labels and the number of all tokens.
      assertThat(stored).hasSize(3 * shared.bytesPerToken());
      float[] parts =
          shared.scoreParts(
              query("city"), passage, new TokenVectors(ENGLISH, stored), new int[] {0, 8});
      assertThat(parts[0]).isEqualTo(parts[1]);
    }
  }

  private static List<Integer> starts(PairScorer scorer, Passage passage) {
    return ((ExplainablePairScorer) scorer)
        .matches(query("the city"), passage).stream()
            .map(ExplainablePairScorer.TokenMatch::passageStart)
            .toList();
  }

  /** Creates a model whose tables map states to the first 16 of their 32 dimensions. */
  private Path projecting() {
    Path folder = scratch.resolve("bert-encoder");
    if (!Files.exists(folder)) {
      SampleTransformer.BERT_ENCODER.copyInto(scratch);
      try (ModelFolder model = ModelFolder.open(folder)) {
        float[] importance = new float[model.vocabularySize()];
        Arrays.fill(importance, 1);
        float[] matrix = new float[16 * model.dimension()];
        for (int i = 0; i < 16; i++) {
          matrix[i * model.dimension() + i] = 1;
        }
        LanguageStatistics statistics = new LanguageStatistics(new float[model.dimension()], 1);
        new LateInteractionTables(importance, Map.of("en", statistics, "de", statistics))
            .projectedBy(new TokenProjection(matrix, model.dimension()), 4)
            .write(folder);
      }
    }
    return folder;
  }

  @Test
  void storesProjectedVectorsWithTheBitsOfTheTables() {
    try (PairScorer scorer = open(projecting(), SINGLE)) {
      TokenVectorScorer tokenScorer = (TokenVectorScorer) scorer;
      assertThat(tokenScorer.bytesPerToken()).isEqualTo(2 + 16 * 4 / 8);
      Passage same = passage("the largest city", ENGLISH);
      assertThat(scorer.score(query("the largest city"), List.of(same))[0]).isGreaterThan(0.9f);
    }
    try (ModelFolder model = ModelFolder.open(projecting());
        LateInteractionFitter fit = new LateInteractionFitter(model, SINGLE)) {
      SequencedMap<Language, LateInteractionFitter.ParallelSentences> languages =
          new LinkedHashMap<>();
      List<String> sentences = List.of("the cat sits", "where is the station");
      languages.put(
          GERMAN, new LateInteractionFitter.ParallelSentences(sentences, sentences.reversed()));
      LateInteractionTables refitted = fit.fit(ENGLISH, languages, 2, (language, closeness) -> {});
      assertThat(refitted.projection()).isPresent();
      assertThat(refitted.storage().bits()).hasValue(4);
      assertThat(refitted.statistics(GERMAN).meanVector()).hasSize(16);
    }
  }

  @Test
  void compensatesLowerSimilarityOfTranslations() {
    try (PairScorer scorer = open(model(), SINGLE)) {
      String text = "The cat sits on the mat.";
      float[] scores =
          scorer.score(query("the cat"), List.of(passage(text, ENGLISH), passage(text, GERMAN)));
      assertThat(scores[1]).isCloseTo(0.2f + (scores[0] - 0.2f) / 0.64f, within(1e-5f));
      assertThat(scorer.producesProbabilities()).isFalse();
    }
  }

  @Test
  void matchesSumToScore() {
    try (PairScorer scorer = open(model(), SINGLE)) {
      Passage passage = passage("The cat sits on the mat in the largest city.", GERMAN);
      List<ExplainablePairScorer.TokenMatch> matches =
          ((ExplainablePairScorer) scorer).matches(query("the largest cat"), passage);
      assertThat(matches)
          .allSatisfy(
              match -> {
                assertThat(match.queryStart()).isBetween(0, match.queryEnd() - 1);
                assertThat(match.passageStart()).isBetween(0, match.passageEnd() - 1);
                assertThat(match.passageEnd()).isLessThanOrEqualTo(passage.text().length());
              });
      assertThat(matches.getFirst().queryStart()).isZero();
      assertThat(matches.getLast().queryEnd()).isEqualTo("the largest cat".length());
      double sum =
          matches.stream().mapToDouble(ExplainablePairScorer.TokenMatch::contribution).sum();
      assertThat(sum)
          .isCloseTo(scorer.score(query("the largest cat"), List.of(passage))[0], within(1e-5));
    }
  }

  @Test
  void identifiesUndeterminedQueryLanguage() {
    try (PairScorer scorer = open(model(), SINGLE)) {
      String question = "How many points did the Panthers lose in the last game of the season?";
      List<Passage> passages =
          List.of(passage("The Panthers lost.", ENGLISH), passage("Sie verloren.", GERMAN));
      assertThat(scorer.score(Query.of(question), passages))
          .containsExactly(scorer.score(query(question), passages));
    }
  }

  @Test
  void rejectsModelWithoutTables() {
    try (ModelFolder model =
        ModelFolder.open(SampleTransformer.XLMR_CLASSIFIER.copyInto(scratch))) {
      assertThatThrownBy(() -> LateInteractionScorer.open(model, SINGLE))
          .isInstanceOf(ModelFormatException.class)
          .hasMessageContaining("has no interaction.safetensors");
    }
  }

  @Test
  void rejectsGraphWithoutTokenVectors() {
    Path folder = SampleTransformer.BERT_ENCODER.copyInto(scratch);
    try (ModelFolder model = ModelFolder.open(folder)) {
      OnnxExport.write(model, OnnxExportOptions.forPrecision(Precision.FP32));
      withTables(folder);
      assertThatThrownBy(() -> LateInteractionScorer.open(model, SINGLE))
          .isInstanceOf(ModelFormatException.class)
          .hasMessageContaining("expected last_hidden_state")
          .hasMessageContaining("with the hidden states as an output");
    }
  }

  @Test
  void fitsImportanceAndSimilarity() {
    Path folder = SampleTransformer.BERT_ENCODER.copyInto(scratch);
    List<String> english = List.of("the cat sits", "the largest city", "where is the station");
    List<String> other = List.of("where lost", "nothing here", "cat on mat of season");
    SequencedMap<Language, LateInteractionFitter.ParallelSentences> languages =
        new LinkedHashMap<>();
    languages.put(GERMAN, new LateInteractionFitter.ParallelSentences(english, other));
    languages.put(Language.of("fr"), new LateInteractionFitter.ParallelSentences(english, english));
    StringBuilder told = new StringBuilder();
    try (ModelFolder model = ModelFolder.open(folder);
        LateInteractionFitter fit = new LateInteractionFitter(model, SINGLE)) {
      LateInteractionTables tables =
          fit.fit(ENGLISH, languages, 2, (language, closeness) -> told.append(language.code()));
      assertThat(told).hasToString("defr");
      assertThat(tables.languages()).containsExactly("de", "en", "fr");
      assertThat(tables.statistics(Language.of("fr")).pivotSimilarity())
          .isCloseTo(1, within(1e-4f));
      assertThat(tables.statistics(GERMAN).pivotSimilarity()).isStrictlyBetween(0f, 0.999f);
      int the = model.tokenizer().ids("the")[0];
      // Three of three sentences, smoothed with a thousand sentences without the token.
      assertThat(tables.importance(the)).isCloseTo((float) -Math.log(3 / 1003.0), within(1e-5f));
      assertThat(tables.importance(model.tokenizer().specialTokens().unknownId()))
          .isLessThanOrEqualTo((float) Math.log(6000));
      tables.write(folder);
    }
    try (PairScorer scorer = open(folder, SINGLE)) {
      assertThat(scorer.score(query("the cat"), List.of(passage("the cat", ENGLISH)))[0])
          .isGreaterThan(0.5f);
    }
  }
}
