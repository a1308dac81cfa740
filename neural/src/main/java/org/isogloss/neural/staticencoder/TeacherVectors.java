// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.staticencoder;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NormalizeFuncOptions;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.PlainTextLines;
import org.isogloss.data.vector.NpyMatrix;
import org.isogloss.neural.TrainingException;
import org.isogloss.neural.torch.Tensors;

/**
 * Texts and words with the vectors of a teacher, projected onto the principal components of the
 * vectors of the texts.
 *
 * @param vectors unit vectors {@code [texts, dimension]}
 * @param wordVectors unit vectors {@code [words, dimension]}
 */
record TeacherVectors(List<String> texts, Tensor vectors, List<String> words, Tensor wordVectors)
    implements AutoCloseable {
  static final String TEXTS = "texts";
  static final String WORDS = "words";

  TeacherVectors {
    texts = List.copyOf(texts);
    words = List.copyOf(words);
  }

  /** Returns the names of the files that are read in the folder of a teacher. */
  static List<String> fileNames(TeacherOptions options) {
    Stream<String> names = options.words() > 0 ? Stream.of(TEXTS, WORDS) : Stream.of(TEXTS);
    return names.flatMap(name -> fileNames(name).stream()).toList();
  }

  /** Returns the names of the files of texts or words. */
  static List<String> fileNames(String name) {
    return List.of(name + ".txt", name + ".npy");
  }

  /**
   * Reads the folder of a teacher; its words only if some may be added.
   *
   * @param dimension dimension of the projected vectors, at most that of the teacher
   * @throws TrainingException if texts and vectors do not match
   */
  // The scope frees the tensors created inside it.
  @SuppressWarnings("try")
  static TeacherVectors read(TeacherOptions options, int dimension) {
    Path folder = options.folder();
    List<String> texts = lines(folder, TEXTS);
    List<String> words = options.words() > 0 ? lines(folder, WORDS) : List.of();
    try (PointerScope scope = new PointerScope()) {
      Tensor textVectors = readCentred(folder, TEXTS, texts.size());
      Tensor wordVectors =
          words.isEmpty()
              ? torch.empty(0, textVectors.size(1))
              : readCentred(folder, WORDS, words.size());
      if (textVectors.size(1) < dimension || wordVectors.size(1) != textVectors.size(1)) {
        throw new TrainingException(
            folder
                + ": has vectors of "
                + textVectors.size(1)
                + " numbers for texts and of "
                + wordVectors.size(1)
                + " numbers for words, expected the same length, at least "
                + dimension);
      }
      Tensor directions = PrincipalComponents.directions(textVectors, dimension);
      return new TeacherVectors(
          texts, project(textVectors, directions), words, project(wordVectors, directions));
    }
  }

  private static Tensor project(Tensor rows, Tensor directions) {
    return Tensors.retain(torch.normalize(rows.matmul(directions), new NormalizeFuncOptions()));
  }

  /**
   * Reads the vectors of texts or words, and subtracts their mean.
   *
   * @param lines number of vectors
   * @return {@code [lines, width]}
   * @throws TrainingException if there are more or fewer vectors
   */
  static Tensor readCentred(Path folder, String name, int lines) {
    Path file = folder.resolve(name + ".npy");
    NpyMatrix matrix = NpyMatrix.open(file);
    if (matrix.rows() != lines) {
      throw new TrainingException(
          file + ": has " + matrix.rows() + " rows for " + lines + " lines of " + name + ".txt");
    }
    Tensor rows = torch.empty(matrix.rows(), matrix.columns());
    Tensors.floatBuffer(rows).put(matrix.values());
    return rows.sub_(rows.mean(0));
  }

  /** Returns the texts or words, one or more. */
  static List<String> lines(Path folder, String name) {
    List<String> lines = new ArrayList<>();
    try (Records<String> records =
        PlainTextLines.read(folder.resolve(name + ".txt"), OnError.FAIL)) {
      records.forEachRemaining(lines::add);
    }
    if (lines.isEmpty()) {
      throw new TrainingException(
          folder.resolve(name + ".txt") + ": has no lines, expected one or more");
    }
    return lines;
  }

  @Override
  public void close() {
    vectors.close();
    wordVectors.close();
  }
}
