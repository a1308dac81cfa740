// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.export;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.AtomicFolder;
import org.isogloss.core.io.FileErrors;
import org.isogloss.modelio.LateInteractionTables;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.architecture.EncoderArchitecture;
import org.isogloss.modelio.format.FolderPaths;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.multivector.TokenVectorHead;
import org.isogloss.modelio.safetensors.Safetensors;
import org.isogloss.modelio.sparse.SparseHead;
import org.isogloss.modelio.transformer.LanguageModelHead;
import org.isogloss.modelio.weights.TransformerWeights;
import org.isogloss.runtime.onnx.GraphBuilder;
import org.isogloss.runtime.onnx.GraphWriter;

/**
 * Exports the transformer of a model folder as an ONNX graph.
 *
 * <p>Inputs are {@code input_ids} and {@code attention_mask}, {@code [batch, tokens]} int64, with
 * padding at the ends of the texts; also {@code token_type_ids} if the model has no pooling and
 * more than one token type, and {@code role_ids}, {@code [batch]} int64, if the model has adapters:
 * 0 for a query, 1 for a passage. The outputs are
 *
 * <ul>
 *   <li>{@code sentence_embedding}, {@code [batch, dimension]} of unit length, if the folder states
 *       a pooling, which a dense layer may follow; in this case also {@code last_hidden_state} if
 *       it is requested or the folder has {@link LateInteractionTables}, and {@code token_vectors},
 *       {@code [batch, tokens, dimension]} of unit length, if the model has layers for them;
 *   <li>{@code term_weights}, {@code [batch, vocabulary]}, if a masked language model computes
 *       weights of terms;
 *   <li>{@code token_vectors} if the model computes nothing else;
 *   <li>{@code logits}, {@code [batch, labels]}, if there is no pooling but a classifier;
 *   <li>{@code logits}, {@code [batch, tokens, labels]}, if there is a classifier of tokens;
 *   <li>{@code start_logits} and {@code end_logits}, {@code [batch, tokens]}, and both together as
 *       {@code logits}, {@code [batch, tokens, 2]}, if there is a head for answers;
 *   <li>{@code last_hidden_state}, {@code [batch, tokens, hidden]}, otherwise.
 * </ul>
 *
 * Only what the outputs need is computed: if they need only the first token, the last layer is
 * computed only for this token.
 */
public final class OnnxExport {
  /** The folder within a model folder that contains its graphs. */
  public static final String FOLDER = "onnx";

  /** Not the name of the model: the same weights in a renamed folder are the same graph. */
  private static final String GRAPH_NAME = "transformer";

  /** Files that describe a model, as opposed to its weights. */
  private static final Pattern SERVING_FILES =
      Pattern.compile(".+\\.(json|txt|md)|LICEN[CS]E.*|NOTICE.*", Pattern.DOTALL);

  /** Weights that a graph does not contain. */
  private static final Set<String> SERVED_WEIGHTS =
      Set.of(LateInteractionTables.FILE, TokenVectorHead.LINEAR, SparseHead.LINEAR);

  private OnnxExport() {}

  /**
   * Writes a graph to its standard location in the model folder.
   *
   * @return the file that was written
   * @throws IsoglossException if the model is not a transformer, is in a jar, or is invalid
   */
  public static Path write(ModelFolder model, OnnxExportOptions options) {
    if (!model.path().getFileSystem().equals(FileSystems.getDefault())) {
      throw new IsoglossException(
          model.path() + " is inside a jar, which cannot be changed: write to another folder");
    }
    Path file = graphFile(model, options.precision().fileName());
    write(model, file, complete(model, options));
    return file;
  }

  /**
   * Returns the standard location of a graph. A folder from elsewhere must not lead to a file
   * outside it.
   *
   * @throws org.isogloss.modelio.format.ModelFormatException if the location, or that of the
   *     external data, is a link out of the folder or not a regular file
   */
  static Path graphFile(ModelFolder model, String name) {
    FolderPaths.resolve(model.path(), FOLDER);
    FolderPaths.resolve(model.path(), FOLDER + "/" + name + GraphWriter.DATA_SUFFIX);
    return FolderPaths.resolve(model.path(), FOLDER + "/" + name);
  }

  /**
   * Writes a graph.
   *
   * @param file the file to write; parent folders are created, and an existing file is replaced
   */
  public static void write(ModelFolder model, Path file, OnnxExportOptions options) {
    try (TransformerWeights weights = TransformerWeights.open(model)) {
      GraphWriter writer = new GraphWriter(graph(model, weights, options), file);
      Files.createDirectories(file.toAbsolutePath().getParent());
      if (options.singleFile()) {
        writer.writeSingleFile();
      } else {
        writer.writeWithExternalData();
      }
    } catch (IOException e) {
      throw FileErrors.cannotWrite(file, e);
    }
  }

  /**
   * Writes a model folder for inference only: the graph and all files of the model folder except
   * the weights.
   *
   * @param folder must not exist or be empty
   * @throws IsoglossException if the folder exists and is not empty, or the model is not a
   *     transformer
   */
  public static void writeServingFolder(ModelFolder model, Path folder, OnnxExportOptions options) {
    if (!model.root().equals(model.path())) {
      throw new IsoglossException(
          model.root() + ": has its transformer in a sub-folder: import the model first");
    }
    AtomicFolder.create(
        folder,
        staging -> {
          copyServingFiles(model, staging, file -> true);
          model.manifest().write(staging);
          write(
              model,
              staging.resolve(FOLDER).resolve(options.precision().fileName()),
              complete(model, options));
        });
  }

  /** A graph in a model folder serves everything that the model computes. */
  private static OnnxExportOptions complete(ModelFolder model, OnnxExportOptions options) {
    boolean tokens =
        model.tokenVectorHead().isPresent()
            || model.sparseHead().filter(head -> !head.kind().expands()).isPresent();
    return options.withHiddenStates(options.hiddenStates() || tokens);
  }

  /** Copies the files that a model needs for inference, except its graph. */
  static void copyServingFiles(ModelFolder model, Path to, Predicate<Path> filter)
      throws IOException {
    try (Stream<Path> files = Files.walk(model.path())) {
      Stream<Path> served = files.filter(OnnxExport::isServingFile).filter(filter);
      for (Path file : (Iterable<Path>) served::iterator) {
        String name = model.path().relativize(file).toString();
        Path copy = to.resolve(name);
        Files.createDirectories(copy.getParent());
        Files.copy(FolderPaths.resolve(model.path(), name), copy);
      }
    }
  }

  private static boolean isServingFile(Path file) {
    String name = file.getFileName() == null ? "" : file.getFileName().toString();
    return Files.isRegularFile(file)
        && !name.equals(Safetensors.INDEX)
        && (SERVED_WEIGHTS.contains(name) || SERVING_FILES.matcher(name).matches());
  }

  /** Returns what is computed from the vectors of the last layer for tokens. */
  private static GraphOutputs.TokenOutputs tokenOutputs(ModelFolder model) {
    int hidden = model.architecture().hiddenSize();
    return new GraphOutputs.TokenOutputs(
        model.tokenVectorHead().map(head -> head.read(hidden)).orElse(List.of()),
        model.sparseHead().filter(head -> !head.kind().expands()).map(head -> head.linear(hidden)));
  }

  /** Builds the graph of a model; its tensors are read from the weights when it is written. */
  static GraphBuilder graph(
      ModelFolder model, TransformerWeights weights, OnnxExportOptions options) {
    EncoderArchitecture architecture = model.architecture();
    GraphBuilder graph = new GraphBuilder(GRAPH_NAME);
    Optional<AdapterGraph> adapters =
        model
            .adapters()
            .map(
                settings ->
                    new AdapterGraph(
                        graph,
                        weights.adapters(),
                        settings,
                        model.encoding().tasks().orElseThrow()));
    MatMulBuilder plain =
        switch (options.precision()) {
          case FP32 -> new Fp32MatMulBuilder(graph, weights);
          case INT8 -> new Int8MatMulBuilder(graph, weights);
        };
    MatMulBuilder matMul =
        adapters.<MatMulBuilder>map(added -> new AdaptedMatMulBuilder(plain, added)).orElse(plain);
    TransformerGraph transformer =
        new TransformerGraph(graph, architecture, weights, matMul, adapters);
    Pooling pooling = model.encoding().pooling();
    boolean segments =
        pooling == Pooling.NONE
            && model.sparseHead().isEmpty()
            && model.tokenVectorHead().isEmpty()
            && architecture.embeddings().segments() > 1;
    GraphOutputs outputs =
        new GraphOutputs(
            graph,
            transformer,
            architecture,
            transformer.embeddings(options.vocabulary(), segments));
    Optional<SparseHead> languageModel = model.sparseHead().filter(head -> head.kind().expands());
    if (languageModel.isPresent()) {
      outputs.addTermWeights(LanguageModelHead.read(model.path()), languageModel.get().kind());
    } else if (pooling != Pooling.NONE) {
      outputs.addEmbedding(
          pooling,
          model.denseLayers(),
          options.hiddenStates() || LateInteractionTables.existsIn(model)
              ? Optional.of(tokenOutputs(model))
              : Optional.empty());
    } else if (model.tokenVectorHead().filter(TokenVectorHead::standsAlone).isPresent()) {
      outputs.addTokenVectors(tokenOutputs(model).layers());
    } else {
      switch (model.head()) {
        case CLASSIFICATION -> outputs.addLogits(weights.labelCount(architecture.hiddenSize()));
        case LINEAR_CLASSIFICATION ->
            outputs.addLinearLogits(weights.labelCount(architecture.hiddenSize()));
        case TOKEN_CLASSIFICATION ->
            outputs.addTokenLogits(weights.labelCount(architecture.hiddenSize()));
        case ANSWER_SPAN -> outputs.addAnswerLogits();
        case NONE, MASKED_LANGUAGE_MODEL -> outputs.addHiddenStates(tokenOutputs(model));
      }
    }
    return graph;
  }
}
