package org.isogloss.neural.hictl;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.isogloss.text.Encoding;
import org.isogloss.text.SpecialTokens;
import org.isogloss.text.Tokenizer;

/**
 * Which pieces texts are made of, each counted once. Special tokens are no words: they are in no
 * bag, and nothing stands against them.
 */
final class TokenSets {
  private final Set<Integer> special;
  private final int vocabularySize;

  /**
   * The bags of some texts.
   *
   * @param ids int64 {@code [texts, most]}: the pieces of each, filled up to the one with most
   * @param mask bool of the same shape: true where there is a piece
   * @param excluded bool {@code [texts, vocabulary]}: true for pieces of the text, and for special
   *     tokens
   */
  record TokenSetBatch(Tensor ids, Tensor mask, Tensor excluded) {}

  /**
   * Bags of a vocabulary.
   *
   * @param vocabularySize rows of the word embedding; those beyond the tokenizer's pieces belong to
   *     no word
   */
  TokenSets(Tokenizer tokenizer, int vocabularySize) {
    this.vocabularySize = vocabularySize;
    this.special = special(tokenizer);
    for (int id = tokenizer.vocabularySize(); id < vocabularySize; id++) {
      special.add(id);
    }
  }

  private static Set<Integer> special(Tokenizer tokenizer) {
    SpecialTokens tokens = tokenizer.specialTokens();
    Set<Integer> special = new TreeSet<>(List.of(tokens.unknownId(), tokens.paddingId()));
    for (int[] ids : List.of(tokens.prefix(), tokens.separator(), tokens.suffix())) {
      Arrays.stream(ids).forEach(special::add);
    }
    for (String mask : List.of("[MASK]", "<mask>")) {
      tokenizer.id(mask).ifPresent(special::add);
    }
    return special;
  }

  /** The different pieces of a text, in the order of their numbers. */
  Set<Integer> tokenSets(Encoding text) {
    return Arrays.stream(text.ids())
        .filter(id -> !special.contains(id))
        .boxed()
        .collect(Collectors.toCollection(TreeSet::new));
  }

  TokenSetBatch tokenSets(List<Encoding> texts, Device device) {
    List<Set<Integer>> all = texts.stream().map(this::tokenSets).toList();
    int most = Math.max(1, all.stream().mapToInt(Set::size).max().orElse(1));
    long[] ids = new long[all.size() * most];
    boolean[] inBag = new boolean[ids.length];
    boolean[] excluded = new boolean[all.size() * vocabularySize];
    for (int row = 0; row < all.size(); row++) {
      int at = row * most;
      for (int id : all.get(row)) {
        ids[at] = id;
        inBag[at++] = true;
        excluded[row * vocabularySize + id] = true;
      }
      for (int id : special) {
        excluded[row * vocabularySize + id] = true;
      }
    }
    return new TokenSetBatch(
        Tensor.create(ids, all.size(), most).to(device, ScalarType.Long),
        Tensor.create(inBag, all.size(), most).to(device, ScalarType.Bool),
        Tensor.create(excluded, all.size(), vocabularySize).to(device, ScalarType.Bool));
  }
}
