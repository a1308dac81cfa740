package org.isogloss.neural.ranker;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.isogloss.neural.Batches;
import org.isogloss.neural.PairDraws;
import org.isogloss.text.Encoding;

/** Draws pairs of a corpus and cuts them into pieces. */
final class TextPairBatches implements Batches<List<TextPair>> {
  private final TextCorpus corpus;
  private final PairDraws draws;
  private final Function<String, Encoding> encoding;

  TextPairBatches(TextCorpus corpus, PairDraws draws, Function<String, Encoding> encoding) {
    this.corpus = corpus;
    this.draws = draws;
    this.encoding = encoding;
  }

  @Override
  public List<TextPair> next() {
    PairDraws.Draw draw = draws.next();
    List<TextPair> pairs = new ArrayList<>();
    for (int i = 0; i < draw.left().length; i++) {
      int left = draw.left()[i];
      int right = draw.right()[i];
      pairs.add(
          new TextPair(
              encoding.apply(corpus.text(left)), encoding.apply(corpus.text(right)), left, right));
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
