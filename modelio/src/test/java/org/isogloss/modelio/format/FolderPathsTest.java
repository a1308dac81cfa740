// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.modelio.LateInteractionTables;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.safetensors.Safetensors;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.modelio.transform.ModelImport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FolderPathsTest {
  @TempDir private Path scratch;
  private Path folder;

  @BeforeEach
  void folder() {
    folder = SampleTransformer.BERT_ENCODER.copyInto(scratch);
  }

  /** Moves a file of the model out of its folder and replaces it with a link. */
  private void replaceWithOutsideLink(String name) throws IOException {
    Path outside = Files.createDirectories(scratch.resolve("outside")).resolve("secret");
    Files.move(folder.resolve(name), outside);
    Files.createSymbolicLink(folder.resolve(name), outside);
  }

  @ParameterizedTest
  @ValueSource(strings = {"../x", "a/../../x", "/etc/hostname", "a\0b"})
  void rejectsNameOutsideFolder(String name) {
    assertThatThrownBy(() -> FolderPaths.resolve(folder, name))
        .isInstanceOf(ModelFormatException.class)
        .hasMessageStartingWith(folder + ": refers to the file")
        .hasMessageNotContaining("\0");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "config.json",
        "1_Pooling/config.json",
        "sentence_bert_config.json",
        "config_sentence_transformers.json"
      })
  void rejectsOutsideLinkOnOpening(String name) throws IOException {
    replaceWithOutsideLink(name);
    assertThatThrownBy(() -> ModelFolder.open(folder))
        .isInstanceOf(ModelFormatException.class)
        .hasMessageContaining(name + ": is a link to ")
        .hasMessageContaining("cp -rL");
  }

  @ParameterizedTest
  @ValueSource(strings = {"vocab.txt", "tokenizer.json", "tokenizer_config.json"})
  void rejectsOutsideLinkOfTokenizer(String name) throws IOException {
    replaceWithOutsideLink(name);
    if (name.equals("tokenizer.json")) {
      Files.delete(folder.resolve("vocab.txt"));
    }
    assertThatThrownBy(() -> ModelFolder.open(folder).tokenizer())
        .isInstanceOf(ModelFormatException.class)
        .hasMessageContaining(name + ": is a link to ");
    assertThatThrownBy(() -> ModelFolder.open(folder).fingerprint())
        .isInstanceOf(ModelFormatException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"model.safetensors", "vocab.txt", "tokenizer_config.json"})
  void importCopiesNoFilesFromOutside(String name) throws IOException {
    replaceWithOutsideLink(name);
    Path to = scratch.resolve("imported");
    assertThatThrownBy(
            () -> {
              ModelFolder model = ModelFolder.open(folder);
              ModelImport.unchanged(model).write(model, to);
            })
        .isInstanceOf(ModelFormatException.class)
        .hasMessageContaining(name + ": is a link to ");
    assertThat(to).doesNotExist();
  }

  @Test
  void rejectsSubfolderThatIsLink() throws IOException {
    Path outside = scratch.resolve("outside");
    Files.move(folder.resolve("1_Pooling"), outside);
    Files.createSymbolicLink(folder.resolve("1_Pooling"), outside);
    assertThatThrownBy(() -> ModelFolder.open(folder))
        .isInstanceOf(ModelFormatException.class)
        .hasMessageContaining("outside the folder");
  }

  @Test
  void rejectsShardOutsideFolder() throws IOException {
    replaceWithOutsideLink("model.safetensors");
    Files.move(folder.resolve("model.safetensors"), folder.resolve("model-1.safetensors"));
    Files.writeString(
        folder.resolve(Safetensors.INDEX),
        "{\"weight_map\": {\"embeddings.LayerNorm.bias\": \"model-1.safetensors\"}}");
    assertThatThrownBy(() -> Safetensors.open(folder))
        .isInstanceOf(ModelFormatException.class)
        .hasMessageContaining("model-1.safetensors: is a link to ");
  }

  @Test
  void rejectsInteractionTablesOutsideFolder() throws IOException {
    Path outside = Files.createFile(scratch.resolve("secret"));
    Files.createSymbolicLink(folder.resolve(LateInteractionTables.FILE), outside);
    ModelFolder model = ModelFolder.open(folder);
    assertThatThrownBy(() -> LateInteractionTables.find(model))
        .isInstanceOf(ModelFormatException.class)
        .hasMessageContaining(LateInteractionTables.FILE + ": is a link to ");
  }

  @Test
  void acceptsFolderThatIsLinkAndLinksWithinFolder() throws IOException {
    Files.move(folder.resolve("vocab.txt"), folder.resolve("pieces.txt"));
    Files.createSymbolicLink(folder.resolve("vocab.txt"), Path.of("pieces.txt"));
    Path link = Files.createSymbolicLink(scratch.resolve("link"), folder);
    assertThat(ModelFolder.open(link).tokenizer().vocabularySize()).isPositive();
  }

  @Test
  void reportsBrokenLink() throws IOException {
    Files.delete(folder.resolve("vocab.txt"));
    Files.createSymbolicLink(folder.resolve("vocab.txt"), Path.of("gone.txt"));
    ModelFolder model = ModelFolder.open(folder);
    assertThatThrownBy(model::tokenizer)
        .isInstanceOf(ModelFormatException.class)
        .hasMessageContaining("link to a file that does not exist");
  }

  @Test
  void rejectsSpecialFileThatCouldBlock() throws IOException, InterruptedException {
    Files.delete(folder.resolve("vocab.txt"));
    int failed =
        new ProcessBuilder("mkfifo", folder.resolve("vocab.txt").toString()).start().waitFor();
    assumeTrue(failed == 0);
    ModelFolder model = ModelFolder.open(folder);
    assertThatThrownBy(model::tokenizer)
        .isInstanceOf(ModelFormatException.class)
        .hasMessageContaining("is not a regular file");
  }
}
