// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.weights;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.isogloss.core.util.Excerpt;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.safetensors.Safetensors;
import org.isogloss.modelio.transformer.TransformerHead;

/** The canonical names of the tensors in the file of a model; each type has names of its own. */
interface TensorNaming {
  /**
   * Returns the canonical names of a stored tensor.
   *
   * @return no name if the tensor is not used, several if its rows are divided between them
   * @throws ModelFormatException if the type of the model has no such tensor
   */
  List<String> canonicalNames(String storedName);

  /** Returns the names of a model folder's type. */
  static TensorNaming of(ModelFolder folder, Safetensors file) {
    return Table.of(folder.modelType())
        .<TensorNaming>map(table -> name -> table.canonicalNames(name, file))
        .orElseGet(() -> ofBert(file));
  }

  /** Returns the names of BERT's and XLM-RoBERTa's classes. */
  static TensorNaming ofBert(Safetensors file) {
    boolean hasOwnPooler = file.has(TransformerTensorNames.XLM_ROBERTA_CLASSIFIER_POOLER);
    return storedName -> {
      String name = TransformerTensorNames.canonicalName(storedName);
      boolean isUnusedPooler = hasOwnPooler && TransformerTensorNames.isEncoderPooler(storedName);
      return isUnusedPooler || TransformerTensorNames.isIgnored(name) ? List.of() : List.of(name);
    };
  }

  /**
   * The names of the modules of one model type, without {@code .weight} and {@code .bias}; {@code
   * *} stands for the index of a layer, {@code @} for {@code encoder.layer.*}, {@code #} for the
   * index of an expert.
   */
  final class Table {
    private static final String LAYER = "encoder.layer.";
    private static final String LANGUAGE_MODEL = "cls.predictions";
    private static final String HEAD = LANGUAGE_MODEL + ".";
    private static final Pattern INDEX = Pattern.compile("(?<=\\.)\\d{1,4}(?=\\.)");

    /** Maximum number of names for a tensor; more experts are rejected by the configuration. */
    private static final int MAX_EXPERTS = 1 << 10;

    private static final String ROUTER = "encoder.layers.*.mlp.router.layer";

    private static final Table DECODER =
        new Table("model")
            .name("embed_tokens", "embeddings.word_embeddings")
            .name("layers.*.input_layernorm", "@.attention.input.LayerNorm")
            .name("layers.*.self_attn.q_proj", "@.attention.self.query")
            .name("layers.*.self_attn.k_proj", "@.attention.self.key")
            .name("layers.*.self_attn.v_proj", "@.attention.self.value")
            .name("layers.*.self_attn.q_norm", "@.attention.self.query_norm")
            .name("layers.*.self_attn.k_norm", "@.attention.self.key_norm")
            .name("layers.*.self_attn.o_proj", "@.attention.output.dense")
            .name("layers.*.post_attention_layernorm", "@.intermediate.LayerNorm")
            .name("layers.*.mlp.gate_proj", "@.intermediate.dense")
            .name("layers.*.mlp.up_proj", "@.intermediate.gate")
            .name("layers.*.mlp.down_proj", "@.output.dense")
            .name("norm", "encoder.LayerNorm")
            .unused("lm_head");

    private static final Table ROTARY_BERT =
        new Table("gte")
            .same("embeddings.word_embeddings")
            .same("embeddings.token_type_embeddings")
            .same("embeddings.LayerNorm")
            .name("layers.*.self_attn.q_proj", "@.attention.self.query")
            .name("layers.*.self_attn.k_proj", "@.attention.self.key")
            .name("layers.*.self_attn.v_proj", "@.attention.self.value")
            .name("layers.*.self_attn.o_proj", "@.attention.output.dense")
            .name("layers.*.post_attention_layernorm", "@.attention.output.LayerNorm")
            .name("layers.*.mlp.gate_proj", "@.intermediate.dense")
            .name("layers.*.mlp.up_proj", "@.intermediate.gate")
            .name("layers.*.mlp.down_proj", "@.output.dense")
            .name("layers.*.post_mlp_layernorm", "@.output.LayerNorm")
            .unused("pooler.", "lm_head.");

    private static final Table GTE =
        ROTARY_BERT
            .copy("gte")
            .name(
                "encoder.layer.*.attention.qkv_proj",
                "@.attention.self.query",
                "@.attention.self.key",
                "@.attention.self.value")
            .name("encoder.layer.*.attention.o_proj", "@.attention.output.dense")
            .name("encoder.layer.*.attn_ln", "@.attention.output.LayerNorm")
            .name("encoder.layer.*.mlp.up_gate_proj", "@.intermediate.gate", "@.intermediate.dense")
            .name("encoder.layer.*.mlp.down_proj", "@.output.dense")
            .name("encoder.layer.*.mlp_ln", "@.output.LayerNorm");

    /** In the form of transformers, and in that of the authors. */
    private static final Table ROTARY_XLM_ROBERTA =
        ROTARY_BERT
            .copy("roberta")
            .name("layers.*.mlp.fc1", "@.intermediate.dense")
            .name("layers.*.mlp.fc2", "@.output.dense")
            .name("emb_ln", "embeddings.LayerNorm")
            .name(
                "encoder.layers.*.mixer.Wqkv",
                "@.attention.self.query",
                "@.attention.self.key",
                "@.attention.self.value")
            .name("encoder.layers.*.mixer.out_proj", "@.attention.output.dense")
            .name("encoder.layers.*.norm1", "@.attention.output.LayerNorm")
            .name("encoder.layers.*.mlp.fc1", "@.intermediate.dense")
            .name("encoder.layers.*.mlp.fc2", "@.output.dense")
            .name("encoder.layers.*.norm2", "@.output.LayerNorm");

    private static final Map<String, Table> BY_MODEL_TYPE =
        Map.ofEntries(
            Map.entry(
                "distilbert",
                new Table("distilbert")
                    .same("embeddings.word_embeddings")
                    .same("embeddings.position_embeddings")
                    .same("embeddings.LayerNorm")
                    .name("transformer.layer.*.attention.q_lin", "@.attention.self.query")
                    .name("transformer.layer.*.attention.k_lin", "@.attention.self.key")
                    .name("transformer.layer.*.attention.v_lin", "@.attention.self.value")
                    .name("transformer.layer.*.attention.out_lin", "@.attention.output.dense")
                    .name("transformer.layer.*.sa_layer_norm", "@.attention.output.LayerNorm")
                    .name("transformer.layer.*.ffn.lin1", "@.intermediate.dense")
                    .name("transformer.layer.*.ffn.lin2", "@.output.dense")
                    .name("transformer.layer.*.output_layer_norm", "@.output.LayerNorm")
                    .name("vocab_transform", HEAD + "transform.dense")
                    .name("vocab_layer_norm", HEAD + "transform.LayerNorm")
                    .name("vocab_projector", LANGUAGE_MODEL)
                    .unused("vocab_projector.weight")),
            Map.entry(
                "mpnet",
                new Table("mpnet")
                    .same("embeddings.word_embeddings")
                    .same("embeddings.position_embeddings")
                    .same("embeddings.LayerNorm")
                    .same("encoder.relative_attention_bias")
                    .name("encoder.layer.*.attention.attn.q", "@.attention.self.query")
                    .name("encoder.layer.*.attention.attn.k", "@.attention.self.key")
                    .name("encoder.layer.*.attention.attn.v", "@.attention.self.value")
                    .name("encoder.layer.*.attention.attn.o", "@.attention.output.dense")
                    .name("encoder.layer.*.attention.LayerNorm", "@.attention.output.LayerNorm")
                    .name("encoder.layer.*.intermediate.dense", "@.intermediate.dense")
                    .name("encoder.layer.*.output.dense", "@.output.dense")
                    .name("encoder.layer.*.output.LayerNorm", "@.output.LayerNorm")
                    .name("lm_head.dense", HEAD + "transform.dense")
                    .name("lm_head.layer_norm", HEAD + "transform.LayerNorm")
                    .name("lm_head", LANGUAGE_MODEL)
                    .unused("embeddings.position_ids", "pooler.", "lm_head.decoder.")),
            Map.entry(
                "modernbert",
                new Table("model")
                    .name("embeddings.tok_embeddings", "embeddings.word_embeddings")
                    .name("embeddings.norm", "embeddings.LayerNorm")
                    .name("layers.*.attn_norm", "@.attention.input.LayerNorm")
                    .name(
                        "layers.*.attn.Wqkv",
                        "@.attention.self.query",
                        "@.attention.self.key",
                        "@.attention.self.value")
                    .name("layers.*.attn.Wo", "@.attention.output.dense")
                    .name("layers.*.mlp_norm", "@.intermediate.LayerNorm")
                    .name("layers.*.mlp.Wi", "@.intermediate.dense", "@.intermediate.gate")
                    .name("layers.*.mlp.Wo", "@.output.dense")
                    .name("final_norm", "encoder.LayerNorm")
                    .name("head.dense", HEAD + "transform.dense")
                    .name("head.norm", HEAD + "transform.LayerNorm")
                    .name("decoder", LANGUAGE_MODEL)
                    .unused("decoder.weight")),
            Map.entry("qwen2", DECODER),
            Map.entry("qwen3", DECODER),
            Map.entry(
                "gemma3_text",
                DECODER
                    .copy("model")
                    .name("layers.*.post_attention_layernorm", "@.attention.output.LayerNorm")
                    .name("layers.*.pre_feedforward_layernorm", "@.intermediate.LayerNorm")
                    .name("layers.*.post_feedforward_layernorm", "@.output.LayerNorm")),
            Map.entry("gte", GTE),
            Map.entry("new", GTE.copy("new")),
            Map.entry(
                "nomic_bert",
                ROTARY_BERT
                    .copy("nomic_bert")
                    .name("emb_ln", "embeddings.LayerNorm")
                    .name(
                        "encoder.layers.*.attn.Wqkv",
                        "@.attention.self.query",
                        "@.attention.self.key",
                        "@.attention.self.value")
                    .name("encoder.layers.*.attn.out_proj", "@.attention.output.dense")
                    .name("encoder.layers.*.norm1", "@.attention.output.LayerNorm")
                    .name("encoder.layers.*.mlp.fc11", "@.intermediate.gate")
                    .name("encoder.layers.*.mlp.fc12", "@.intermediate.dense")
                    .name("encoder.layers.*.mlp.fc1", "@.intermediate.dense")
                    .name(ROUTER, "@.router")
                    .name("encoder.layers.*.mlp.experts", "@.output.dense")
                    .expert(
                        "encoder.layers.*.mlp.experts.mlp.w1", "@.experts.#.intermediate.weight")
                    .expert("encoder.layers.*.mlp.experts.mlp.w2", "@.experts.#.output.transposed")
                    .name("encoder.layers.*.mlp.fc2", "@.output.dense")
                    .name("encoder.layers.*.norm2", "@.output.LayerNorm")),
            Map.entry(
                "jina_bert",
                new Table("bert")
                    .same("embeddings.word_embeddings")
                    .same("embeddings.token_type_embeddings")
                    .same("embeddings.LayerNorm")
                    .name("encoder.layer.*.attention.self.query", "@.attention.self.query")
                    .name("encoder.layer.*.attention.self.key", "@.attention.self.key")
                    .name("encoder.layer.*.attention.self.value", "@.attention.self.value")
                    .name("encoder.layer.*.attention.output.dense", "@.attention.output.dense")
                    .name(
                        "encoder.layer.*.attention.output.LayerNorm",
                        "@.attention.output.LayerNorm")
                    .name(
                        "encoder.layer.*.mlp.gated_layers",
                        "@.intermediate.dense",
                        "@.intermediate.gate")
                    .name("encoder.layer.*.mlp.wo", "@.output.dense")
                    .name("encoder.layer.*.mlp.layernorm", "@.output.LayerNorm")
                    .unused("pooler.", "cls.")),
            Map.entry("jina_embeddings_v3", ROTARY_XLM_ROBERTA),
            Map.entry(
                "xlm_roberta_flash",
                ROTARY_XLM_ROBERTA
                    .copy("roberta")
                    // The layer of token vectors, which is read by itself.
                    .unused("pooler.", "lm_head.", "linear.")
                    .parametrized()));

    /** Returns the table of a type; empty for the BERT and XLM-RoBERTa families. */
    static Optional<Table> of(String modelType) {
      return Optional.ofNullable(BY_MODEL_TYPE.get(modelType));
    }

    private final String prefix;
    private final Map<String, List<String>> names = new LinkedHashMap<>();

    /** Tensors, not modules, whose rows are divided between the experts of a layer. */
    private final Map<String, String> experts = new LinkedHashMap<>();

    private List<String> unused = List.of();

    /** Whether matrices may have {@link LowRankAdapters}. */
    private boolean parametrized;

    /** Creates a table; the classes with a head put the prefix before all names. */
    private Table(String prefix) {
      this.prefix = prefix + ".";
    }

    private Table copy(String newPrefix) {
      Table copy = new Table(newPrefix);
      copy.names.putAll(names);
      copy.experts.putAll(experts);
      copy.unused = unused;
      return copy;
    }

    private Table name(String stored, String... canonical) {
      names.put(stored, List.of(canonical));
      return this;
    }

    private Table expert(String stored, String canonical) {
      experts.put(stored, canonical);
      return this;
    }

    private Table same(String name) {
      return name(name, name);
    }

    private Table unused(String... beginnings) {
      unused = List.of(beginnings);
      return this;
    }

    private Table parametrized() {
      parametrized = true;
      return this;
    }

    private List<String> canonicalNames(String storedName, Safetensors file) {
      String own =
          storedName.startsWith(prefix) ? storedName.substring(prefix.length()) : storedName;
      String name = parametrized ? LowRankAdapters.matrixOf(own) : own;
      if (unused.stream().anyMatch(name::startsWith)) {
        return List.of();
      }
      int suffix = name.lastIndexOf('.');
      String module = module(name);
      Matcher index = INDEX.matcher(module);
      String layer = index.find() ? index.group() : "";
      String expert = experts.get(index.reset(name).replaceFirst("*"));
      if (expert != null) {
        return ofExperts(expert.replace("@", LAYER + layer), storedName, file);
      }
      List<String> canonical = names.get(pattern(module));
      if (canonical == null) {
        throw new ModelFormatException(
            file.fileOf(storedName),
            "has the tensor "
                + Excerpt.quote(storedName)
                + ", which is not one of the modules of the model's type: "
                + "the vectors would be wrong without it");
      }
      return canonical.stream()
          .map(part -> part.replace("@", LAYER + layer) + name.substring(Math.max(suffix, 0)))
          .toList();
    }

    /** Returns the name of a module without the last part of a tensor's name. */
    private static String module(String tensor) {
      int suffix = tensor.lastIndexOf('.');
      return suffix < 0 ? tensor : tensor.substring(0, suffix);
    }

    /** Replaces the index of a layer in the name of a module. */
    private static String pattern(String module) {
      return INDEX.matcher(module).replaceFirst("*");
    }

    /**
     * Returns the names of a new file with the modules of another file of the type, of which there
     * may be several forms.
     *
     * @param head with one, the names have the prefix of classes with a head
     */
    StoredNames like(Safetensors file, TransformerHead head) {
      Map<String, StoredNames.Place> places = new HashMap<>();
      for (String storedName : file.tensors().keySet()) {
        boolean prefixed = storedName.startsWith(prefix);
        String own = prefixed ? storedName.substring(prefix.length()) : storedName;
        String pattern = pattern(module(own));
        List<String> parts = names.getOrDefault(pattern, List.of());
        String written = (head == TransformerHead.NONE ? "" : prefix) + pattern;
        for (int i = 0; i < parts.size(); i++) {
          places.put(parts.get(i), new StoredNames.Place(written, i, parts.size()));
        }
      }
      // The other file may have no head; there is one form of it.
      names.forEach(
          (stored, canonical) -> {
            if (canonical.getFirst().startsWith(LANGUAGE_MODEL)) {
              places.put(canonical.getFirst(), new StoredNames.Place(stored, 0, 1));
            }
          });
      return canonicalName -> {
        String module = module(canonicalName);
        Matcher index = INDEX.matcher(module);
        String layer = index.find() ? index.group() : "";
        StoredNames.Place place = places.get(module.replace(LAYER + layer + ".", "@."));
        if (place == null) {
          throw new ModelFormatException(
              file.path(),
              "has no tensor like \""
                  + canonicalName
                  + "\", so that a model with it cannot be written in the same form");
        }
        String suffix = canonicalName.substring(module.length());
        return new StoredNames.Place(
            place.name().replace("*", layer) + suffix, place.part(), place.parts());
      };
    }

    /**
     * Returns the names of the parts of all experts, of which the router of the layer has a row
     * each.
     */
    private static List<String> ofExperts(String canonical, String storedName, Safetensors file) {
      String router = storedName.replaceFirst("experts\\.mlp\\.w\\d$", "router.layer.weight");
      List<Long> shape = file.tensor(router).shape();
      int count = shape.isEmpty() ? 0 : (int) Math.min(shape.getFirst(), MAX_EXPERTS);
      return IntStream.range(0, count)
          .mapToObj(expert -> canonical.replace("#", String.valueOf(expert)))
          .toList();
    }
  }
}
