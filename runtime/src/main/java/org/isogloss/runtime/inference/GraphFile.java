// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.inference;

import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.FileErrors;
import org.isogloss.core.util.Excerpt;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.manifest.VocabularyReference;
import org.isogloss.modelio.safetensors.Safetensors;
import org.isogloss.runtime.export.DecodedGraph;
import org.isogloss.runtime.export.OnnxExport;
import org.isogloss.runtime.export.OnnxExportOptions;
import org.isogloss.runtime.export.Precision;
import org.isogloss.runtime.export.SharedVocabularyGraph;
import org.isogloss.runtime.export.TokenStates;
import org.isogloss.runtime.onnx.ExternalDataCheck;
import org.isogloss.runtime.onnx.GraphNodes;
import org.isogloss.runtime.onnx.GraphVersion;
import org.isogloss.runtime.onnx.GraphWriter;

/**
 * The graph that runs a model: a graph in its folder, or a graph that is exported from its weights
 * to a temporary folder.
 */
public final class GraphFile implements AutoCloseable {
  /** The option of ONNX Runtime for the folder of the weights of a graph in memory. */
  private static final String EXTERNAL_FOLDER =
      "session.model_external_initializers_file_folder_path";

  /**
   * The option of ONNX Runtime without which it decodes constant weights in each run, rather than
   * when a session is opened.
   */
  private static final String KEEP_NO_QUANTISED_CONSTANTS = "session.disable_quant_qdq";

  /** Operators of other programs that ONNX Runtime has no kernels for on a GPU. */
  private static final Set<String> CPU_OPERATORS =
      Set.of(
          "DynamicQuantizeLinear",
          "DynamicQuantizeMatMul",
          "MatMulIntegerToFloat",
          "QLinearMatMul",
          "QGemm");

  private final ModelFolder model;
  private final Path file;
  private final Optional<Path> temporary;

  /** Bytes that follow those of the file. */
  private final byte[] appendix;

  /** Whether a graph in eight bits runs in single precision, on every device. */
  private final boolean decoded;

  private GraphFile(ModelFolder model, Path file, Optional<Path> temporary) {
    this(model, file, temporary, new byte[0], false);
  }

  private GraphFile(
      ModelFolder model, Path file, Optional<Path> temporary, byte[] appendix, boolean decoded) {
    this.model = model;
    this.file = file;
    this.temporary = temporary;
    this.appendix = appendix;
    this.decoded = decoded;
  }

  /**
   * Finds the graph of a model, or exports it.
   *
   * @throws IsoglossException if there is neither a matching graph nor weights
   */
  public static GraphFile findOrExport(ModelFolder model, Precision precision) {
    return findOrExport(model, OnnxExportOptions.forPrecision(precision));
  }

  /**
   * Finds the graph of a model with the precision of the options, or exports it. Without a graph in
   * single precision and without weights, a graph in eight bits of Isogloss runs in single
   * precision, see {@link DecodedGraph}.
   *
   * @param options the precision, and the options of the export if there is no graph
   */
  public static GraphFile findOrExport(ModelFolder model, OnnxExportOptions options) {
    Precision precision = options.precision();
    Optional<GraphFile> found = find(model, precision);
    if (found.isPresent()) {
      return found.get();
    }
    if (precision == Precision.INT8) {
      return find(model, Precision.FP32).orElseGet(() -> exported(model, options));
    }
    boolean weights = Safetensors.isIn(model.path());
    Optional<GraphFile> int8 = weights ? Optional.empty() : find(model, Precision.INT8);
    return int8.filter(graph -> GraphVersion.of(graph.file) > 0)
        .map(GraphFile::inSinglePrecision)
        .orElseGet(() -> exported(model, options));
  }

  private static Optional<GraphFile> find(ModelFolder model, Precision precision) {
    return model
        .findFile(OnnxExport.FOLDER + "/" + precision.fileName())
        .map(
            file ->
                inJar(file) && Files.exists(dataOf(file))
                    ? unpacked(model, file)
                    : new GraphFile(model, file, Optional.empty()));
  }

  private GraphFile inSinglePrecision() {
    return new GraphFile(model, file, temporary, appendix, true);
  }

  /**
   * Finds another graph of a model, or exports it.
   *
   * @param name name of the graph's file
   * @param exporter writes the graph to a given file if the model does not have it
   */
  public static GraphFile findOrExport(ModelFolder model, String name, Consumer<Path> exporter) {
    Optional<Path> found = model.findFile(OnnxExport.FOLDER + "/" + name);
    if (found.isEmpty()) {
      return temporary(model, name, exporter::accept);
    }
    return inJar(found.get()) && Files.exists(dataOf(found.get()))
        ? unpacked(model, found.get())
        : new GraphFile(model, found.get(), Optional.empty());
  }

  private static boolean inJar(Path file) {
    return !file.getFileSystem().equals(FileSystems.getDefault());
  }

  private static Path dataOf(Path file) {
    return file.resolveSibling(file.getFileName() + GraphWriter.DATA_SUFFIX);
  }

  /**
   * Unpacks a graph from a jar with its data file, because ONNX Runtime reads both from the same
   * folder.
   */
  private static GraphFile unpacked(ModelFolder model, Path file) {
    return temporary(
        model,
        file.getFileName().toString(),
        copy -> {
          Files.copy(file, copy);
          Files.copy(dataOf(file), dataOf(copy));
        });
  }

  /**
   * Uses the graph of another program, at any location in the folder of a model.
   *
   * @param name relative to the folder, such as {@code model.onnx}
   * @throws ModelFormatException if there is no such file
   */
  public static GraphFile of(ModelFolder model, String name) {
    Path file =
        model
            .findFile(name)
            .filter(Files::isRegularFile)
            .orElseThrow(
                () ->
                    new ModelFormatException(model.path(), "has no graph " + Excerpt.quote(name)));
    return new GraphFile(model, file, Optional.empty());
  }

  private static GraphFile exported(ModelFolder model, OnnxExportOptions options) {
    if (model.kind() == ModelFolder.Kind.GRAPH) {
      throw new ModelFormatException(
          model.path(),
          "has no graph "
              + OnnxExport.FOLDER
              + "/"
              + Precision.FP32.fileName()
              + ": import the model, with the graph that is to run");
    }
    return temporary(
        model, options.precision().fileName(), file -> OnnxExport.write(model, file, options));
  }

  /** Writes a graph to a given file. */
  @FunctionalInterface
  private interface Source {
    void write(Path file) throws IOException;
  }

  private static GraphFile temporary(ModelFolder model, String name, Source source) {
    try {
      // The process id identifies the folders of processes that no longer run.
      Path folder =
          Files.createTempDirectory("isogloss-graph-" + ProcessHandle.current().pid() + "-");
      GraphFile graph = new GraphFile(model, folder.resolve(name), Optional.of(folder));
      try {
        source.write(graph.file);
        return graph;
      } catch (IOException | RuntimeException e) {
        graph.close();
        throw e;
      }
    } catch (IOException e) {
      throw new IsoglossException(
          "a graph for " + model.path() + " cannot be written: " + FileErrors.describe(e), e);
    }
  }

  Path file() {
    return file;
  }

  /** Whether the graph is in the folder of the model and Isogloss wrote it. */
  public boolean isOwn() {
    return temporary.isEmpty() && GraphVersion.of(file) > 0;
  }

  /**
   * Returns this graph with the vectors of all tokens, before mean pooling, among its outputs. This
   * graph must stay open.
   *
   * @return empty if they cannot be found
   */
  public Optional<GraphFile> withTokenStates() {
    return TokenStates.appendix(file)
        .map(bytes -> new GraphFile(model, file, Optional.empty(), bytes, decoded));
  }

  /**
   * Returns whether the memory of attention may grow with the square of the length of a text,
   * rather than with the length.
   */
  boolean attentionMayBeQuadratic() {
    return model.kind() != ModelFolder.Kind.TRANSFORMER
        || model.architecture().attentionDependsOnDistance();
  }

  /** Returns the fingerprint of the model with this graph. */
  public String fingerprint() {
    return model.fingerprint(file);
  }

  /**
   * Opens a session that runs each call on the caller's thread, with the weight form that suits the
   * processor.
   */
  public OrtSession open() {
    return open(InferenceDevice.CPU);
  }

  /** Opens a session on a device; see {@link #open()}. */
  OrtSession open(InferenceDevice device) {
    return open(WeightSignedness.fastestExact(), 1, device);
  }

  /**
   * Opens a session for another processor.
   *
   * @param signedness the fastest form that is exact on that processor
   */
  OrtSession open(WeightSignedness signedness) {
    return open(signedness, 1, InferenceDevice.CPU);
  }

  /**
   * Returns a way to open the graph a second time; empty if this would need much memory or could
   * change the results. It needs little memory if the weights are in a separate file, which
   * sessions share. The results of int8 graphs that Isogloss exported are bitwise identical for any
   * number of threads.
   */
  Optional<Reopening> reopening() {
    boolean exportedInt8 = GraphVersion.of(file) > 0 && file.endsWith(Precision.INT8.fileName());
    if (!exportedInt8
        || decoded
        || appendix.length > 0
        || inJar(file)
        || !Files.exists(dataOf(file))
        || model.manifest().vocabulary().isPresent()) {
      return Optional.empty();
    }
    return Optional.of(new Reopening(fileStates()));
  }

  /** Opens the graph again, unless its files have changed in the meantime. */
  final class Reopening {
    private final List<Object> initialStates;

    private Reopening(List<Object> initialStates) {
      this.initialStates = initialStates;
    }

    /**
     * Opens a session.
     *
     * @param threads number of threads that work on one call, including the caller
     * @throws IllegalStateException if the files have changed
     */
    OrtSession open(int threads) {
      OrtSession reopened =
          GraphFile.this.open(WeightSignedness.fastestExact(), threads, InferenceDevice.CPU);
      if (fileStates().equals(initialStates)) {
        return reopened;
      }
      try {
        reopened.close();
      } catch (OrtException e) {
        throw OnnxRuntimeEnvironment.failure("cannot close " + file, e);
      }
      throw new IllegalStateException(file + " has changed since it was opened");
    }
  }

  /**
   * Returns the modification times, sizes and identities of the files, which an export replaces.
   */
  private List<Object> fileStates() {
    try {
      List<Object> state = new ArrayList<>();
      for (Path candidate : List.of(file, dataOf(file))) {
        BasicFileAttributes attributes = Files.readAttributes(candidate, BasicFileAttributes.class);
        state.add(attributes.lastModifiedTime());
        state.add(attributes.size());
        state.add(Optional.ofNullable(attributes.fileKey()));
      }
      return state;
    } catch (IOException e) {
      throw new ModelFormatException(file, FileErrors.readFailure(file, e), e);
    }
  }

  private OrtSession open(WeightSignedness signedness, int threads, InferenceDevice device) {
    Optional<VocabularyReference> borrowed = model.manifest().vocabulary();
    try (OrtSession.SessionOptions options = OnnxRuntimeEnvironment.sessionOptions(threads)) {
      boolean decodes = decodesOn(device);
      device.addTo(options);
      WeightSignedness.forGraph(GraphVersion.of(file), signedness).applyTo(options);
      if (decodes) {
        options.addConfigEntry(KEEP_NO_QUANTISED_CONSTANTS, "1");
      }
      UnaryOperator<ByteBuffer> form =
          graph -> decodes ? DecodedGraph.of(file, extended(graph)) : extended(graph);
      if (borrowed.isPresent()) {
        ByteBuffer graph = SharedVocabularyGraph.assemble(model, file, borrowed.get());
        return open(form.apply(graph), options);
      }
      if (inJar(file)) {
        return open(form.apply(bytes()), options);
      }
      ExternalDataCheck.requireInside(file);
      if (appendix.length > 0 || decodes) {
        options.addConfigEntry(EXTERNAL_FOLDER, file.toAbsolutePath().getParent().toString());
        return OnnxRuntimeEnvironment.environment().createSession(form.apply(bytes()), options);
      }
      return OnnxRuntimeEnvironment.environment().createSession(file.toString(), options);
    } catch (OrtException e) {
      throw new ModelFormatException(
          file, "is not a graph that ONNX Runtime can run: " + e.getMessage(), e);
    }
  }

  /**
   * Returns whether products in eight bits are computed in single precision on a device.
   *
   * @throws ModelFormatException if the device cannot compute what a graph of another program needs
   */
  private boolean decodesOn(InferenceDevice device) {
    if (device.isCpu() && !decoded) {
      return false;
    }
    Set<String> operators = GraphNodes.read(file).operators();
    if (GraphVersion.of(file) > 0) {
      return DecodedGraph.isNeeded(operators);
    }
    Set<String> unsupported = new TreeSet<>(operators);
    unsupported.retainAll(CPU_OPERATORS);
    if (!unsupported.isEmpty()) {
      throw new ModelFormatException(
          file,
          "computes in eight bits with operators that ONNX Runtime has only for the CPU ("
              + String.join(", ", unsupported)
              + "): export the model again, use a graph in single precision, or compute on cpu");
    }
    return false;
  }

  private OrtSession open(ByteBuffer graph, OrtSession.SessionOptions options) throws OrtException {
    ExternalDataCheck.requireNone(file, graph);
    return OnnxRuntimeEnvironment.environment().createSession(graph, options);
  }

  private ByteBuffer extended(ByteBuffer bytes) {
    return appendix.length == 0
        ? bytes
        : ByteBuffer.allocateDirect(Math.addExact(bytes.remaining(), appendix.length))
            .put(bytes)
            .put(appendix)
            .flip();
  }

  /** Returns the bytes of a graph, in off-heap memory. */
  private ByteBuffer bytes() {
    try (InputStream in = Files.newInputStream(file);
        ReadableByteChannel channel = Channels.newChannel(in)) {
      ByteBuffer bytes = ByteBuffer.allocateDirect(Math.toIntExact(Files.size(file)));
      while (bytes.hasRemaining()) {
        if (channel.read(bytes) < 0) {
          throw new ModelFormatException(file, "is truncated");
        }
      }
      return bytes.flip();
    } catch (IOException e) {
      throw new ModelFormatException(file, FileErrors.readFailure(file, e), e);
    }
  }

  /** Deletes the temporary folder, if any. */
  @Override
  public void close() {
    temporary.ifPresent(
        folder -> {
          try (Stream<Path> files = Files.list(folder)) {
            for (Path candidate : (Iterable<Path>) files::iterator) {
              Files.delete(candidate);
            }
            Files.delete(folder);
          } catch (IOException e) {
            folder.toFile().deleteOnExit();
          }
        });
  }
}
