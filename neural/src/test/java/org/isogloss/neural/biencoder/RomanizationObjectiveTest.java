// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.biencoder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.core.Role;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.neural.TrainingException;
import org.isogloss.neural.batch.Batches;
import org.isogloss.neural.batch.BatchesContractTest;
import org.isogloss.neural.corpus.SentencePairSink;
import org.isogloss.neural.corpus.TextCorpus;
import org.isogloss.neural.corpus.TextCorpusFixtures;
import org.isogloss.neural.finetuning.PretrainedModel;
import org.isogloss.neural.finetuning.RecipeFixtures;
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

/** Compares the loss with the same computation in plain loops, text by text. */
@RequiresTorch
class RomanizationObjectiveTest {
  private static final double SCALE = 7;
  private static final double WEIGHT = 3;
  private static final double CONTRAST = 0.5;
  private static final double WORDS = 2;
  private static final List<String> GREEK =
      List.of("το παλιό σπίτι", "η πόλη", "ποιος έγραψε το βιβλίο;", "το ποτάμι είναι παλιό");

  @TempDir private Path folder;

  private BiEncoderRecipe recipe;
  private Path teacherFolder;

  @BeforeEach
  void write() throws IOException {
    RecipeFixtures.writeInputs(folder);
    teacherFolder =
        SampleTransformer.BERT_ENCODER.copyInto(Files.createDirectory(folder.resolve("teachers")));
    recipe =
        (BiEncoderRecipe)
            RecipeFixtures.biEncoder(
                folder,
                "model.query-prefix='query: '",
                "model.dropout=0",
                "batches.chunk=3",
                "objectives={distillation: {teacher: \""
                    + teacherFolder
                    + "\", weight: 3, contrast: 0.5, scale: 7, romanization: {texts: 4, groups: 1,"
                    + " words: 2}}}");
  }

  private TextCorpus corpus(String pair, List<String> texts) {
    return TextCorpusFixtures.corpus(
        folder.resolve("corpus-" + pair), sink -> write(sink, pair, texts));
  }

  private static void write(SentencePairSink sink, String pair, List<String> texts) {
    for (String text : texts) {
      int english = sink.addSentence("translation of " + text);
      sink.addTrainingPair("bitext", pair, english, sink.addSentence(text));
    }
  }

  private BiEncoderObjectiveOptions.TeacherDistillation options() {
    return recipe.objectives().distillation().orElseThrow();
  }

  private RomanizedTextBatches batches(
      TextCorpus corpus, PretrainedModel base, TeacherEncoder teacher) {
    return new RomanizedTextBatches(
        corpus, base, teacher, recipe.batches(), options().romanization().orElseThrow(), 5);
  }

  /** Opens the models and a corpus with Greek texts. */
  private final class Opened implements AutoCloseable {
    private final PretrainedModel base = PretrainedModel.open(recipe.model(), recipe.compute());
    private final TeacherEncoder teacher = TeacherEncoder.open(teacherFolder, recipe);
    private final TextCorpus corpus = corpus("en-el", GREEK);

    @Override
    public void close() {
      corpus.close();
      teacher.close();
      base.close();
    }
  }

  @Nested
  class BatchesKeepTheContract extends BatchesContractTest<List<RomanizedText>> {
    private Opened opened;

    @BeforeEach
    void openAll() {
      opened = new Opened();
    }

    @AfterEach
    void close() {
      opened.close();
    }

    @Override
    protected Batches<List<RomanizedText>> open() {
      return batches(opened.corpus, opened.base, opened.teacher);
    }
  }

  @Nested
  class ObjectiveKeepsTheContract extends ObjectiveContractTest<List<RomanizedText>> {
    private Opened opened;
    private List<RomanizedText> batch;

    @BeforeEach
    void openAll() {
      opened = new Opened();
      batch = batches(opened.corpus, opened.base, opened.teacher).next();
    }

    @AfterEach
    void close() {
      opened.close();
    }

    @Override
    protected Objective<List<RomanizedText>> objective() {
      BiEncoder encoder =
          new BiEncoder(opened.base.transformer(), opened.base.poolingHead(), false, 3);
      return new RomanizationObjective(encoder, opened.teacher, options(), 3);
    }

    @Override
    protected List<RomanizedText> batch() {
      return batch;
    }

    @Override
    protected List<Tensor> parameters() {
      return opened.base.transformer().parameters().stream().map(Parameter::values).toList();
    }
  }

  /** The vectors of one form of a text: that of the text, then those of its words. */
  private static List<double[]> vectors(
      PretrainedModel model,
      RomanizedText text,
      Function<RomanizedText, Encoding> form,
      Function<RomanizedText.Word, TokenRange> tokens) {
    Encoding encoding = form.apply(text);
    float[] states =
        Tensors.toArray(
            model.transformer().forward(model.transformer().batch(List.of(encoding))).detach());
    int width = states.length / encoding.size();
    List<double[]> vectors = new ArrayList<>();
    vectors.add(mean(states, width, new TokenRange(0, encoding.size())));
    text.words().forEach(word -> vectors.add(mean(states, width, tokens.apply(word))));
    return vectors;
  }

  private static double[] mean(float[] states, int width, TokenRange tokens) {
    double[] mean = new double[width];
    for (int token = tokens.start(); token < tokens.end(); token++) {
      for (int d = 0; d < width; d++) {
        mean[d] += states[token * width + d];
      }
    }
    double length = Math.sqrt(dot(mean, mean));
    for (int d = 0; d < width; d++) {
      mean[d] /= length;
    }
    return mean;
  }

  private static double dot(double[] left, double[] right) {
    double sum = 0;
    for (int d = 0; d < left.length; d++) {
      sum += left[d] * right[d];
    }
    return sum;
  }

  private static double loss(List<double[]> student, List<double[]> teacher, List<Integer> keys) {
    double distance = 0;
    double contrast = 0;
    for (int i = 0; i < student.size(); i++) {
      double positive = dot(student.get(i), teacher.get(i));
      double all = 0;
      for (int j = 0; j < student.size(); j++) {
        if (j == i || !keys.get(i).equals(keys.get(j))) {
          all += Math.exp(SCALE * dot(student.get(i), teacher.get(j)));
        }
      }
      distance += (1 - positive) / student.size();
      contrast += (Math.log(all) - SCALE * positive) / student.size();
    }
    return WEIGHT * distance + CONTRAST * contrast;
  }

  // Scope and guard take effect by being open.
  @SuppressWarnings("try")
  @Test
  void isTheDistillationOfTextsAndTheirWords() {
    try (PretrainedModel base = PretrainedModel.open(recipe.model(), recipe.compute());
        PretrainedModel plainTeacher =
            PretrainedModel.open(recipe.model().forTeacher(teacherFolder), recipe.compute());
        TeacherEncoder teacher = TeacherEncoder.open(teacherFolder, recipe);
        TextCorpus corpus = corpus("en-el", GREEK);
        PointerScope scope = new PointerScope();
        NoGradGuard guard = new NoGradGuard()) {
      List<RomanizedText> texts = batches(corpus, base, teacher).next();
      assertThat(texts).hasSize(4);
      assertThat(texts).allSatisfy(text -> assertThat(text.words()).hasSizeBetween(2, 4));
      List<double[]> students = new ArrayList<>();
      List<double[]> teachers = new ArrayList<>();
      List<double[]> studentWords = new ArrayList<>();
      List<double[]> teacherWords = new ArrayList<>();
      List<Integer> keys = new ArrayList<>();
      List<Integer> wordKeys = new ArrayList<>();
      for (RomanizedText text : texts) {
        List<double[]> student =
            vectors(base, text, RomanizedText::romanized, RomanizedText.Word::romanized);
        List<double[]> target =
            vectors(plainTeacher, text, RomanizedText::original, RomanizedText.Word::original);
        students.add(student.getFirst());
        teachers.add(target.getFirst());
        keys.add(text.key());
        studentWords.addAll(student.subList(1, student.size()));
        teacherWords.addAll(target.subList(1, target.size()));
        text.words().forEach(word -> wordKeys.add(word.key()));
      }
      assertThat(Set.copyOf(wordKeys)).hasSizeBetween(8, wordKeys.size() - 1);
      double expected =
          loss(students, teachers, keys) + WORDS * loss(studentWords, teacherWords, wordKeys);
      BiEncoder encoder = new BiEncoder(base.transformer(), base.poolingHead(), false, 3);
      double loss =
          new RomanizationObjective(encoder, teacher, options(), 3).loss(texts).item_double();
      assertThat(loss).isEqualTo(expected, within(1e-3));
    }
  }

  @Test
  void findsTheWordsOfTheTextInBothForms() {
    try (PretrainedModel base = PretrainedModel.open(recipe.model(), recipe.compute());
        TeacherEncoder teacher = TeacherEncoder.open(teacherFolder, recipe);
        TextCorpus corpus = corpus("en-el", GREEK)) {
      for (RomanizedText text : batches(corpus, base, teacher).next()) {
        String original = corpus.text(text.key());
        assertThat(GREEK).contains(original);
        int prefix = teacher.prefix(Role.QUERY).length();
        assertThat(text.words())
            .extracting(
                word ->
                    original.substring(
                        text.original().starts()[word.original().start()] - prefix,
                        text.original().ends()[word.original().end() - 1] - prefix))
            .containsExactly(original.split(" ", -1));
        int next = text.romanized().ends()[text.words().getFirst().romanized().start() - 1];
        assertThat(next).isLessThanOrEqualTo("query: ".length());
        for (RomanizedText.Word word : text.words()) {
          assertThat(text.romanized().starts()[word.romanized().start()]).isBetween(next, next + 1);
          next = text.romanized().ends()[word.romanized().end() - 1];
        }
      }
    }
  }

  @Test
  void resumesFromAPosition() {
    try (PretrainedModel base = PretrainedModel.open(recipe.model(), recipe.compute());
        TeacherEncoder teacher = TeacherEncoder.open(teacherFolder, recipe);
        TextCorpus corpus = corpus("en-el", GREEK)) {
      RomanizedTextBatches batches = batches(corpus, base, teacher);
      batches.next();
      Map<String, long[]> position = batches.position();
      List<Integer> second = batches.next().stream().map(RomanizedText::key).toList();
      batches.next();
      batches.seek(position);
      assertThat(batches.next()).extracting(RomanizedText::key).isEqualTo(second);
    }
  }

  @Test
  void needsTextInAnotherScript() {
    try (PretrainedModel base = PretrainedModel.open(recipe.model(), recipe.compute());
        TeacherEncoder teacher = TeacherEncoder.open(teacherFolder, recipe);
        TextCorpus german = corpus("en-de", List.of("das alte Haus"));
        TextCorpus japanese = corpus("en-ja", List.of("古い家"))) {
      for (TextCorpus corpus : List.of(german, japanese)) {
        assertThatThrownBy(() -> batches(corpus, base, teacher))
            .isInstanceOf(TrainingException.class)
            .hasMessageContaining("romanization needs texts in other than Latin letters");
      }
    }
  }
}
