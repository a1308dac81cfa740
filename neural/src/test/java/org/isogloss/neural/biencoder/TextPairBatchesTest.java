// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.biencoder;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.isogloss.core.Role;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.neural.batch.PairSampler;
import org.isogloss.neural.corpus.SentencePairSink;
import org.isogloss.neural.corpus.TextCorpus;
import org.isogloss.neural.corpus.TextCorpusFixtures;
import org.isogloss.neural.finetuning.PretrainedModel;
import org.isogloss.neural.finetuning.PretrainedModelOptions;
import org.isogloss.neural.finetuning.RecipeFixtures;
import org.isogloss.neural.ranker.QueryTyping;
import org.isogloss.neural.ranker.RankerBatchOptions;
import org.isogloss.neural.ranker.TextPair;
import org.isogloss.neural.torch.ComputeOptions;
import org.isogloss.neural.torch.RequiresTorch;
import org.isogloss.text.Encoding;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests from which sentences the texts of pairs are joined. */
@RequiresTorch
class TextPairBatchesTest {
  private static final int LETTERS = 20;

  @TempDir Path folder;

  private PretrainedModel base;
  private TextCorpus corpus;

  /** English sentences are lower-case letters, German upper-case letters, Danish Greek letters. */
  @BeforeEach
  void open() throws IOException {
    base =
        PretrainedModel.open(
            new PretrainedModelOptions(
                SampleTransformer.BERT_ENCODER.copyInto(folder),
                0,
                Optional.empty(),
                Optional.of("q "),
                Optional.of("p "),
                64,
                0,
                PretrainedModelOptions.WordEmbeddingPrecision.WHOLE,
                PretrainedModelOptions.FrozenPart.NOTHING,
                0,
                PretrainedModelOptions.WordGradient.SPARSE),
            new ComputeOptions("cpu", false));
    corpus = TextCorpusFixtures.corpus(folder.resolve("corpus"), TextPairBatchesTest::write);
  }

  private static void write(SentencePairSink builder) {
    for (int i = 0; i < LETTERS; i++) {
      int english = builder.addSentence(Character.toString('a' + i));
      int german = builder.addSentence(Character.toString('A' + i));
      int danish = builder.addSentence(Character.toString('α' + i));
      builder.addTrainingPair("bitext", "en-de", english, german);
      builder.addTrainingPair("bitext", "en-da", english, danish);
      builder.addTrainingPair("documentation", "de-da", german, danish);
    }
  }

  @AfterEach
  void close() {
    corpus.close();
    base.close();
  }

  private List<TextPair> sample(
      RankerBatchOptions.RoleChoice roles,
      int joined,
      double inside,
      int maxLength,
      Optional<TeacherEncoder> teacher) {
    RankerBatchOptions options =
        new RankerBatchOptions(
            24, 4, 0.5, Map.of(), roles, joined, inside, Optional.empty(), maxLength, 0, 1, 8);
    PairSampler sampler = new PairSampler(corpus.training(), options.samplingOptions(), 3);
    TextPairBatches batches = new TextPairBatches(corpus, sampler, base, teacher, options);
    List<TextPair> sampled = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      sampled.addAll(batches.next());
    }
    return sampled;
  }

  private List<TextPair> sample(
      RankerBatchOptions.RoleChoice roles,
      int joined,
      int maxLength,
      Optional<TeacherEncoder> teacher) {
    return sample(roles, joined, 0, maxLength, teacher);
  }

  private Encoding tokens(String text) {
    return base.tokenizer().encode(text, 64);
  }

  private static boolean haveEqualIds(Encoding one, Encoding other) {
    return Arrays.equals(one.ids(), other.ids());
  }

  @Test
  void bothSidesOfAPairHaveTheSameRole() {
    for (TextPair pair : sample(RankerBatchOptions.RoleChoice.QUERY, 1, 0, Optional.empty())) {
      assertThat(
              haveEqualIds(pair.left().text(), tokens("q " + corpus.text(pair.left().textKey()))))
          .isTrue();
      assertThat(
              haveEqualIds(pair.right().text(), tokens("q " + corpus.text(pair.right().textKey()))))
          .isTrue();
    }
    Set<String> roles = new HashSet<>();
    for (TextPair pair : sample(RankerBatchOptions.RoleChoice.EITHER, 1, 0, Optional.empty())) {
      String role =
          haveEqualIds(pair.left().text(), tokens("q " + corpus.text(pair.left().textKey())))
              ? "q "
              : "p ";
      assertThat(
              haveEqualIds(pair.left().text(), tokens(role + corpus.text(pair.left().textKey()))))
          .isTrue();
      assertThat(
              haveEqualIds(pair.right().text(), tokens(role + corpus.text(pair.right().textKey()))))
          .isTrue();
      roles.add(role);
    }
    assertThat(roles).containsExactlyInAnyOrder("q ", "p ");
  }

  @Test
  void theTeacherReadsEnglish() {
    try (TeacherEncoder teacher = teacher()) {
      Set<String> groups = new HashSet<>();
      for (TextPair pair :
          sample(RankerBatchOptions.RoleChoice.QUERY, 1, 0, Optional.of(teacher))) {
        TextPair.TeacherInput input = pair.left().teacherInput().orElseThrow();
        assertThat(pair.right().teacherInput().orElseThrow()).isSameAs(input);
        String english = corpus.text(input.key());
        assertThat(english).matches("[a-z]");
        assertThat(haveEqualIds(input.text(), teacher.encode(english, Role.QUERY))).isTrue();
        assertThat(corpus.englishSourceOf(pair.left().textKey())).hasValue(input.key());
        assertThat(corpus.englishSourceOf(pair.right().textKey())).hasValue(input.key());
        groups.add(
            corpus.text(pair.left().textKey()).replaceAll("[a-z]", "en").replaceAll("[A-Z]", "de"));
      }
      assertThat(groups).containsExactlyInAnyOrder("en", "de");
    }
  }

  private TeacherEncoder teacher() {
    try {
      return TeacherEncoder.open(
          folder.resolve("bert-encoder"),
          (BiEncoderRecipe)
              RecipeFixtures.biEncoder(folder, "model.base=" + folder.resolve("bert-encoder")));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void joinsHalfOfThePairsFromSeveral() {
    List<TextPair> pairs = sample(RankerBatchOptions.RoleChoice.QUERY, 4, 0, Optional.empty());
    List<Integer> sizes = pairs.stream().map(pair -> pair.left().text().size()).toList();
    int one = tokens("q a").size();
    assertThat(sizes).contains(one, one + 1, one + 2, one + 3).allMatch(size -> size <= one + 3);
    assertThat(sizes.stream().filter(size -> size == one).count())
        .as("single sentences among %s pairs", sizes.size())
        .isBetween(sizes.size() / 3L, sizes.size() * 3L / 4);
    assertThat(pairs)
        .allSatisfy(
            pair ->
                assertThat(pair.left().textKey() >= 0).isEqualTo(pair.left().text().size() == one));
  }

  @Test
  void joinsOnlyAsManySentencesAsFit() {
    int one = tokens("q a").size();
    List<TextPair> pairs =
        sample(RankerBatchOptions.RoleChoice.QUERY, 4, one + 3, Optional.empty());
    assertThat(pairs).extracting(pair -> pair.left().text().size()).contains(one + 1, one + 2);
    assertThat(pairs)
        .allSatisfy(
            pair -> {
              assertThat(pair.maxLength()).isLessThan(one + 3);
              assertThat(pair.left().text().size()).isEqualTo(pair.right().text().size());
            });
  }

  @Test
  void aSentenceIsAQueryForTheJoinedText() {
    try (TeacherEncoder teacher = teacher()) {
      int queryCount = 0;
      int one = tokens("q a").size();
      for (TextPair pair :
          sample(RankerBatchOptions.RoleChoice.EITHER, 4, 0.5, 0, Optional.of(teacher))) {
        TextPair.TeacherInput left = pair.left().teacherInput().orElseThrow();
        TextPair.TeacherInput right = pair.right().teacherInput().orElseThrow();
        if (pair.left().text().size() < pair.right().text().size()) {
          queryCount++;
          assertThat(pair.left().text().size()).isEqualTo(one);
          assertThat(
                  haveEqualIds(
                      pair.left().text(), tokens("q " + corpus.text(pair.left().textKey()))))
              .isTrue();
          assertThat(pair.right().text().ids()[1]).isEqualTo(tokens("p").ids()[1]);
          assertThat(left.key()).isNotNegative();
          assertThat(right.key()).isNegative();
        } else {
          assertThat(left).isSameAs(right);
        }
      }
      assertThat(queryCount).isBetween(20, 80);
    }
  }

  @Test
  void teacherInputsAreDistinctUpToTheLimit() {
    try (TeacherEncoder teacher = teacher()) {
      RankerBatchOptions options =
          new RankerBatchOptions(
              24,
              4,
              0.5,
              Map.of(),
              RankerBatchOptions.RoleChoice.QUERY,
              1,
              0,
              Optional.empty(),
              0,
              0,
              1,
              8);
      PairSampler sampler = new PairSampler(corpus.training(), options.samplingOptions(), 3);
      TextPairBatches batches =
          new TextPairBatches(corpus, sampler, base, Optional.of(teacher), options);
      for (int limit : new int[] {1, 7, LETTERS, LETTERS + 1}) {
        List<Encoding> inputs = TextPairBatches.teacherInputs(batches, limit);
        assertThat(inputs)
            .hasSize(Math.min(limit, LETTERS))
            .extracting(text -> Arrays.toString(text.ids()))
            .doesNotHaveDuplicates();
      }
    }
  }

  @Test
  void theTeacherReadsTheEnglishSideOfThePairItself() {
    try (TeacherEncoder teacher = teacher();
        TextCorpus other =
            TextCorpusFixtures.corpus(
                folder.resolve("other"),
                builder -> {
                  int close = builder.addSentence("close");
                  int exit = builder.addSentence("exit");
                  int german = builder.addSentence("schließen");
                  for (int i = 0; i < 4; i++) {
                    builder.addTrainingPair("bitext", "en-de", close, german);
                    builder.addTrainingPair("documentation", "de-en", german, exit);
                  }
                })) {
      RankerBatchOptions options =
          new RankerBatchOptions(
              8,
              2,
              0.5,
              Map.of(),
              RankerBatchOptions.RoleChoice.QUERY,
              1,
              0,
              Optional.empty(),
              0,
              0,
              1,
              8);
      PairSampler sampler = new PairSampler(other.training(), options.samplingOptions(), 3);
      TextPairBatches batches =
          new TextPairBatches(other, sampler, base, Optional.of(teacher), options);
      for (TextPair pair : batches.next()) {
        String left = other.text(pair.left().textKey());
        String right = other.text(pair.right().textKey());
        assertThat(other.text(pair.left().teacherInput().orElseThrow().key()))
            .isEqualTo(left.equals("close") ? "close" : right);
      }
    }
  }

  @Test
  void onlyTheStudentReadsQueriesWithErrors() {
    try (TeacherEncoder teacher = teacher();
        TextCorpus other =
            TextCorpusFixtures.corpus(
                folder.resolve("other"),
                builder -> {
                  int english = builder.addSentence("printer settings");
                  int german = builder.addSentence("Druckereinstellungen");
                  for (int i = 0; i < 4; i++) {
                    builder.addTrainingPair("bitext", "en-de", english, german);
                  }
                })) {
      RankerBatchOptions options =
          new RankerBatchOptions(
              64,
              1,
              0.5,
              Map.of(),
              RankerBatchOptions.RoleChoice.EITHER,
              1,
              0,
              Optional.of(new QueryTyping(0, 0.9)),
              0,
              0,
              1,
              8);
      PairSampler sampler = new PairSampler(other.training(), options.samplingOptions(), 3);
      Map<Role, List<Boolean>> changed = new EnumMap<>(Role.class);
      for (TextPair pair :
          new TextPairBatches(other, sampler, base, Optional.of(teacher), options).next()) {
        for (TextPair.Side side : List.of(pair.left(), pair.right())) {
          String text = other.text(side.textKey());
          Role role = side.text().ids()[1] == tokens("q").ids()[1] ? Role.QUERY : Role.PASSAGE;
          changed
              .computeIfAbsent(role, read -> new ArrayList<>())
              .add(!haveEqualIds(side.text(), base.encode(text, role)));
          assertThat(
                  haveEqualIds(
                      side.teacherInput().orElseThrow().text(),
                      teacher.encode("printer settings", role)))
              .isTrue();
        }
      }
      assertThat(changed.get(Role.PASSAGE)).hasSizeGreaterThan(20).containsOnly(false);
      assertThat(changed.get(Role.QUERY)).hasSizeGreaterThan(20).contains(true, false);
      assertThat(changed.get(Role.QUERY).stream().filter(Boolean::booleanValue).count())
          .isGreaterThan(changed.get(Role.QUERY).size() * 3L / 4);
    }
  }

  @Test
  void theModelLimitsTheLengthOfTexts() {
    RankerBatchOptions options =
        new RankerBatchOptions(
            2,
            1,
            0.5,
            Map.of(),
            RankerBatchOptions.RoleChoice.QUERY,
            1,
            0,
            Optional.empty(),
            512,
            0,
            1,
            8);
    assertThat(options.maxLength(base.encodingSettings())).isEqualTo(64);
  }
}
