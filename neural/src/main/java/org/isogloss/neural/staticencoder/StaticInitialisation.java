package org.isogloss.neural.staticencoder;

import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.core.IsoglossException;
import org.isogloss.model.Safetensors;
import org.isogloss.model.TensorInfo;
import org.isogloss.neural.Tensors;
import org.isogloss.text.Tokenizer;

/** Where a static encoder starts: the word embeddings of a larger model, made narrower. */
final class StaticInitialisation {
  private static final String INSIDE = "##";
  private static final String EMBEDDINGS = "embeddings.word_embeddings.weight";

  private StaticInitialisation() {}

  /**
   * Rows for a vocabulary: those of the base model's pieces along their principal components; a
   * piece that the base lacks has the mean of the base's pieces that it is cut into.
   *
   * @param folder of the base model
   * @param base cuts words as the base model does
   * @return {@code [pieces.size(), dimension]}, to be closed
   */
  // The scope frees what is made inside it.
  @SuppressWarnings("try")
  static Tensor rows(Path folder, Tokenizer base, List<String> pieces, int dimension) {
    try (PointerScope scope = new PointerScope()) {
      Tensor narrow = PrincipalComponents.project(embeddings(folder, base), dimension);
      float[] from = Tensors.toArray(narrow);
      float[] to = new float[pieces.size() * dimension];
      for (int i = 0; i < pieces.size(); i++) {
        int[] parts = parts(pieces.get(i), base);
        for (int part : parts) {
          for (int d = 0; d < dimension; d++) {
            to[i * dimension + d] += from[part * dimension + d] / parts.length;
          }
        }
      }
      return Tensors.keep(Tensor.create(to, pieces.size(), dimension));
    }
  }

  /**
   * The longest pieces of the base that a piece is made of; none where the base cannot write it.
   */
  static int[] parts(String piece, Tokenizer base) {
    int[] parts = new int[piece.length()];
    int count = 0;
    boolean inside = piece.startsWith(INSIDE) && piece.length() > INSIDE.length();
    for (int from = 0; from < piece.length(); ) {
      boolean marked = from > 0 || inside;
      int start = from == 0 && inside ? INSIDE.length() : from;
      int end = piece.length();
      OptionalInt found = OptionalInt.empty();
      for (; end > start && found.isEmpty(); end--) {
        String part = piece.substring(start, end);
        found = base.id(marked ? INSIDE + part : part);
      }
      if (found.isEmpty()) {
        return new int[0];
      }
      parts[count++] = found.getAsInt();
      from = end + 1;
    }
    return Arrays.copyOf(parts, count);
  }

  private static Tensor embeddings(Path folder, Tokenizer base) {
    try (Safetensors file = Safetensors.open(folder)) {
      TensorInfo found =
          file.tensors().values().stream()
              .filter(tensor -> tensor.name().endsWith(EMBEDDINGS))
              .findFirst()
              .orElseThrow(
                  () ->
                      new IsoglossException(
                          folder
                              + ": no tensor named ..."
                              + EMBEDDINGS
                              + " among its weights; expected the folder of a BERT model"));
      if (found.shape().size() != 2 || found.size(0) != base.vocabularySize()) {
        throw new IsoglossException(
            folder
                + ": "
                + found.describe()
                + " for a vocabulary of "
                + base.vocabularySize()
                + " pieces: the weights and vocab.txt are not of one model");
      }
      Tensor rows = torch.empty(found.size(0), found.size(1));
      FloatBuffer elements = Tensors.elements(rows);
      file.floats(found.name(), 0, elements);
      return rows;
    }
  }

  /**
   * Logarithms of the weights that training starts from: {@code a / (a + frequency)} (Arora et al.
   * 2017, algorithm 1), or of ones where {@code smoothing} is 0.
   *
   * @param frequencies of each piece, as shares
   * @return {@code [pieces, 1]}, to be closed
   */
  static Tensor logWeights(double[] frequencies, double smoothing) {
    float[] logs = new float[frequencies.length];
    for (int i = 0; i < logs.length && smoothing > 0; i++) {
      logs[i] = (float) Math.log(smoothing / (smoothing + frequencies[i]));
    }
    return Tensors.keep(Tensor.create(logs, logs.length, 1));
  }
}
