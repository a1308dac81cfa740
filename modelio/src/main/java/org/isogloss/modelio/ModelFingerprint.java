// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.isogloss.core.io.AtomicFile;
import org.isogloss.core.io.Checksums;
import org.isogloss.core.io.FileErrors;
import org.isogloss.modelio.dense.DenseLayerConfig;
import org.isogloss.modelio.format.FolderPaths;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.modelio.multivector.TokenVectorHead;
import org.isogloss.modelio.safetensors.Safetensors;
import org.isogloss.modelio.tokenizer.TokenizerFiles;
import org.isogloss.modelio.transformer.TransformerConfig;

/** Computes the checksum of everything that a model's vectors depend on. */
final class ModelFingerprint {
  private static final int BUFFER = 1 << 16;
  private static final List<String> TOKENIZER =
      List.of(
          TokenizerFiles.VOCAB_TXT, TokenizerFiles.TOKENIZER_CONFIG, TokenizerFiles.TOKENIZER_JSON);

  /** Files included in the checksum, by the name that is included with their content. */
  private final TreeMap<String, Path> files = new TreeMap<>();

  private final List<String> settings;

  private ModelFingerprint(ModelFolder folder) {
    EncodingSettings encoding = folder.encoding();
    settings =
        new ArrayList<>(
            List.of(
                encoding.queryPrefix(),
                encoding.passagePrefix(),
                String.valueOf(encoding.maxLength()),
                encoding.pooling().name()));
    encoding.dimension().ifPresent(dimension -> settings.add("dimension " + dimension));
    encoding.tasks().ifPresent(tasks -> settings.add(tasks.toString()));
    folder
        .manifest()
        .vocabulary()
        .ifPresent(
            borrowed ->
                settings.addAll(List.of(borrowed.tokenizerSha256(), borrowed.vectorsSha256())));
    add(folder, TransformerConfig.FILE);
    TOKENIZER.forEach(name -> add(folder, name));
    // Vectors do not depend on linear layers next to their transformer.
    folder.tokenVectorHead().filter(TokenVectorHead::standsAlone).ifPresent(this::add);
    folder.sparseHead().filter(head -> head.kind().expands()).stream()
        .flatMap(head -> head.files().stream())
        .forEach(file -> files.put("sparse/" + folder.root().relativize(file).toString(), file));
    folder.denseFolders().forEach(this::addDense);
  }

  private void add(TokenVectorHead head) {
    settings.add(head.settings().toString());
    if (head.form() == TokenVectorHead.Form.MODULES) {
      head.layers().forEach(this::addDense);
    }
  }

  private void addDense(Path module) {
    addModule(module, DenseLayerConfig.FILE);
    addModule(module, Safetensors.FILE);
    if (FolderPaths.find(module, Safetensors.FILE).isEmpty()) {
      addModule(module, Safetensors.PICKLED);
    }
  }

  private void addModule(Path module, String name) {
    FolderPaths.find(module, name)
        .ifPresent(file -> files.put(module.getFileName() + "/" + name, file));
  }

  private void add(ModelFolder folder, String name) {
    folder.findFile(name).ifPresent(file -> files.put(name, file));
  }

  /** Returns the fingerprint of a folder with its weights. */
  static String ofWeights(ModelFolder folder) {
    ModelFingerprint fingerprint = new ModelFingerprint(folder);
    try (Safetensors weights = folder.weights()) {
      weights.files().forEach(file -> fingerprint.files.put(file.getFileName().toString(), file));
    }
    return fingerprint.digest();
  }

  /**
   * Returns the fingerprint of a graph at any location, including the files next to it that hold
   * its weights.
   */
  static String ofGraph(ModelFolder folder, Path graph) {
    ModelFingerprint fingerprint = new ModelFingerprint(folder);
    String prefix = graph.getFileName().toString();
    Path parent = graph.toAbsolutePath().getParent();
    try (Stream<Path> siblings = Files.list(parent)) {
      siblings
          .map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith(prefix))
          // What a killed export left is not part of the model.
          .filter(name -> !name.endsWith(AtomicFile.UNFINISHED_SUFFIX))
          .forEach(
              name -> fingerprint.files.put("onnx/" + name, FolderPaths.resolve(parent, name)));
    } catch (IOException e) {
      throw new ModelFormatException(graph, FileErrors.readFailure(graph, e), e);
    }
    return fingerprint.digest();
  }

  /** Returns the checksum of only the files that define a folder's tokenizer. */
  static String ofTokenizer(ModelFolder folder) {
    MessageDigest digest = Checksums.sha256();
    for (String name : TOKENIZER) {
      folder.findFile(name).ifPresent(file -> add(digest, name, file));
    }
    return Checksums.hex(digest);
  }

  private String digest() {
    MessageDigest digest = Checksums.sha256();
    files.forEach((name, file) -> add(digest, name, file));
    for (String setting : settings) {
      digest.update((setting + "\0").getBytes(StandardCharsets.UTF_8));
    }
    return Checksums.hex(digest);
  }

  private static void add(MessageDigest digest, String name, Path file) {
    byte[] buffer = new byte[BUFFER];
    try (InputStream in = Files.newInputStream(file)) {
      digest.update((name + "\0" + Files.size(file) + "\0").getBytes(StandardCharsets.UTF_8));
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        digest.update(buffer, 0, read);
      }
    } catch (IOException e) {
      throw new ModelFormatException(file, FileErrors.readFailure(file, e), e);
    }
  }
}
