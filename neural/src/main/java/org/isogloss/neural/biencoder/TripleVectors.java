package org.isogloss.neural.biencoder;

import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.batch.LengthSortedChunks;
import org.isogloss.neural.torch.Tensors;

/**
 * The vectors of a batch of triples, {@code [triples, dimension]} each.
 *
 * @param triples that they are of
 */
record TripleVectors(
    List<JudgedTriple> triples, Tensor queries, Tensor positives, Tensor negatives) {
  /** How the texts of triples are encoded. */
  static LengthSortedChunks chunksOf(BiEncoder encoder, List<JudgedTriple> triples) {
    return encoder.chunksOf(
        Stream.of(
                triples.stream().map(JudgedTriple::query),
                triples.stream().map(JudgedTriple::positive),
                triples.stream().map(JudgedTriple::negative))
            .flatMap(texts -> texts)
            .toList());
  }

  /** Takes apart what was encoded. */
  static TripleVectors of(BiEncoder encoder, List<JudgedTriple> triples, Tensor encoded) {
    Tensor ordered = encoder.restoreOrder(chunksOf(encoder, triples), encoded);
    long n = triples.size();
    return new TripleVectors(
        triples, ordered.narrow(0, 0, n), ordered.narrow(0, n, n), ordered.narrow(0, 2 * n, n));
  }

  /** A number of each triple, int64 {@code [triples]}. */
  Tensor longTensorOf(ToIntFunction<JudgedTriple> number) {
    return Tensors.longTensor(triples.stream().mapToInt(number).toArray())
        .to(queries.device(), torch.ScalarType.Long);
  }
}
