// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.biencoder;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.finetuning.PretrainedModel;
import org.isogloss.neural.torch.Tensors;
import org.isogloss.neural.validation.ValidationSentences;
import org.isogloss.text.Encoding;

/**
 * A pool of passages in many languages. Each sentence of a passage is, in another language, a query
 * for the passage. An encoder that clusters vectors by language fails here, however well it
 * performs on each language pair.
 */
final class MixedLanguagePool {
  private final Function<List<Encoding>, Tensor> queryEncoder;
  private final Function<List<Encoding>, Tensor> passageEncoder;
  private final List<Encoding> passages = new ArrayList<>();
  private final List<Encoding> queries = new ArrayList<>();
  private final List<Integer> relevantPassages = new ArrayList<>();

  /**
   * Creates a pool.
   *
   * @param queryEncoder returns vectors {@code [texts, dimension]}
   * @param passageEncoder the same for passages
   * @param sentences the sentences of a text, in their order
   * @param perPassage number of consecutive sentences that form a passage
   * @param seed decides the language of each passage and of its queries
   */
  MixedLanguagePool(
      Function<List<Encoding>, Tensor> queryEncoder,
      Function<List<Encoding>, Tensor> passageEncoder,
      PretrainedModel base,
      ValidationSentences sentences,
      int perPassage,
      long seed) {
    this.queryEncoder = requireNonNull(queryEncoder, "queryEncoder is null");
    this.passageEncoder = requireNonNull(passageEncoder, "passageEncoder is null");
    List<List<String>> languages = new ArrayList<>(sentences.translations().values());
    languages.add(sentences.english());
    SplittableRandom random = new SplittableRandom(seed);
    for (int from = 0; from + perPassage <= sentences.english().size(); from += perPassage) {
      int passageLanguage = random.nextInt(languages.size());
      passages.add(
          base.encodePassage(
              String.join(" ", languages.get(passageLanguage).subList(from, from + perPassage))));
      for (int i = from; i < from + perPassage; i++) {
        int queryLanguage =
            (passageLanguage + random.nextInt(1, languages.size())) % languages.size();
        queries.add(base.encodeQuery(languages.get(queryLanguage).get(i)));
        relevantPassages.add(passages.size() - 1);
      }
    }
  }

  /** Returns the mean reciprocal rank of the relevant passages; ties count against the encoder. */
  // The scope frees the tensors that are created inside it.
  @SuppressWarnings("try")
  double meanReciprocalRank() {
    try (PointerScope scope = new PointerScope()) {
      Tensor scores = queryEncoder.apply(queries).matmul(passageEncoder.apply(passages).t());
      Tensor relevant =
          Tensors.longTensor(relevantPassages.stream().mapToInt(Integer::intValue).toArray())
              .to(scores.device(), torch.ScalarType.Long)
              .unsqueeze(1);
      Tensor ranks = scores.ge(scores.gather(1, relevant)).sum(1).to(torch.ScalarType.Double);
      return ranks.reciprocal().mean().item_double();
    }
  }
}
