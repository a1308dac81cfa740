// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.transformer;

import static org.isogloss.modelio.architecture.Normalization.Kind.LAYER;
import static org.isogloss.modelio.architecture.Normalization.Placement.AFTER_SUM;

import java.util.Collections;
import java.util.Optional;
import org.isogloss.core.json.JsonObject;
import org.isogloss.modelio.architecture.Activation;
import org.isogloss.modelio.architecture.Attention;
import org.isogloss.modelio.architecture.EncoderArchitecture;
import org.isogloss.modelio.architecture.EncoderLayer;
import org.isogloss.modelio.architecture.FeedForward;
import org.isogloss.modelio.architecture.Normalization;
import org.isogloss.modelio.architecture.RelativePositions;
import org.isogloss.modelio.architecture.TokenEmbeddings;

/** Reads encoders that are BERT without absolute positions, most with gated feed-forward parts. */
final class RotaryBertReader {
  private RotaryBertReader() {}

  /** Zhang et al., <i>mGTE</i>, EMNLP 2024, as Python's transformers has it. */
  static EncoderArchitecture gte(EncoderConfigFile file) {
    return gte(file, new RotarySettings(file, headSize(file)).read("", "rope_theta", 160_000));
  }

  /** The same in the form of the authors, with positions that are scaled by NTK. */
  static EncoderArchitecture newModel(EncoderConfigFile file) {
    file.requireString("position_embedding_type", "rope");
    file.requireString("layer_norm_type", "layer_norm");
    file.requireBoolean("logn_attention_scale", false);
    double base = file.number("rope_theta", 10_000);
    int headSize = headSize(file);
    Optional<JsonObject> scaling = file.json().findObject("rope_scaling");
    if (scaling.isEmpty()) {
      return gte(file, new RelativePositions.Rotary(base, headSize, 1));
    }
    EncoderConfigFile settings = new EncoderConfigFile(scaling.get());
    settings.requireString("type", "ntk");
    settings.requireNone("mixed_b");
    double factor = scaling.get().number("factor");
    return gte(
        file,
        new RelativePositions.Rotary(base * factor, headSize, Math.pow(factor, 2.0 / headSize)));
  }

  private static EncoderArchitecture gte(
      EncoderConfigFile file, RelativePositions.Rotary positions) {
    FeedForward feedForward =
        FeedForward.gated(file.size("intermediate_size"), file.activation("hidden_act", "gelu"));
    return bert(
        file,
        attention(file),
        EncoderLayer.global(positions, feedForward.withBiases(false, true)),
        file.sizeOrZero("type_vocab_size", 1),
        file.sizeOrZero("pad_token_id", 1));
  }

  /** Nussbaum et al., <i>Nomic Embed</i>, 2024. */
  static EncoderArchitecture nomic(EncoderConfigFile file) {
    return file.json().has("n_embd") ? NomicBertReader.read(file) : nomicOfTransformers(file);
  }

  private static EncoderArchitecture nomicOfTransformers(EncoderConfigFile file) {
    RelativePositions positions =
        new RotarySettings(file, headSize(file)).read("", "rope_theta", 1000);
    FeedForward feedForward =
        FeedForward.gated(file.size("intermediate_size"), file.activation("hidden_act", "silu"));
    return bert(
        file,
        attention(file).withBiases(false, false),
        EncoderLayer.global(positions, feedForward),
        file.sizeOrZero("type_vocab_size", 2),
        file.sizeOrZero("pad_token_id", 0));
  }

  /**
   * Sturua et al., <i>jina-embeddings-v3</i>, 2024, as Python's transformers has it, without
   * adapters or with one that is merged: XLM-RoBERTa with rotary positions.
   */
  static EncoderArchitecture jina3(EncoderConfigFile file) {
    return rotaryXlmRoberta(
        file, new RotarySettings(file, headSize(file)).read("", "rope_theta", 20_000));
  }

  /**
   * The same in the form of the authors, which jina-colbert-v2 has, too (Jha et al., 2024).
   * Adapters are not a part of the architecture.
   */
  static EncoderArchitecture flash(EncoderConfigFile file) {
    return rotaryXlmRoberta(
        file,
        new RelativePositions.Rotary(file.number("rotary_emb_base", 10_000), headSize(file), 1));
  }

  private static EncoderArchitecture rotaryXlmRoberta(
      EncoderConfigFile file, RelativePositions positions) {
    FeedForward feedForward =
        FeedForward.plain(file.size("intermediate_size"), file.activation("hidden_act", "gelu"));
    return bert(
        file,
        file.number("layer_norm_eps", 1e-5),
        attention(file),
        EncoderLayer.global(positions, feedForward),
        file.size("type_vocab_size", 1),
        file.size("pad_token_id", 1));
  }

  /** Günther et al., <i>Jina Embeddings 2</i>, 2023: ALiBi. */
  static EncoderArchitecture jina(EncoderConfigFile file) {
    String kind = file.json().string("feed_forward_type");
    Activation activation =
        switch (kind) {
          case "geglu" -> Activation.GELU;
          case "reglu" -> Activation.RELU;
          default ->
              throw file.json().error("feed_forward_type", "\"" + kind + "\"", "geglu or reglu");
        };
    FeedForward feedForward =
        FeedForward.gated(file.size("intermediate_size"), activation).withBiases(false, true);
    return bert(
        file,
        attention(file),
        EncoderLayer.global(new RelativePositions.LinearBias(), feedForward),
        file.sizeOrZero("type_vocab_size", 2),
        file.sizeOrZero("pad_token_id", 0));
  }

  private static EncoderArchitecture bert(
      EncoderConfigFile file, Attention attention, EncoderLayer layer, int segments, int pad) {
    double epsilon = file.number("layer_norm_eps", 1e-12);
    return bert(file, epsilon, attention, layer, segments, pad);
  }

  private static EncoderArchitecture bert(
      EncoderConfigFile file,
      double epsilon,
      Attention attention,
      EncoderLayer layer,
      int segments,
      int pad) {
    int hidden = file.size("hidden_size");
    return new EncoderArchitecture(
        new TokenEmbeddings(file.size("vocab_size"), hidden, segments, Optional.empty(), 1, true),
        hidden,
        new Normalization(LAYER, AFTER_SUM, epsilon, true),
        attention,
        Collections.nCopies(file.size("num_hidden_layers"), layer),
        false,
        file.size("max_position_embeddings"),
        pad);
  }

  private static Attention attention(EncoderConfigFile file) {
    return Attention.bidirectional(file.size("num_attention_heads"), headSize(file));
  }

  private static int headSize(EncoderConfigFile file) {
    return file.size("head_dim", file.size("hidden_size") / file.size("num_attention_heads"));
  }
}
