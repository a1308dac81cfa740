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
import java.util.stream.Stream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.FileErrors;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.manifest.VocabularyReference;
import org.isogloss.runtime.export.OnnxExport;
import org.isogloss.runtime.export.OnnxExportOptions;
import org.isogloss.runtime.export.Precision;
import org.isogloss.runtime.export.SharedVocabularyGraph;
import org.isogloss.runtime.onnx.ExternalDataCheck;
import org.isogloss.runtime.onnx.GraphVersion;
import org.isogloss.runtime.onnx.GraphWriter;

/**
 * The graph that a model is run by: one of its folder, or one that is made of its weights and kept
 * in a folder of its own as long as it is needed.
 */
public final class GraphFile implements AutoCloseable {
  private final ModelFolder model;
  private final Path file;
  private final Optional<Path> temporary;

  private GraphFile(ModelFolder model, Path file, Optional<Path> temporary) {
    this.model = model;
    this.file = file;
    this.temporary = temporary;
  }

  /**
   * Finds a model's graph, or makes it.
   *
   * @throws IsoglossException if there is neither a graph that fits nor weights
   */
  public static GraphFile findOrExport(ModelFolder model, Precision precision) {
    return findOrExport(model, OnnxExportOptions.forPrecision(precision));
  }

  /**
   * Finds a model's graph of a precision, or makes it.
   *
   * @param options what is made where there is none
   */
  public static GraphFile findOrExport(ModelFolder model, OnnxExportOptions options) {
    Precision precision = options.precision();
    List<Precision> fitting =
        precision == Precision.INT8 ? List.of(Precision.INT8, Precision.FP32) : List.of(precision);
    for (Precision one : fitting) {
      Optional<Path> found = model.findFile(OnnxExport.FOLDER + "/" + one.fileName());
      if (found.isPresent()) {
        Path file = found.get();
        return inJar(file) && Files.exists(dataOf(file))
            ? unpacked(model, file)
            : new GraphFile(model, file, Optional.empty());
      }
    }
    return exported(model, options);
  }

  private static boolean inJar(Path file) {
    return !file.getFileSystem().equals(FileSystems.getDefault());
  }

  private static Path dataOf(Path file) {
    return file.resolveSibling(file.getFileName() + GraphWriter.DATA_SUFFIX);
  }

  /** ONNX Runtime finds a second file only where it found the first. */
  private static GraphFile unpacked(ModelFolder model, Path file) {
    return temporary(
        model,
        file.getFileName().toString(),
        copy -> {
          Files.copy(file, copy);
          Files.copy(dataOf(file), dataOf(copy));
        });
  }

  private static GraphFile exported(ModelFolder model, OnnxExportOptions options) {
    return temporary(
        model, options.precision().fileName(), file -> OnnxExport.write(model, file, options));
  }

  /** Puts a graph where it is told to. */
  @FunctionalInterface
  private interface Source {
    void write(Path file) throws IOException;
  }

  private static GraphFile temporary(ModelFolder model, String name, Source source) {
    try {
      Path folder = Files.createTempDirectory("isogloss-graph");
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

  /** Which model this is, run by this graph. */
  public String fingerprint() {
    return model.fingerprint(file);
  }

  /** Opens it for running, each call on its own thread, in the form that fits the processor. */
  OrtSession open() {
    return open(WeightSignedness.fastestExact());
  }

  /**
   * The same for another processor.
   *
   * @param signedness the fastest form that is exact on it
   */
  OrtSession open(WeightSignedness signedness) {
    return open(signedness, 1);
  }

  /**
   * How to open the graph a second time; empty if that would cost much memory, or could give other
   * numbers. It costs little if the weights are in a file of their own, which sessions share. Our
   * graphs in eight bits give the same numbers to the bit on any number of threads.
   */
  Optional<Reopening> reopening() {
    boolean ours = GraphVersion.of(file) > 0 && file.endsWith(Precision.INT8.fileName());
    if (!ours
        || inJar(file)
        || !Files.exists(dataOf(file))
        || model.manifest().vocabulary().isPresent()) {
      return Optional.empty();
    }
    return Optional.of(new Reopening(fileStates()));
  }

  /** Opens the graph again, unless its files have changed since. */
  final class Reopening {
    private final List<Object> initialStates;

    private Reopening(List<Object> before) {
      this.initialStates = before;
    }

    /**
     * Opens it.
     *
     * @param threads how many work at one call, the caller's own among them
     * @throws IllegalStateException if the files have changed
     */
    OrtSession open(int threads) {
      OrtSession again = GraphFile.this.open(WeightSignedness.fastestExact(), threads);
      if (fileStates().equals(initialStates)) {
        return again;
      }
      try {
        again.close();
      } catch (OrtException e) {
        throw OnnxRuntimeEnvironment.failure("cannot close " + file, e);
      }
      throw new IllegalStateException(file + " has changed since it was opened");
    }
  }

  /** Time of modification and identity of the files, which an export replaces. */
  private List<Object> fileStates() {
    try {
      List<Object> state = new ArrayList<>();
      for (Path one : List.of(file, dataOf(file))) {
        BasicFileAttributes attributes = Files.readAttributes(one, BasicFileAttributes.class);
        state.add(attributes.lastModifiedTime());
        state.add(attributes.size());
        state.add(Optional.ofNullable(attributes.fileKey()));
      }
      return state;
    } catch (IOException e) {
      throw new ModelFormatException(file, FileErrors.readFailure(file, e), e);
    }
  }

  private OrtSession open(WeightSignedness signedness, int threads) {
    Optional<VocabularyReference> borrowed = model.manifest().vocabulary();
    try (OrtSession.SessionOptions options = OnnxRuntimeEnvironment.sessionOptions(threads)) {
      WeightSignedness.forGraph(GraphVersion.of(file), signedness).applyTo(options);
      if (borrowed.isPresent()) {
        return open(SharedVocabularyGraph.assemble(model, file, borrowed.get()), options);
      }
      if (inJar(file)) {
        return open(bytes(), options);
      }
      ExternalDataCheck.requireInside(file);
      return OnnxRuntimeEnvironment.environment().createSession(file.toString(), options);
    } catch (OrtException e) {
      throw new ModelFormatException(
          file, "is not a graph that ONNX Runtime can run: " + e.getMessage(), e);
    }
  }

  private OrtSession open(ByteBuffer graph, OrtSession.SessionOptions options) throws OrtException {
    ExternalDataCheck.requireNone(file, graph);
    return OnnxRuntimeEnvironment.environment().createSession(graph, options);
  }

  /** Of a graph within a jar, outside of the heap. */
  private ByteBuffer bytes() {
    try (InputStream in = Files.newInputStream(file);
        ReadableByteChannel channel = Channels.newChannel(in)) {
      ByteBuffer bytes = ByteBuffer.allocateDirect(Math.toIntExact(Files.size(file)));
      while (bytes.hasRemaining()) {
        if (channel.read(bytes) < 0) {
          throw new ModelFormatException(file, "ends too early");
        }
      }
      return bytes.flip();
    } catch (IOException e) {
      throw new ModelFormatException(file, FileErrors.readFailure(file, e), e);
    }
  }

  /** Deletes what was made. */
  @Override
  public void close() {
    temporary.ifPresent(
        folder -> {
          try (Stream<Path> files = Files.list(folder)) {
            for (Path one : (Iterable<Path>) files::iterator) {
              Files.delete(one);
            }
            Files.delete(folder);
          } catch (IOException e) {
            folder.toFile().deleteOnExit();
          }
        });
  }
}
