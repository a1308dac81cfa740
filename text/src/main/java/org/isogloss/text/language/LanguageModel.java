// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.language;

import static java.util.Objects.requireNonNull;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;

/**
 * Multinomial logistic regression on the n-grams of a text. The logit of a language is the sum of
 * the weights that its n-grams have for it; most n-grams have weights for a few languages only.
 * Languages compete only with those of the same group of scripts.
 *
 * <p>The file is big-endian: the number {@value #FORMAT}, the number of classes and for each its
 * tag (UTF), group of scripts (short) and share of the training texts (float); the number of rows,
 * a fingerprint for each row, then the number of weights of each row (byte each), the classes of
 * all weights (byte each), and all weights (byte each, in units of 1/{@value #RESOLUTION}).
 */
final class LanguageModel {
  private static final int FORMAT = 0x49474c31;

  /** Levels of a unit of the natural logarithm. */
  static final int RESOLUTION = 16;

  /** Maximum number of classes, which a byte numbers. */
  static final int MAX_CLASSES = 256;

  /**
   * What a text can be: a language in a script.
   *
   * @param scriptGroup its {@link ScriptGroup}
   * @param share share of this class in all texts from which the model was trained
   */
  record TextClass(Language language, int scriptGroup, double share) {}

  private final List<TextClass> classes;
  private final Map<Integer, int[]> classesOfGroup;
  private final NgramTable ngrams;

  /** First weight of each row, and the end of the last one. */
  private final int[] starts;

  private final byte[] weightClasses;
  private final byte[] weights;

  LanguageModel(
      List<TextClass> classes,
      NgramTable ngrams,
      int[] starts,
      byte[] weightClasses,
      byte[] weights) {
    this.classes = List.copyOf(classes);
    this.ngrams = requireNonNull(ngrams, "ngrams is null");
    this.starts = requireNonNull(starts, "starts is null");
    this.weightClasses = requireNonNull(weightClasses, "weightClasses is null");
    this.weights = requireNonNull(weights, "weights is null");
    this.classesOfGroup =
        IntStream.range(0, classes.size())
            .boxed()
            .collect(
                Collectors.groupingBy(
                    number -> classes.get(number).scriptGroup(),
                    TreeMap::new,
                    Collectors.collectingAndThen(
                        Collectors.toList(),
                        numbers -> numbers.stream().mapToInt(Integer::intValue).toArray())));
  }

  /** The classes; results refer to them by their numbers. */
  List<TextClass> classes() {
    return classes;
  }

  /** Returns the numbers of the classes of a group of scripts; none if it has none. */
  int[] classesOf(int scriptGroup) {
    return classesOfGroup.getOrDefault(scriptGroup, new int[0]);
  }

  /** Whether an n-gram has weights. */
  boolean knows(long ngram) {
    return ngrams.find(ngram) >= 0;
  }

  /** Adds the weights of an n-gram to the logits, which has a component for each class. */
  void add(long ngram, float[] logits) {
    int row = ngrams.find(ngram);
    if (row >= 0) {
      for (int i = starts[row]; i < starts[row + 1]; i++) {
        logits[weightClasses[i] & 0xff] += weights[i];
      }
    }
  }

  /**
   * Reads a model that {@link #write} wrote.
   *
   * @throws IsoglossException if the file is not of this format
   */
  static LanguageModel read(DataInputStream in) throws IOException {
    if (in.readInt() != FORMAT) {
      throw new IsoglossException("the language model has another format than this version reads");
    }
    List<TextClass> classes = new ArrayList<>();
    for (int left = in.readUnsignedShort(); left > 0; left--) {
      classes.add(new TextClass(Language.of(in.readUTF()), in.readUnsignedShort(), in.readFloat()));
    }
    int rows = in.readInt();
    NgramTable ngrams = NgramTable.read(in, rows);
    int[] starts = new int[rows + 1];
    byte[] counts = new byte[rows];
    in.readFully(counts);
    for (int row = 0; row < rows; row++) {
      starts[row + 1] = starts[row] + (counts[row] & 0xff);
    }
    byte[] weightClasses = new byte[starts[rows]];
    in.readFully(weightClasses);
    byte[] weights = new byte[starts[rows]];
    in.readFully(weights);
    return new LanguageModel(classes, ngrams, starts, weightClasses, weights);
  }

  void write(DataOutputStream out) throws IOException {
    out.writeInt(FORMAT);
    out.writeShort(classes.size());
    for (TextClass one : classes) {
      out.writeUTF(one.language().tag());
      out.writeShort(one.scriptGroup());
      out.writeFloat((float) one.share());
    }
    out.writeInt(ngrams.rows());
    ngrams.write(out);
    for (int row = 0; row < ngrams.rows(); row++) {
      out.writeByte(starts[row + 1] - starts[row]);
    }
    out.write(weightClasses);
    out.write(weights);
  }
}
