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

/** Aligns the initial rows of a static encoder with the vectors of a teacher. */
final class ProcrustesInitialisation {
  private ProcrustesInitialisation() {}

  /**
   * Rotates all rows so that the vectors of the texts of the teacher are as close as possible to
   * the vectors of the teacher. Cosines between texts do not change.
   *
   * @param rows {@code [tokens, dimension]}, modified in place
   * @param logWeights {@code [tokens, 1]}
   * @param tokenizer tokenizer of the vocabulary of the rows
   */
  // The scope frees the tensors created inside it.
  @SuppressWarnings("try")
  static void rotate(Tensor rows, Tensor logWeights, TeacherVectors teacher, Tokenizer tokenizer) {
    TokenBagBatch bags = TokenBagBatch.of(teacher.texts(), tokenizer);
    try (PointerScope scope = new PointerScope();
        StaticEncoderModel model = new StaticEncoderModel(rows.clone(), logWeights.clone())) {
      Tensor rotation =
          PrincipalComponents.procrustesRotation(model.vectors(bags), teacher.vectors());
      rows.copy_(rows.matmul(rotation));
    }
  }

  /**
   * Interpolates the rows of words with the vectors of the teacher, which are scaled to the mean
   * norm of all rows.
   *
   * @param rows {@code [tokens, dimension]}, modified in place
   * @param vocabulary the tokens of the rows
   * @param words the tokens whose rows are modified; words of the teacher
   * @param weight weight of the vectors of the teacher, from 0 to 1
   */
  @SuppressWarnings("try")
  static void interpolateWordRows(
      Tensor rows,
      List<String> vocabulary,
      List<String> words,
      TeacherVectors teacher,
      double weight) {
    if (words.isEmpty()) {
      return;
    }
    Map<String, Integer> vocabularyIndices = indices(vocabulary);
    Map<String, Integer> teacherIndices = indices(teacher.words());
    try (PointerScope scope = new PointerScope()) {
      Tensor to = Tensors.longTensor(words.stream().mapToInt(vocabularyIndices::get).toArray());
      Tensor from = Tensors.longTensor(words.stream().mapToInt(teacherIndices::get).toArray());
      Tensor mean = rows.square().sum(1).sqrt().mean();
      Tensor target = teacher.wordVectors().index_select(0, from).mul(mean);
      Tensor old = rows.index_select(0, to);
      rows.index_copy_(0, to, old.mul(new Scalar(1 - weight)).add(target.mul(new Scalar(weight))));
    }
  }

  private static Map<String, Integer> indices(List<String> texts) {
    Map<String, Integer> indices = new HashMap<>();
    for (int i = 0; i < texts.size(); i++) {
      indices.putIfAbsent(texts.get(i), i);
    }
    return indices;
  }
}
