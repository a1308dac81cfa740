package org.isogloss.neural.ranker;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.neural.Batches;
import org.isogloss.neural.Objective;
import org.isogloss.neural.PairDraws;
import org.isogloss.neural.transformer.Autocast;
import org.isogloss.neural.transformer.LanguageModelHead;
import org.isogloss.neural.transformer.MaskedBatch;
import org.isogloss.neural.transformer.Masking;
import org.isogloss.neural.transformer.Transformer;
import org.isogloss.text.Encoding;

/** Texts of which pieces are to be guessed. */
public final class MaskedTexts implements Batches<MaskedTexts.Batch> {
  private static final String NUMBER = "masked";

  /**
   * Texts that lose pieces.
   *
   * @param number of the batch, which decides which pieces
   */
  public record Batch(List<Encoding> texts, long number) {}

  private final PairDraws draws;
  private final Function<PairDraws.Draw, List<Encoding>> texts;
  private long number;

  private MaskedTexts(PairDraws draws, Function<PairDraws.Draw, List<Encoding>> texts) {
    this.draws = draws;
    this.texts = texts;
  }

  /** Both sentences of pairs, each alone: masked language modelling. */
  public static MaskedTexts sentences(TextCorpus corpus, PairDraws draws, RankerBase base) {
    return new MaskedTexts(
        draws,
        draw -> {
          List<Encoding> texts = new ArrayList<>();
          for (int[] side : List.of(draw.left(), draw.right())) {
            for (int sentence : side) {
              texts.add(base.query(corpus.text(sentence)));
            }
          }
          return texts;
        });
  }

  /** Sentences with their translations: translation language modelling. */
  public static MaskedTexts pairs(TextCorpus corpus, PairDraws draws, RankerBase base) {
    return new MaskedTexts(
        draws,
        draw -> {
          List<Encoding> texts = new ArrayList<>();
          for (int i = 0; i < draw.left().length; i++) {
            texts.add(base.together(corpus.text(draw.left()[i]), corpus.text(draw.right()[i])));
          }
          return texts;
        });
  }

  @Override
  public Batch next() {
    return new Batch(texts.apply(draws.next()), number++);
  }

  @Override
  public int examples(Batch batch) {
    return batch.texts().size();
  }

  @Override
  public Map<String, long[]> position() {
    Map<String, long[]> position = new HashMap<>(draws.position());
    position.put(NUMBER, new long[] {number});
    return position;
  }

  @Override
  public void seek(Map<String, long[]> position) {
    draws.seek(position);
    number = position.get(NUMBER)[0];
  }

  /** Cross-entropy with the pieces that were masked. */
  public record Loss(Transformer transformer, LanguageModelHead head, Masking masking, boolean bf16)
      implements Objective<Batch> {
    @Override
    public Tensor loss(Batch batch) {
      MaskedBatch masked = masking.mask(batch.texts(), batch.number(), transformer);
      Optional<Autocast> cast =
          bf16 ? Optional.of(Autocast.bfloat16(transformer.device())) : Optional.empty();
      try {
        return head.loss(transformer.forward(masked.batch()), masked);
      } finally {
        cast.ifPresent(Autocast::close);
      }
    }
  }
}
