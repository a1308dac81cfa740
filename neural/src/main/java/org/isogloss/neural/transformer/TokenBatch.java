// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.transformer;

import java.util.List;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.neural.torch.TensorMemory;
import org.isogloss.text.Encoding;

/**
 * A batch of texts, or pairs of texts, for a transformer: tokenised and padded to the length of the
 * longest. Its tensors belong to the pointer scope in which it was created.
 */
public final class TokenBatch {
  private final Tensor ids;
  private final Tensor types;
  private final Tensor mask;
  private final int[] lengths;
  private final int tokens;
  private final boolean oneType;

  private TokenBatch(Tensor ids, Tensor types, Tensor mask, int[] lengths, boolean oneType) {
    this.ids = ids;
    this.types = types;
    this.mask = mask;
    this.lengths = lengths;
    this.tokens = Math.toIntExact(ids.size(1));
    this.oneType = oneType;
  }

  /**
   * Creates a batch.
   *
   * @param texts one or more texts, none of them empty
   * @param padding id of the padding token
   * @param device device of the tensors
   */
  public static TokenBatch of(List<Encoding> texts, int padding, Device device) {
    if (texts.isEmpty()) {
      throw new IllegalArgumentException("a batch must have one or more texts");
    }
    int[] lengths = texts.stream().mapToInt(Encoding::size).toArray();
    int tokens = 0;
    for (int row = 0; row < lengths.length; row++) {
      if (lengths[row] == 0) {
        throw new IllegalArgumentException("text " + row + " of the batch has no tokens");
      }
      tokens = Math.max(tokens, lengths[row]);
    }
    long[] ids = new long[lengths.length * tokens];
    long[] types = new long[ids.length];
    boolean[] mask = new boolean[ids.length];
    boolean oneType = true;
    for (int row = 0; row < lengths.length; row++) {
      Encoding text = texts.get(row);
      int index = row * tokens;
      for (int i = 0; i < tokens; i++, index++) {
        mask[index] = i < lengths[row];
        ids[index] = mask[index] ? text.ids()[i] : padding;
        types[index] = mask[index] ? text.typeIds()[i] : 0;
        oneType &= types[index] == 0;
      }
    }
    return new TokenBatch(
        tensor(ids, tokens, device),
        tensor(types, tokens, device),
        TensorMemory.toDevice(device, Tensor.create(mask, lengths.length, tokens)),
        lengths,
        oneType);
  }

  private static Tensor tensor(long[] values, int tokens, Device device) {
    return TensorMemory.toDevice(device, Tensor.create(values, values.length / tokens, tokens));
  }

  /** Returns the number of texts. */
  public int size() {
    return lengths.length;
  }

  /** Returns the number of tokens of the longest text. */
  public int tokens() {
    return tokens;
  }

  /** Returns the number of tokens of a text, without padding. */
  public int length(int text) {
    return lengths[text];
  }

  /** Returns whether any row has padding. */
  public boolean isPadded() {
    for (int length : lengths) {
      if (length < tokens) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether all tokens belong to segment 0. */
  boolean hasOneType() {
    return oneType;
  }

  /** Returns the token ids, int64 {@code [size, tokens]}. */
  public Tensor ids() {
    return ids;
  }

  /** Returns the segment of each token, int64 {@code [size, tokens]}. */
  public Tensor types() {
    return types;
  }

  /** Returns the mask, bool {@code [size, tokens]}: true for tokens, false for padding. */
  public Tensor mask() {
    return mask;
  }

  /** Returns a batch of the same shape with other token ids, for example masked ones. */
  public TokenBatch withIds(Tensor ids) {
    if (ids.dim() != 2 || ids.size(0) != size() || ids.size(1) != tokens) {
      throw new IllegalArgumentException(
          "ids do not have the expected shape [" + size() + ", " + tokens + "]");
    }
    return new TokenBatch(ids, types, mask, lengths, oneType);
  }
}
