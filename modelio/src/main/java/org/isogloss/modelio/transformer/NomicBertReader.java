// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.transformer;

import static org.isogloss.modelio.architecture.Normalization.Kind.LAYER;
import static org.isogloss.modelio.architecture.Normalization.Placement.AFTER_SUM;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.isogloss.core.json.JsonObject;
import org.isogloss.core.util.Excerpt;
import org.isogloss.modelio.architecture.Activation;
import org.isogloss.modelio.architecture.Attention;
import org.isogloss.modelio.architecture.EncoderArchitecture;
import org.isogloss.modelio.architecture.EncoderLayer;
import org.isogloss.modelio.architecture.Experts;
import org.isogloss.modelio.architecture.FeedForward;
import org.isogloss.modelio.architecture.Normalization;
import org.isogloss.modelio.architecture.RelativePositions;
import org.isogloss.modelio.architecture.TokenEmbeddings;

/**
 * Reads NomicBERT in the form of its authors, whose keys are those of GPT-2: with gated
 * feed-forward parts (nomic-embed-text v1 and v1.5), or with experts in every second layer
 * (Nussbaum and Duderstadt, <i>Training Sparse Mixture of Experts Text Embedding Models</i>, 2025).
 */
final class NomicBertReader {
  /** Settings with one supported value, which is also the default. */
  private static final Map<String, Boolean> FIXED =
      Map.of(
          "prenorm", false,
          "parallel_block", false,
          "parallel_block_tied_norm", false,
          "causal", false,
          "use_rms_norm", false,
          "rotary_emb_interleaved", false,
          "moe_normalize_expert_weights", false,
          "expert_choice_router", false,
          "tie_word_embeddings", true);

  private static final Map<String, Activation> GATED =
      Map.of("swiglu", Activation.SILU, "geglu", Activation.GELU);

  private NomicBertReader() {}

  static EncoderArchitecture read(EncoderConfigFile file) {
    FIXED.forEach(file::requireBoolean);
    requireNumber(file, "rotary_emb_fraction", 1);
    requireNumber(file, "num_shared_experts", 0);
    requireNumber(file, "ffn_div", 1);
    file.requireNone("rotary_emb_scale_base");
    file.requireNone("rotary_scaling_factor");
    JsonObject json = file.json();
    int hidden = file.size("n_embd");
    int heads = file.size("n_head");
    int headSize = hidden / heads;
    boolean bias = json.booleanOrDefault("qkv_proj_bias", true);
    RelativePositions positions =
        new RelativePositions.Rotary(file.number("rotary_emb_base", 10_000), headSize, 1);
    int count = file.size("n_layer");
    EncoderArchitecture.requireLayers(count);
    List<EncoderLayer> layers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      layers.add(EncoderLayer.global(positions, feedForward(file, i, hidden)));
    }
    return new EncoderArchitecture(
        new TokenEmbeddings(
            file.size("vocab_size"),
            hidden,
            file.size("type_vocab_size", 2),
            Optional.empty(),
            1,
            true),
        hidden,
        new Normalization(LAYER, AFTER_SUM, file.number("layer_norm_epsilon", 1e-5), true),
        Attention.bidirectional(heads, headSize).withBiases(bias, bias),
        layers,
        false,
        file.size("n_positions"),
        file.size("pad_token_id", 0));
  }

  private static FeedForward feedForward(EncoderConfigFile file, int layer, int hidden) {
    JsonObject json = file.json();
    String name = json.findString("activation_function").orElse("gelu");
    int every = file.size("moe_every_n_layers", 0);
    boolean hasExperts = every > 0 && layer % every == 1;
    Activation gated = GATED.get(name);
    if (gated == null ? !name.equals("gelu") : hasExperts) {
      throw json.error(
          "activation_function",
          Excerpt.quote(name),
          hasExperts ? "\"gelu\" for experts" : "one of gelu, swiglu, geglu");
    }
    int width = json.findIntAtLeast("n_inner", 1).orElse(4 * hidden);
    if (hasExperts) {
      Experts experts = new Experts(file.size("num_experts"), file.size("moe_top_k"));
      return FeedForward.of(experts, width, Activation.GELU);
    }
    boolean inner = json.booleanOrDefault("mlp_fc1_bias", true);
    boolean outer = json.booleanOrDefault("mlp_fc2_bias", true);
    return gated == null
        ? FeedForward.plain(width, Activation.GELU).withBiases(inner, outer)
        : FeedForward.gated(width, gated).withBiases(inner, outer);
  }

  private static void requireNumber(EncoderConfigFile file, String key, double expected) {
    double found = file.number(key, expected);
    if (found != expected) {
      throw file.json().error(key, String.valueOf(found), String.valueOf(expected));
    }
  }
}
