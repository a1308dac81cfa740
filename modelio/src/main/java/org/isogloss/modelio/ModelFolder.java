// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Role;
import org.isogloss.core.json.JsonObject;
import org.isogloss.core.util.DisplayText;
import org.isogloss.modelio.adapter.AdapterSettings;
import org.isogloss.modelio.adapter.RoleTasks;
import org.isogloss.modelio.architecture.EncoderArchitecture;
import org.isogloss.modelio.bicla.BiclaFiles;
import org.isogloss.modelio.dense.DenseLayer;
import org.isogloss.modelio.dense.DenseLayerConfig;
import org.isogloss.modelio.embedding.EmbeddingRows;
import org.isogloss.modelio.embedding.StaticConfig;
import org.isogloss.modelio.embedding.StaticEmbeddings;
import org.isogloss.modelio.embedding.StaticModelWriter;
import org.isogloss.modelio.embedding.StaticTensors;
import org.isogloss.modelio.file.ModelJson;
import org.isogloss.modelio.format.FolderPaths;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.manifest.SentenceTransformersModules;
import org.isogloss.modelio.manifest.SentenceTransformersReader;
import org.isogloss.modelio.manifest.StaticModuleConfig;
import org.isogloss.modelio.multivector.MultiVectorModules;
import org.isogloss.modelio.multivector.TokenVectorHead;
import org.isogloss.modelio.safetensors.Safetensors;
import org.isogloss.modelio.sparse.SparseHead;
import org.isogloss.modelio.sparse.SparseModules;
import org.isogloss.modelio.tokenizer.TokenizerConfig;
import org.isogloss.modelio.transformer.ArchitectureReader;
import org.isogloss.modelio.transformer.EncoderConfig;
import org.isogloss.modelio.transformer.LabelNames;
import org.isogloss.modelio.transformer.TransformerConfig;
import org.isogloss.modelio.transformer.TransformerHead;
import org.isogloss.text.Tokenizer;

/**
 * A model on disk or in a jar on the class path: configuration, weights, tokenizer and manifest, in
 * the layout of Hugging Face and sentence-transformers. A folder without an Isogloss manifest can
 * be read too; its settings are then taken from the files of sentence-transformers. This class is
 * thread-safe.
 */
public final class ModelFolder implements AutoCloseable {
  /** The kind of a model. */
  public enum Kind {
    /** A static encoder, which has only one vector per token: see {@link StaticModelWriter}. */
    STATIC,
    /** A transformer encoder: see {@link EncoderArchitecture}. */
    TRANSFORMER,
    /** An encoder of any other architecture, which is known only as the ONNX graph that runs. */
    GRAPH,
    /** A scorer of pairs of sentences on word vectors: see {@link BiclaFiles}. */
    BICLA
  }

  /** Locations of graphs in a folder, in order of preference. */
  private static final List<String> ONNX_GRAPHS =
      List.of("onnx/model_int8.onnx", "onnx/model.onnx");

  /** What folders with a graph of another program have. */
  private static final List<String> GRAPH_LOCATIONS = List.of("onnx", "model.onnx");

  /** Keys of the width of an encoder in configurations of different types. */
  private static final List<String> WIDTHS = List.of("hidden_size", "d_model", "dim", "n_embd");

  private final Path root;
  private final Path path;
  private final Optional<FileSystem> jar;
  private final RecordedChecksums recorded;
  private final JsonObject config;
  private final Kind kind;
  private final Optional<SparseHead> sparseHead;
  private final Optional<TokenVectorHead> tokenVectorHead;
  private final ModelManifest manifest;

  /**
   * Opens a folder.
   *
   * @param jar the file system that contains it, closed together with the model
   * @param recorded the checksums to trust; none for a folder that can come from anyone
   */
  ModelFolder(Path root, Optional<FileSystem> jar, RecordedChecksums recorded) {
    this(root, jar, recorded, false);
  }

  private ModelFolder(
      Path root, Optional<FileSystem> jar, RecordedChecksums recorded, boolean graphOnly) {
    this.root = root;
    this.jar = jar;
    this.recorded = recorded;
    Optional<SparseModules> sparse = SparseModules.read(root);
    Optional<MultiVectorModules> tokenVectors = MultiVectorModules.read(root);
    Optional<SentenceTransformersModules> modules =
        sparse.isPresent() || tokenVectors.isPresent()
            ? Optional.empty()
            : SentenceTransformersModules.read(root);
    this.path =
        sparse
            .map(SparseModules::transformer)
            .or(() -> tokenVectors.map(MultiVectorModules::transformer))
            .or(() -> modules.map(SentenceTransformersModules::encoder))
            .orElse(root);
    this.sparseHead = SparseHead.find(sparse, path);
    this.tokenVectorHead = TokenVectorHead.find(tokenVectors, path);
    boolean isStatic = modules.map(SentenceTransformersModules::isStatic).orElse(false);
    this.config =
        isStatic || StaticModuleConfig.isModel2Vec(path)
            ? StaticConfig.read(path)
            : ModelJson.read(FolderPaths.resolve(path, TransformerConfig.FILE));
    this.kind = graphOnly ? Kind.GRAPH : kindOf(path, config);
    TokenizerConfig.read(path); // Rejects other tokenizers before anything of the model is shown.
    this.manifest =
        FolderPaths.find(root, ModelManifest.FILE).isPresent()
            ? ModelManifest.read(root)
            : foreignManifest();
    if (kind == Kind.TRANSFORMER) {
      requireKnownTasks();
    }
  }

  /** Requires tasks that the model has adapters for, and none of a model without adapters. */
  private void requireKnownTasks() {
    Optional<RoleTasks> tasks = manifest.encoding().tasks();
    List<String> known = adapters().map(AdapterSettings::tasks).orElse(List.of());
    boolean valid = tasks.isPresent() ? known.containsAll(tasks.get().distinct()) : known.isEmpty();
    if (!valid) {
      throw new ModelFormatException(
          root,
          "states "
              + tasks.map(stated -> "the tasks " + stated.distinct()).orElse("no tasks")
              + " for queries and passages, but config.json has adapters for the tasks "
              + known
              + ": expected two of these, or none without adapters");
    }
  }

  private ModelManifest foreignManifest() {
    if (kind == Kind.TRANSFORMER) {
      // Rejects what changes vectors and has no counterpart here.
      if (ArchitectureReader.read(path).embeddings().positions().isPresent()) {
        TokenizerConfig.read(path).requirePaddingAtTheEnd("models with absolute positions");
      }
    }
    return SentenceTransformersReader.read(root, this::positions);
  }

  /** Returns the number of positions that the configuration states; empty if it states none. */
  private OptionalInt positions() {
    OptionalInt stated = config.findIntAtLeast("max_position_embeddings", 1);
    return stated.isPresent() && kind == Kind.TRANSFORMER
        ? OptionalInt.of(architecture().maxLength())
        : stated;
  }

  private static Kind kindOf(Path folder, JsonObject config) {
    return switch (ArchitectureReader.type(config)) {
      case StaticModelWriter.MODEL_TYPE, StaticModuleConfig.MODEL2VEC -> Kind.STATIC;
      case BiclaFiles.MODEL_TYPE -> Kind.BICLA;
      default -> isGraph(folder, config) ? Kind.GRAPH : Kind.TRANSFORMER;
    };
  }

  /** Returns whether a folder has a graph, and its weights cannot be run without it. */
  private static boolean isGraph(Path folder, JsonObject config) {
    boolean runnable =
        ArchitectureReader.isSupported(config)
            && (Safetensors.isIn(folder) || ArchitectureReader.isReadable(folder));
    return !runnable
        && GRAPH_LOCATIONS.stream().anyMatch(name -> FolderPaths.find(folder, name).isPresent());
  }

  /**
   * Opens a model folder.
   *
   * @throws ModelFormatException if it is not a model folder, or a file in it is invalid
   */
  public static ModelFolder open(Path folder) {
    if (!Files.isDirectory(folder)) {
      throw new ModelFormatException(
          folder, Files.exists(folder) ? "is a file, expected a model folder" : "no such folder");
    }
    return new ModelFolder(folder, Optional.empty(), RecordedChecksums.NONE);
  }

  /**
   * Opens a folder as one of {@link Kind#GRAPH}, even if its architecture is known. Settings of the
   * transformer are not checked; what its graph computes is what counts.
   *
   * @throws ModelFormatException like {@link #open(Path)}
   */
  public static ModelFolder openAsGraph(Path folder) {
    return new ModelFolder(folder, Optional.empty(), RecordedChecksums.NONE, true);
  }

  /**
   * Opens the model with the given path or name: a folder, or otherwise one of the models shipped
   * on the class path, such as {@code tiny}.
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
                        + ClasspathModels.remedy(
                            folderOrName, ModelFolder.class.getClassLoader())));
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
   * @return empty if there is no model with that name
   */
  public static Optional<ModelFolder> findShipped(String name) {
    return ClasspathModels.find(name, ModelFolder.class.getClassLoader());
  }

  /**
   * Returns the folder of configuration, weights and tokenizer; for a model in a jar, a path in the
   * jar's file system. It is a sub-folder if sentence-transformers' list of modules says so.
   */
  public Path path() {
    return path;
  }

  /** Returns the folder of the model, which has the list of modules. */
  public Path root() {
    return root;
  }

  /**
   * Copies the files of the model, but not the checksums that a shipped one has recorded, so that
   * the copy can be changed.
   *
   * @param folder an existing, empty folder
   * @throws IOException if a file cannot be read or written
   */
  public void copyInto(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Path copy = folder.resolve(root.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(copy);
        } else if (!file.equals(root.resolve(RecordedChecksums.FILE))) {
          Files.copy(file, copy);
        }
      }
    }
  }

  /** Returns the manifest. */
  public ModelManifest manifest() {
    return manifest;
  }

  /** Returns how texts must be prepared for the model. */
  public EncodingSettings encoding() {
    return manifest.encoding();
  }

  /** Returns the prefix of a text in the given role. */
  public String prefix(Role role) {
    return encoding().prefix(role);
  }

  /** Returns the kind of the model, from {@code model_type} in its configuration. */
  public Kind kind() {
    return kind;
  }

  /** Returns the type of the configuration, see {@link ArchitectureReader#type}. */
  public String modelType() {
    return ArchitectureReader.type(config);
  }

  /**
   * Returns the dimension of the model's vectors.
   *
   * @throws ModelFormatException if more dimensions are to be kept than there are
   */
  public int dimension() {
    if (kind == Kind.GRAPH && encoding().dimension().isPresent()) {
      return encoding().dimension().getAsInt();
    }
    int all = textVectorDimension();
    int kept = encoding().dimension().orElse(all);
    if (kept > all) {
      throw new ModelFormatException(
          path, "keeps " + kept + " dimensions of a vector, expected at most " + all);
    }
    return kept;
  }

  /** Returns the dimension of the vectors of texts before the first dimensions are kept. */
  public int textVectorDimension() {
    List<DenseLayerConfig> dense = denseConfigs();
    return dense.isEmpty() ? hiddenSize() : dense.getLast().outputs();
  }

  /**
   * Whether the first components of the model's vectors are a vector of this dimension: the
   * configuration says that the model was trained so (Matryoshka representation learning, Kusupati
   * et al. 2022), as {@code matryoshka_dimensions}, or as {@code is_matryoshka} for any dimension.
   * The dimension of the model is always allowed.
   *
   * @param dimension from 1
   */
  public boolean allowsDimension(int dimension) {
    return dimension == dimension()
        || (dimension < dimension()
            && (config.integers("matryoshka_dimensions").contains(dimension)
                || (!config.has("matryoshka_dimensions")
                    && config.booleanOrDefault("is_matryoshka", false))));
  }

  /** Returns the width of a token's vector, before any dense layer. */
  public int hiddenSize() {
    return switch (kind) {
      case TRANSFORMER -> architecture().hiddenSize();
      case GRAPH ->
          WIDTHS.stream()
              .flatMapToInt(key -> config.findIntAtLeast(key, 1).stream())
              .findFirst()
              .orElseThrow(() -> config.error(WIDTHS.getFirst(), "missing", "1 or more"));
      case STATIC, BICLA -> config.intAtLeast(WIDTHS.getFirst(), 1);
    };
  }

  /**
   * Returns the maximum number of tokens of a text, including special tokens: that of the settings,
   * if the architecture does not allow fewer.
   */
  public int maxLength() {
    return Math.min(encoding().maxLength(), longestText());
  }

  /**
   * Returns the maximum number of tokens that the architecture allows; if it is known only as a
   * graph, that of the settings.
   */
  public int longestText() {
    return kind == Kind.TRANSFORMER ? architecture().maxLength() : encoding().maxLength();
  }

  /**
   * Returns the sizes of the dense layers that follow the pooling of a transformer.
   *
   * @throws ModelFormatException if the folder lists modules that cannot be applied, or a layer
   *     does not fit the one before it
   */
  public List<DenseLayerConfig> denseConfigs() {
    List<DenseLayerConfig> layers = new ArrayList<>();
    int width = hiddenSize();
    for (Path folder : denseFolders()) {
      DenseLayerConfig layer = DenseLayerConfig.read(folder);
      if (layer.inputs() != width) {
        throw new ModelFormatException(
            folder,
            "has "
                + layer.inputs()
                + " inputs, expected "
                + width
                + (layers.isEmpty()
                    ? ", the hidden size"
                    : ", the outputs of the layer before it"));
      }
      width = layer.outputs();
      layers.add(layer);
    }
    return layers;
  }

  /**
   * Reads the dense layers that follow the pooling of a transformer.
   *
   * @throws ModelFormatException like {@link #denseConfigs}, and if weights are missing or invalid
   */
  public List<DenseLayer> denseLayers() {
    denseConfigs(); // Checks that the layers fit.
    return denseFolders().stream().map(DenseLayer::read).toList();
  }

  /** Returns the folders of the dense layers that follow the pooling. */
  List<Path> denseFolders() {
    return !computesNoVector() && (kind == Kind.TRANSFORMER || kind == Kind.GRAPH)
        ? SentenceTransformersModules.findDense(root)
        : List.of();
  }

  /**
   * Rejects a dense layer after the pooling.
   *
   * @param purpose what needs the pooled vector itself, such as {@code training of vectors}
   * @throws ModelFormatException if there is one
   */
  public void requireNoDense(String purpose) {
    if (!denseFolders().isEmpty()) {
      throw new ModelFormatException(
          path,
          "has a dense layer after the pooling, which "
              + purpose
              + " does not support: use a model without one");
    }
  }

  /**
   * Returns how the model computes token vectors for late interaction; empty if the vectors of the
   * last layer serve as they are.
   */
  public Optional<TokenVectorHead> tokenVectorHead() {
    return tokenVectorHead;
  }

  /** Returns the dimension of token vectors for late interaction. */
  public int tokenVectorDimension() {
    return tokenVectorHead.map(head -> head.dimension(hiddenSize())).orElseGet(this::hiddenSize);
  }

  /** Whether the model computes no vectors of texts, but only token vectors or weights of terms. */
  private boolean computesNoVector() {
    return sparseHead.filter(head -> head.kind().expands()).isPresent()
        || tokenVectorHead.filter(TokenVectorHead::standsAlone).isPresent();
  }

  /** Returns how the model computes weights of terms; empty if it does not. */
  public Optional<SparseHead> sparseHead() {
    return sparseHead;
  }

  /** Returns the number of tokens in the model's vocabulary. */
  public int vocabularySize() {
    return config.intAtLeast("vocab_size", 1);
  }

  /**
   * Returns the architecture of a transformer.
   *
   * @throws ModelFormatException if the model is not a transformer
   */
  public EncoderArchitecture architecture() {
    return ArchitectureReader.read(path);
  }

  /**
   * Returns the configuration of a transformer, which can be changed and written.
   *
   * @throws ModelFormatException if the model is not a transformer
   */
  public EncoderConfig encoderConfig() {
    return EncoderConfig.read(path);
  }

  /**
   * Returns the configuration of a transformer of the BERT or the XLM-RoBERTa family, to which all
   * heads can be added.
   *
   * @throws ModelFormatException if the model is another one
   */
  public TransformerConfig transformerConfig() {
    return TransformerConfig.read(path);
  }

  /**
   * Returns whether the model needs pooling and no file in the folder states it. Such a model
   * cannot encode texts. Static encoders and models with a classifier need no pooling.
   */
  public boolean lacksPooling() {
    return kind == Kind.TRANSFORMER
        && encoding().pooling() == Pooling.NONE
        && findFile(ModelManifest.FILE).isEmpty()
        && sparseHead.isEmpty()
        && tokenVectorHead.isEmpty()
        && (head() == TransformerHead.NONE || head() == TransformerHead.MASKED_LANGUAGE_MODEL);
  }

  /** Returns the head after the last layer of a transformer. */
  public TransformerHead head() {
    return TransformerHead.read(path);
  }

  /**
   * Returns the names of the labels of a classifier, in the order of its outputs; an empty list if
   * the configuration states none.
   */
  public List<String> labels() {
    return LabelNames.read(path);
  }

  /** Returns the adapters that the transformer has for tasks; empty if it has none. */
  public Optional<AdapterSettings> adapters() {
    return AdapterSettings.find(path);
  }

  /** Opens the weights; the caller closes them. */
  public Safetensors weights() {
    return Safetensors.open(path);
  }

  /**
   * Reads the embeddings of a static encoder into memory: {@link StaticEmbeddings} if they have
   * eight bits, otherwise floats.
   *
   * @throws ModelFormatException if the model is not a static encoder, or its tensors do not match
   *     its configuration
   */
  public EmbeddingRows staticEmbeddings() {
    if (kind != Kind.STATIC) {
      throw config.error(
          "model_type", "\"" + modelType() + "\"", "\"" + StaticModelWriter.MODEL_TYPE + "\"");
    }
    try (Safetensors weights = weights()) {
      return StaticTensors.read(weights, vocabularySize(), hiddenSize());
    }
  }

  /** Whether the vectors of unknown tokens count in the vector of a text by a static encoder. */
  public boolean countsUnknownTokens() {
    return StaticConfig.countsUnknownTokens(config);
  }

  /**
   * Reads the tokenizer: WordPiece from {@code vocab.txt}, otherwise WordPiece, Unigram or byte
   * pair encoding from {@code tokenizer.json}; if the model uses the vocabulary of another model,
   * the tokenizer of that model.
   *
   * @throws IsoglossException if there is no tokenizer of a supported kind, or it has more tokens
   *     than the model
   */
  public Tokenizer tokenizer() {
    return ModelTokenizerReader.read(this);
  }

  /**
   * Returns the checksum of the files that define the tokenizer.
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
   * Opens the model whose vocabulary this model uses, see {@link ModelManifest#vocabulary}: the
   * sibling folder with that name, or otherwise the shipped model with that name. The caller closes
   * it.
   *
   * @throws ModelFormatException if it cannot be found, or this model has its own vocabulary
   */
  public ModelFolder openVocabularyModel() {
    String name =
        manifest
            .vocabulary()
            .orElseThrow(
                () ->
                    new ModelFormatException(path, "does not use the vocabulary of another model"))
            .model();
    Path sibling = path.toAbsolutePath().normalize().resolveSibling(name);
    if (Files.isDirectory(sibling)) {
      return open(sibling);
    }
    Optional<ModelFolder> shipped = findShipped(name);
    if (shipped.isPresent()) {
      return shipped.get();
    }
    throw new ModelFormatException(
        path.resolve(ModelManifest.FILE),
        "uses the vocabulary of \""
            + name
            + "\", which is neither a model on the class path nor a folder at "
            + sibling
            + ": copy that model there");
  }

  /**
   * Returns the ONNX graph used for inference if the folder has one: the int8 graph, or otherwise
   * the fp32 graph.
   */
  public Optional<Path> findOnnxGraph() {
    return ONNX_GRAPHS.stream().flatMap(name -> findFile(name).stream()).findFirst();
  }

  /**
   * Returns a file of the folder.
   *
   * @param name relative to the folder, such as {@code onnx/model.onnx}
   * @return empty if there is no such file
   * @throws ModelFormatException if the name leads outside the folder, see {@link FolderPaths}
   */
  public Optional<Path> findFile(String name) {
    return FolderPaths.find(path, name);
  }

  /**
   * Returns the fingerprint of the model: a checksum of everything that its vectors depend on, that
   * is, its configuration and tokenizer, the prefixes, length and pooling in its manifest, the
   * vocabulary that it uses from another model, and its ONNX graph, or its weights if it has no
   * graph. Its name, provenance and evaluation results are not included. Reads all of these files,
   * except for a shipped model, whose fingerprint is recorded.
   *
   * @return SHA-256, 64 lower-case hexadecimal digits
   */
  public String fingerprint() {
    return recorded.fingerprint().orElseGet(this::computeFingerprint);
  }

  /**
   * Returns whether the files of a shipped model are those of which the fingerprint was recorded;
   * true for other models, which have none. Reads the files.
   */
  public boolean matchesRecordedFingerprint() {
    return recorded.fingerprint().map(known -> known.equals(computeFingerprint())).orElse(true);
  }

  private String computeFingerprint() {
    return findOnnxGraph()
        .map(graph -> ModelFingerprint.ofGraph(this, graph))
        .orElseGet(() -> ModelFingerprint.ofWeights(this));
  }

  /**
   * Returns the fingerprint of the model with a graph that may be outside the folder; the graph is
   * treated as if it were in {@code onnx}.
   *
   * @param graph an ONNX file; files next to it whose names begin with its name hold its weights
   */
  public String fingerprint(Path graph) {
    return recorded
        .fingerprint()
        .filter(known -> findOnnxGraph().equals(Optional.of(graph)))
        .orElseGet(() -> ModelFingerprint.ofGraph(this, graph));
  }

  /** Closes the jar that contains the model, if any. */
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
