package org.isogloss.neural.crossencoder;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.neural.torch.Tensors;
import org.isogloss.neural.transformer.Transformer;
import org.isogloss.neural.transformer.TransformerOptions;
import org.isogloss.text.Encoding;
import org.isogloss.text.Tokenizer;

/**
 * What the pieces of a query attend to among those of a sentence that is read together with it
 * (CLIR-BERT, Jiang et al. 2020, section 3.4).
 *
 * @param query pieces of the query, without special tokens, as the vocabulary writes them
 * @param sentence pieces of the sentence
 * @param weights by layer, head, piece of the query and piece of the sentence, {@code
 *     [layers][heads][query][sentence]}; what goes to special tokens and to the query itself is
 *     missing from a sum of 1
 */
public record CrossEncoderAttention(
    List<String> query, List<String> sentence, float[][][][] weights) {
  public CrossEncoderAttention {
    query = List.copyOf(query);
    sentence = List.copyOf(sentence);
  }

  /** How many layers there are. */
  public int layers() {
    return weights.length;
  }

  /** How many heads a layer has. */
  public int heads() {
    return weights[0].length;
  }

  /**
   * Reads a query and a sentence with a model.
   *
   * @throws org.isogloss.modelio.format.ModelFormatException if the folder holds no transformer
   */
  // Scopes and guards are there while their blocks run.
  @SuppressWarnings("try")
  public static CrossEncoderAttention of(ModelFolder model, String query, String sentence) {
    Tokenizer tokenizer = model.tokenizer();
    int most = Math.min(model.encoding().maxLength(), model.transformerConfig().maxLength());
    Encoding pair = tokenizer.encode(query, sentence, most);
    List<Integer> asking = positionsOf(pair, Encoding.FIRST);
    List<Integer> read = positionsOf(pair, Encoding.SECOND);
    try (PointerScope scope = new PointerScope();
        NoGradGuard guard = new NoGradGuard();
        Transformer transformer = Transformer.load(model, TransformerOptions.DEFAULT)) {
      List<Tensor> all = transformer.attentionWeights(transformer.batch(List.of(pair)));
      float[][][][] weights = new float[all.size()][][][];
      for (int layer = 0; layer < weights.length; layer++) {
        weights[layer] = weights(all.get(layer), pair.size(), asking, read);
      }
      return new CrossEncoderAttention(
          tokensAt(tokenizer, pair, asking), tokensAt(tokenizer, pair, read), weights);
    }
  }

  private static float[][][] weights(
      Tensor layer, int tokens, List<Integer> asking, List<Integer> read) {
    float[] flat = Tensors.toArray(layer);
    float[][][] weights = new float[flat.length / tokens / tokens][asking.size()][read.size()];
    for (int head = 0; head < weights.length; head++) {
      for (int i = 0; i < asking.size(); i++) {
        for (int j = 0; j < read.size(); j++) {
          weights[head][i][j] = flat[(head * tokens + asking.get(i)) * tokens + read.get(j)];
        }
      }
    }
    return weights;
  }

  private static List<Integer> positionsOf(Encoding pair, int source) {
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < pair.size(); i++) {
      if (pair.sequenceIds()[i] == source) {
        places.add(i);
      }
    }
    return places;
  }

  private static List<String> tokensAt(Tokenizer tokenizer, Encoding pair, List<Integer> places) {
    return places.stream().map(place -> tokenizer.token(pair.ids()[place])).toList();
  }
}
