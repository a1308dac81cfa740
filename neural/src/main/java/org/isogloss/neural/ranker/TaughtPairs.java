package org.isogloss.neural.ranker;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.isogloss.neural.Batches;
import org.isogloss.neural.PairDraws;
import org.isogloss.text.Encoding;

/** Draws pairs of a corpus for a student and its teacher. */
final class TaughtPairs implements Batches<List<TaughtPair>> {
  private final TextCorpus corpus;
  private final PairDraws draws;
  private final Function<String, Encoding> student;
  private final Function<String, Encoding> teacher;

  TaughtPairs(
      TextCorpus corpus,
      PairDraws draws,
      Function<String, Encoding> student,
      Function<String, Encoding> teacher) {
    this.corpus = corpus;
    this.draws = draws;
    this.student = student;
    this.teacher = teacher;
  }

  @Override
  public List<TaughtPair> next() {
    PairDraws.Draw draw = draws.next();
    List<TaughtPair> pairs = new ArrayList<>();
    for (int i = 0; i < draw.left().length; i++) {
      String left = corpus.text(draw.left()[i]);
      String right = corpus.text(draw.right()[i]);
      pairs.add(new TaughtPair(student.apply(left), student.apply(right), teacher.apply(left)));
    }
    return pairs;
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
