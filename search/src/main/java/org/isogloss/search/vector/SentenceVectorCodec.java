// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.vector;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.Consumer;
import org.apache.lucene.util.BitUtil;
import org.apache.lucene.util.BytesRef;

/**
 * The storage format of the sentence vectors of a passage: for each sentence, in order, a scale as
 * little-endian float32, then one byte for each dimension, {@code x = scale * byte}. The error of a
 * dot product is about 0.0003, and a sentence vector takes a quarter of the space of a passage
 * vector. The scale is 0 if the encoder returned a zero vector for the sentence.
 */
public final class SentenceVectorCodec {
  private static final int MAX_QUANTIZED_VALUE = 127;

  private SentenceVectorCodec() {}

  /** A vector quantised to bytes. */
  public record QuantizedVector(float scale, byte[] values) {
    public static QuantizedVector quantize(float[] vector) {
      float max = 0;
      for (float x : vector) {
        max = Math.max(max, Math.abs(x));
      }
      float scale = max / MAX_QUANTIZED_VALUE;
      byte[] values = new byte[vector.length];
      for (int i = 0; i < values.length && scale > 0; i++) {
        values[i] = (byte) Math.round(vector[i] / scale);
      }
      return new QuantizedVector(scale, values);
    }
  }

  /** Size of the vector of one sentence in bytes. */
  public static int bytesPerSentence(int dimension) {
    return Float.BYTES + dimension;
  }

  /**
   * Decodes the sentence vectors of a passage one after the other, without zero vectors.
   *
   * @param consumer receives the same array at every call
   */
  static void decode(BytesRef stored, int dimension, Consumer<float[]> consumer) {
    float[] vector = new float[dimension];
    for (int at = 0; at < stored.length; at += bytesPerSentence(dimension)) {
      int start = stored.offset + at;
      float scale = (float) BitUtil.VH_LE_FLOAT.get(stored.bytes, start);
      for (int i = 0; i < dimension; i++) {
        vector[i] = scale * stored.bytes[start + Float.BYTES + i];
      }
      if (scale > 0) {
        consumer.accept(vector);
      }
    }
  }

  /** Encodes the sentence vectors of a passage. */
  public static BytesRef encode(List<float[]> sentences) {
    int dimension = sentences.isEmpty() ? 0 : sentences.getFirst().length;
    ByteBuffer bytes =
        ByteBuffer.allocate(sentences.size() * bytesPerSentence(dimension))
            .order(ByteOrder.LITTLE_ENDIAN);
    for (float[] sentence : sentences) {
      QuantizedVector quantized = QuantizedVector.quantize(sentence);
      bytes.putFloat(quantized.scale()).put(quantized.values());
    }
    return new BytesRef(bytes.array());
  }
}
