package org.isogloss.neural.biencoder;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.ranker.PretrainedModel;
import org.isogloss.neural.torch.Tensors;
import org.isogloss.neural.validation.ValidationSentences;
import org.isogloss.text.Encoding;

/**
 * Passages of many languages in one pool, each in one of them, and a sentence of each passage that
 * asks for it in another language. An encoder whose vectors of one language lie together fails
 * here, however well it knows each pair of languages.
 */
final class MixedLanguagePool {
  private final Function<List<Encoding>, Tensor> encoder;
  private final List<Encoding> passages = new ArrayList<>();
  private final List<Encoding> queries = new ArrayList<>();
  private final List<Integer> relevantPassages = new ArrayList<>();

  /**
   * A pool.
   *
   * @param encoder gives unit vectors
   * @param sentences of a text, in its order
   * @param perPassage how many that follow each other are a passage
   * @param seed decides which language a passage and each of its sentences has
   */
  MixedLanguagePool(
      Function<List<Encoding>, Tensor> encoder,
      PretrainedModel base,
      ValidationSentences sentences,
      int perPassage,
      long seed) {
    this.encoder = requireNonNull(encoder, "encoder is null");
    List<List<String>> languages = new ArrayList<>(sentences.translations().values());
    languages.add(sentences.english());
    SplittableRandom random = new SplittableRandom(seed);
    for (int from = 0; from + perPassage <= sentences.english().size(); from += perPassage) {
      int own = random.nextInt(languages.size());
      passages.add(
          base.encodePassage(
              String.join(" ", languages.get(own).subList(from, from + perPassage))));
      for (int i = from; i < from + perPassage; i++) {
        int other = (own + random.nextInt(1, languages.size())) % languages.size();
        queries.add(base.encodeQuery(languages.get(other).get(i)));
        relevantPassages.add(passages.size() - 1);
      }
    }
  }

  /** The mean of the inverse of the rank of the passage that is asked for. */
  // The scope frees what is made inside it.
  @SuppressWarnings("try")
  double meanReciprocalRank() {
    try (PointerScope scope = new PointerScope()) {
      Tensor scores = encoder.apply(queries).matmul(encoder.apply(passages).t());
      Tensor places =
          Tensors.longTensor(relevantPassages.stream().mapToInt(Integer::intValue).toArray())
              .to(scores.device(), torch.ScalarType.Long)
              .unsqueeze(1);
      Tensor ranks = scores.ge(scores.gather(1, places)).sum(1).to(torch.ScalarType.Double);
      return ranks.reciprocal().mean().item_double();
    }
  }
}
