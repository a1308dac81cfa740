// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.bicla;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.modelio.bicla.WordSequence;
import org.isogloss.neural.torch.TensorMemory;
import org.isogloss.neural.torch.Tensors;

/**
 * The word vectors of several sentences in the layout of a packed sequence, without padding: the
 * sentences are sorted by length, the longest first, and the first words of all sentences are
 * followed by the second words of all sentences that have one, and so on.
 */
final class PackedSequences {
  /** On a GPU, only an LSTM in training has gradients; without dropout, its values are the same. */
  private static final boolean TRAINING = true;

  private final Device device;
  private final Tensor words;
  private final Tensor batchSizes;
  private final long[] paddedPositions;
  private final boolean[] mask;
  private final int sentences;
  private final int longest;

  /**
   * Packs sentences.
   *
   * @param sequences sentences of one or more words
   * @param device the device of the LSTM
   */
  PackedSequences(List<WordSequence> sequences, int dimension, Device device) {
    this.device = device;
    if (sequences.stream().anyMatch(sequence -> sequence.length() == 0)) {
      throw new IllegalArgumentException("a sentence has no word, expected one or more");
    }
    sentences = sequences.size();
    longest = sequences.stream().mapToInt(WordSequence::length).max().orElse(0);
    int[] order =
        IntStream.range(0, sentences)
            .boxed()
            .sorted(Comparator.comparingInt(i -> -sequences.get(i).length()))
            .mapToInt(i -> i)
            .toArray();
    int total = sequences.stream().mapToInt(WordSequence::length).sum();
    float[] values = new float[Math.multiplyExact(total, dimension)];
    long[] sizes = new long[longest];
    paddedPositions = new long[Math.multiplyExact(sentences, longest)];
    mask = new boolean[paddedPositions.length];
    int packed = 0;
    for (int t = 0; t < longest; t++) {
      for (int i : order) {
        WordSequence sequence = sequences.get(i);
        if (sequence.length() <= t) {
          break;
        }
        float[] vector = sequence.words().vectors().vector(sequence.rows()[t]);
        System.arraycopy(vector, 0, values, packed * dimension, dimension);
        paddedPositions[i * longest + t] = packed++;
        mask[i * longest + t] = true;
        sizes[t]++;
      }
    }
    words = TensorMemory.toDevice(device, Tensor.create(values, total, dimension));
    // An LSTM reads the sizes on the CPU, wherever it runs.
    batchSizes = Tensor.create(sizes);
  }

  /**
   * Runs a Bi-LSTM.
   *
   * @param parameters the weights of the inputs and of the state and both biases of the forward
   *     direction, then those of the backward direction
   * @param hiddenSize H
   */
  TokenStates encode(TensorVector parameters, int hiddenSize) {
    Tensor zero = TensorMemory.toDevice(device, torch.zeros(2, sentences, hiddenSize));
    Tensor packed =
        torch
            .lstm(
                words,
                batchSizes,
                new TensorVector(zero, zero),
                parameters,
                true,
                1,
                0,
                TRAINING,
                true)
            .get0();
    Tensor present = TensorMemory.toDevice(device, Tensor.create(mask, sentences, longest));
    Tensor padded =
        packed
            .index_select(0, Tensors.longTensor(paddedPositions, device))
            .view(sentences, longest, 2L * hiddenSize)
            .masked_fill(present.logical_not().unsqueeze(2), new Scalar(0f));
    return new TokenStates(padded, present);
  }

  /**
   * The states of the tokens of sentences.
   *
   * @param values {@code [sentences, tokens, size of a state]}, 0 after the end of a sentence
   * @param present whether a sentence has a token, {@code [sentences, tokens]}
   */
  record TokenStates(Tensor values, Tensor present) {
    /** Returns the states of consecutive sentences, without tokens that none of them has. */
    TokenStates range(int from, int sentences) {
      Tensor mask = present.narrow(0, from, sentences);
      long longest = mask.sum(1).max().item_long();
      return new TokenStates(
          values.narrow(0, from, sentences).narrow(1, 0, longest).contiguous(),
          mask.narrow(1, 0, longest).contiguous());
    }

    /** Returns the states times a matrix. */
    TokenStates multiplied(Tensor matrix) {
      return new TokenStates(values.matmul(matrix), present);
    }

    long sentences() {
      return values.size(0);
    }

    /** Returns the number of tokens of the longest sentence. */
    long tokens() {
      return values.size(1);
    }
  }
}
