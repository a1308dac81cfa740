package org.isogloss.model;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What a transformer's tensors are called. Here they have the names of Hugging Face's {@code
 * BertModel}, and those of {@code BertForMaskedLM} and {@code BertForSequenceClassification} for
 * what lies behind it; files put {@code bert.} or {@code roberta.} before them, write {@code gamma}
 * for a normalisation's weight, or name XLM-RoBERTa's heads in its own way.
 */
final class TransformerNames {
  private static final Pattern PREFIX = Pattern.compile("^(bert|roberta|xlm_roberta)\\.");

  private static final Map<String, String> HEADS =
      Map.of(
          "lm_head.dense.", "cls.predictions.transform.dense.",
          "lm_head.layer_norm.", "cls.predictions.transform.LayerNorm.",
          "lm_head.decoder.", "cls.predictions.decoder.",
          "lm_head.bias", "cls.predictions.bias",
          "classifier.dense.", "pooler.dense.",
          "classifier.out_proj.", "classifier.");

  /** Parts that are read from nowhere: they follow from others, or train what is not used here. */
  private static final List<String> LEFT_OUT =
      List.of(
          "embeddings.position_ids",
          "embeddings.token_type_ids",
          "cls.predictions.decoder.",
          "cls.seq_relationship.");

  private TransformerNames() {}

  /** The name here of a tensor in a file. */
  static String here(String inFile) {
    String name = PREFIX.matcher(inFile).replaceFirst("");
    for (Map.Entry<String, String> head : HEADS.entrySet()) {
      if (name.startsWith(head.getKey())) {
        name = head.getValue() + name.substring(head.getKey().length());
        break;
      }
    }
    return name.replace("LayerNorm.gamma", "LayerNorm.weight")
        .replace("LayerNorm.beta", "LayerNorm.bias");
  }

  /** Whether a tensor of this name here is not wanted. */
  static boolean leftOut(String here) {
    return LEFT_OUT.stream().anyMatch(here::startsWith);
  }
}
