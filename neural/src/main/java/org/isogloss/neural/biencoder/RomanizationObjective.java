// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.biencoder;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.batch.LengthSortedChunks;
import org.isogloss.neural.loss.DistillationLoss;
import org.isogloss.neural.objective.LossTensors;
import org.isogloss.neural.objective.LossValues;
import org.isogloss.neural.objective.Objective;
import org.isogloss.neural.torch.Tensors;
import org.isogloss.text.Encoding;

/**
 * Distillation of the teacher's vectors of texts and of their words to the romanized texts, whose
 * words are known to be the same. Words add a target for each part of a text, where its vector has
 * only one.
 */
final class RomanizationObjective implements Objective<List<RomanizedText>> {
  private final BiEncoder encoder;
  private final TeacherEncoder teacher;
  private final BiEncoderObjectiveOptions.TeacherDistillation options;
  private final DistillationLoss distillation;
  private final double wordWeight;
  private final int chunk;

  /**
   * Creates an objective.
   *
   * @param options the losses of texts, and those of words if they have a weight
   * @param chunk number of texts that are encoded together
   */
  RomanizationObjective(
      BiEncoder encoder,
      TeacherEncoder teacher,
      BiEncoderObjectiveOptions.TeacherDistillation options,
      int chunk) {
    this.encoder = requireNonNull(encoder, "encoder is null");
    this.teacher = requireNonNull(teacher, "teacher is null");
    this.options = requireNonNull(options, "options is null");
    this.distillation = new DistillationLoss(options.loss(), options.scale());
    this.wordWeight = options.romanization().orElseThrow().words();
    this.chunk = chunk;
  }

  @Override
  public Tensor loss(List<RomanizedText> texts) {
    return losses(texts).total();
  }

  @Override
  public LossValues backward(List<RomanizedText> texts, double weight) {
    return losses(texts).backward(weight);
  }

  private LossTensors losses(List<RomanizedText> batch) {
    LengthSortedChunks chunks =
        LengthSortedChunks.of(batch.stream().map(RomanizedText::romanized).toList(), chunk);
    List<RomanizedText> texts = IntStream.of(chunks.order()).mapToObj(batch::get).toList();
    List<BiEncoder.TextAndWordVectors> students = new ArrayList<>();
    List<BiEncoder.TextAndWordVectors> targets = new ArrayList<>();
    for (int from = 0; from < texts.size(); from += chunk) {
      List<RomanizedText> part = texts.subList(from, Math.min(texts.size(), from + chunk));
      students.add(
          encoder.textAndWordVectors(
              encodings(part, RomanizedText::romanized),
              words(part, RomanizedText.Word::romanized)));
      targets.add(
          teacher.textAndWordVectors(
              encodings(part, RomanizedText::original), words(part, RomanizedText.Word::original)));
    }
    Device device = encoder.transformer().device();
    SequencedMap<String, Tensor> parts = new LinkedHashMap<>();
    Tensor total =
        add(
            "texts",
            all(students, BiEncoder.TextAndWordVectors::texts),
            all(targets, BiEncoder.TextAndWordVectors::texts),
            Tensors.longTensor(texts.stream().mapToInt(RomanizedText::key).toArray(), device),
            parts);
    int[] words =
        texts.stream()
            .flatMap(text -> text.words().stream())
            .mapToInt(RomanizedText.Word::key)
            .toArray();
    if (wordWeight > 0 && words.length > 0) {
      Tensor loss =
          add(
              "words",
              all(students, BiEncoder.TextAndWordVectors::words),
              all(targets, BiEncoder.TextAndWordVectors::words),
              Tensors.longTensor(words, device),
              parts);
      total = total.add(loss.mul(Tensors.scalar(wordWeight)));
    }
    return new LossTensors(total, parts);
  }

  /** Returns the weighted sum of the losses of vectors, and adds the losses to the parts. */
  private Tensor add(
      String name, Tensor student, Tensor target, Tensor keys, SequencedMap<String, Tensor> parts) {
    Tensor distance = distillation.vectorLoss(student, target);
    parts.put(name, distance);
    Tensor sum = distance.mul(Tensors.scalar(options.weight()));
    if (options.contrast() == 0) {
      return sum;
    }
    Tensor contrast = distillation.contrastiveLoss(student, target, keys);
    parts.put(name + "-contrast", contrast);
    return sum.add(contrast.mul(Tensors.scalar(options.contrast())));
  }

  private static List<Encoding> encodings(
      List<RomanizedText> texts, Function<RomanizedText, Encoding> form) {
    return texts.stream().map(form).toList();
  }

  private static List<List<TokenRange>> words(
      List<RomanizedText> texts, Function<RomanizedText.Word, TokenRange> form) {
    return texts.stream().map(text -> text.words().stream().map(form).toList()).toList();
  }

  private static Tensor all(
      List<BiEncoder.TextAndWordVectors> chunks,
      Function<BiEncoder.TextAndWordVectors, Tensor> part) {
    return torch.cat(new TensorVector(chunks.stream().map(part).toArray(Tensor[]::new)), 0);
  }
}
