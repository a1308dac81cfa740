// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.biencoder;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.isogloss.core.Role;
import org.isogloss.neural.batch.Batches;
import org.isogloss.neural.batch.PairSampler;
import org.isogloss.neural.corpus.TextCorpus;
import org.isogloss.neural.finetuning.PretrainedModel;
import org.isogloss.neural.ranker.RankerBatchOptions;
import org.isogloss.neural.ranker.TextPair;
import org.isogloss.text.Encoding;

/**
 * Samples pairs of a corpus and encodes them as tokens. Some pairs are joined from several: the
 * concatenated sentences and the concatenated translations are a pair of longer texts; or one of
 * the sentences is a query for the longer text in the other language. Texts that are encoded as
 * queries may be typed with errors; the teacher reads them without.
 */
final class TextPairBatches implements Batches<List<TextPair>> {
  /** After this many batches without a new text, no more texts are expected. */
  private static final int MAX_IDLE_BATCHES = 100;

  private final TextCorpus corpus;
  private final PairSampler sampler;
  private final PretrainedModel student;
  private final Optional<TeacherEncoder> teacher;
  private final RankerBatchOptions options;
  private final int maxLength;

  /**
   * Creates the batches.
   *
   * @param teacher encodes the texts of pairs, in English if the corpus contains the English
   *     sentence
   */
  TextPairBatches(
      TextCorpus corpus,
      PairSampler sampler,
      PretrainedModel student,
      Optional<TeacherEncoder> teacher,
      RankerBatchOptions options) {
    this.corpus = requireNonNull(corpus, "corpus is null");
    this.sampler = requireNonNull(sampler, "sampler is null");
    this.student = requireNonNull(student, "student is null");
    this.teacher = requireNonNull(teacher, "teacher is null");
    this.options = requireNonNull(options, "options is null");
    this.maxLength = options.maxLength(student.encodingSettings());
  }

  @Override
  public List<TextPair> next() {
    PairSampler.PairSample sample = sampler.next();
    SplittableRandom random = sample.random();
    List<DrawnPair> pairs = new ArrayList<>();
    for (int from = 0, to; from < sample.left().length; from = to) {
      int limit = joinedCount(random);
      to = from + 1;
      while (to < sample.left().length
          && to - from < limit
          && sample.groups()[to] == sample.groups()[from]) {
        to++;
      }
      pairs.add(
          draw(
              Arrays.copyOfRange(sample.left(), from, to),
              Arrays.copyOfRange(sample.right(), from, to),
              random));
    }
    // All random choices are made; a GPU would wait for one thread that tokenises.
    return pairs.parallelStream().map(this::encode).toList();
  }

  /** Returns the number of pairs to join: 1 with probability one half, else 2 or more. */
  private int joinedCount(SplittableRandom random) {
    return options.joined() == 1 || random.nextBoolean()
        ? 1
        : random.nextInt(2, options.joined() + 1);
  }

  /**
   * Sentences to join, with the random choices.
   *
   * @param inside whether the left text is only the sentence {@code chosen}
   * @param typing determines how queries are typed
   */
  private record DrawnPair(
      int[] left, int[] right, Role role, boolean inside, int chosen, long typing) {}

  private DrawnPair draw(int[] left, int[] right, SplittableRandom random) {
    Role role = options.role(random);
    boolean inside = left.length > 1 && random.nextDouble() < options.inside();
    int chosen = random.nextInt(left.length);
    // Without typing, nothing is drawn, so that earlier recipes draw the same pairs as before.
    long typing = options.typing().isPresent() ? random.nextLong() : 0;
    return new DrawnPair(left, right, role, inside, chosen, typing);
  }

  /** Joins as many of the sentences, from the first on, as fit without truncation. */
  private TextPair encode(DrawnPair pair) {
    int[] left = pair.left();
    int[] right = pair.right();
    Role role = pair.role();
    int[] joined = IntStream.range(0, left.length).toArray();
    while (joined.length > 1
        && (isTruncated(left, joined, role) || isTruncated(right, joined, role))) {
      joined = Arrays.copyOf(joined, joined.length - 1);
    }
    if (pair.inside() && joined.length > 1) {
      int[] query = {pair.chosen() % joined.length};
      return new TextPair(
          side(
              left,
              query,
              Role.QUERY,
              pair.typing(),
              teacherInputs(left, right, query, Role.QUERY)),
          side(
              right,
              joined,
              Role.PASSAGE,
              pair.typing(),
              teacherInputs(left, right, joined, Role.PASSAGE)));
    }
    Optional<TextPair.TeacherInput> input = teacherInputs(left, right, joined, role);
    return new TextPair(
        side(left, joined, role, pair.typing(), input),
        side(right, joined, role, ~pair.typing(), input));
  }

  /**
   * Returns distinct texts that a teacher reads of pairs.
   *
   * @param batches batches of pairs with teacher inputs
   * @param limit number of texts; fewer are returned if many successive batches contain no new text
   */
  static List<Encoding> teacherInputs(Batches<List<TextPair>> batches, int limit) {
    SequencedMap<Integer, Encoding> texts = new LinkedHashMap<>();
    for (int idle = 0; texts.size() < limit && idle < MAX_IDLE_BATCHES; idle++) {
      for (TextPair pair : batches.next()) {
        for (TextPair.Side side : List.of(pair.left(), pair.right())) {
          TextPair.TeacherInput input = side.teacherInput().orElseThrow();
          if (texts.size() < limit && texts.putIfAbsent(input.key(), input.text()) == null) {
            idle = 0;
          }
        }
      }
    }
    return List.copyOf(texts.values());
  }

  private boolean isTruncated(int[] sentences, int[] chosen, Role role) {
    return student.encode(text(sentences, chosen), role, maxLength).size() == maxLength;
  }

  private TextPair.Side side(
      int[] sentences,
      int[] chosen,
      Role role,
      long typing,
      Optional<TextPair.TeacherInput> input) {
    String text = text(sentences, chosen);
    String read =
        role == Role.QUERY
            ? options.typing().map(queries -> queries.type(text, typing)).orElse(text)
            : text;
    return new TextPair.Side(
        student.encode(read, role, maxLength), textKey(sentences, chosen), input);
  }

  private Optional<TextPair.TeacherInput> teacherInputs(
      int[] left, int[] right, int[] chosen, Role role) {
    return teacher.map(
        encoder -> {
          int[] sources = new int[left.length];
          Arrays.setAll(sources, i -> sourceSentence(left[i], right[i]));
          return new TextPair.TeacherInput(
              encoder.encode(text(sources, chosen), role), textKey(sources, chosen));
        });
  }

  /**
   * Returns the English side of a pair; if there is none, the English sentence of another pair with
   * one of its sides, or the left side.
   */
  private int sourceSentence(int left, int right) {
    OptionalInt ofLeft = corpus.englishSourceOf(left);
    OptionalInt ofRight = corpus.englishSourceOf(right);
    boolean isEnglishLast = ofRight.equals(OptionalInt.of(right));
    if (isEnglishLast && !ofLeft.equals(OptionalInt.of(left))) {
      return right;
    }
    return ofLeft.orElse(ofRight.orElse(left));
  }

  private String text(int[] sentences, int[] chosen) {
    return Arrays.stream(chosen)
        .mapToObj(i -> corpus.text(sentences[i]))
        .collect(Collectors.joining(" "));
  }

  /** Returns the index of a single sentence, or a negative hash of several. */
  private static int textKey(int[] sentences, int[] chosen) {
    int[] indices = Arrays.stream(chosen).map(i -> sentences[i]).toArray();
    return indices.length == 1 ? indices[0] : Arrays.hashCode(indices) | Integer.MIN_VALUE;
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
