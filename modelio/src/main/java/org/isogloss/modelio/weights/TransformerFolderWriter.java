package org.isogloss.modelio.weights;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.AtomicFolder;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.format.FolderPaths;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.manifest.SentenceTransformersWriter;
import org.isogloss.modelio.safetensors.Safetensors;
import org.isogloss.modelio.safetensors.SafetensorsWriter;
import org.isogloss.modelio.safetensors.TensorInfo;
import org.isogloss.modelio.tokenizer.TokenizerFiles;
import org.isogloss.modelio.transformer.TransformerConfig;
import org.isogloss.modelio.transformer.TransformerHead;

/**
 * Writes a transformer as a folder that Python's transformers opens, and sentence-transformers as
 * well if the model gives a vector for a text. Tensors are announced under the names that {@link
 * TransformerWeights} gives; in the file they have those of the head's class.
 */
public final class TransformerFolderWriter {

  private record PendingTensor(TensorInfo info, SafetensorsWriter.Content content) {}

  private final TransformerConfig config;
  private final TransformerHead head;
  private final Map<String, PendingTensor> tensors = new LinkedHashMap<>();
  private final List<Path> filesToCopy = new ArrayList<>();

  /** A writer with no tensor announced yet. */
  public TransformerFolderWriter(TransformerConfig config, TransformerHead head) {
    this.config = requireNonNull(config, "config is null");
    this.head = requireNonNull(head, "head is null");
  }

  /**
   * Announces a tensor; its numbers are asked for when the folder is written.
   *
   * @param info with its name as {@link TransformerWeights} has it
   * @throws IllegalArgumentException if one of that name is announced already
   */
  public TransformerFolderWriter add(TensorInfo info, SafetensorsWriter.Content content) {
    if (tensors.putIfAbsent(info.name(), new PendingTensor(info, content)) != null) {
      throw new IllegalArgumentException("there is already a tensor \"" + info.name() + "\"");
    }
    return this;
  }

  /** Has a file copied into the folder, under its own name. */
  public TransformerFolderWriter copyFile(Path file) {
    filesToCopy.add(file);
    return this;
  }

  /**
   * Writes the folder; it appears whole or not at all.
   *
   * @param folder must not exist yet, or be empty
   * @param tokenizer a folder whose tokenizer files are copied
   * @throws org.isogloss.core.IsoglossException if its place is taken or it cannot be written
   */
  public void write(Path folder, ModelFolder tokenizer, ModelManifest manifest) {
    write(folder, made -> copyTokenizer(tokenizer.path(), made), manifest);
  }

  /** The same with a tokenizer that is written. */
  public void write(Path folder, AtomicFolder.Content tokenizer, ModelManifest manifest) {
    requireComplete(folder);
    AtomicFolder.create(
        folder,
        made -> {
          config.write(made, head, labels());
          SafetensorsWriter weights = new SafetensorsWriter().metadata("format", "pt");
          tensors.forEach(
              (name, tensor) ->
                  weights.add(
                      new TensorInfo(
                          TransformerTensorNames.storedName(name, config.family(), head),
                          tensor.info.type(),
                          tensor.info.shape()),
                      tensor.content));
          weights.write(made.resolve(Safetensors.FILE));
          tokenizer.writeTo(made);
          for (Path file : filesToCopy) {
            Files.copy(file, made.resolve(file.getFileName().toString()));
          }
          TokenizerFiles.completeConfig(made, config.maxLength());
          if (manifest.encoding().pooling() != Pooling.NONE) {
            SentenceTransformersWriter.write(made, config.hiddenSize(), manifest.encoding());
          }
          manifest.write(made);
        });
  }

  /** A folder that could not be opened is not written. */
  private void requireComplete(Path folder) {
    TransformerTensorShapes.shapes(config)
        .forEach(
            (name, shape) -> {
              PendingTensor tensor = tensors.get(name);
              if (tensor == null || !tensor.info.shape().equals(shape)) {
                throw new IsoglossException(
                    folder
                        + ": would be written with "
                        + (tensor == null ? "no tensor" : tensor.info.shape() + " for the tensor")
                        + " \""
                        + name
                        + "\", expected one of the shape "
                        + shape);
              }
            });
  }

  private int labels() {
    PendingTensor classifier = tensors.get(TransformerTensorNames.CLASSIFIER);
    return classifier == null ? 0 : classifier.info.size(0);
  }

  private static void copyTokenizer(Path from, Path to) throws IOException {
    for (String name : TokenizerFiles.ALL) {
      Optional<Path> file = FolderPaths.find(from, name);
      if (file.isPresent()) {
        Files.copy(file.get(), to.resolve(name));
      }
    }
  }
}
