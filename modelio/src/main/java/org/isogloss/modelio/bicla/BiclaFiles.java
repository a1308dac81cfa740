// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.bicla;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.isogloss.core.Language;
import org.isogloss.core.json.JsonFile;
import org.isogloss.core.json.JsonObject;
import org.isogloss.modelio.embedding.EmbeddingRows;
import org.isogloss.modelio.embedding.FloatEmbeddings;
import org.isogloss.modelio.embedding.StaticEmbeddings;
import org.isogloss.modelio.file.ModelJson;
import org.isogloss.modelio.format.FolderPaths;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.safetensors.DataType;
import org.isogloss.modelio.safetensors.Safetensors;
import org.isogloss.modelio.safetensors.SafetensorsWriter;
import org.isogloss.modelio.safetensors.TensorInfo;
import org.isogloss.modelio.safetensors.WeightValidator;
import org.isogloss.modelio.transformer.TransformerConfig;

/**
 * The files of a BiCLA model:
 *
 * <ul>
 *   <li>{@code config.json}: {@code {"model_type": "bicla", "attention": "bidirectional" | "none",
 *       "aggregation": "sum" | "mean" | "softmax" | "unit", "word_dimension": D,
 *       "lstm_hidden_size": H, "reduction": false, "shared": ["encoder", "cross_attention",
 *       "intra_attention"], "hidden_size": 2 H, "vocab_size": V, "languages": ["de", "en"]}}; V is
 *       the number of words of all languages. Without {@code reduction} it is false, without {@code
 *       shared} the encoder is shared
 *   <li>{@code model.safetensors}: the parameters of {@link BiclaArchitecture#parameterShapes},
 *       F32, and for each language {@code words.XX}, U8, its words in UTF-8 joined by line feeds,
 *       and their vectors: {@code words.XX.values}, F32 {@code [words, D]}, or I8 with {@code
 *       words.XX.scales}, F32 {@code [words]}; then the vector of word i is {@code scales[i] *
 *       values[i]}
 *   <li>{@code isogloss.json}: the {@link ModelManifest}
 * </ul>
 *
 * @param architecture sizes of the network
 * @param parameters the parameters by name, in row-major order
 * @param words the words of each language, one language or more
 */
public record BiclaFiles(
    BiclaArchitecture architecture, Map<String, float[]> parameters, List<WordTable> words) {
  /** The value of {@code model_type} in {@code config.json}. */
  public static final String MODEL_TYPE = "bicla";

  private static final String ATTENTION = "attention";
  private static final String AGGREGATION = "aggregation";
  private static final String WORD_DIMENSION = "word_dimension";
  private static final String LSTM_HIDDEN_SIZE = "lstm_hidden_size";
  private static final String REDUCTION = "reduction";
  private static final String SHARED = "shared";
  private static final String LANGUAGES = "languages";

  public BiclaFiles {
    requireNonNull(architecture, "architecture is null");
    parameters = Map.copyOf(parameters);
    words = List.copyOf(words);
    if (words.isEmpty()) {
      throw new IllegalArgumentException("the model has no language");
    }
    for (Map.Entry<String, List<Long>> shape : architecture.parameterShapes().entrySet()) {
      float[] values = parameters.get(shape.getKey());
      long expected = elements(shape.getValue());
      if (values == null || values.length != expected) {
        throw new IllegalArgumentException(
            shape.getKey()
                + " has "
                + (values == null ? "no" : Integer.toString(values.length))
                + " values, expected "
                + expected);
      }
    }
    Set<Language> languages = new HashSet<>();
    for (WordTable table : words) {
      if (table.vectors().dimension() != architecture.wordDimension()) {
        throw new IllegalArgumentException(
            "the vectors of "
                + table.language()
                + " have dimension "
                + table.vectors().dimension()
                + ", expected "
                + architecture.wordDimension());
      }
      if (!languages.add(table.language())) {
        throw new IllegalArgumentException("there are two tables of " + table.language());
      }
    }
  }

  private static long elements(List<Long> shape) {
    return shape.stream().mapToLong(Long::longValue).reduce(1, Math::multiplyExact);
  }

  /**
   * Reads the model of a folder.
   *
   * @throws ModelFormatException if it is not a BiCLA model, or a file is damaged
   */
  public static BiclaFiles read(Path folder) {
    JsonObject config = config(folder);
    BiclaArchitecture architecture = architecture(config);
    try (Safetensors weights = Safetensors.open(folder)) {
      Map<String, float[]> parameters = new LinkedHashMap<>();
      architecture
          .parameterShapes()
          .forEach(
              (name, shape) -> {
                weights.tensor(name, shape.stream().mapToLong(Long::longValue).toArray());
                float[] values = weights.floats(name);
                WeightValidator.requireValid(weights.fileOf(name), name, values);
                parameters.put(name, values);
              });
      List<WordTable> words = new ArrayList<>();
      for (Language language : languages(config)) {
        words.add(table(weights, language, architecture.wordDimension()));
      }
      return new BiclaFiles(architecture, parameters, words);
    }
  }

  /**
   * Reads the languages of a model, and nothing else.
   *
   * @throws ModelFormatException if it is not a BiCLA model, or its configuration is damaged
   */
  public static List<Language> languages(Path folder) {
    return languages(config(folder));
  }

  private static List<Language> languages(JsonObject config) {
    List<Language> languages = new ArrayList<>();
    for (String tag : config.strings(LANGUAGES)) {
      languages.add(
          Language.find(tag)
              .filter(language -> language.tag().equals(tag))
              .orElseThrow(() -> config.error(LANGUAGES, "\"" + tag + "\"", "codes of languages")));
    }
    if (new HashSet<>(languages).size() < languages.size()) {
      throw config.error(LANGUAGES, languages.toString(), "each language once");
    }
    if (languages.isEmpty()) {
      throw config.error(LANGUAGES, "an empty list", "one or more languages");
    }
    return languages;
  }

  private static JsonObject config(Path folder) {
    JsonObject config = ModelJson.read(FolderPaths.resolve(folder, TransformerConfig.FILE));
    if (!config.string("model_type").equals(MODEL_TYPE)) {
      throw config.error(
          "model_type", "\"" + config.string("model_type") + "\"", "\"" + MODEL_TYPE + "\"");
    }
    return config;
  }

  private static BiclaArchitecture architecture(JsonObject config) {
    return new BiclaArchitecture(
        config.enumConstant(ATTENTION, BiclaArchitecture.Attention.class),
        config.enumConstant(AGGREGATION, BiclaArchitecture.Aggregation.class),
        config.intInRange(WORD_DIMENSION, 1, BiclaArchitecture.MAX_SIZE),
        config.intInRange(LSTM_HIDDEN_SIZE, 1, BiclaArchitecture.MAX_SIZE),
        config.booleanOrDefault(REDUCTION, false),
        config.has(SHARED) ? shared(config) : Set.of(BiclaArchitecture.Part.ENCODER));
  }

  private static Set<BiclaArchitecture.Part> shared(JsonObject config) {
    Set<BiclaArchitecture.Part> shared = EnumSet.noneOf(BiclaArchitecture.Part.class);
    for (String name : config.strings(SHARED)) {
      shared.add(
          Arrays.stream(BiclaArchitecture.Part.values())
              .filter(part -> name(part).equals(name))
              .findFirst()
              .orElseThrow(
                  () ->
                      config.error(
                          SHARED,
                          "\"" + name + "\"",
                          "some of "
                              + Arrays.stream(BiclaArchitecture.Part.values())
                                  .map(BiclaFiles::name)
                                  .toList())));
    }
    return shared;
  }

  private static String name(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static WordTable table(Safetensors weights, Language language, int dimension) {
    String tag = language.tag();
    String text = "words." + tag;
    TensorInfo values = weights.tensor(valuesName(tag));
    int size = values.shape().isEmpty() ? 0 : values.size(0);
    weights.tensor(valuesName(tag), size, dimension);
    requireType(weights, weights.tensor(text), DataType.U8);
    try {
      String joined = StandardCharsets.UTF_8.newDecoder().decode(weights.bytes(text)).toString();
      List<String> words = joined.isEmpty() ? List.of() : List.of(joined.split("\n", -1));
      return new WordTable(language, words, vectors(weights, values, tag));
    } catch (CharacterCodingException e) {
      throw new ModelFormatException(
          weights.fileOf(text), "tensor \"" + text + "\" is not valid UTF-8", e);
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new ModelFormatException(
          weights.fileOf(text), "the words of " + tag + " are invalid: " + e.getMessage(), e);
    }
  }

  private static EmbeddingRows vectors(Safetensors weights, TensorInfo values, String tag) {
    int dimension = values.size(1);
    if (values.type() == DataType.F32) {
      float[] rows = weights.floats(values.name());
      WeightValidator.requireValid(weights.fileOf(values.name()), values.name(), rows);
      return new FloatEmbeddings(dimension, rows);
    }
    requireType(weights, values, DataType.I8);
    weights.tensor(scalesName(tag), values.size(0));
    byte[] rows = new byte[Math.toIntExact(values.elementCount())];
    weights.bytes(values.name()).get(rows);
    return new StaticEmbeddings(dimension, rows, weights.floats(scalesName(tag)));
  }

  private static void requireType(Safetensors weights, TensorInfo tensor, DataType expected) {
    if (tensor.type() != expected) {
      throw new ModelFormatException(
          weights.fileOf(tensor.name()),
          "tensor \"" + tensor.name() + "\" is " + tensor.type() + ", expected " + expected);
    }
  }

  private static String valuesName(String tag) {
    return "words." + tag + ".values";
  }

  private static String scalesName(String tag) {
    return "words." + tag + ".scales";
  }

  /** Writes all files into an existing folder; the manifest is written last. */
  public void write(Path folder, ModelManifest manifest) {
    ObjectNode config = JsonFile.MAPPER.createObjectNode();
    config
        .put("model_type", MODEL_TYPE)
        .put(ATTENTION, name(architecture.attention()))
        .put(AGGREGATION, name(architecture.aggregation()))
        .put(WORD_DIMENSION, architecture.wordDimension())
        .put(LSTM_HIDDEN_SIZE, architecture.hiddenSize())
        .put(REDUCTION, architecture.reduction())
        .put("hidden_size", architecture.stateSize())
        .put("vocab_size", words.stream().mapToInt(WordTable::size).sum());
    ArrayNode shared = config.putArray(SHARED);
    architecture.shared().stream().sorted().forEach(part -> shared.add(name(part)));
    ArrayNode languages = config.putArray(LANGUAGES);
    SafetensorsWriter writer = new SafetensorsWriter().metadata("format", "pt");
    architecture
        .parameterShapes()
        .forEach(
            (name, shape) ->
                writer.add(
                    new TensorInfo(name, DataType.F32, shape),
                    out -> out.floats(parameters.get(name))));
    words.forEach(
        table -> {
          String tag = table.language().tag();
          languages.add(tag);
          byte[] text = String.join("\n", table.words()).getBytes(StandardCharsets.UTF_8);
          writer.add(
              new TensorInfo("words." + tag, DataType.U8, text.length), out -> out.bytes(text));
          switch (table.vectors()) {
            case FloatEmbeddings vectors ->
                writer.add(valuesName(tag), vectors.values(), table.size(), vectors.dimension());
            case StaticEmbeddings vectors ->
                writer
                    .add(valuesName(tag), vectors.values(), table.size(), vectors.dimension())
                    .add(scalesName(tag), vectors.scales(), table.size());
          }
        });
    JsonFile.write(folder.resolve(TransformerConfig.FILE), config);
    writer.write(folder.resolve(Safetensors.FILE));
    manifest.write(folder);
  }
}
