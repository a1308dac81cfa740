package org.isogloss.neural.head;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.core.IsoglossException;
import org.isogloss.neural.torch.TensorMemory;
import org.isogloss.neural.transformer.Transformer;
import org.isogloss.text.Encoding;
import org.isogloss.text.SpecialTokens;
import org.isogloss.text.Tokenizer;

/**
 * Chooses the pieces that a language model has to guess: of every hundred chosen, 80 become the
 * mask, 10 any other piece, and 10 stay (Devlin et al. 2019, section 3.1). Special tokens are never
 * chosen. Of two texts read together both lose pieces, so that a translation helps to guess
 * (Conneau and Lample 2019, section 3.3).
 *
 * <p>What is chosen depends on the seed and the batch's number alone, so that a training that was
 * stopped goes on with the same choices.
 */
public final class TokenMasking {
  /** The share of BERT. */
  public static final double DEFAULT_SHARE = 0.15;

  private static final double MASK_THRESHOLD = 0.8;
  private static final double REPLACE_THRESHOLD = 0.9;

  private final int mask;
  private final int vocabularySize;
  private final Set<Integer> special;
  private final double share;
  private final long seed;

  private record Position(int row, int column, int piece) {}

  /**
   * Sets up the choosing.
   *
   * @param tokenizer has a piece {@code [MASK]} or {@code <mask>}
   * @param share of pieces that are chosen, above 0 and up to 1
   * @throws IsoglossException if the tokenizer has no piece for the mask
   */
  public TokenMasking(Tokenizer tokenizer, double share, long seed) {
    if (!(share > 0 && share <= 1)) {
      throw new IllegalArgumentException(
          "share is " + share + ", expected a number above 0, up to 1");
    }
    this.mask = maskId(tokenizer);
    this.vocabularySize = tokenizer.vocabularySize();
    this.share = share;
    this.seed = seed;
    SpecialTokens tokens = tokenizer.specialTokens();
    this.special = new TreeSet<>(List.of(mask, tokens.unknownId(), tokens.paddingId()));
    for (int[] ids : List.of(tokens.prefix(), tokens.separator(), tokens.suffix())) {
      Arrays.stream(ids).forEach(special::add);
    }
    if (IntStream.range(0, vocabularySize).allMatch(special::contains)) {
      throw new IsoglossException("the vocabulary holds nothing but special tokens");
    }
  }

  private static int maskId(Tokenizer tokenizer) {
    for (String written : List.of("[MASK]", "<mask>")) {
      OptionalInt id = tokenizer.id(written);
      if (id.isPresent()) {
        return id.getAsInt();
      }
    }
    throw new IsoglossException(
        "the vocabulary has neither [MASK] nor <mask>, which a language model needs");
  }

  /**
   * Masks pieces of a batch; at least one of them all.
   *
   * @param texts not all of special tokens only
   * @param number of the batch in the training
   */
  public MaskedBatch mask(List<Encoding> texts, long number, Transformer model) {
    SplittableRandom random = random(number);
    List<Position> chosen = selectPositions(texts, random);
    List<Encoding> masked = new ArrayList<>();
    int tokens = texts.stream().mapToInt(Encoding::size).max().orElse(0);
    for (Encoding text : texts) {
      masked.add(
          new Encoding(
              text.ids().clone(), text.typeIds(), text.sequenceIds(), text.starts(), text.ends()));
    }
    long[] places = new long[chosen.size()];
    long[] pieces = new long[chosen.size()];
    for (int i = 0; i < places.length; i++) {
      Position choice = chosen.get(i);
      places[i] = (long) choice.row * tokens + choice.column;
      pieces[i] = choice.piece;
      masked.get(choice.row).ids()[choice.column] = replacementFor(choice.piece, random);
    }
    return new MaskedBatch(
        model.batch(masked),
        TensorMemory.toDevice(model.device(), Tensor.create(places)),
        TensorMemory.toDevice(model.device(), Tensor.create(pieces)));
  }

  /** Its own stream of numbers for each batch: neighbouring seeds are scattered twice. */
  private SplittableRandom random(long number) {
    long scattered = new SplittableRandom(seed).nextLong() ^ number;
    return new SplittableRandom(new SplittableRandom(scattered).nextLong());
  }

  private List<Position> selectPositions(List<Encoding> texts, SplittableRandom random) {
    List<Position> chosen = new ArrayList<>();
    List<Position> possible = new ArrayList<>();
    for (int row = 0; row < texts.size(); row++) {
      Encoding text = texts.get(row);
      for (int column = 0; column < text.size(); column++) {
        if (text.sequenceIds()[column] == Encoding.SPECIAL) {
          continue;
        }
        Position choice = new Position(row, column, text.ids()[column]);
        possible.add(choice);
        if (random.nextDouble() < share) {
          chosen.add(choice);
        }
      }
    }
    if (possible.isEmpty()) {
      throw new IllegalArgumentException("the texts hold nothing that could be masked");
    }
    return chosen.isEmpty() ? List.of(possible.get(random.nextInt(possible.size()))) : chosen;
  }

  private int replacementFor(int piece, SplittableRandom random) {
    double turn = random.nextDouble();
    if (turn < MASK_THRESHOLD) {
      return mask;
    }
    if (turn >= REPLACE_THRESHOLD) {
      return piece;
    }
    int other = random.nextInt(vocabularySize);
    while (special.contains(other)) {
      other = random.nextInt(vocabularySize);
    }
    return other;
  }
}
