package org.isogloss.neural.biencoder;

import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.Tensors;
import org.isogloss.neural.ranker.ChunkPlan;

/**
 * The vectors of a batch of triples, {@code [triples, dimension]} each.
 *
 * @param triples that they are of
 */
record TripleVectors(List<JudgedTriple> triples, Tensor queries, Tensor better, Tensor worse) {
  /** How the texts of triples are encoded. */
  static ChunkPlan plan(BiEncoder encoder, List<JudgedTriple> triples) {
    return encoder.plan(
        Stream.of(
                triples.stream().map(JudgedTriple::query),
                triples.stream().map(JudgedTriple::better),
                triples.stream().map(JudgedTriple::worse))
            .flatMap(texts -> texts)
            .toList());
  }

  /** Takes apart what was encoded. */
  static TripleVectors of(BiEncoder encoder, List<JudgedTriple> triples, Tensor encoded) {
    Tensor ordered = encoder.inOrder(plan(encoder, triples), encoded);
    long n = triples.size();
    return new TripleVectors(
        triples, ordered.narrow(0, 0, n), ordered.narrow(0, n, n), ordered.narrow(0, 2 * n, n));
  }

  /** A number of each triple, int64 {@code [triples]}. */
  Tensor numbers(ToIntFunction<JudgedTriple> number) {
    return Tensors.ids(triples.stream().mapToInt(number).toArray())
        .to(queries.device(), torch.ScalarType.Long);
  }
}
