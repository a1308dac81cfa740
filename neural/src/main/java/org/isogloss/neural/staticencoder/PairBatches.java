package org.isogloss.neural.staticencoder;

import java.util.Map;
import java.util.SplittableRandom;
import org.isogloss.neural.BatchPlan;
import org.isogloss.neural.Batches;
import org.isogloss.neural.PairDraws;

/**
 * Batches of pairs as a static encoder reads them, drawn by {@link PairDraws}; which words a batch
 * drops depends on the seed and the batch's number too.
 */
final class PairBatches implements Batches<PairBatch> {
  private final WordCorpus corpus;
  private final PieceTable pieces;
  private final BatchPlan plan;
  private final PairDraws draws;
  private final BagBatch.Builder bags;

  PairBatches(WordCorpus corpus, PieceTable pieces, int vocabularySize, BatchPlan plan, long seed) {
    this.corpus = corpus;
    this.pieces = pieces;
    this.plan = plan;
    this.draws = new PairDraws(corpus.training(), plan, seed);
    this.bags = new BagBatch.Builder(vocabularySize);
  }

  @Override
  public PairBatch next() {
    PairDraws.Draw draw = draws.next();
    for (int sentence : draw.left()) {
      addText(sentence, draw.random());
    }
    for (int sentence : draw.right()) {
      addText(sentence, draw.random());
    }
    return new PairBatch(bags.build(), draw.left(), draw.right());
  }

  @Override
  public int examples(PairBatch batch) {
    return batch.pairs();
  }

  private void addText(int sentence, SplittableRandom random) {
    bags.beginText();
    int from = corpus.starts()[sentence];
    int to = corpus.starts()[sentence + 1];
    int spared = plan.tokenDropout() > 0 && to > from ? from + random.nextInt(to - from) : from;
    for (int i = from; i < to; i++) {
      if (plan.tokenDropout() > 0 && i != spared && random.nextDouble() < plan.tokenDropout()) {
        continue;
      }
      int word = corpus.tokens()[i];
      for (int p = 0; p < pieces.count(word); p++) {
        bags.add(pieces.piece(word, p));
      }
    }
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
