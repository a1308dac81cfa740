// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.isogloss.modelio.embedding.StaticEmbeddings;
import org.isogloss.modelio.embedding.StaticModelWriter;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.manifest.Provenance;
import org.isogloss.text.subword.WordPieceOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClasspathModelsTest {
  @TempDir Path folder;

  @Test
  void modelInJarEqualsModelInFolder() throws IOException {
    Path plain = folder.resolve("plain");
    StaticModelWriter.write(
        plain,
        List.of("[PAD]", "[UNK]", "[CLS]", "[SEP]", "a"),
        WordPieceOptions.CASED,
        new StaticEmbeddings(
            2, new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 3, 4}, new float[] {0, 0, 0, 0, 2}),
        new ModelManifest(
            "packed",
            "Apache-2.0",
            new EncodingSettings(512, Pooling.MEAN),
            new Provenance("", 0, List.of())));
    Path jar = folder.resolve("with blank.jar");
    try (FileSystem zip = FileSystems.newFileSystem(jar, Map.of("create", "true"))) {
      Path inside = zip.getPath("/org/isogloss/models/packed");
      Files.createDirectories(inside);
      for (String name :
          List.of(
              "config.json",
              "model.safetensors",
              "vocab.txt",
              "tokenizer.json",
              "tokenizer_config.json",
              "isogloss.json")) {
        Files.copy(plain.resolve(name), inside.resolve(name));
      }
    }
    try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()});
        ModelFolder packed = ClasspathModels.find("packed", loader).orElseThrow();
        ModelFolder unpacked = ModelFolder.open(plain)) {
      assertThat(packed.fingerprint()).isEqualTo(unpacked.fingerprint());
      assertThat(packed.staticEmbeddings().vector(4)).containsExactly(6, 8);
      assertThat(packed.tokenizer().ids("a")).containsExactly(4);
      assertThat(ModelSummary.of(packed).sizeOnDisk())
          .isEqualTo(ModelSummary.of(unpacked).sizeOnDisk());
    }
  }

  @Test
  void statesWhichModelsAreThereAndHowToAddOne() throws IOException {
    Path manifest = folder.resolve("org/isogloss/models/compact/isogloss.json");
    Files.createDirectories(manifest.getParent());
    Files.createFile(manifest);
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()}, null)) {
      assertThat(ClasspathModels.remedy("tiny", loader))
          .isEqualTo(" (found compact); add the artifact isogloss-model-tiny");
      assertThat(ClasspathModels.remedy("compct", loader)).isEqualTo(" (found compact)");
    }
    try (URLClassLoader empty = new URLClassLoader(new URL[0], null)) {
      assertThat(ClasspathModels.remedy("compct", empty)).isEqualTo(" (found none)");
    }
  }
}
