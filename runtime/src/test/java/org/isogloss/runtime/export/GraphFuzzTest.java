// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.export;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.samples.FileMutations;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.runtime.onnx.ExternalDataCheck;
import org.isogloss.runtime.onnx.GraphVersion;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checking or restoring damaged graphs causes an error that names the file. */
class GraphFuzzTest {
  @TempDir private Path scratch;

  @ParameterizedTest
  @CsvSource({"BERT_ENCODER, FP32, false", "BERT_CLASSIFIER, INT8, true"})
  void reportsDamagedGraph(SampleTransformer sample, Precision precision, boolean oneFile)
      throws IOException {
    fuzz(sample, precision, oneFile, 150, 1);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"BERT_ENCODER, FP32, false", "BERT_CLASSIFIER, INT8, true"})
  void reportsManyKindsOfDamage(SampleTransformer sample, Precision precision, boolean oneFile)
      throws IOException {
    fuzz(sample, precision, oneFile, 3000, 1_000_000);
  }

  private void fuzz(
      SampleTransformer sample, Precision precision, boolean oneFile, int count, long seed)
      throws IOException {
    Path folder = scratch.resolve("served");
    try (ModelFolder model = ModelFolder.open(sample.copyInto(scratch))) {
      OnnxExport.writeServingFolder(
          model, folder, OnnxExportOptions.forPrecision(precision).withSingleFile(oneFile));
    }
    Path graph = folder.resolve("onnx").resolve(precision.fileName());
    Path restored = scratch.resolve("restored");
    FileMutations.each(
        Files.readAllBytes(graph),
        false,
        count,
        seed,
        damaged -> {
          Files.write(graph, damaged);
          try (ModelFolder model = ModelFolder.open(folder)) {
            GraphVersion.of(graph);
            DecodedGraph.of(graph, ByteBuffer.wrap(damaged));
            OnnxRestore.write(model, restored);
            ExternalDataCheck.requireInside(graph);
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
