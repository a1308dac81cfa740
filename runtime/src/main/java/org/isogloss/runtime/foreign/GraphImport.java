// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.foreign;

import static java.util.Objects.requireNonNull;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.isogloss.core.io.AtomicFolder;
import org.isogloss.core.io.Checksums;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.dense.DenseLayer;
import org.isogloss.modelio.format.FolderPaths;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.manifest.Provenance;
import org.isogloss.modelio.manifest.ProvenanceSource;
import org.isogloss.modelio.safetensors.Safetensors;
import org.isogloss.modelio.transform.ModelDescription;
import org.isogloss.runtime.export.OnnxExport;
import org.isogloss.runtime.export.Precision;
import org.isogloss.runtime.inference.GraphFile;
import org.isogloss.runtime.inference.InferenceDevice;
import org.isogloss.runtime.inference.OnnxSession;
import org.isogloss.runtime.onnx.ExternalDataCheck;

/**
 * Makes a model folder of the ONNX graph that another program exported, such as optimum or {@code
 * torch.onnx}: the graph unchanged, with its external data, configuration, tokenizer and a
 * manifest, but no weights. The graph must satisfy {@link EncoderContract}.
 *
 * @param name the name of the new model
 * @param licence its licence as an SPDX identifier; empty if it is not known
 * @param graph the graph, relative to the folder, such as {@code onnx/model.onnx}
 */
public record GraphImport(String name, String licence, EncodingSettings encoding, String graph) {
  private static final String NOTE = "imported, the graph of another program unchanged";

  /** Where other programs write their graph in single precision, in order of preference. */
  private static final List<String> LOCATIONS = List.of("onnx/model.onnx", "model.onnx");

  public GraphImport {
    requireNonNull(name, "name is null");
    requireNonNull(licence, "licence is null");
    requireNonNull(encoding, "encoding is null");
    requireNonNull(graph, "graph is null");
  }

  /**
   * Returns the graph of a folder that has no weights, or weights of an architecture that is only
   * known as a graph; empty if the folder is imported by its weights, or has no graph.
   */
  public static Optional<String> findGraph(ModelFolder folder) {
    return folder.kind() == ModelFolder.Kind.GRAPH || !Safetensors.isIn(folder.path())
        ? LOCATIONS.stream().filter(name -> folder.findFile(name).isPresent()).findFirst()
        : Optional.empty();
  }

  /**
   * Writes the model folder, after running the graph on a few texts.
   *
   * @param to must not exist or be empty; it appears whole or not at all
   * @throws ModelFormatException if the graph cannot be run, or does not encode texts
   */
  public void write(ModelFolder from, Path to) {
    List<DenseLayer> dense = from.denseLayers();
    int dimension = verify(from, dense);
    int kept = encoding.dimension().orElse(dimension);
    if (kept > dimension) {
      throw new ModelFormatException(
          from.path(), "keeps " + kept + " dimensions of a vector, expected at most " + dimension);
    }
    EncodingSettings settings =
        new EncodingSettings(
            encoding.queryPrefix(),
            encoding.passagePrefix(),
            encoding.maxLength(),
            encoding.pooling(),
            OptionalInt.of(kept));
    Path file = FolderPaths.resolve(from.path(), graph);
    List<Path> files = new ArrayList<>(List.of(file));
    ExternalDataCheck.requireInside(file).forEach(data -> files.add(file.resolveSibling(data)));
    ModelManifest manifest =
        from.manifest()
            .derived(name, licence, settings, provenance(from, files), settings.equals(encoding));
    AtomicFolder.create(
        to,
        staging -> {
          ModelDescription.copy(from, staging, manifest);
          Path onnx = Files.createDirectory(staging.resolve(OnnxExport.FOLDER));
          for (Path each : files) {
            Files.copy(each, onnx.resolve(renamed(file, each)));
          }
        });
  }

  /** Graphs with external data keep their name, to which those of the data files are bound. */
  private static String renamed(Path graph, Path file) {
    String own = graph.getFileName().toString();
    String imported = Precision.FP32.fileName();
    if (!file.equals(graph) && !own.equals(imported)) {
      throw new ModelFormatException(
          graph,
          "keeps tensors in the file "
              + file.getFileName()
              + ", expected a graph with the name "
              + imported
              + " or in one file");
    }
    return file.equals(graph) ? imported : file.getFileName().toString();
  }

  private int verify(ModelFolder from, List<DenseLayer> dense) {
    try (OnnxSession session = OnnxSession.open(GraphFile.of(from, graph), InferenceDevice.CPU)) {
      return new EncoderContract(session, encoding, dense, from.tokenizer()).verify();
    }
  }

  private Provenance provenance(ModelFolder from, List<Path> files) {
    Provenance original = from.manifest().provenance();
    List<ProvenanceSource> sources = new ArrayList<>(original.sources());
    for (Path file : files) {
      sources.add(
          new ProvenanceSource(file.getFileName().toString(), Checksums.sha256(file), licence));
    }
    return original.recipe().isBlank()
        ? new Provenance(NOTE, 0, sources)
        : new Provenance(
            original.recipe().stripTrailing() + "\n# " + NOTE,
            original.seed(),
            original.version(),
            sources,
            List.of());
  }
}
