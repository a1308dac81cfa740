// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.lucene;

import java.util.function.Supplier;
import org.apache.lucene.codecs.KnnVectorsFormat;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.codecs.lucene104.Lucene104HnswScalarQuantizedVectorsFormat;
import org.apache.lucene.codecs.lucene99.Lucene99HnswVectorsFormat;
import org.apache.lucene.util.quantization.QuantizedByteVectorValues.ScalarEncoding;
import org.isogloss.search.manifest.VectorQuantization;

/**
 * Lucene's codec with a format of vectors that depends on the index. Each segment names its format,
 * so that any reader can read it.
 */
final class PassageCodec extends Lucene104Codec {
  // Fields with the same instance share their files.
  private static final KnnVectorsFormat FLOAT =
      new LongVectorsFormat(new Lucene99HnswVectorsFormat());
  private static final KnnVectorsFormat FOUR_BITS = quantized(ScalarEncoding.PACKED_NIBBLE);
  private static final KnnVectorsFormat ONE_BIT = quantized(ScalarEncoding.SINGLE_BIT_QUERY_NIBBLE);

  private final Supplier<VectorQuantization> quantization;

  /**
   * Creates a codec.
   *
   * @param quantization called when a segment is written
   */
  PassageCodec(Supplier<VectorQuantization> quantization) {
    this.quantization = quantization;
  }

  @Override
  public KnnVectorsFormat getKnnVectorsFormatForField(String field) {
    return switch (quantization.get()) {
      case NONE -> FLOAT;
      case FOUR_BITS -> FOUR_BITS;
      case ONE_BIT -> ONE_BIT;
    };
  }

  private static KnnVectorsFormat quantized(ScalarEncoding encoding) {
    return new LongVectorsFormat(
        new Lucene104HnswScalarQuantizedVectorsFormat(
            encoding,
            Lucene99HnswVectorsFormat.DEFAULT_MAX_CONN,
            Lucene99HnswVectorsFormat.DEFAULT_BEAM_WIDTH));
  }
}
