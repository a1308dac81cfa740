package org.isogloss.search.vector;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.Consumer;
import org.apache.lucene.util.BitUtil;
import org.apache.lucene.util.BytesRef;

/**
 * How the vectors of a passage's sentences lie in the index: for each sentence, in order, a scale
 * as little-endian float32, then one byte for each dimension, {@code x = scale * byte}. So a dot
 * product is off by some 0.0003, and a sentence takes a quarter of what a passage takes. Where the
 * encoder knows nothing of a sentence, its scale is 0.
 */
public final class SentenceVectorCodec {
  private static final int MAX_QUANTIZED_VALUE = 127;

  private SentenceVectorCodec() {}

  /** A vector in bytes. */
  public record QuantizedVector(float scale, byte[] values) {
    public static QuantizedVector quantize(float[] vector) {
      float most = 0;
      for (float x : vector) {
        most = Math.max(most, Math.abs(x));
      }
      float scale = most / MAX_QUANTIZED_VALUE;
      byte[] values = new byte[vector.length];
      for (int i = 0; i < values.length && scale > 0; i++) {
        values[i] = (byte) Math.round(vector[i] / scale);
      }
      return new QuantizedVector(scale, values);
    }
  }

  /** How many bytes the vector of one sentence takes. */
  public static int bytesPerSentence(int dimension) {
    return Float.BYTES + dimension;
  }

  /**
   * Gives the vectors of a passage's sentences one after the other, without those of which the
   * encoder knows nothing.
   *
   * @param consumer gets the same array every time
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

  /** What is stored of a passage with these sentences. */
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
