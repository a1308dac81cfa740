// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.head;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
 * Chooses the tokens that a language model predicts: 80 % of the chosen tokens are replaced by the
 * mask, 10 % by a random token, and 10 % are kept (Devlin et al. 2019, section 3.1). Special tokens
 * around the texts are never chosen; an unknown token is one of the text. If two texts are encoded
 * together, tokens of both are chosen, so that the translation helps the prediction (Conneau and
 * Lample 2019, section 3.3).
 *
 * <p>The choice depends only on the seed and the number of the batch, so that a resumed training
 * makes the same choices.
 */
public final class TokenMasking {
  /** The share of tokens that BERT chooses. */
  public static final double DEFAULT_SHARE = 0.15;

  private static final double MASK_THRESHOLD = 0.8;
  private static final double REPLACE_THRESHOLD = 0.9;

  private final int mask;
  private final int vocabularySize;
  private final Set<Integer> special;
  private final double share;
  private final long seed;

  private record Position(int row, int column, int token) {}

  /**
   * Creates a masking.
   *
   * @param tokenizer a tokenizer with a token {@code [MASK]} or {@code <mask>}
   * @param share share of tokens to choose, above 0 and at most 1
   * @param seed seed of the choice
   * @throws IsoglossException if the tokenizer has no mask token
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
      throw new IsoglossException("the vocabulary contains only special tokens");
    }
  }

  private static int maskId(Tokenizer tokenizer) {
    return tokenizer
        .maskId()
        .orElseThrow(
            () ->
                new IsoglossException(
                    "the vocabulary has neither [MASK] nor <mask>, which a language model needs"));
  }

  /**
   * Masks tokens of a batch, at least one in the whole batch.
   *
   * @param texts the texts, of which at least one contains a token that is not special
   * @param number number of the batch in the training
   * @param model the transformer for which the batch is built
   */
  public MaskedBatch mask(List<Encoding> texts, long number, Transformer model) {
    SplittableRandom random = random(number);
    List<Position> selected = selectPositions(texts, random);
    List<Encoding> masked = new ArrayList<>();
    int tokens = texts.stream().mapToInt(Encoding::size).max().orElse(0);
    for (Encoding text : texts) {
      masked.add(
          new Encoding(
              text.ids().clone(), text.typeIds(), text.sequenceIds(), text.starts(), text.ends()));
    }
    long[] positions = new long[selected.size()];
    long[] labels = new long[selected.size()];
    for (int i = 0; i < positions.length; i++) {
      Position position = selected.get(i);
      positions[i] = (long) position.row * tokens + position.column;
      labels[i] = position.token;
      masked.get(position.row).ids()[position.column] = replacementFor(position.token, random);
    }
    return new MaskedBatch(
        model.batch(masked),
        TensorMemory.toDevice(model.device(), Tensor.create(positions)),
        TensorMemory.toDevice(model.device(), Tensor.create(labels)));
  }

  /**
   * Returns the random numbers of a batch; mixing twice makes the streams of adjacent batches
   * independent.
   */
  private SplittableRandom random(long number) {
    long mixed = new SplittableRandom(seed).nextLong() ^ number;
    return new SplittableRandom(new SplittableRandom(mixed).nextLong());
  }

  private List<Position> selectPositions(List<Encoding> texts, SplittableRandom random) {
    List<Position> selected = new ArrayList<>();
    List<Position> candidates = new ArrayList<>();
    for (int row = 0; row < texts.size(); row++) {
      Encoding text = texts.get(row);
      for (int column = 0; column < text.size(); column++) {
        if (text.sequenceIds()[column] == Encoding.SPECIAL) {
          continue;
        }
        Position position = new Position(row, column, text.ids()[column]);
        candidates.add(position);
        if (random.nextDouble() < share) {
          selected.add(position);
        }
      }
    }
    if (candidates.isEmpty()) {
      throw new IllegalArgumentException("the texts contain only special tokens, nothing to mask");
    }
    return selected.isEmpty()
        ? List.of(candidates.get(random.nextInt(candidates.size())))
        : selected;
  }

  private int replacementFor(int token, SplittableRandom random) {
    double value = random.nextDouble();
    if (value < MASK_THRESHOLD) {
      return mask;
    }
    if (value >= REPLACE_THRESHOLD) {
      return token;
    }
    int replacement = random.nextInt(vocabularySize);
    while (special.contains(replacement)) {
      replacement = random.nextInt(vocabularySize);
    }
    return replacement;
  }
}
