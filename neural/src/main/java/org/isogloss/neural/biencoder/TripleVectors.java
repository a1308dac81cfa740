// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.biencoder;

import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.batch.LengthSortedChunks;
import org.isogloss.neural.torch.Tensors;

/**
 * The unit vectors of a batch of triples, {@code [triples, dimension]} each.
 *
 * @param triples the triples
 * @param queries vectors of the queries
 * @param positives vectors of the better passages
 * @param negatives vectors of the worse passages
 */
record TripleVectors(
    List<JudgedTriple> triples, Tensor queries, Tensor positives, Tensor negatives) {
  /** Splits the texts of triples into the chunks that are encoded together. */
  static LengthSortedChunks chunksOf(BiEncoder encoder, List<JudgedTriple> triples) {
    return encoder.chunksOf(
        Stream.of(
                triples.stream().map(JudgedTriple::query),
                triples.stream().map(JudgedTriple::positive),
                triples.stream().map(JudgedTriple::negative))
            .flatMap(texts -> texts)
            .toList());
  }

  /** Splits the concatenated vectors of all chunks. */
  static TripleVectors of(BiEncoder encoder, List<JudgedTriple> triples, Tensor encoded) {
    Tensor ordered = encoder.restoreOrder(chunksOf(encoder, triples), encoded);
    long n = triples.size();
    return new TripleVectors(
        triples, ordered.narrow(0, 0, n), ordered.narrow(0, n, n), ordered.narrow(0, 2 * n, n));
  }

  /** Returns a number of each triple, int64 {@code [triples]}. */
  Tensor longTensorOf(ToIntFunction<JudgedTriple> number) {
    return Tensors.longTensor(triples.stream().mapToInt(number).toArray())
        .to(queries.device(), torch.ScalarType.Long);
  }
}
