package org.isogloss.neural.biencoder;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.isogloss.core.Role;
import org.isogloss.neural.batch.Batches;
import org.isogloss.neural.batch.PairSampler;
import org.isogloss.neural.corpus.TextCorpus;
import org.isogloss.neural.ranker.PretrainedModel;
import org.isogloss.neural.ranker.RankerBatchOptions;
import org.isogloss.neural.ranker.TextPair;
import org.isogloss.text.Encoding;

/**
 * Draws pairs of a corpus and cuts them into pieces. Some are made of several: their sentences, one
 * behind the other, are a longer text, and so are the translations; or one of the sentences asks
 * for the longer text in the other language.
 */
final class TextPairBatches implements Batches<List<TextPair>> {
  /** So many batches without a new text, and there are no more. */
  private static final int MAX_IDLE_BATCHES = 100;

  private final TextCorpus corpus;
  private final PairSampler sampler;
  private final PretrainedModel student;
  private final Optional<TeacherEncoder> teacher;
  private final RankerBatchOptions options;
  private final int maxLength;

  /**
   * Batches of pairs.
   *
   * @param teacher who shows what they mean; it reads them in English where the corpus has that
   */
  TextPairBatches(
      TextCorpus corpus,
      PairSampler sampler,
      PretrainedModel student,
      Optional<TeacherEncoder> teacher,
      RankerBatchOptions options) {
    this.corpus = requireNonNull(corpus, "corpus is null");
    this.sampler = requireNonNull(sampler, "draws is null");
    this.student = requireNonNull(student, "student is null");
    this.teacher = requireNonNull(teacher, "teacher is null");
    this.options = requireNonNull(options, "plan is null");
    this.maxLength =
        options.maxLength() == 0 ? student.encodingSettings().maxLength() : options.maxLength();
  }

  @Override
  public List<TextPair> next() {
    PairSampler.PairSample draw = sampler.next();
    SplittableRandom random = draw.random();
    List<TextPair> pairs = new ArrayList<>();
    for (int from = 0, to; from < draw.left().length; from = to) {
      int most = joinedCount(random);
      to = from + 1;
      while (to < draw.left().length
          && to - from < most
          && draw.groups()[to] == draw.groups()[from]) {
        to++;
      }
      pairs.add(
          pair(
              Arrays.copyOfRange(draw.left(), from, to),
              Arrays.copyOfRange(draw.right(), from, to),
              random));
    }
    return pairs;
  }

  /** Half of the pairs stay alone, the others are made of two and more. */
  private int joinedCount(SplittableRandom random) {
    return options.joined() == 1 || random.nextBoolean()
        ? 1
        : random.nextInt(2, options.joined() + 1);
  }

  private Role role(SplittableRandom random) {
    return switch (options.roles()) {
      case QUERY -> Role.QUERY;
      case EITHER -> random.nextBoolean() ? Role.QUERY : Role.PASSAGE;
    };
  }

  /** Two texts of as many of these sentences, from the first on, as are read whole. */
  private TextPair pair(int[] left, int[] right, SplittableRandom random) {
    Role role = role(random);
    boolean inside = left.length > 1 && random.nextDouble() < options.inside();
    int chosen = random.nextInt(left.length);
    int[] both = IntStream.range(0, left.length).toArray();
    while (both.length > 1 && (isTruncated(left, both, role) || isTruncated(right, both, role))) {
      both = Arrays.copyOf(both, both.length - 1);
    }
    if (inside && both.length > 1) {
      int[] one = {chosen % both.length};
      return new TextPair(
          side(left, one, Role.QUERY, teacherInputs(left, right, one, Role.QUERY)),
          side(right, both, Role.PASSAGE, teacherInputs(left, right, both, Role.PASSAGE)));
    }
    Optional<TextPair.TeacherInput> shown = teacherInputs(left, right, both, role);
    return new TextPair(side(left, both, role, shown), side(right, both, role, shown));
  }

  /**
   * What a teacher reads of pairs.
   *
   * @param batches of pairs that have a teacher
   * @param limit how many texts, all different; fewer where a round of many batches brings no new
   *     one
   */
  static List<Encoding> teacherInputs(Batches<List<TextPair>> batches, int limit) {
    SequencedMap<Integer, Encoding> texts = new LinkedHashMap<>();
    for (int idle = 0; texts.size() < limit && idle < MAX_IDLE_BATCHES; idle++) {
      for (TextPair pair : batches.next()) {
        for (TextPair.Side side : List.of(pair.left(), pair.right())) {
          TextPair.TeacherInput shown = side.teacherInput().orElseThrow();
          if (texts.size() < limit && texts.putIfAbsent(shown.key(), shown.text()) == null) {
            idle = 0;
          }
        }
      }
    }
    return List.copyOf(texts.values());
  }

  private boolean isTruncated(int[] sentences, int[] chosen, Role role) {
    return encode(sentences, chosen, role).size() == maxLength;
  }

  private TextPair.Side side(
      int[] sentences, int[] chosen, Role role, Optional<TextPair.TeacherInput> shown) {
    return new TextPair.Side(encode(sentences, chosen, role), textKey(sentences, chosen), shown);
  }

  private Optional<TextPair.TeacherInput> teacherInputs(
      int[] left, int[] right, int[] chosen, Role role) {
    return teacher.map(
        shows -> {
          int[] read = new int[left.length];
          Arrays.setAll(read, i -> sourceSentence(left[i], right[i]));
          return new TextPair.TeacherInput(
              shows.encode(text(read, chosen), role), textKey(read, chosen));
        });
  }

  /** The English of a pair, or its left side where that is not known. */
  private int sourceSentence(int left, int right) {
    return corpus.englishSourceOf(left).orElseGet(() -> corpus.englishSourceOf(right).orElse(left));
  }

  private Encoding encode(int[] sentences, int[] chosen, Role role) {
    return student.encode(text(sentences, chosen), role, maxLength);
  }

  private String text(int[] sentences, int[] chosen) {
    return Arrays.stream(chosen)
        .mapToObj(i -> corpus.text(sentences[i]))
        .collect(Collectors.joining(" "));
  }

  /** A sentence's own number; texts of several have negative ones. */
  private static int textKey(int[] sentences, int[] chosen) {
    int[] those = Arrays.stream(chosen).map(i -> sentences[i]).toArray();
    return those.length == 1 ? those[0] : Arrays.hashCode(those) | Integer.MIN_VALUE;
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
