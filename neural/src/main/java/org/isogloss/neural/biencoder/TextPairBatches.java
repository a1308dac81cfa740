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
import org.isogloss.neural.Batches;
import org.isogloss.neural.PairDraws;
import org.isogloss.neural.ranker.RankerBase;
import org.isogloss.neural.ranker.RankerBatches;
import org.isogloss.neural.ranker.TextCorpus;
import org.isogloss.neural.ranker.TextPair;
import org.isogloss.text.Encoding;

/**
 * Draws pairs of a corpus and cuts them into pieces. Some are made of several: their sentences, one
 * behind the other, are a longer text, and so are the translations; or one of the sentences asks
 * for the longer text in the other language.
 */
final class TextPairBatches implements Batches<List<TextPair>> {
  /** So many batches without a new text, and there are no more. */
  private static final int IDLE = 100;

  private final TextCorpus corpus;
  private final PairDraws draws;
  private final RankerBase student;
  private final Optional<Teacher> teacher;
  private final RankerBatches plan;
  private final int maxLength;

  /**
   * Batches of pairs.
   *
   * @param teacher who shows what they mean; it reads them in English where the corpus has that
   */
  TextPairBatches(
      TextCorpus corpus,
      PairDraws draws,
      RankerBase student,
      Optional<Teacher> teacher,
      RankerBatches plan) {
    this.corpus = requireNonNull(corpus, "corpus is null");
    this.draws = requireNonNull(draws, "draws is null");
    this.student = requireNonNull(student, "student is null");
    this.teacher = requireNonNull(teacher, "teacher is null");
    this.plan = requireNonNull(plan, "plan is null");
    this.maxLength = plan.maxLength() == 0 ? student.settings().maxLength() : plan.maxLength();
  }

  @Override
  public List<TextPair> next() {
    PairDraws.Draw draw = draws.next();
    SplittableRandom random = draw.random();
    List<TextPair> pairs = new ArrayList<>();
    for (int from = 0, to; from < draw.left().length; from = to) {
      int most = joined(random);
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
  private int joined(SplittableRandom random) {
    return plan.joined() == 1 || random.nextBoolean() ? 1 : random.nextInt(2, plan.joined() + 1);
  }

  private Role role(SplittableRandom random) {
    return switch (plan.roles()) {
      case QUERY -> Role.QUERY;
      case EITHER -> random.nextBoolean() ? Role.QUERY : Role.PASSAGE;
    };
  }

  /** Two texts of as many of these sentences, from the first on, as are read whole. */
  private TextPair pair(int[] left, int[] right, SplittableRandom random) {
    Role role = role(random);
    boolean inside = left.length > 1 && random.nextDouble() < plan.inside();
    int chosen = random.nextInt(left.length);
    int[] both = IntStream.range(0, left.length).toArray();
    while (both.length > 1 && (cut(left, both, role) || cut(right, both, role))) {
      both = Arrays.copyOf(both, both.length - 1);
    }
    if (inside && both.length > 1) {
      int[] one = {chosen % both.length};
      return new TextPair(
          side(left, one, Role.QUERY, shown(left, right, one, Role.QUERY)),
          side(right, both, Role.PASSAGE, shown(left, right, both, Role.PASSAGE)));
    }
    Optional<TextPair.Shown> shown = shown(left, right, both, role);
    return new TextPair(side(left, both, role, shown), side(right, both, role, shown));
  }

  /**
   * What a teacher reads of pairs.
   *
   * @param batches of pairs that have a teacher
   * @param most how many texts, all different; fewer where a round of many batches brings no new
   *     one
   */
  static List<Encoding> shown(Batches<List<TextPair>> batches, int most) {
    SequencedMap<Integer, Encoding> texts = new LinkedHashMap<>();
    for (int idle = 0; texts.size() < most && idle < IDLE; idle++) {
      for (TextPair pair : batches.next()) {
        for (TextPair.Side side : List.of(pair.left(), pair.right())) {
          TextPair.Shown shown = side.shown().orElseThrow();
          if (texts.size() < most && texts.putIfAbsent(shown.key(), shown.text()) == null) {
            idle = 0;
          }
        }
      }
    }
    return List.copyOf(texts.values());
  }

  private boolean cut(int[] sentences, int[] chosen, Role role) {
    return encoding(sentences, chosen, role).size() == maxLength;
  }

  private TextPair.Side side(
      int[] sentences, int[] chosen, Role role, Optional<TextPair.Shown> shown) {
    return new TextPair.Side(encoding(sentences, chosen, role), key(sentences, chosen), shown);
  }

  private Optional<TextPair.Shown> shown(int[] left, int[] right, int[] chosen, Role role) {
    return teacher.map(
        shows -> {
          int[] read = new int[left.length];
          Arrays.setAll(read, i -> original(left[i], right[i]));
          return new TextPair.Shown(shows.encoding(text(read, chosen), role), key(read, chosen));
        });
  }

  /** The English of a pair, or its left side where that is not known. */
  private int original(int left, int right) {
    return corpus.original(left).orElseGet(() -> corpus.original(right).orElse(left));
  }

  private Encoding encoding(int[] sentences, int[] chosen, Role role) {
    return student.encoding(text(sentences, chosen), role, maxLength);
  }

  private String text(int[] sentences, int[] chosen) {
    return Arrays.stream(chosen)
        .mapToObj(i -> corpus.text(sentences[i]))
        .collect(Collectors.joining(" "));
  }

  /** A sentence's own number; texts of several have negative ones. */
  private static int key(int[] sentences, int[] chosen) {
    int[] those = Arrays.stream(chosen).map(i -> sentences[i]).toArray();
    return those.length == 1 ? those[0] : Arrays.hashCode(those) | Integer.MIN_VALUE;
  }

  @Override
  public Map<String, long[]> position() {
    return draws.position();
  }

  @Override
  public void seek(Map<String, long[]> position) {
    draws.seek(position);
  }
}
