package org.isogloss.runtime.export;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.AtomicFolder;
import org.isogloss.core.io.FileErrors;
import org.isogloss.modelio.LateInteractionTables;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.format.FolderPaths;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.safetensors.Safetensors;
import org.isogloss.modelio.transformer.TransformerConfig;
import org.isogloss.modelio.transformer.TransformerHead;
import org.isogloss.modelio.weights.TransformerWeights;
import org.isogloss.runtime.onnx.GraphBuilder;
import org.isogloss.runtime.onnx.GraphWriter;

/**
 * Writes the transformer in a model folder as an ONNX graph.
 *
 * <p>Inputs are {@code input_ids} and {@code attention_mask}, {@code [batch, tokens]} int64, texts
 * filled up at their ends; also {@code token_type_ids} where the model judges pairs or gives the
 * vectors of all pieces, and knows more than one segment. The output is
 *
 * <ul>
 *   <li>{@code sentence_embedding}, {@code [batch, hidden]} of unit length, where the folder says
 *       how pieces are pooled, and with it {@code last_hidden_state} if that is wanted or the
 *       folder has {@link LateInteractionTables};
 *   <li>{@code logits}, {@code [batch, labels]}, where there is no pooling but a classifier;
 *   <li>{@code last_hidden_state}, {@code [batch, tokens, hidden]}, else.
 * </ul>
 *
 * Only what the output needs is computed: where that is the first piece alone, the last layer
 * computes nothing for the others.
 */
public final class OnnxExport {
  /** The folder within a model folder where its graphs are. */
  public static final String FOLDER = "onnx";

  /** What is said about a model, as against what it is made of. */
  private static final Pattern SERVING_FILES =
      Pattern.compile(".+\\.(json|txt|md)|LICEN[CS]E.*|NOTICE.*", Pattern.DOTALL);

  private OnnxExport() {}

  /**
   * Writes a graph to its place in the model folder.
   *
   * @return the file
   * @throws IsoglossException if the model is no transformer, or something in it is wrong
   */
  public static Path write(ModelFolder model, OnnxExportOptions options) {
    if (!model.path().getFileSystem().equals(FileSystems.getDefault())) {
      throw new IsoglossException(
          model.path() + " is inside a jar, which stays as it is: write to another folder");
    }
    Path file = model.path().resolve(FOLDER).resolve(options.precision().fileName());
    write(model, file, options);
    return file;
  }

  /**
   * Writes a graph.
   *
   * @param file folders above it are made; one that is there is written over
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
   * Writes a model folder that is only served: its graph, and all that the model's own folder holds
   * but weights.
   *
   * @param folder must not exist, or be empty
   * @throws IsoglossException if its place is taken, or the model is no transformer
   */
  public static void writeServingFolder(ModelFolder model, Path folder, OnnxExportOptions options) {
    AtomicFolder.create(
        folder,
        made -> {
          copyServingFiles(model, made, file -> true);
          model.manifest().write(made);
          write(model, made.resolve(FOLDER).resolve(options.precision().fileName()), options);
        });
  }

  /** Copies what a model needs to be served, but for its graph. */
  static void copyServingFiles(ModelFolder model, Path to, Predicate<Path> wanted)
      throws IOException {
    try (Stream<Path> files = Files.walk(model.path())) {
      Stream<Path> served = files.filter(OnnxExport::isServingFile).filter(wanted);
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
        && (name.equals(LateInteractionTables.FILE) || SERVING_FILES.matcher(name).matches());
  }

  /** A model as a graph, whose tensors are read from the weights when it is written. */
  static GraphBuilder graph(
      ModelFolder model, TransformerWeights weights, OnnxExportOptions options) {
    TransformerConfig config = model.transformerConfig();
    GraphBuilder graph = new GraphBuilder(model.manifest().name());
    MatMulBuilder product =
        switch (options.precision()) {
          case FP32 -> new Fp32MatMulBuilder(graph, weights);
          case INT8 -> new Int8MatMulBuilder(graph, weights);
        };
    TransformerGraph transformer = new TransformerGraph(graph, config, weights, product);
    Pooling pooling = model.encoding().pooling();
    boolean segments = pooling == Pooling.NONE && config.tokenTypes() > 1;
    GraphOutputs outputs =
        new GraphOutputs(
            graph, transformer, config, transformer.embeddings(options.vocabulary(), segments));
    if (pooling != Pooling.NONE) {
      outputs.addEmbedding(
          pooling, options.hiddenStates() || LateInteractionTables.existsIn(model));
    } else if (model.head() == TransformerHead.CLASSIFICATION) {
      outputs.addLogits(weights.labelCount(config.hiddenSize()));
    } else {
      outputs.addHiddenStates();
    }
    return graph;
  }
}
