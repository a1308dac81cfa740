package org.isogloss.neural.ranker;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.isogloss.core.Role;
import org.isogloss.neural.Batches;
import org.isogloss.neural.PairDraws;
import org.isogloss.text.Encoding;

/**
 * Draws pairs of a corpus and cuts them into pieces. Some are made of several: their sentences, one
 * behind the other, are a longer text, and so are the translations.
 */
final class TextPairBatches implements Batches<List<TextPair>> {
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
              role(random)));
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

  /** A pair of as many of these sentences, from the first on, as are read whole. */
  private TextPair pair(int[] left, int[] right, Role role) {
    Encoding first = encoding(left, role);
    Encoding second = encoding(right, role);
    boolean cut = first.size() == maxLength || second.size() == maxLength;
    if (cut && left.length > 1) {
      int fewer = left.length - 1;
      return pair(Arrays.copyOf(left, fewer), Arrays.copyOf(right, fewer), role);
    }
    return new TextPair(
        first,
        second,
        key(left),
        key(right),
        teacher.map(shows -> shown(shows, left, right, role)));
  }

  private TextPair.Shown shown(Teacher shows, int[] left, int[] right, Role role) {
    int[] read = new int[left.length];
    Arrays.setAll(read, i -> original(left[i], right[i]));
    return new TextPair.Shown(shows.encoding(text(read), role), key(read));
  }

  /** The English of a pair, or its left side where that is not known. */
  private int original(int left, int right) {
    return corpus.original(left).orElseGet(() -> corpus.original(right).orElse(left));
  }

  private Encoding encoding(int[] sentences, Role role) {
    return student.encoding(text(sentences), role, maxLength);
  }

  private String text(int[] sentences) {
    StringBuilder text = new StringBuilder();
    for (int sentence : sentences) {
      text.append(text.isEmpty() ? "" : " ").append(corpus.text(sentence));
    }
    return text.toString();
  }

  /** A sentence's own number; texts of several have negative ones. */
  private static int key(int[] sentences) {
    return sentences.length == 1 ? sentences[0] : Arrays.hashCode(sentences) | Integer.MIN_VALUE;
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
