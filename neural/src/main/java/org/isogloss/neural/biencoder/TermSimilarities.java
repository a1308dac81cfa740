// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.biencoder;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.core.Role;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.neural.head.PoolingHead;
import org.isogloss.neural.torch.Tensors;
import org.isogloss.neural.transformer.TokenBatch;
import org.isogloss.neural.transformer.Transformer;
import org.isogloss.neural.transformer.TransformerOptions;
import org.isogloss.text.Encoding;
import org.isogloss.text.Tokenizer;

/**
 * The cosines of the vector of a query with those of a document and of each of its terms (table 2
 * of Wang et al. 2021).
 *
 * @param document cosine with the vector of the whole document
 * @param terms the tokens of the document in order
 * @param cosines {@code [terms.size()]}, from -1 to 1
 */
public record TermSimilarities(double document, List<String> terms, double[] cosines) {
  public TermSimilarities {
    terms = List.copyOf(terms);
  }

  /**
   * Computes the cosines by a model.
   *
   * @param folder a model folder of an encoder
   * @param maxTerms maximum number of tokens of the document
   * @throws org.isogloss.core.IsoglossException if the folder contains another kind of model
   */
  // Scopes and guards take effect by being open.
  @SuppressWarnings("try")
  public static TermSimilarities of(Path folder, String query, String document, int maxTerms) {
    try (ModelFolder model = ModelFolder.open(folder);
        Transformer transformer = Transformer.load(model, TransformerOptions.DEFAULT);
        PointerScope scope = new PointerScope();
        NoGradGuard guard = new NoGradGuard()) {
      model.requireNoDense("a comparison of terms");
      PoolingHead head = new PoolingHead(model.encoding().pooling());
      Tokenizer tokenizer = model.tokenizer();
      Encoding read =
          tokenizer.encode(
              model.prefix(Role.PASSAGE) + document,
              Math.min(maxTerms, model.encoding().maxLength()));
      Encoding asked =
          tokenizer.encode(model.prefix(Role.QUERY) + query, model.encoding().maxLength());
      TokenBatch queryBatch = transformer.batch(List.of(asked));
      float[] direction =
          Tensors.toArray(head.vectors(transformer.forward(queryBatch), queryBatch));
      TokenBatch documentBatch = transformer.batch(List.of(read));
      Tensor hidden = transformer.forward(documentBatch);
      float[] whole = Tensors.toArray(head.vectors(hidden, documentBatch));
      float[] states = Tensors.toArray(hidden.contiguous());
      List<String> terms = new ArrayList<>();
      double[] cosines = new double[read.size()];
      for (int i = 0; i < cosines.length; i++) {
        terms.add(tokenizer.token(read.ids()[i]));
        cosines[i] = cosine(direction, states, i * direction.length);
      }
      return new TermSimilarities(cosine(direction, whole, 0), terms, cosines);
    }
  }

  private static double cosine(float[] unit, float[] vectors, int offset) {
    double product = 0;
    double squares = 0;
    for (int i = 0; i < unit.length; i++) {
      product += unit[i] * vectors[offset + i];
      squares += (double) vectors[offset + i] * vectors[offset + i];
    }
    return squares == 0 ? 0 : product / Math.sqrt(squares);
  }
}
