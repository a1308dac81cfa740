// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.transformer;

import static org.isogloss.modelio.architecture.Normalization.Kind.LAYER;
import static org.isogloss.modelio.architecture.Normalization.Kind.RMS;
import static org.isogloss.modelio.architecture.Normalization.Kind.RMS_PLUS_ONE;
import static org.isogloss.modelio.architecture.Normalization.Placement.AFTER_SUM;
import static org.isogloss.modelio.architecture.Normalization.Placement.BEFORE;
import static org.isogloss.modelio.architecture.Normalization.Placement.BEFORE_AND_AFTER;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.isogloss.core.json.JsonObject;
import org.isogloss.core.util.Excerpt;
import org.isogloss.modelio.architecture.AbsolutePositions;
import org.isogloss.modelio.architecture.Attention;
import org.isogloss.modelio.architecture.EncoderArchitecture;
import org.isogloss.modelio.architecture.EncoderLayer;
import org.isogloss.modelio.architecture.FeedForward;
import org.isogloss.modelio.architecture.Normalization;
import org.isogloss.modelio.architecture.RelativePositions;
import org.isogloss.modelio.architecture.TokenEmbeddings;
import org.isogloss.modelio.format.ModelFormatException;

/**
 * Reads the architecture of an encoder from {@code config.json}. Each {@code model_type} has its
 * own keys and default values, those of its class in Python's transformers; a value that the
 * description here cannot express is rejected.
 */
public final class ArchitectureReader {
  private static final String POSITIONS = "position_embedding_type";

  /** The type of BERT's configuration with ALiBi, for which Python has another class. */
  private static final String JINA_BERT = "jina_bert";

  /**
   * The type of XLM-RoBERTa's configuration with rotary positions, as the authors at Jina have it.
   */
  private static final String XLM_ROBERTA_FLASH = "xlm_roberta_flash";

  /** Types whose Python code is part of the model, with the classes that are described here. */
  private static final Map<String, List<String>> OWN_CODE =
      Map.of(
          "new",
          List.of("NewModel"),
          "gte",
          List.of("GteModel"),
          JINA_BERT,
          List.of("JinaBertModel"),
          "nomic_bert",
          List.of("NomicBertModel"),
          XLM_ROBERTA_FLASH,
          List.of("XLMRobertaModel", "XLMRobertaLoRA"));

  /** Values that MPNet's class in Python has whatever the file states. */
  private static final int MPNET_BUCKETS = 32;

  private static final int MPNET_PAD = 1;

  private static final String CAUSAL = "is_causal";

  private static final RelativePositions NONE = new RelativePositions.None();

  /** The readers of the types that are not of the BERT and the XLM-RoBERTa family. */
  private static final Map<String, Function<EncoderConfigFile, EncoderArchitecture>> TYPES =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("distilbert", ArchitectureReader::distilBert),
              Map.entry("mpnet", ArchitectureReader::mpnet),
              Map.entry("modernbert", ArchitectureReader::modernBert),
              Map.entry("gemma3_text", ArchitectureReader::gemma3),
              Map.entry("qwen2", file -> qwen(file, true)),
              Map.entry("qwen3", file -> qwen(file, false)),
              Map.entry("gte", RotaryBertReader::gte),
              Map.entry("new", RotaryBertReader::newModel),
              Map.entry("nomic_bert", RotaryBertReader::nomic),
              Map.entry("jina_embeddings_v3", RotaryBertReader::jina3),
              Map.entry(XLM_ROBERTA_FLASH, RotaryBertReader::flash),
              Map.entry(JINA_BERT, RotaryBertReader::jina)));

  private ArchitectureReader() {}

  /**
   * Reads the architecture of a model folder.
   *
   * @throws org.isogloss.modelio.format.ModelFormatException if the folder has no configuration, or
   *     that of a model that is not supported
   */
  public static EncoderArchitecture read(Path folder) {
    return read(EncoderConfigFile.open(folder));
  }

  /** Reads the architecture that a file states. */
  static EncoderArchitecture read(EncoderConfigFile file) {
    String type = type(file.json());
    if (TransformerConfig.isTypeOfFamily(type)) {
      return TransformerConfig.read(file).architecture();
    }
    Function<EncoderConfigFile, EncoderArchitecture> reader = TYPES.get(type);
    if (reader == null) {
      throw file.json()
          .error(
              "model_type",
              Excerpt.quote(type),
              "one of "
                  + String.join(", ", TransformerConfig.MODEL_TYPES)
                  + ", "
                  + String.join(", ", TYPES.keySet()));
    }
    if (!isOwnCode(file.json(), OWN_CODE.getOrDefault(type, List.of()))) {
      file.requireNone("auto_map");
    }
    return file.create(() -> reader.apply(file));
  }

  /** Returns whether the type of a configuration is one of those that can be read. */
  public static boolean isSupported(JsonObject config) {
    String type = type(config);
    return TransformerConfig.isTypeOfFamily(type) || TYPES.containsKey(type);
  }

  /** Returns whether {@link #read} accepts a folder. */
  public static boolean isReadable(Path folder) {
    try {
      read(folder);
      return true;
    } catch (ModelFormatException e) {
      return false;
    }
  }

  /**
   * Returns the type of a configuration: {@code model_type}, or {@code jina_bert} for BERT with
   * ALiBi, {@code xlm_roberta_flash} for XLM-RoBERTa with rotary positions.
   */
  public static String type(JsonObject config) {
    String type = config.string("model_type");
    String positions = config.findString(POSITIONS).orElse("");
    return switch (type + " " + positions) {
      case "bert alibi" -> JINA_BERT;
      case "xlm-roberta rotary" -> XLM_ROBERTA_FLASH;
      default -> type;
    };
  }

  private static boolean isOwnCode(JsonObject json, List<String> classes) {
    return json.findObject("auto_map")
        .flatMap(map -> map.findString("AutoModel"))
        .filter(name -> classes.contains(name.substring(name.lastIndexOf('.') + 1)))
        .isPresent();
  }

  /** Sanh et al., <i>DistilBERT</i>, 2019: BERT with fewer layers and without segments. */
  private static EncoderArchitecture distilBert(EncoderConfigFile file) {
    file.requireBoolean("sinusoidal_pos_embds", false);
    int hidden = file.size("dim");
    int heads = file.size("n_heads");
    int positions = file.size("max_position_embeddings", 512);
    return new EncoderArchitecture(
        new TokenEmbeddings(
            file.size("vocab_size"),
            hidden,
            0,
            Optional.of(new AbsolutePositions(positions, 0)),
            1,
            true),
        hidden,
        new Normalization(LAYER, AFTER_SUM, 1e-12, true),
        Attention.bidirectional(heads, hidden / heads),
        Collections.nCopies(
            file.size("n_layers"),
            EncoderLayer.global(
                NONE,
                FeedForward.plain(file.size("hidden_dim"), file.activation("activation", "gelu")))),
        false,
        positions,
        file.sizeOrZero("pad_token_id", 0));
  }

  /** Song et al., <i>MPNet</i>, 2020: BERT with relative positions, shared by all layers, too. */
  private static EncoderArchitecture mpnet(EncoderConfigFile file) {
    int hidden = file.size("hidden_size");
    int heads = file.size("num_attention_heads");
    file.requireInteger("relative_attention_num_buckets", MPNET_BUCKETS);
    file.requireInteger("pad_token_id", MPNET_PAD);
    AbsolutePositions positions =
        new AbsolutePositions(file.size("max_position_embeddings", 512), MPNET_PAD + 1);
    return new EncoderArchitecture(
        new TokenEmbeddings(file.size("vocab_size"), hidden, 0, Optional.of(positions), 1, true),
        hidden,
        new Normalization(LAYER, AFTER_SUM, file.number("layer_norm_eps", 1e-12), true),
        Attention.bidirectional(heads, hidden / heads),
        Collections.nCopies(
            file.size("num_hidden_layers"),
            EncoderLayer.global(
                new RelativePositions.Bucketed(MPNET_BUCKETS, 128),
                FeedForward.plain(
                    file.size("intermediate_size"), file.activation("hidden_act", "gelu")))),
        false,
        positions.rows() - positions.first(),
        MPNET_PAD);
  }

  /** Warner et al., <i>Smarter, Better, Faster, Longer</i> (ModernBERT), 2024. */
  private static EncoderArchitecture modernBert(EncoderConfigFile file) {
    int hidden = file.size("hidden_size", 768);
    int heads = file.size("num_attention_heads", 12);
    boolean mlpBias = file.json().booleanOrDefault("mlp_bias", false);
    boolean attentionBias = file.json().booleanOrDefault("attention_bias", false);
    FeedForward feedForward =
        FeedForward.gated(
                file.size("intermediate_size", 1152), file.activation("hidden_activation", "gelu"))
            .withBiases(mlpBias, mlpBias);
    RotarySettings rotary = new RotarySettings(file, hidden / heads);
    RelativePositions global = rotary.read(LayerTypes.GLOBAL, "global_rope_theta", 160_000);
    RelativePositions local = rotary.read(LayerTypes.LOCAL, "local_rope_theta", 10_000);
    int reach = file.size("local_attention", 128) / 2;
    int every = file.size("global_attn_every_n_layers", 3);
    List<EncoderLayer> layers = new ArrayList<>();
    for (boolean isLocal :
        LayerTypes.read(file, file.size("num_hidden_layers", 22), i -> i % every != 0)) {
      layers.add(
          new EncoderLayer(
              isLocal ? reach : EncoderLayer.UNLIMITED,
              isLocal ? local : global,
              feedForward,
              !layers.isEmpty()));
    }
    return new EncoderArchitecture(
        new TokenEmbeddings(file.size("vocab_size", 50_368), hidden, 0, Optional.empty(), 1, true),
        hidden,
        new Normalization(
            LAYER,
            BEFORE,
            file.number("norm_eps", 1e-5),
            file.json().booleanOrDefault("norm_bias", false)),
        Attention.bidirectional(heads, hidden / heads).withBiases(attentionBias, attentionBias),
        layers,
        true,
        file.size("max_position_embeddings", 8192),
        file.sizeOrZero("pad_token_id", 50_283));
  }

  /** Gemma 3 (2025) as an encoder: EmbeddingGemma attends in both directions. */
  private static EncoderArchitecture gemma3(EncoderConfigFile file) {
    JsonObject json = file.json();
    file.requireNone("attn_logit_softcapping");
    int hidden = file.size("hidden_size");
    int headSize = file.size("head_dim", 256);
    boolean bias = json.booleanOrDefault("attention_bias", false);
    boolean causal = !json.booleanOrDefault("use_bidirectional_attention", false);
    if (causal) {
      file.requireBoolean(CAUSAL, true);
    }
    FeedForward feedForward =
        FeedForward.gated(
            file.size("intermediate_size"),
            file.activation("hidden_activation", "gelu_pytorch_tanh"));
    RotarySettings rotary = new RotarySettings(file, headSize);
    RelativePositions global = rotary.read(LayerTypes.GLOBAL, "rope_theta", 1_000_000);
    RelativePositions local = rotary.read(LayerTypes.LOCAL, "rope_local_base_freq", 10_000);
    int window = file.size("sliding_window", 4096);
    int reach = causal ? window - 1 : window / 2;
    int pattern = file.size("sliding_window_pattern", file.size("_sliding_window_pattern", 6));
    List<EncoderLayer> layers = new ArrayList<>();
    for (boolean isLocal :
        LayerTypes.read(file, file.size("num_hidden_layers"), i -> (i + 1) % pattern != 0)) {
      layers.add(
          new EncoderLayer(
              isLocal ? reach : EncoderLayer.UNLIMITED,
              isLocal ? local : global,
              feedForward,
              true));
    }
    return new EncoderArchitecture(
        new TokenEmbeddings(
            file.size("vocab_size"), hidden, 0, Optional.empty(), (float) Math.sqrt(hidden), false),
        hidden,
        new Normalization(RMS_PLUS_ONE, BEFORE_AND_AFTER, file.number("rms_norm_eps", 1e-6), false),
        new Attention(
            file.size("num_attention_heads"),
            file.size("num_key_value_heads"),
            headSize,
            1 / Math.sqrt(file.number("query_pre_attn_scalar", 256)),
            bias,
            bias,
            true,
            causal),
        layers,
        true,
        file.size("max_position_embeddings", 131_072),
        file.sizeOrZero("pad_token_id", 0));
  }

  /**
   * Qwen 2 (2024), with biases, or Qwen 3 (2025), which normalises queries and keys: decoders, of
   * which the vector of the last token encodes a text.
   */
  private static EncoderArchitecture qwen(EncoderConfigFile file, boolean biased) {
    file.requireBoolean("use_sliding_window", false);
    file.requireBoolean(CAUSAL, true);
    int hidden = file.size("hidden_size");
    int heads = file.size("num_attention_heads");
    int headSize = biased ? hidden / heads : file.size("head_dim", 128);
    boolean bias = biased || file.json().booleanOrDefault("attention_bias", false);
    int layers = file.size("num_hidden_layers");
    if (LayerTypes.read(file, layers, i -> false).contains(true)) {
      throw file.json()
          .error("layer_types", "with sliding_attention", "full_attention in all layers");
    }
    EncoderLayer layer =
        EncoderLayer.global(
            new RotarySettings(file, headSize).read("", "rope_theta", 10_000),
            FeedForward.gated(
                file.size("intermediate_size"), file.activation("hidden_act", "silu")));
    return new EncoderArchitecture(
        new TokenEmbeddings(file.size("vocab_size"), hidden, 0, Optional.empty(), 1, false),
        hidden,
        new Normalization(RMS, BEFORE, file.number("rms_norm_eps", 1e-6), false),
        new Attention(
            heads,
            file.size("num_key_value_heads", heads),
            headSize,
            1 / Math.sqrt(headSize),
            bias,
            bias && !biased,
            !biased,
            true),
        Collections.nCopies(layers, layer),
        true,
        file.size("max_position_embeddings", 32_768),
        file.sizeOrZero("pad_token_id", 0));
  }
}
