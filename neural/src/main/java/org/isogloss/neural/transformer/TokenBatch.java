package org.isogloss.neural.transformer;

import java.util.List;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.neural.torch.TensorMemory;
import org.isogloss.text.Encoding;

/**
 * Texts, or pairs of texts, as a transformer reads them together: cut into pieces, and filled up to
 * the longest. Its tensors belong to the pointer scope that it was made in.
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
   * Puts texts together.
   *
   * @param texts one or more, none of them empty
   * @param padding the id that fills up rows
   * @param device where the tensors will be
   */
  public static TokenBatch of(List<Encoding> texts, int padding, Device device) {
    if (texts.isEmpty()) {
      throw new IllegalArgumentException("a batch needs one text or more");
    }
    int[] lengths = texts.stream().mapToInt(Encoding::size).toArray();
    int tokens = 0;
    for (int row = 0; row < lengths.length; row++) {
      if (lengths[row] == 0) {
        throw new IllegalArgumentException("text " + row + " of the batch has no pieces");
      }
      tokens = Math.max(tokens, lengths[row]);
    }
    long[] ids = new long[lengths.length * tokens];
    long[] types = new long[ids.length];
    boolean[] mask = new boolean[ids.length];
    boolean oneType = true;
    for (int row = 0; row < lengths.length; row++) {
      Encoding text = texts.get(row);
      int at = row * tokens;
      for (int i = 0; i < tokens; i++, at++) {
        mask[at] = i < lengths[row];
        ids[at] = mask[at] ? text.ids()[i] : padding;
        types[at] = mask[at] ? text.typeIds()[i] : 0;
        oneType &= types[at] == 0;
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

  /** How many texts there are. */
  public int size() {
    return lengths.length;
  }

  /** How many pieces the longest text has. */
  public int tokens() {
    return tokens;
  }

  /** How many pieces a text has. */
  public int length(int text) {
    return lengths[text];
  }

  /** Whether a text is shorter than another. */
  public boolean isPadded() {
    for (int length : lengths) {
      if (length < tokens) {
        return true;
      }
    }
    return false;
  }

  /** Whether every piece is of segment 0. */
  boolean hasOneType() {
    return oneType;
  }

  /** Int64 {@code [size, tokens]}: the pieces. */
  public Tensor ids() {
    return ids;
  }

  /** Int64 {@code [size, tokens]}: the segment of each piece. */
  public Tensor types() {
    return types;
  }

  /** Bool {@code [size, tokens]}: true where there is a piece, false where a row is filled up. */
  public Tensor mask() {
    return mask;
  }

  /** The same texts with other pieces in the same places, masked ones for instance. */
  public TokenBatch withIds(Tensor changed) {
    if (changed.dim() != 2 || changed.size(0) != size() || changed.size(1) != tokens) {
      throw new IllegalArgumentException(
          "ids of another shape than [" + size() + ", " + tokens + "]");
    }
    return new TokenBatch(changed, types, mask, lengths, oneType);
  }
}
