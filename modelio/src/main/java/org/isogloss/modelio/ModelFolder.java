package org.isogloss.modelio;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Role;
import org.isogloss.core.util.DisplayText;
import org.isogloss.modelio.embedding.StaticEmbeddings;
import org.isogloss.modelio.embedding.StaticModelWriter;
import org.isogloss.modelio.file.JsonObject;
import org.isogloss.modelio.format.FolderPaths;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.manifest.SentenceTransformersReader;
import org.isogloss.modelio.safetensors.DataType;
import org.isogloss.modelio.safetensors.Safetensors;
import org.isogloss.modelio.safetensors.TensorInfo;
import org.isogloss.modelio.transformer.TransformerConfig;
import org.isogloss.modelio.transformer.TransformerHead;
import org.isogloss.text.Tokenizer;

/**
 * A model as it lies on disk, or in a jar on the class path: configuration, weights, tokenizer and
 * manifest, in the layout of Hugging Face and sentence-transformers. A folder without our manifest
 * is read too; what the manifest would say is then taken from the files of sentence-transformers.
 * Safe for use by many threads at once.
 */
public final class ModelFolder implements AutoCloseable {
  /** What kind of model a folder holds. */
  public enum Kind {
    /** A vector for each piece of text and nothing else: see {@link StaticModelWriter}. */
    STATIC,
    /** An encoder with layers of attention: see {@link TransformerConfig}. */
    TRANSFORMER
  }

  /** Where graphs are in a folder, the preferred one first. */
  private static final List<String> ONNX_GRAPHS =
      List.of("onnx/model_int8.onnx", "onnx/model.onnx");

  private final Path path;
  private final Optional<FileSystem> jar;
  private final RecordedChecksums recorded;
  private final JsonObject config;
  private final ModelManifest manifest;

  /**
   * Opens a folder.
   *
   * @param jar the file system that it is in, to be closed with it
   * @param recorded the checksums to trust; none for a folder that can come from anyone
   */
  ModelFolder(Path path, Optional<FileSystem> jar, RecordedChecksums recorded) {
    this.path = path;
    this.jar = jar;
    this.recorded = recorded;
    this.config = JsonObject.read(FolderPaths.resolve(path, TransformerConfig.FILE));
    this.manifest =
        FolderPaths.find(path, ModelManifest.FILE).isPresent()
            ? ModelManifest.read(path)
            : SentenceTransformersReader.read(path);
  }

  /**
   * Opens a model folder.
   *
   * @throws ModelFormatException if it is no such folder, or something in it is wrong
   */
  public static ModelFolder open(Path folder) {
    if (!Files.isDirectory(folder)) {
      throw new ModelFormatException(
          folder, Files.exists(folder) ? "is a file, expected a model folder" : "no such folder");
    }
    return new ModelFolder(folder, Optional.empty(), RecordedChecksums.NONE);
  }

  /**
   * Opens the model that a user named: a folder, or else one of the models shipped on the class
   * path, such as {@code tiny}.
   *
   * @throws IsoglossException if it is neither
   */
  public static ModelFolder open(String folderOrName) {
    Optional<Path> folder = asFolder(folderOrName);
    if (folder.isPresent()) {
      return open(folder.get());
    }
    return findShipped(folderOrName)
        .orElseThrow(
            () ->
                new IsoglossException(
                    "no model \""
                        + DisplayText.singleLine(folderOrName)
                        + "\": expected a model folder, or the name of a model on the class path"
                        + " such as tiny"));
  }

  private static Optional<Path> asFolder(String name) {
    try {
      return Optional.of(Path.of(name)).filter(Files::isDirectory);
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  /**
   * Opens a model that is on the class path.
   *
   * @return empty where there is none of that name
   */
  public static Optional<ModelFolder> findShipped(String name) {
    return ClasspathModels.find(name, ModelFolder.class.getClassLoader());
  }

  /** Where it is; within a jar, a path of the jar's own file system. */
  public Path path() {
    return path;
  }

  /** What the model says about itself. */
  public ModelManifest manifest() {
    return manifest;
  }

  /** How the model wants its texts. */
  public EncodingSettings encoding() {
    return manifest.encoding();
  }

  /** What goes before a text in a role. */
  public String prefix(Role role) {
    return encoding().prefix(role);
  }

  /** What kind of model it is, by {@code model_type} in its configuration. */
  public Kind kind() {
    return config.string("model_type").equals(StaticModelWriter.MODEL_TYPE)
        ? Kind.STATIC
        : Kind.TRANSFORMER;
  }

  /** Length of the model's vectors. */
  public int dimension() {
    return config.intAtLeast("hidden_size", 1);
  }

  /** How many pieces of text the model knows. */
  public int vocabularySize() {
    return config.intAtLeast("vocab_size", 1);
  }

  /**
   * The shape of a transformer.
   *
   * @throws ModelFormatException if it is another kind of model
   */
  public TransformerConfig transformerConfig() {
    return TransformerConfig.read(path);
  }

  /**
   * Whether nothing in the folder states how the vectors of a text's pieces become one, and it is
   * no static encoder and has no classifier, which need no pooling. Such a model cannot encode.
   */
  public boolean lacksPooling() {
    return kind() == Kind.TRANSFORMER
        && encoding().pooling() == Pooling.NONE
        && findFile(ModelManifest.FILE).isEmpty()
        && (head() == TransformerHead.NONE || head() == TransformerHead.MASKED_LANGUAGE_MODEL);
  }

  /** What stands behind the layers of a transformer. */
  public TransformerHead head() {
    return TransformerHead.read(path);
  }

  /** Opens the weights; to be closed by whoever asked. */
  public Safetensors weights() {
    return Safetensors.open(path);
  }

  /**
   * Reads the rows of a static encoder into memory.
   *
   * @throws ModelFormatException if it is another kind of model, or its tensors do not fit its
   *     configuration
   */
  public StaticEmbeddings staticEmbeddings() {
    if (kind() != Kind.STATIC) {
      throw config.error(
          "model_type",
          "\"" + config.string("model_type") + "\"",
          "\"" + StaticModelWriter.MODEL_TYPE + "\"");
    }
    int pieces = vocabularySize();
    try (Safetensors weights = weights()) {
      TensorInfo values = weights.tensor(StaticModelWriter.VALUES, pieces, dimension());
      TensorInfo scales = weights.tensor(StaticModelWriter.SCALES, pieces);
      requireType(weights, values, values.type() == DataType.I8, "I8");
      requireType(weights, scales, scales.type().isFloatingPoint(), "floating-point numbers");
      if (values.byteSize() > Integer.MAX_VALUE - Long.BYTES) {
        throw new ModelFormatException(
            weights.path(),
            "tensor \"" + values.name() + "\" is larger than the 2 GiB that memory holds at once");
      }
      byte[] bytes = new byte[(int) values.elementCount()];
      weights.bytes(StaticModelWriter.VALUES).get(bytes);
      try {
        return new StaticEmbeddings(dimension(), bytes, weights.floats(StaticModelWriter.SCALES));
      } catch (IllegalArgumentException e) {
        throw new ModelFormatException(weights.path(), e.getMessage(), e);
      }
    }
  }

  private static void requireType(
      Safetensors weights, TensorInfo tensor, boolean holds, String expected) {
    if (!holds) {
      throw new ModelFormatException(
          weights.fileOf(tensor.name()),
          "tensor \"" + tensor.name() + "\" is " + tensor.type() + ", expected " + expected);
    }
  }

  /**
   * Reads the tokenizer: WordPiece from {@code vocab.txt}, or else WordPiece or Unigram from {@code
   * tokenizer.json}; where the model borrows its vocabulary, the tokenizer of the other model.
   *
   * @throws IsoglossException if there is none that is read here, or it has more pieces than the
   *     model
   */
  public Tokenizer tokenizer() {
    return ModelTokenizerReader.read(this);
  }

  /**
   * A checksum of the files that the tokenizer is made from.
   *
   * @return SHA-256, 64 lower-case hexadecimal digits
   */
  public String tokenizerChecksum() {
    return recorded.tokenizer().orElseGet(() -> ModelFingerprint.ofTokenizer(this));
  }

  /** The recorded checksum of the tokenizer; empty if it must be computed from the files. */
  Optional<String> recordedTokenizerChecksum() {
    return recorded.tokenizer();
  }

  /**
   * The recorded checksum of the vocabulary's vectors, as {@link
   * org.isogloss.modelio.manifest.VocabularyReference#vectorsSha256} has it. Only shipped models
   * record it; of any other model it must be computed.
   *
   * @return SHA-256, 64 lower-case hexadecimal digits
   */
  public Optional<String> recordedVocabularyChecksum() {
    return recorded.vocabulary();
  }

  /**
   * Opens the model whose vocabulary this one borrows, see {@link ModelManifest#vocabulary}: the
   * folder that its name means from beside this one, or else the shipped model of that name. To be
   * closed by whoever asked.
   *
   * @throws ModelFormatException if it is nowhere, or this model borrows from none
   */
  public ModelFolder openVocabularyModel() {
    String name =
        manifest
            .vocabulary()
            .orElseThrow(() -> new ModelFormatException(path, "borrows no vocabulary"))
            .model();
    Path beside = path.toAbsolutePath().normalize().resolveSibling(name);
    if (Files.isDirectory(beside)) {
      return open(beside);
    }
    Optional<ModelFolder> shipped = findShipped(name);
    if (shipped.isPresent()) {
      return shipped.get();
    }
    throw new ModelFormatException(
        path.resolve(ModelManifest.FILE),
        "borrows the vocabulary of \""
            + name
            + "\", which is neither a model on the class path nor a folder at "
            + beside
            + ": put that model there");
  }

  /**
   * The ONNX graph that the model is served by, where the folder has one: in eight bits, or else in
   * single precision.
   */
  public Optional<Path> findOnnxGraph() {
    return ONNX_GRAPHS.stream().flatMap(name -> findFile(name).stream()).findFirst();
  }

  /**
   * A file of the folder.
   *
   * @param name relative to the folder, such as {@code onnx/model.onnx}
   * @return empty if there is no such file
   * @throws ModelFormatException if it is outside the folder, see {@link FolderPaths}
   */
  public Optional<Path> findFile(String name) {
    return FolderPaths.find(path, name);
  }

  /**
   * Which model this is: a checksum of all that its vectors depend on, that is its configuration
   * and tokenizer, the prefixes, length and pooling that its manifest gives, what it borrows, and
   * the graph that it is served by, or its weights where there is none. Its name, provenance and
   * measured results do not matter. Reads these files completely, except for a shipped model, which
   * has its fingerprint recorded.
   *
   * @return SHA-256, 64 lower-case hexadecimal digits
   */
  public String fingerprint() {
    return recorded.fingerprint().orElseGet(this::computeFingerprint);
  }

  private String computeFingerprint() {
    return findOnnxGraph()
        .map(graph -> ModelFingerprint.ofGraph(this, graph))
        .orElseGet(() -> ModelFingerprint.ofWeights(this));
  }

  /**
   * Which model this is, run by a graph that may also be outside of its folder; it counts as if it
   * were in {@code onnx}.
   *
   * @param graph an ONNX file; files whose names begin with its name hold its weights
   */
  public String fingerprint(Path graph) {
    return recorded
        .fingerprint()
        .filter(known -> findOnnxGraph().equals(Optional.of(graph)))
        .orElseGet(() -> ModelFingerprint.ofGraph(this, graph));
  }

  /** Closes the jar that the model is in, if it is in one. */
  @Override
  public void close() {
    jar.ifPresent(
        zip -> {
          try {
            zip.close();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }
}
