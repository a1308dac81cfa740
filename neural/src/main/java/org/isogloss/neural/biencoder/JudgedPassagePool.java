// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.biencoder;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.finetuning.PretrainedModel;
import org.isogloss.neural.judgement.JudgedQueries;
import org.isogloss.neural.judgement.JudgedQueries.JudgedQuery;
import org.isogloss.text.Encoding;

/** Judged queries, and the pool of all passages that are judged for one of them. */
final class JudgedPassagePool {
  private final Function<List<Encoding>, Tensor> queryEncoder;
  private final Function<List<Encoding>, Tensor> passageEncoder;
  private final List<Encoding> queries = new ArrayList<>();
  private final List<Encoding> passages = new ArrayList<>();
  private final float[] relevant;

  /**
   * Creates a pool.
   *
   * @param queryEncoder returns vectors {@code [texts, dimension]}
   * @param passageEncoder the same for passages
   * @param texts of the queries and passages
   * @param judged the queries, one or more, each with a relevant passage
   */
  JudgedPassagePool(
      Function<List<Encoding>, Tensor> queryEncoder,
      Function<List<Encoding>, Tensor> passageEncoder,
      PretrainedModel base,
      JudgedQueries texts,
      List<JudgedQuery> judged) {
    this.queryEncoder = requireNonNull(queryEncoder, "queryEncoder is null");
    this.passageEncoder = requireNonNull(passageEncoder, "passageEncoder is null");
    Map<Integer, Integer> columns = new LinkedHashMap<>();
    for (JudgedQuery query : judged) {
      queries.add(base.encodeQuery(texts.text(query.query())));
      for (int passage : query.passages()) {
        if (columns.putIfAbsent(passage, columns.size()) == null) {
          passages.add(base.encodePassage(texts.text(passage)));
        }
      }
    }
    relevant = new float[judged.size() * columns.size()];
    for (int row = 0; row < judged.size(); row++) {
      JudgedQuery query = judged.get(row);
      for (int i = 0; i < query.passages().length; i++) {
        if (query.grades()[i] > 0) {
          relevant[row * columns.size() + columns.get(query.passages()[i])] = 1;
        }
      }
    }
  }

  /**
   * Returns the mean reciprocal rank of the first relevant passage among those that are not
   * relevant for the query; ties count against the encoder.
   */
  // The scope frees the tensors that are created inside it.
  @SuppressWarnings("try")
  double meanReciprocalRank() {
    try (PointerScope scope = new PointerScope()) {
      Tensor scores = queryEncoder.apply(queries).matmul(passageEncoder.apply(passages).t());
      Tensor isRelevant =
          Tensor.create(relevant, queries.size(), passages.size())
              .to(scores.device(), torch.ScalarType.Bool);
      Tensor best =
          scores
              .masked_fill(isRelevant.logical_not(), new Scalar(Float.NEGATIVE_INFINITY))
              .max(1, true)
              .get0();
      Tensor before = scores.ge(best).logical_and(isRelevant.logical_not()).sum(1);
      return before
          .add(new Scalar(1))
          .to(torch.ScalarType.Double)
          .reciprocal()
          .mean()
          .item_double();
    }
  }
}
