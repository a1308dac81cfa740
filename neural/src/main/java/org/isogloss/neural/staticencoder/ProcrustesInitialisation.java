// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.staticencoder;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.neural.torch.Tensors;
import org.isogloss.text.Tokenizer;

/** Moves the initial rows towards the vectors of a teacher. */
final class ProcrustesInitialisation {
  private ProcrustesInitialisation() {}

  /**
   * Rotates all rows so that the vectors of the teacher's texts are closest to the teacher's.
   * Cosines between texts do not change.
   *
   * @param rows {@code [tokens, dimension]}, changed in place
   * @param logWeights {@code [tokens, 1]}
   * @param tokenizer tokenizer of the vocabulary of the rows
   */
  // Scopes free the tensors of their blocks.
  @SuppressWarnings("try")
  static void rotate(Tensor rows, Tensor logWeights, TeacherVectors teacher, Tokenizer tokenizer) {
    TokenBagBatch.Builder bags = new TokenBagBatch.Builder(tokenizer.vocabularySize());
    for (String text : teacher.texts()) {
      bags.beginText();
      for (int piece : tokenizer.ids(text)) {
        bags.add(piece);
      }
    }
    try (PointerScope scope = new PointerScope();
        StaticEncoderModel model = new StaticEncoderModel(rows.clone(), logWeights.clone())) {
      Tensor rotation =
          PrincipalComponents.procrustesRotation(model.vectors(bags.build()), teacher.vectors());
      rows.copy_(rows.matmul(rotation));
    }
  }

  /**
   * Moves the rows of words towards the teacher's vectors, scaled to the mean length of all rows.
   *
   * @param rows {@code [tokens, dimension]}, changed in place
   * @param pieces the vocabulary
   * @param words words of it to move
   * @param weight interpolation weight, from 0 to 1
   */
  @SuppressWarnings("try")
  static void interpolateWordRows(
      Tensor rows, List<String> pieces, List<String> words, TeacherVectors teacher, double weight) {
    if (words.isEmpty()) {
      return;
    }
    Map<String, Integer> places = places(pieces);
    Map<String, Integer> shown = places(teacher.words());
    try (PointerScope scope = new PointerScope()) {
      Tensor to = Tensors.longTensor(words.stream().mapToInt(places::get).toArray());
      Tensor from = Tensors.longTensor(words.stream().mapToInt(shown::get).toArray());
      Tensor mean = rows.square().sum(1).sqrt().mean();
      Tensor target = teacher.wordVectors().index_select(0, from).mul(mean);
      Tensor old = rows.index_select(0, to);
      rows.index_copy_(0, to, old.mul(new Scalar(1 - weight)).add(target.mul(new Scalar(weight))));
    }
  }

  private static Map<String, Integer> places(List<String> texts) {
    Map<String, Integer> places = new HashMap<>();
    for (int i = 0; i < texts.size(); i++) {
      places.putIfAbsent(texts.get(i), i);
    }
    return places;
  }
}
