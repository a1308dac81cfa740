package org.isogloss.neural.biencoder;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
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
import org.isogloss.neural.ranker.PretrainedModel;
import org.isogloss.neural.ranker.RankerBatchOptions;
import org.isogloss.neural.ranker.RankerModelOptions;
import org.isogloss.neural.ranker.RecipeFixtures;
import org.isogloss.neural.ranker.TextPair;
import org.isogloss.neural.torch.ComputeOptions;
import org.isogloss.neural.torch.RequiresTorch;
import org.isogloss.text.Encoding;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which texts pairs are made of. */
@RequiresTorch
class TextPairBatchesTest {
  private static final int LETTERS = 20;

  @TempDir Path folder;

  private PretrainedModel base;
  private TextCorpus corpus;

  /** English has small letters, German capital ones, Danish Greek ones, in the same order. */
  @BeforeEach
  void open() throws IOException {
    base =
        PretrainedModel.open(
            new RankerModelOptions(
                SampleTransformer.BERT_ENCODER.copyInto(folder),
                0,
                Optional.empty(),
                Optional.of("q "),
                Optional.of("p "),
                64,
                0,
                RankerModelOptions.WordEmbeddingPrecision.WHOLE,
                RankerModelOptions.FrozenPart.NOTHING,
                0),
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

  private List<TextPair> draw(
      RankerBatchOptions.RoleChoice roles,
      int joined,
      double inside,
      int maxLength,
      Optional<TeacherEncoder> teacher) {
    RankerBatchOptions plan =
        new RankerBatchOptions(24, 4, 0.5, Map.of(), roles, joined, inside, maxLength, 0, 1, 8);
    PairSampler draws = new PairSampler(corpus.training(), plan.samplingOptions(), 3);
    TextPairBatches batches = new TextPairBatches(corpus, draws, base, teacher, plan);
    List<TextPair> drawn = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      drawn.addAll(batches.next());
    }
    return drawn;
  }

  private List<TextPair> draw(
      RankerBatchOptions.RoleChoice roles,
      int joined,
      int maxLength,
      Optional<TeacherEncoder> teacher) {
    return draw(roles, joined, 0, maxLength, teacher);
  }

  private Encoding read(String text) {
    return base.tokenizer().encode(text, 64);
  }

  private static boolean same(Encoding one, Encoding other) {
    return Arrays.equals(one.ids(), other.ids());
  }

  @Test
  void aPairIsReadInOneRole() {
    for (TextPair pair : draw(RankerBatchOptions.RoleChoice.QUERY, 1, 0, Optional.empty())) {
      assertThat(same(pair.left().text(), read("q " + corpus.text(pair.left().textKey()))))
          .isTrue();
      assertThat(same(pair.right().text(), read("q " + corpus.text(pair.right().textKey()))))
          .isTrue();
    }
    Set<String> roles = new HashSet<>();
    for (TextPair pair : draw(RankerBatchOptions.RoleChoice.EITHER, 1, 0, Optional.empty())) {
      String role =
          same(pair.left().text(), read("q " + corpus.text(pair.left().textKey()))) ? "q " : "p ";
      assertThat(same(pair.left().text(), read(role + corpus.text(pair.left().textKey()))))
          .isTrue();
      assertThat(same(pair.right().text(), read(role + corpus.text(pair.right().textKey()))))
          .isTrue();
      roles.add(role);
    }
    assertThat(roles).containsExactlyInAnyOrder("q ", "p ");
  }

  @Test
  void aTeacherReadsEnglish() {
    try (TeacherEncoder teacher = teacher()) {
      Set<String> groups = new HashSet<>();
      for (TextPair pair : draw(RankerBatchOptions.RoleChoice.QUERY, 1, 0, Optional.of(teacher))) {
        TextPair.TeacherInput shown = pair.left().teacherInput().orElseThrow();
        assertThat(pair.right().teacherInput().orElseThrow()).isSameAs(shown);
        String english = corpus.text(shown.key());
        assertThat(english).matches("[a-z]");
        assertThat(same(shown.text(), teacher.encode(english, Role.QUERY))).isTrue();
        assertThat(corpus.englishSourceOf(pair.left().textKey())).hasValue(shown.key());
        assertThat(corpus.englishSourceOf(pair.right().textKey())).hasValue(shown.key());
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
  void halfOfThePairsAreMadeOfSeveral() {
    List<TextPair> pairs = draw(RankerBatchOptions.RoleChoice.QUERY, 4, 0, Optional.empty());
    List<Integer> sizes = pairs.stream().map(pair -> pair.left().text().size()).toList();
    int one = read("q a").size();
    assertThat(sizes).contains(one, one + 1, one + 2, one + 3).allMatch(size -> size <= one + 3);
    assertThat(sizes.stream().filter(size -> size == one).count())
        .as("of %s", sizes.size())
        .isBetween(sizes.size() / 3L, sizes.size() * 3L / 4);
    assertThat(pairs)
        .allSatisfy(
            pair ->
                assertThat(pair.left().textKey() >= 0).isEqualTo(pair.left().text().size() == one));
  }

  @Test
  void noMoreAreJoinedThanAreReadWhole() {
    int one = read("q a").size();
    List<TextPair> pairs = draw(RankerBatchOptions.RoleChoice.QUERY, 4, one + 3, Optional.empty());
    assertThat(pairs).extracting(pair -> pair.left().text().size()).contains(one + 1, one + 2);
    assertThat(pairs)
        .allSatisfy(
            pair -> {
              assertThat(pair.maxLength()).isLessThan(one + 3);
              assertThat(pair.left().text().size()).isEqualTo(pair.right().text().size());
            });
  }

  @Test
  void aSentenceAsksForTheLongerTextItIsIn() {
    try (TeacherEncoder teacher = teacher()) {
      int asking = 0;
      int one = read("q a").size();
      for (TextPair pair :
          draw(RankerBatchOptions.RoleChoice.EITHER, 4, 0.5, 0, Optional.of(teacher))) {
        TextPair.TeacherInput left = pair.left().teacherInput().orElseThrow();
        TextPair.TeacherInput right = pair.right().teacherInput().orElseThrow();
        if (pair.left().text().size() < pair.right().text().size()) {
          asking++;
          assertThat(pair.left().text().size()).isEqualTo(one);
          assertThat(same(pair.left().text(), read("q " + corpus.text(pair.left().textKey()))))
              .isTrue();
          assertThat(pair.right().text().ids()[1]).isEqualTo(read("p").ids()[1]);
          assertThat(left.key()).isNotNegative();
          assertThat(right.key()).isNegative();
        } else {
          assertThat(left).isSameAs(right);
        }
      }
      assertThat(asking).isBetween(20, 80);
    }
  }

  @Test
  void aBankHasSoManyDifferentTextsOrAllThereAre() {
    try (TeacherEncoder teacher = teacher()) {
      RankerBatchOptions plan =
          new RankerBatchOptions(
              24, 4, 0.5, Map.of(), RankerBatchOptions.RoleChoice.QUERY, 1, 0, 0, 0, 1, 8);
      PairSampler draws = new PairSampler(corpus.training(), plan.samplingOptions(), 3);
      TextPairBatches batches =
          new TextPairBatches(corpus, draws, base, Optional.of(teacher), plan);
      for (int most : new int[] {1, 7, LETTERS, LETTERS + 1}) {
        List<Encoding> bank = TextPairBatches.teacherInputs(batches, most);
        assertThat(bank)
            .hasSize(Math.min(most, LETTERS))
            .extracting(text -> Arrays.toString(text.ids()))
            .doesNotHaveDuplicates();
      }
    }
  }
}
