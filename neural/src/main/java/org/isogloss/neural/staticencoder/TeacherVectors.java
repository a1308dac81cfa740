// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.staticencoder;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
 * Texts and words with a teacher's vectors, projected to the principal components of its texts.
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

  /** Names of the files in a teacher's folder. */
  static List<String> fileNames() {
    return List.of(TEXTS + ".txt", TEXTS + ".npy", WORDS + ".txt", WORDS + ".npy");
  }

  /**
   * Reads a folder.
   *
   * @param dimension dimension here, at most that of the teacher
   * @throws TrainingException if texts and vectors do not belong together
   */
  // The scope frees the tensors of its block.
  @SuppressWarnings("try")
  static TeacherVectors read(Path folder, int dimension) {
    List<String> texts = lines(folder, TEXTS);
    List<String> words = lines(folder, WORDS);
    try (PointerScope scope = new PointerScope()) {
      Tensor ofTexts = readCentred(folder, TEXTS, texts.size());
      Tensor ofWords = readCentred(folder, WORDS, words.size());
      if (ofTexts.size(1) < dimension || ofWords.size(1) != ofTexts.size(1)) {
        throw new TrainingException(
            folder
                + ": vectors of "
                + ofTexts.size(1)
                + " dimensions for texts, of "
                + ofWords.size(1)
                + " for words; expected equal dimensions, "
                + dimension
                + " or more");
      }
      Tensor directions = PrincipalComponents.directions(ofTexts, dimension);
      return new TeacherVectors(
          texts, project(ofTexts, directions), words, project(ofWords, directions));
    }
  }

  private static Tensor project(Tensor rows, Tensor directions) {
    return Tensors.retain(torch.normalize(rows.matmul(directions), new NormalizeFuncOptions()));
  }

  private static Tensor readCentred(Path folder, String name, int lines) {
    Path file = folder.resolve(name + ".npy");
    NpyMatrix read = NpyMatrix.open(file);
    if (read.rows() != lines) {
      throw new TrainingException(
          file + ": " + read.rows() + " rows for " + lines + " lines of " + name + ".txt");
    }
    Tensor rows = torch.empty(read.rows(), read.columns());
    Tensors.floatBuffer(rows).put(read.values());
    return rows.sub_(rows.mean(0));
  }

  private static List<String> lines(Path folder, String name) {
    List<String> lines = new ArrayList<>();
    try (Records<String> read = PlainTextLines.read(folder.resolve(name + ".txt"), OnError.FAIL)) {
      read.forEachRemaining(lines::add);
    }
    if (lines.isEmpty()) {
      throw new TrainingException(
          folder.resolve(name + ".txt") + " has no lines, expected at least one");
    }
    return lines;
  }

  @Override
  public void close() {
    vectors.close();
    wordVectors.close();
  }
}
