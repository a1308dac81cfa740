// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.translation;

import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NormalizeFuncOptions;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.translation.TargetVocabulary;
import org.isogloss.modelio.translation.TranslationTensors;
import org.isogloss.neural.torch.TensorMemory;
import org.isogloss.neural.torch.Tensors;
import org.isogloss.neural.transformer.Parameter;
import org.isogloss.neural.transformer.ParameterSource;
import org.isogloss.neural.transformer.Transformer;
import org.isogloss.neural.transformer.WordEmbeddings;

/**
 * The similarities of a source sentence to the target words, which are added to the logits of every
 * target token (Wei et al. 2021, section 3.2). As in HICTL's word-level objective, the vector of a
 * word is its row of the encoder's word embedding, and the similarity its cosine with the pooled
 * vector of the sentence. The paper does not say whether it scales them; here they have a factor,
 * since cosines are small beside logits. Special tokens are no words: their similarity is 0.
 */
final class WordSimilarities implements AutoCloseable {
  private final WordEmbeddings wordEmbeddings;
  private final Tensor tokenIds;
  private final Tensor isWord;
  private final Parameter scale;

  private WordSimilarities(
      Transformer encoder, Tensor tokenIds, Tensor isWord, Parameter scale, boolean scaleTrained) {
    this.wordEmbeddings = new WordEmbeddings(encoder);
    this.tokenIds = tokenIds;
    this.isWord = isWord;
    this.scale = scale;
    scale.values().set_requires_grad(scaleTrained);
  }

  /**
   * Creates the similarities.
   *
   * @param folder the folder of the encoder
   * @param scale factor of the cosines
   * @param scaleTrained whether the factor is trained
   */
  // The scope frees the intermediate tensors.
  @SuppressWarnings("try")
  static WordSimilarities create(
      ModelFolder folder,
      Transformer encoder,
      TargetVocabulary vocabulary,
      double scale,
      boolean scaleTrained) {
    Parameter factor =
        ParameterSource.read(
            folder,
            encoder,
            0,
            source -> source.constant(TranslationTensors.SIMILARITY_SCALE, (float) scale, 1));
    try (PointerScope scope = new PointerScope()) {
      float[] words = new float[vocabulary.size()];
      for (int i = 0; i < words.length; i++) {
        words[i] = vocabulary.isSpecial(i) ? 0 : 1;
      }
      Tensor ids = Tensors.longTensor(vocabulary.ids()).to(encoder.device(), ScalarType.Long);
      Tensor isWord = Tensor.create(words).to(encoder.device(), factor.values().scalar_type());
      return new WordSimilarities(
          encoder, TensorMemory.retain(ids), TensorMemory.retain(isWord), factor, scaleTrained);
    }
  }

  /**
   * Returns the cosines, differentiable in the vectors and in the encoder's words.
   *
   * @param sentences vectors of source sentences, {@code [n, hidden]}
   * @return {@code [n, vocabulary]}
   */
  Tensor cosines(Tensor sentences) {
    Tensor words = unit(wordEmbeddings.lookup(tokenIds));
    return unit(sentences.to(words.scalar_type())).matmul(words.t()).mul(isWord);
  }

  /** Returns cosines times the factor, differentiable in both. */
  Tensor scaled(Tensor cosines) {
    return cosines.mul(scale.values());
  }

  private static Tensor unit(Tensor vectors) {
    return torch.normalize(vectors, new NormalizeFuncOptions());
  }

  List<Parameter> parameters() {
    return List.of(scale);
  }

  /** Frees the tensors. */
  @Override
  public void close() {
    tokenIds.close();
    isWord.close();
    scale.values().close();
  }
}
