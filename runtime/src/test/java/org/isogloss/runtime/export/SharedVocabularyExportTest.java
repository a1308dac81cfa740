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

/** A cross-encoder that leaves its vocabulary to the model that it was trained from. */
class SharedVocabularyExportTest {
  private static final OnnxExportOptions INT8 = OnnxExportOptions.forPrecision(Precision.INT8);
  private static final List<Passage> PASSAGES =
      Stream.of("the largest city in Poland", "How many points did the Panthers lose?", "Warsaw")
          .map(text -> new Passage("d", 0, Language.UNDETERMINED, "", text, 0, text.length()))
          .toList();

  @TempDir Path scratch;
  private Path trained;
  private Path lender;
  private Path borrower;

  @BeforeEach
  void trainedFromAnother() {
    trained = SampleTransformer.BERT_CLASSIFIER.copyInto(scratch);
    lender = scratch.resolve("lender");
    borrower = scratch.resolve("reranker");
  }

  private void lend(VocabularyFormat format, boolean oneFile) {
    try (ModelFolder model = ModelFolder.open(trained)) {
      OnnxExport.writeServingFolder(
          model, lender, INT8.withVocabulary(format).withSingleFile(oneFile));
    }
  }

  private void borrow() {
    try (ModelFolder model = ModelFolder.open(trained);
        ModelFolder other = ModelFolder.open(lender)) {
      SharedVocabularyExport.write(model, other, lender.toString(), borrower, INT8);
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
  void scoresAsIfItHadTheVocabularyItself(VocabularyFormat format, boolean oneFile)
      throws IOException {
    lend(format, oneFile);
    borrow();
    assertThat(scores(borrower)).containsExactly(scores(lender));
    assertThat(borrower.resolve("vocab.txt")).doesNotExist();
    assertThat(borrower.resolve("tokenizer.json")).doesNotExist();
    assertThat(size(borrower)).isLessThan(size(lender));
  }

  @Test
  void findsTheOtherModelBesideItWhereverTheyAre() throws IOException {
    lend(VocabularyFormat.INT4, true);
    borrow();
    Path elsewhere = Files.createDirectory(scratch.resolve("elsewhere"));
    float[] scores = scores(borrower);
    Files.move(lender, elsewhere.resolve("lender"));
    Path moved = Files.move(borrower, elsewhere.resolve("reranker"));
    assertThat(scores(moved)).containsExactly(scores);
    Files.move(elsewhere.resolve("lender"), scratch.resolve("gone"));
    assertThatThrownBy(() -> scores(moved))
        .isInstanceOf(ModelFormatException.class)
        .hasMessageContaining("isogloss.json: uses the vocabulary of \"lender\"")
        .hasMessageContaining("copy that model there");
  }

  @Test
  void findsItInTheSameJar() throws IOException {
    lend(VocabularyFormat.INT4, true);
    borrow();
    float[] scores = scores(borrower);
    Path jar = scratch.resolve("models.jar");
    try (FileSystem zip = FileSystems.newFileSystem(jar, Map.of("create", "true"))) {
      for (Path folder : List.of(lender, borrower)) {
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
  void anotherVocabularyThanThatOfItsTrainingIsRefused() throws IOException {
    lend(VocabularyFormat.INT4, true);
    borrow();
    Initializer rows =
        GraphTensorReader.find(
                lender.resolve("onnx/model_int8.onnx"), Set.of("embeddings.word_embeddings.weight"))
            .values()
            .iterator()
            .next();
    assertThat(rows.shape()).hasSize(2);
    changeARow(lender.resolve("onnx/model_int8.onnx"), rows);
    assertThatThrownBy(() -> scores(borrower))
        .isInstanceOf(ModelFormatException.class)
        .hasMessageContaining("has a different vocabulary from the one that " + borrower);
    assertThatThrownBy(this::borrowAgain)
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining(
            "1 of " + rows.shape()[0] + " rows differ, first the row of token 7 (\"");
  }

  private void borrowAgain() {
    borrower = scratch.resolve("again");
    borrow();
  }

  /** One number of piece 7 becomes another. */
  private static void changeARow(Path graph, Initializer rows) throws IOException {
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
  void anotherTokenizerIsRefused() throws IOException {
    lend(VocabularyFormat.INT4, true);
    borrow();
    Path file = lender.resolve("vocab.txt");
    Files.writeString(file, "Danzig\n", StandardOpenOption.APPEND);
    assertThatThrownBy(() -> scores(borrower))
        .isInstanceOf(ModelFormatException.class)
        .hasMessageContaining("has a different tokenizer from the one that " + borrower);
    assertThatThrownBy(this::borrowAgain)
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("its tokenizer's files are not those of " + lender);
  }

  @Test
  void whoBorrowsCannotLend() {
    lend(VocabularyFormat.INT4, true);
    borrow();
    lender = borrower;
    assertThatThrownBy(this::borrowAgain)
        .isInstanceOf(ModelFormatException.class)
        .hasMessageContaining("a vocabulary of its own");
  }

  @Test
  void theFingerprintCountsWhatIsBorrowed() {
    lend(VocabularyFormat.INT4, true);
    borrow();
    try (ModelFolder model = ModelFolder.open(borrower)) {
      String before = model.fingerprint();
      assertThat(model.manifest().vocabulary().orElseThrow().model()).isEqualTo("lender");
      Path other = scratch.resolve("other");
      lender = scratch.resolve("in-eight-bits");
      lend(VocabularyFormat.INT8, true);
      borrower = other;
      borrow();
      try (ModelFolder changed = ModelFolder.open(other)) {
        assertThat(changed.fingerprint()).isNotEqualTo(before);
      }
    }
  }
}
