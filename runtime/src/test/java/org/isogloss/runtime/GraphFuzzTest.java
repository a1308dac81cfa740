package org.isogloss.runtime;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.isogloss.model.ModelFolder;
import org.isogloss.model.samples.Mutations;
import org.isogloss.model.samples.SmallTransformer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Damaged graphs end in an error that names them when they are checked or restored. */
class GraphFuzzTest {
  @TempDir private Path scratch;

  @ParameterizedTest
  @CsvSource({"BERT_ENCODER, FP32, false", "BERT_CLASSIFIER, INT8, true"})
  void aDamagedGraphIsReported(SmallTransformer sample, Precision precision, boolean oneFile)
      throws IOException {
    fuzz(sample, precision, oneFile, 150, 1);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"BERT_ENCODER, FP32, false", "BERT_CLASSIFIER, INT8, true"})
  void aGraphDamagedInManyWaysIsReported(
      SmallTransformer sample, Precision precision, boolean oneFile) throws IOException {
    fuzz(sample, precision, oneFile, 3000, 1_000_000);
  }

  private void fuzz(
      SmallTransformer sample, Precision precision, boolean oneFile, int count, long seed)
      throws IOException {
    Path folder = scratch.resolve("served");
    try (ModelFolder model = ModelFolder.open(sample.copyInto(scratch))) {
      OnnxExport.writeServed(model, folder, OnnxExportOptions.of(precision).withOneFile(oneFile));
    }
    Path graph = folder.resolve("onnx").resolve(precision.file());
    Path restored = scratch.resolve("restored");
    Mutations.each(
        Files.readAllBytes(graph),
        false,
        count,
        seed,
        damaged -> {
          Files.write(graph, damaged);
          try (ModelFolder model = ModelFolder.open(folder)) {
            GraphVersion.of(graph);
            OnnxRestore.write(model, restored);
            ExternalTensors.requireInside(graph);
          } finally {
            delete(restored);
          }
        });
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      files
          .sorted(Comparator.reverseOrder())
          .forEach(
              file -> {
                try {
                  Files.delete(file);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
    }
  }
}
