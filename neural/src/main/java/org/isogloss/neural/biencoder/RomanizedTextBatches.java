// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.biencoder;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.isogloss.core.Language;
import org.isogloss.core.Role;
import org.isogloss.neural.TrainingException;
import org.isogloss.neural.batch.Batches;
import org.isogloss.neural.batch.PairSampler;
import org.isogloss.neural.batch.PairSamplingOptions;
import org.isogloss.neural.corpus.PairGroup;
import org.isogloss.neural.corpus.TextCorpus;
import org.isogloss.neural.finetuning.PretrainedModel;
import org.isogloss.neural.ranker.RankerBatchOptions;
import org.isogloss.text.Encoding;
import org.isogloss.text.romanization.Romanization;
import org.isogloss.text.romanization.RomanizationScheme;
import org.isogloss.text.romanization.Romanizer;

/**
 * Samples texts of a corpus that are not written in Latin letters, and romanizes each in one of the
 * schemes of its language. Languages that {@linkplain Romanizer#needsReadings need readings} are
 * left out.
 */
final class RomanizedTextBatches implements Batches<List<RomanizedText>> {
  private final TextCorpus corpus;
  private final PairSampler sampler;
  private final PretrainedModel student;
  private final TeacherEncoder teacher;
  private final RankerBatchOptions options;
  private final int maxLength;

  /** The languages of each group of the sampler. */
  private final List<List<Optional<Language>>> languages;

  private final Map<Language, Romanizer> romanizers = new HashMap<>();

  /**
   * Creates the batches.
   *
   * @throws TrainingException if the corpus has no such text
   */
  RomanizedTextBatches(
      TextCorpus corpus,
      PretrainedModel student,
      TeacherEncoder teacher,
      RankerBatchOptions options,
      BiEncoderObjectiveOptions.Romanization romanization,
      long seed) {
    this.corpus = requireNonNull(corpus, "corpus is null");
    this.student = requireNonNull(student, "student is null");
    this.teacher = requireNonNull(teacher, "teacher is null");
    this.options = requireNonNull(options, "options is null");
    this.maxLength = options.maxLength(student.encodingSettings());
    List<PairGroup> groups =
        corpus.training().stream()
            .filter(group -> languages(group).stream().anyMatch(Optional::isPresent))
            .toList();
    if (groups.isEmpty()) {
      throw new TrainingException(
          "objectives.distillation.romanization needs texts in other than Latin letters, but the"
              + " training data has none (Japanese does not count)");
    }
    this.sampler =
        new PairSampler(
            groups,
            new PairSamplingOptions(
                romanization.texts(),
                romanization.groups(),
                options.balance(),
                options.shares(),
                0),
            seed);
    this.languages = sampler.groups().stream().map(RomanizedTextBatches::languages).toList();
  }

  /** Returns the languages of both sides, empty for those whose texts are not romanized. */
  private static List<Optional<Language>> languages(PairGroup group) {
    return group.languages().stream()
        .map(Language::of)
        .map(
            language ->
                Optional.of(language)
                    .filter(Romanizer::isNeededFor)
                    .filter(needed -> !Romanizer.needsReadings(needed)))
        .toList();
  }

  @Override
  public List<RomanizedText> next() {
    PairSampler.PairSample sample = sampler.next();
    List<RomanizedText> texts = new ArrayList<>();
    for (int i = 0; i < sample.left().length; i++) {
      List<Optional<Language>> sides = languages.get(sample.groups()[i]);
      boolean left =
          sides.getLast().isEmpty()
              || (sides.getFirst().isPresent() && sample.random().nextBoolean());
      romanize(
              left ? sample.left()[i] : sample.right()[i],
              (left ? sides.getFirst() : sides.getLast()).orElseThrow(),
              sample.random())
          .ifPresent(texts::add);
    }
    return texts;
  }

  /** Returns a text in both forms; empty if it has no letter to romanize. */
  private Optional<RomanizedText> romanize(
      int sentence, Language language, SplittableRandom random) {
    Role role = options.role(random);
    Romanizer romanizer = romanizers.computeIfAbsent(language, Romanizer::of);
    List<RomanizationScheme> schemes = romanizer.schemes().stream().sorted().toList();
    RomanizationScheme scheme = schemes.get(random.nextInt(schemes.size()));
    String original = corpus.text(sentence);
    Romanization romanization = romanizer.align(original, scheme);
    if (romanization.text().equals(original)) {
      return Optional.empty();
    }
    Encoding romanized = student.encode(romanization.text(), role, maxLength);
    Encoding taught = teacher.encode(original, role);
    int romanizedPrefix = student.encodingSettings().prefix(role).length();
    int taughtPrefix = teacher.prefix(role).length();
    List<RomanizedText.Word> words = new ArrayList<>();
    for (Romanization.Word word : romanization.words()) {
      Optional<TokenRange> tokens =
          TokenRange.covering(word.romanized(), romanized, romanizedPrefix);
      Optional<TokenRange> target = TokenRange.covering(word.original(), taught, taughtPrefix);
      if (tokens.isPresent() && target.isPresent()) {
        int key = word.original().coveredText(original).hashCode();
        words.add(new RomanizedText.Word(tokens.get(), target.get(), key));
      }
    }
    return Optional.of(new RomanizedText(romanized, taught, words, sentence));
  }

  @Override
  public Map<String, long[]> position() {
    return sampler.position();
  }

  @Override
  public void seek(Map<String, long[]> position) {
    sampler.seek(position);
  }
}
