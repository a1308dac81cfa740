package org.isogloss.modelio.weights;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.isogloss.modelio.transformer.TransformerConfig;
import org.isogloss.modelio.transformer.TransformerHead;

/**
 * What a transformer's tensors are called. Here they have the names of Hugging Face's {@code
 * BertModel}, and those of {@code BertForMaskedLM} and {@code BertForSequenceClassification} for
 * what lies behind it; files put {@code bert.} or {@code roberta.} before them, write {@code gamma}
 * for a normalisation's weight, or name XLM-RoBERTa's heads in its own way.
 */
final class TransformerTensorNames {
  private static final Pattern PREFIX = Pattern.compile("^(bert|roberta|xlm_roberta)\\.");

  /** What XLM-RoBERTa's classes call the parts of a head, and what they are here. */
  private static final Map<String, String> XLM_ROBERTA_HEADS =
      Map.of(
          "lm_head.dense.", "cls.predictions.transform.dense.",
          "lm_head.layer_norm.", "cls.predictions.transform.LayerNorm.",
          "lm_head.decoder.", "cls.predictions.decoder.",
          "lm_head.bias", "cls.predictions.bias",
          "classifier.dense.", "pooler.dense.",
          "classifier.out_proj.", "classifier.");

  /** The weight of a classifier, a row for each label. */
  static final String CLASSIFIER = "classifier.weight";

  /** Parts that are read from nowhere: they follow from others, or train what is not used here. */
  private static final List<String> IGNORED =
      List.of(
          "embeddings.position_ids",
          "embeddings.token_type_ids",
          "cls.predictions.decoder.",
          "cls.seq_relationship.");

  private TransformerTensorNames() {}

  /** The name here of a tensor in a file. */
  static String canonicalName(String storedName) {
    String name = PREFIX.matcher(storedName).replaceFirst("");
    for (Map.Entry<String, String> head : XLM_ROBERTA_HEADS.entrySet()) {
      if (name.startsWith(head.getKey())) {
        name = head.getValue() + name.substring(head.getKey().length());
        break;
      }
    }
    return name.replace("LayerNorm.gamma", "LayerNorm.weight")
        .replace("LayerNorm.beta", "LayerNorm.bias");
  }

  /** The name that a tensor has in a file of a head's class. */
  static String storedName(
      String canonicalName, TransformerConfig.Family family, TransformerHead head) {
    if (head == TransformerHead.NONE) {
      return canonicalName;
    }
    boolean xlmRoberta = family == TransformerConfig.Family.XLM_ROBERTA;
    if (xlmRoberta && head != TransformerHead.TOKEN_CLASSIFICATION) {
      for (Map.Entry<String, String> name : XLM_ROBERTA_HEADS.entrySet()) {
        boolean pooler = name.getKey().equals("classifier.dense.");
        if (canonicalName.startsWith(name.getValue())
            && (!pooler || head == TransformerHead.CLASSIFICATION)) {
          return name.getKey() + canonicalName.substring(name.getValue().length());
        }
      }
    }
    boolean ofTheHead =
        !canonicalName.startsWith("embeddings.")
            && !canonicalName.startsWith("encoder.")
            && !canonicalName.startsWith("pooler.");
    return ofTheHead ? canonicalName : (xlmRoberta ? "roberta." : "bert.") + canonicalName;
  }

  /** Whether a tensor of this name here is not wanted. */
  static boolean isIgnored(String canonicalName) {
    return IGNORED.stream().anyMatch(canonicalName::startsWith);
  }
}
