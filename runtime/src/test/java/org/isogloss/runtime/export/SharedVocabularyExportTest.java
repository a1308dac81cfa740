// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.onnx.GraphTensorReader;
import org.isogloss.runtime.onnx.Initializer;
import org.isogloss.runtime.rerank.OnnxCrossEncoder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A cross-encoder that uses the vocabulary of the model from which it was trained. */
class SharedVocabularyExportTest {
  private static final OnnxExportOptions INT8 = OnnxExportOptions.forPrecision(Precision.INT8);
  private static final List<Passage> PASSAGES =
      Stream.of("the largest city in Poland", "How many points did the Panthers lose?", "Warsaw")
          .map(text -> new Passage("d", 0, Language.UNDETERMINED, "", text, 0, text.length()))
          .toList();

  @TempDir Path scratch;
  private Path trained;
  private Path vocabularyModel;
  private Path exported;

  @BeforeEach
  void createModels() {
    trained = SampleTransformer.BERT_CLASSIFIER.copyInto(scratch);
    vocabularyModel = scratch.resolve("lender");
    exported = scratch.resolve("reranker");
  }

  private void exportVocabularyModel(VocabularyFormat format, boolean oneFile) {
    try (ModelFolder model = ModelFolder.open(trained)) {
      OnnxExport.writeServingFolder(
          model, vocabularyModel, INT8.withVocabulary(format).withSingleFile(oneFile));
    }
  }

  private void exportModel() {
    try (ModelFolder model = ModelFolder.open(trained);
        ModelFolder other = ModelFolder.open(vocabularyModel)) {
      SharedVocabularyExport.write(model, other, vocabularyModel.toString(), exported, INT8);
    }
  }

  private static float[] scores(Path folder) {
    try (ModelFolder model = ModelFolder.open(folder);
        PairScorer scorer = OnnxCrossEncoder.open(model, new InferenceOptions(1, Precision.INT8))) {
      return scorer.score(Query.of("What is the largest city in Poland?"), PASSAGES);
    }
  }

  private static long size(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }

  @ParameterizedTest
  @CsvSource({"INT4, true", "INT8, true", "FP32, true", "INT4, false", "FP32, false"})
  void scoresLikeModelWithOwnVocabulary(VocabularyFormat format, boolean oneFile)
      throws IOException {
    exportVocabularyModel(format, oneFile);
    exportModel();
    assertThat(scores(exported)).containsExactly(scores(vocabularyModel));
    assertThat(exported.resolve("vocab.txt")).doesNotExist();
    assertThat(exported.resolve("tokenizer.json")).doesNotExist();
    assertThat(size(exported)).isLessThan(size(vocabularyModel));
  }

  @Test
  void findsSiblingModelAfterMoving() throws IOException {
    exportVocabularyModel(VocabularyFormat.INT4, true);
    exportModel();
    Path elsewhere = Files.createDirectory(scratch.resolve("elsewhere"));
    float[] scores = scores(exported);
    Files.move(vocabularyModel, elsewhere.resolve("lender"));
    Path moved = Files.move(exported, elsewhere.resolve("reranker"));
    assertThat(scores(moved)).containsExactly(scores);
    Files.move(elsewhere.resolve("lender"), scratch.resolve("gone"));
    assertThatThrownBy(() -> scores(moved))
        .isInstanceOf(ModelFormatException.class)
        .hasMessageContaining("isogloss.json: uses the vocabulary of \"lender\"")
        .hasMessageContaining("copy that model there");
  }

  @Test
  void findsVocabularyModelInSameJar() throws IOException {
    exportVocabularyModel(VocabularyFormat.INT4, true);
    exportModel();
    float[] scores = scores(exported);
    Path jar = scratch.resolve("models.jar");
    try (FileSystem zip = FileSystems.newFileSystem(jar, Map.of("create", "true"))) {
      for (Path folder : List.of(vocabularyModel, exported)) {
        try (Stream<Path> files = Files.walk(folder)) {
          for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
            Path inside = zip.getPath("/" + scratch.relativize(file));
            Files.createDirectories(inside.getParent());
            Files.copy(file, inside);
          }
        }
      }
    }
    try (FileSystem zip = FileSystems.newFileSystem(jar)) {
      assertThat(scores(zip.getPath("/reranker"))).containsExactly(scores);
    }
  }

  @Test
  void rejectsDifferentVocabulary() throws IOException {
    exportVocabularyModel(VocabularyFormat.INT4, true);
    exportModel();
    Initializer rows =
        GraphTensorReader.find(
                vocabularyModel.resolve("onnx/model_int8.onnx"),
                Set.of("embeddings.word_embeddings.weight"))
            .values()
            .iterator()
            .next();
    assertThat(rows.shape()).hasSize(2);
    changeRow(vocabularyModel.resolve("onnx/model_int8.onnx"), rows);
    assertThatThrownBy(() -> scores(exported))
        .isInstanceOf(ModelFormatException.class)
        .hasMessageContaining("has a different vocabulary from the one that " + exported);
    assertThatThrownBy(this::exportModelAgain)
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining(
            "1 of " + rows.shape()[0] + " rows differ, first the row of token 7 (\"");
  }

  private void exportModelAgain() {
    exported = scratch.resolve("again");
    exportModel();
  }

  /** Changes one value of the vector of token 7. */
  private static void changeRow(Path graph, Initializer rows) throws IOException {
    byte[] all = Files.readAllBytes(graph);
    ByteArrayOutputStream numbers = new ByteArrayOutputStream();
    rows.content().writeTo(numbers);
    int at = indexOf(all, numbers.toByteArray()) + 7 * (int) (rows.bytes() / rows.shape()[0]);
    try (FileChannel channel = FileChannel.open(graph, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(new byte[] {(byte) (all[at] ^ 1)}), at);
    }
  }

  private static int indexOf(byte[] all, byte[] part) {
    for (int at = 0; at + part.length <= all.length; at++) {
      if (Arrays.equals(all, at, at + part.length, part, 0, part.length)) {
        return at;
      }
    }
    throw new AssertionError("not in the file");
  }

  @Test
  void rejectsDifferentTokenizer() throws IOException {
    exportVocabularyModel(VocabularyFormat.INT4, true);
    exportModel();
    Path file = vocabularyModel.resolve("vocab.txt");
    Files.writeString(file, "Danzig\n", StandardOpenOption.APPEND);
    assertThatThrownBy(() -> scores(exported))
        .isInstanceOf(ModelFormatException.class)
        .hasMessageContaining("has a different tokenizer from the one that " + exported);
    assertThatThrownBy(this::exportModelAgain)
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("its tokenizer files differ from those of " + vocabularyModel);
  }

  @Test
  void rejectsVocabularyModelWithoutOwnVocabulary() {
    exportVocabularyModel(VocabularyFormat.INT4, true);
    exportModel();
    vocabularyModel = exported;
    assertThatThrownBy(this::exportModelAgain)
        .isInstanceOf(ModelFormatException.class)
        .hasMessageContaining("its own vocabulary");
  }

  @Test
  void fingerprintIncludesSharedVocabulary() {
    exportVocabularyModel(VocabularyFormat.INT4, true);
    exportModel();
    try (ModelFolder model = ModelFolder.open(exported)) {
      String before = model.fingerprint();
      assertThat(model.manifest().vocabulary().orElseThrow().model()).isEqualTo("lender");
      Path other = scratch.resolve("other");
      vocabularyModel = scratch.resolve("in-eight-bits");
      exportVocabularyModel(VocabularyFormat.INT8, true);
      exported = other;
      exportModel();
      try (ModelFolder changed = ModelFolder.open(other)) {
        assertThat(changed.fingerprint()).isNotEqualTo(before);
      }
    }
  }
}
