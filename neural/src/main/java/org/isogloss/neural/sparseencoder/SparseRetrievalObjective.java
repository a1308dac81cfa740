// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.sparseencoder;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.batch.LengthSortedChunks;
import org.isogloss.neural.judgement.ExcludedNegatives;
import org.isogloss.neural.loss.FlopsLoss;
import org.isogloss.neural.loss.MarginMseLoss;
import org.isogloss.neural.loss.MultipleNegativesRankingLoss;
import org.isogloss.neural.objective.LossTensors;
import org.isogloss.neural.objective.VectorObjective;
import org.isogloss.neural.torch.Tensors;
import org.isogloss.text.Encoding;

/**
 * The contrastive loss of the sparse dot products of queries and passages, the distillation of a
 * teacher's margins, and the regularisers of both sides.
 *
 * @param queryWeights the weights of queries; empty if the encoder computes them
 * @param contrast the contrastive loss
 * @param distillation present with a teacher
 * @param flops weights of the regularisers
 */
record SparseRetrievalObjective(
    SpladeEncoder encoder,
    Optional<QueryTokenWeights> queryWeights,
    MultipleNegativesRankingLoss contrast,
    Optional<Distillation> distillation,
    SparseEncoderObjectiveOptions.Flops flops)
    implements VectorObjective<NumberedBatches.Batch> {
  /**
   * The distillation of a teacher's margins.
   *
   * @param weight weight of the loss
   */
  record Distillation(MarginTeacher teacher, double weight) {}

  private static List<Encoding> queries(List<RetrievalExample> examples) {
    return examples.stream().map(example -> example.query().tokens()).toList();
  }

  /** All positive passages, then all negatives. */
  private static List<RetrievalExample.Text> passages(List<RetrievalExample> examples) {
    return Stream.concat(examples.stream().map(RetrievalExample::positive), negatives(examples))
        .toList();
  }

  private static Stream<RetrievalExample.Text> negatives(List<RetrievalExample> examples) {
    return examples.stream().flatMap(example -> example.negatives().stream());
  }

  /** The texts that the transformer encodes: queries, unless they need no inference, passages. */
  private LengthSortedChunks chunksOf(NumberedBatches.Batch batch) {
    Stream<Encoding> passages =
        passages(batch.examples()).stream().map(RetrievalExample.Text::tokens);
    return encoder.chunksOf(
        queryWeights.isPresent()
            ? passages.toList()
            : Stream.concat(queries(batch.examples()).stream(), passages).toList());
  }

  @Override
  public int chunks(NumberedBatches.Batch batch) {
    return chunksOf(batch).chunkCount();
  }

  @Override
  public Tensor vectors(NumberedBatches.Batch batch, int chunk) {
    return encoder.weights(chunksOf(batch), chunk);
  }

  @Override
  public LossTensors losses(NumberedBatches.Batch batch, Tensor encoded) {
    List<RetrievalExample> examples = batch.examples();
    Tensor ordered = encoder.restoreOrder(chunksOf(batch), encoded);
    long n = examples.size();
    Tensor queries =
        queryWeights
            .map(weights -> weights.weights(queries(examples)))
            .orElseGet(() -> ordered.narrow(0, 0, n));
    long first = queryWeights.isPresent() ? 0 : n;
    Tensor passages = ordered.narrow(0, first, ordered.size(0) - first);
    Tensor scores = queries.matmul(passages.t());
    SequencedMap<String, Tensor> parts = new LinkedHashMap<>();
    Tensor total = contrast(scores, examples);
    parts.put("contrast", total);
    if (distillation.isPresent()) {
      Tensor margins = margins(distillation.get().teacher(), scores, examples);
      parts.put("distillation", margins);
      total = total.add(margins.mul(Tensors.scalar(distillation.get().weight())));
    }
    double factor = flops.factor(batch.step());
    if (queryWeights.isEmpty()) {
      total = regularise(total, parts, "flops-queries", queries, factor * flops.queries());
    }
    total = regularise(total, parts, "flops-passages", passages, factor * flops.passages());
    return new LossTensors(total, parts);
  }

  private Tensor contrast(Tensor scores, List<RetrievalExample> examples) {
    return contrast.loss(
        scores,
        keys(examples.stream().map(RetrievalExample::query)),
        keys(examples.stream().map(RetrievalExample::positive)),
        keys(negatives(examples)),
        excluded(examples, scores.device()));
  }

  static Tensor excluded(List<RetrievalExample> examples, Device device) {
    List<ExcludedNegatives.Query> queries = new ArrayList<>();
    List<ExcludedNegatives.Passage> positives = new ArrayList<>();
    List<ExcludedNegatives.Passage> negatives = new ArrayList<>();
    for (RetrievalExample example : examples) {
      int query = queries.size();
      queries.add(
          new ExcludedNegatives.Query(
              example.relevant(), example.query().language(), example.positive().language()));
      positives.add(passage(example.positive(), query));
      example.negatives().forEach(negative -> negatives.add(passage(negative, query)));
    }
    positives.addAll(negatives);
    return ExcludedNegatives.of(queries, positives, device);
  }

  private static ExcludedNegatives.Passage passage(RetrievalExample.Text text, int query) {
    return new ExcludedNegatives.Passage(text.key(), text.language(), query);
  }

  private static Tensor margins(
      MarginTeacher teacher, Tensor scores, List<RetrievalExample> examples) {
    int n = examples.size();
    int each = examples.getFirst().negatives().size();
    long[] columns = new long[n * (1 + each)];
    for (int i = 0; i < n; i++) {
      columns[i * (1 + each)] = i;
      for (int j = 0; j < each; j++) {
        columns[i * (1 + each) + 1 + j] = n + (long) i * each + j;
      }
    }
    Tensor student =
        scores.gather(1, Tensors.longTensor(columns, scores.device()).view(n, 1 + each));
    List<Encoding> pairs =
        examples.stream().flatMap(example -> example.teacherPairs().stream()).toList();
    return MarginMseLoss.loss(student, teacher.scores(pairs).view(n, 1 + each));
  }

  private static Tensor regularise(
      Tensor total,
      SequencedMap<String, Tensor> parts,
      String name,
      Tensor weights,
      double factor) {
    Tensor loss = FlopsLoss.loss(weights);
    parts.put(name, loss);
    return total.add(loss.mul(Tensors.scalar(factor)));
  }

  private Tensor keys(Stream<RetrievalExample.Text> texts) {
    return Tensors.longTensor(texts.mapToInt(RetrievalExample.Text::key).toArray())
        .to(encoder.transformer().device(), torch.ScalarType.Long);
  }
}
