// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.transformer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.isogloss.core.json.JsonFile;
import org.isogloss.modelio.architecture.RelativePositions.Rotary;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.samples.SampleEncoder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A setting that changes vectors is applied as Python applies it, or rejected with its name. */
class ArchitectureReaderTest {
  @TempDir private Path scratch;

  /** Replaces values of {@code config.json}. */
  private Path with(SampleEncoder sample, String values) throws IOException {
    Path folder = sample.copyInto(scratch);
    Path file = folder.resolve("config.json");
    JsonNode json = JsonFile.MAPPER.readTree(Files.readString(file));
    JsonFile.MAPPER
        .readTree(values)
        .properties()
        .forEach(e -> replace(json, e.getKey(), e.getValue()));
    Files.writeString(file, json.toString());
    return folder;
  }

  private static void replace(JsonNode json, String key, JsonNode value) {
    ((ObjectNode) json).set(key, value);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          DISTILBERT | {"sinusoidal_pos_embds": true}        | sinusoidal_pos_embds is true, expected false
          DISTILBERT | {"activation": "quick_gelu"}          | activation is "quick_gelu", expected one of
          MPNET      | {"relative_attention_num_buckets": 64} | relative_attention_num_buckets is 64, expected 32
          MPNET      | {"pad_token_id": 0}                   | pad_token_id is 0, expected 1
          MODERNBERT | {"num_attention_heads": 0}            | num_attention_heads is 0, expected 1 or more
          MODERNBERT | {"global_attn_every_n_layers": 0}     | global_attn_every_n_layers is 0, expected 1 or more
          MODERNBERT | {"num_hidden_layers": 2000000000, "layer_types": null} | num_hidden_layers is 2000000000, expected 1 to 512
          MODERNBERT | {"local_attention": 1}                | the window of the attention reaches 0 tokens
          MODERNBERT | {"rope_parameters": {"rope_type": "yarn", "factor": 8}} | rope_parameters.rope_type is present, expected only the keys full_attention and sliding_attention
          MODERNBERT | {"rope_parameters": {"full_attention": {"rope_type": "linear", "factor": 8}}} | rope_parameters.full_attention.rope_type is "linear", expected "default"
          MODERNBERT | {"layer_types": ["full_attention"]}   | layer_types is 1 types, expected 4, one for each layer
          GEMMA3     | {"sliding_window_pattern": 0, "layer_types": null} | sliding_window_pattern is 0, expected 1 or more
          GEMMA3     | {"attn_logit_softcapping": 50}        | attn_logit_softcapping is present
          GEMMA3     | {"use_bidirectional_attention": false, "is_causal": false} | is_causal is false, expected true
          GEMMA3     | {"rope_scaling": {"rope_type": "linear", "factor": 8}} | rope_scaling.rope_type is "linear", expected "default"
          QWEN2      | {"use_sliding_window": true}          | use_sliding_window is true, expected false
          QWEN2      | {"is_causal": false}                  | is_causal is false, expected true
          QWEN3      | {"is_causal": false}                  | is_causal is false, expected true
          QWEN3      | {"partial_rotary_factor": 0.5}        | partial_rotary_factor is 0.5, expected 1
          QWEN3      | {"rope_parameters": {"rope_type": "yarn", "factor": 4}} | rope_parameters.rope_type is "yarn", expected "default"
          QWEN3      | {"rope_parameters": {"full_attention": {"rope_theta": 10}}} | rope_parameters.full_attention is present
          QWEN3      | {"rope_scaling": {"rope_type": "yarn", "factor": 4}} | rope_scaling.rope_type is "yarn", expected "default"
          QWEN3      | {"rope_scaling": {"type": "default", "rope_theta": 10}} | rope_scaling.rope_theta is present
          NEW        | {"rope_scaling": {"type": "linear", "factor": 2}} | rope_scaling.type is "linear", expected "ntk"
          NEW        | {"layer_norm_type": "rms_norm"}       | layer_norm_type is "rms_norm", expected "layer_norm"
          NEW        | {"auto_map": {"AutoModel": "elsewhere--modeling.OtherModel"}} | auto_map is present
          JINA_ADAPTERS | {"auto_map": {"AutoModel": "elsewhere--modeling.OtherModel"}} | auto_map is present
          JINA_ADAPTERS | {"position_embedding_type": "absolute"} | auto_map is present
          NOMIC_MOE  | {"n_layer": 2000000000}               | num_hidden_layers is 2000000000, expected 1 to 512
          NOMIC_MOE  | {"prenorm": true}                     | prenorm is true, expected false
          NOMIC_MOE  | {"rotary_emb_fraction": 0.5}          | rotary_emb_fraction is 0.5, expected 1.0
          NOMIC_MOE  | {"rotary_scaling_factor": 2}          | rotary_scaling_factor is present
          NOMIC_MOE  | {"num_shared_experts": 1}             | num_shared_experts is 1.0, expected 0.0
          NOMIC_MOE  | {"moe_normalize_expert_weights": true} | moe_normalize_expert_weights is true, expected false
          NOMIC_MOE  | {"activation_function": "swiglu"}     | activation_function is "swiglu", expected "gelu" for experts
          NOMIC_MOE  | {"moe_top_k": 5}                      | moe_top_k is 5, expected 1 to 4
          JINA_BERT  | {"feed_forward_type": "original"}     | feed_forward_type is "original", expected geglu or reglu
          """)
  void rejectsWhatItCannotCompute(SampleEncoder sample, String values, String problem)
      throws IOException {
    Path folder = with(sample, values);
    assertThatThrownBy(() -> ArchitectureReader.read(folder))
        .isInstanceOf(ModelFormatException.class)
        .hasMessageStartingWith(folder.resolve("config.json") + ": ")
        .hasMessageContaining(problem);
  }

  /** An integer out of range is reported, whatever it is the size of. */
  @ParameterizedTest
  @EnumSource(SampleEncoder.class)
  void anyIntegerIsReadOrReported(SampleEncoder sample) throws IOException {
    Path folder = sample.copyInto(scratch);
    Path file = folder.resolve("config.json");
    String original = Files.readString(file);
    JsonNode json = JsonFile.MAPPER.readTree(original);
    for (String key : json.properties().stream().map(Map.Entry::getKey).toList()) {
      for (int value : new int[] {0, 1, 3, 65_537, Integer.MAX_VALUE}) {
        if (json.get(key).isInt()) {
          JsonNode changed = JsonFile.MAPPER.readTree(original);
          replace(changed, key, JsonFile.MAPPER.getNodeFactory().numberNode(value));
          Files.writeString(file, changed.toString());
          try {
            assertThat(ArchitectureReader.read(folder).layers()).isNotEmpty();
          } catch (ModelFormatException e) {
            assertThat(e).as(key + " " + value).hasMessageStartingWith(file + ": ");
          }
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "DISTILBERT, false",
    "NEW, false",
    "NOMIC_MOE, false",
    "MPNET, true",
    "MODERNBERT, true",
    "GEMMA3, true",
    "QWEN3, true",
    "JINA_BERT, true",
  })
  void attentionDependsOnDistanceUnlessPositionsAreInTheVectors(
      SampleEncoder sample, boolean expected) {
    Path folder = sample.copyInto(scratch);
    assertThat(ArchitectureReader.read(folder).attentionDependsOnDistance()).isEqualTo(expected);
  }

  @Test
  void olderKeysStateTheBaseOfRotations() throws IOException {
    Path folder = with(SampleEncoder.QWEN3, "{\"rope_parameters\": null, \"rope_theta\": 12345}");
    assertThat(ArchitectureReader.read(folder).layers().getFirst().positions())
        .isInstanceOfSatisfying(Rotary.class, rotary -> assertThat(rotary.base()).isEqualTo(12345));
  }
}
