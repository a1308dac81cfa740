// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.weights;

import static java.util.Objects.requireNonNull;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.AtomicFolder;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.dense.DenseLayer;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.manifest.SentenceTransformersWriter;
import org.isogloss.modelio.safetensors.Safetensors;
import org.isogloss.modelio.safetensors.SafetensorsWriter;
import org.isogloss.modelio.safetensors.TensorInfo;
import org.isogloss.modelio.tokenizer.TokenizerFiles;
import org.isogloss.modelio.transformer.EncoderConfig;
import org.isogloss.modelio.transformer.LabelNames;
import org.isogloss.modelio.transformer.TransformerConfig;
import org.isogloss.modelio.transformer.TransformerHead;

/**
 * Writes a transformer as a folder that Python's transformers can open, and sentence-transformers
 * too if the model has a pooling. Tensors are added under the canonical names of {@link
 * TransformerWeights} and stored under the names of the class for the head; those of types other
 * than BERT and XLM-RoBERTa in the form of the folder from which the model was made.
 */
public final class TransformerFolderWriter {

  private record PendingTensor(TensorInfo info, SafetensorsWriter.Content content) {}

  private final EncoderConfig config;
  private final TransformerHead head;
  private final StoredNames names;
  private final Map<String, PendingTensor> tensors = new LinkedHashMap<>();
  private final List<Path> filesToCopy = new ArrayList<>();
  private List<String> labels = List.of();
  private List<DenseLayer> dense = List.of();
  private AtomicFolder.Content others = staging -> {};

  private TransformerFolderWriter(EncoderConfig config, TransformerHead head, StoredNames names) {
    this.config = requireNonNull(config, "config is null");
    this.head = requireNonNull(head, "head is null");
    this.names = names;
  }

  /** Creates a writer without tensors for a model of the BERT or the XLM-RoBERTa family. */
  public TransformerFolderWriter(TransformerConfig config, TransformerHead head) {
    this(config, head, StoredNames.ofFamily(config.family(), head));
  }

  /**
   * Creates a writer without tensors for a model that is made from another one.
   *
   * @param source the other model, of the same type
   * @param config the configuration, as it was changed
   * @throws ModelFormatException if the model has adapters or experts, which are not written
   */
  public static TransformerFolderWriter like(
      ModelFolder source, EncoderConfig config, TransformerHead head) {
    boolean experts =
        config.architecture().layers().stream()
            .anyMatch(layer -> layer.feedForward().experts().isPresent());
    if (experts || source.adapters().isPresent()) {
      throw new ModelFormatException(
          source.path(),
          "is of the type "
              + config.modelType()
              + " with "
              + (experts ? "experts" : "adapters for tasks")
              + ", of which no changed model can be made; it can only be imported as it is");
    }
    if (config instanceof TransformerConfig family) {
      return new TransformerFolderWriter(family, head);
    }
    try (Safetensors file = source.weights()) {
      return new TransformerFolderWriter(
          config, head, TensorNaming.Table.of(config.modelType()).orElseThrow().like(file, head));
    }
  }

  /**
   * Adds a tensor; its content is requested when the folder is written.
   *
   * @param info the description of the tensor, with the canonical name of {@link
   *     TransformerWeights}
   * @throws IllegalArgumentException if a tensor with the same name was added before
   */
  public TransformerFolderWriter add(TensorInfo info, SafetensorsWriter.Content content) {
    if (tensors.putIfAbsent(info.name(), new PendingTensor(info, content)) != null) {
      throw new IllegalArgumentException("there is already a tensor \"" + info.name() + "\"");
    }
    return this;
  }

  /**
   * Sets the names of the labels of the classifier, in the order of its outputs. Without names, or
   * with an empty list, labels are numbered.
   *
   * @throws IllegalArgumentException if a name is blank or occurs twice
   */
  public TransformerFolderWriter labels(List<String> names) {
    labels = LabelNames.requireValid(names);
    return this;
  }

  /** Sets the dense layers after the pooling; by default there are none. */
  public TransformerFolderWriter dense(List<DenseLayer> layers) {
    dense = List.copyOf(layers);
    return this;
  }

  /** Sets what writes further files into the folder. */
  public TransformerFolderWriter others(AtomicFolder.Content content) {
    others = content;
    return this;
  }

  /** Adds a file that is copied into the folder under its own name. */
  public TransformerFolderWriter copyFile(Path file) {
    filesToCopy.add(file);
    return this;
  }

  /**
   * Writes the folder; it appears whole or not at all.
   *
   * @param folder must not exist or be empty
   * @param tokenizer the model folder whose tokenizer files are copied
   * @throws org.isogloss.core.IsoglossException if the folder exists and is not empty, a tensor is
   *     missing, or the folder cannot be written
   */
  public void write(Path folder, ModelFolder tokenizer, ModelManifest manifest) {
    write(folder, staging -> TokenizerFiles.copy(tokenizer.path(), staging), manifest);
  }

  /** Writes the folder with new tokenizer files; it appears whole or not at all. */
  public void write(Path folder, AtomicFolder.Content tokenizer, ModelManifest manifest) {
    requireComplete(folder);
    SafetensorsWriter weights = weights(folder);
    AtomicFolder.create(
        folder,
        staging -> {
          config.write(staging, head, labelNames(folder));
          weights.write(staging.resolve(Safetensors.FILE));
          tokenizer.writeTo(staging);
          for (Path file : filesToCopy) {
            Files.copy(file, staging.resolve(file.getFileName().toString()));
          }
          TokenizerFiles.completeConfig(staging, config.architecture().maxLength());
          if (manifest.encoding().pooling() != Pooling.NONE) {
            SentenceTransformersWriter.write(
                staging, config.architecture().hiddenSize(), manifest.encoding(), dense);
          }
          others.writeTo(staging);
          manifest.write(staging);
        });
  }

  /** Returns the tensors of the file, of which some consist of several that were added. */
  private SafetensorsWriter weights(Path folder) {
    Map<String, PendingTensor[]> stored = new LinkedHashMap<>();
    tensors.forEach(
        (name, tensor) -> {
          StoredNames.Place place = names.place(name);
          stored
                  .computeIfAbsent(place.name(), key -> new PendingTensor[place.parts()])[
                  place.part()] =
              tensor;
        });
    SafetensorsWriter writer = new SafetensorsWriter().metadata("format", "pt");
    stored.forEach((name, parts) -> add(writer, folder, name, parts));
    return writer;
  }

  private static void add(
      SafetensorsWriter writer, Path folder, String name, PendingTensor[] parts) {
    TensorInfo first = parts[0] == null ? null : parts[0].info;
    for (PendingTensor part : parts) {
      if (first == null
          || part == null
          || !part.info.shape().equals(first.shape())
          || part.info.type() != first.type()) {
        throw new IsoglossException(
            folder
                + ": cannot be written, because not all of the "
                + parts.length
                + " parts of \""
                + name
                + "\" were added with one shape and type");
      }
    }
    List<Long> shape = new ArrayList<>(first.shape());
    if (parts.length > 1) {
      shape.set(0, shape.getFirst() * parts.length);
    }
    writer.add(
        new TensorInfo(name, first.type(), shape),
        out -> {
          for (PendingTensor part : parts) {
            part.content.writeTo(out);
          }
        });
  }

  /** Requires all tensors, so that the folder can be opened again. */
  private void requireComplete(Path folder) {
    TransformerTensorShapes.shapes(config.architecture())
        .forEach(
            (name, shape) -> {
              PendingTensor tensor = tensors.get(name);
              if (tensor == null || !tensor.info.shape().equals(shape)) {
                throw new IsoglossException(
                    folder
                        + ": cannot be written with "
                        + (tensor == null ? "no tensor" : tensor.info.shape() + " for the tensor")
                        + " \""
                        + name
                        + "\", expected one of the shape "
                        + shape);
              }
            });
  }

  private List<String> labelNames(Path folder) {
    PendingTensor classifier = tensors.get(TransformerTensorNames.CLASSIFIER);
    if (classifier == null) {
      return List.of(); // Configurations of encoders may name labels, too.
    }
    int outputs = classifier.info.size(0);
    if (labels.isEmpty()) {
      return LabelNames.numbered(outputs);
    }
    if (labels.size() != outputs) {
      throw new IsoglossException(
          folder
              + ": cannot be written with "
              + labels.size()
              + " names of labels, expected one for each of the "
              + outputs
              + " outputs of the classifier");
    }
    return labels;
  }
}
