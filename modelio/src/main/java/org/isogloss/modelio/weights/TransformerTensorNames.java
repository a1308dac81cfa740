// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.weights;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.isogloss.modelio.transformer.TransformerConfig;
import org.isogloss.modelio.transformer.TransformerHead;

/**
 * Converts between canonical and stored names of a transformer's tensors. The canonical names are
 * those of Hugging Face's {@code BertModel}, and of {@code BertForMaskedLM} and {@code
 * BertForSequenceClassification} for the heads. Stored names can have the prefix {@code bert.} or
 * {@code roberta.}, use {@code gamma} for the weight of a normalisation, or use the names of
 * XLM-RoBERTa's heads.
 */
final class TransformerTensorNames {
  private static final Pattern PREFIX = Pattern.compile("^(bert|roberta|xlm_roberta)\\.");

  /** Names of head tensors in XLM-RoBERTa's classes, and their canonical names. */
  private static final Map<String, String> XLM_ROBERTA_HEADS =
      Map.of(
          "lm_head.dense.", "cls.predictions.transform.dense.",
          "lm_head.layer_norm.", "cls.predictions.transform.LayerNorm.",
          "lm_head.decoder.", "cls.predictions.decoder.",
          "lm_head.bias", "cls.predictions.bias",
          "classifier.dense.", "pooler.dense.",
          "classifier.out_proj.", "classifier.");

  /**
   * The pooler of the classifier in XLM-RoBERTa's class, which does not use that of the encoder.
   */
  static final String XLM_ROBERTA_CLASSIFIER_POOLER = "classifier.dense.weight";

  private static final Pattern ENCODER_POOLER =
      Pattern.compile("^(roberta|xlm_roberta)\\.pooler\\..*");

  /** The weight of a classifier, one row per label. */
  static final String CLASSIFIER = "classifier.weight";

  /**
   * Tensors that are not read: they are derived from others, or belong to objectives that are not
   * used.
   */
  private static final List<String> IGNORED =
      List.of(
          "embeddings.position_ids",
          "embeddings.token_type_ids",
          "cls.predictions.decoder.",
          "cls.seq_relationship.",
          "linear."); // The layer of token vectors, which is read by itself.

  private TransformerTensorNames() {}

  /** Whether a stored tensor belongs to the pooler of XLM-RoBERTa's encoder. */
  static boolean isEncoderPooler(String storedName) {
    return ENCODER_POOLER.matcher(storedName).matches();
  }

  /** Returns the canonical name of a stored tensor. */
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

  /** Returns the name of a tensor in a file of the class for a head. */
  static String storedName(
      String canonicalName, TransformerConfig.Family family, TransformerHead head) {
    if (head == TransformerHead.NONE) {
      return canonicalName;
    }
    boolean xlmRoberta = family == TransformerConfig.Family.XLM_ROBERTA;
    if (xlmRoberta
        && head != TransformerHead.TOKEN_CLASSIFICATION
        && head != TransformerHead.LINEAR_CLASSIFICATION) {
      for (Map.Entry<String, String> name : XLM_ROBERTA_HEADS.entrySet()) {
        boolean pooler = name.getKey().equals("classifier.dense.");
        if (canonicalName.startsWith(name.getValue())
            && (!pooler || head == TransformerHead.CLASSIFICATION)) {
          return name.getKey() + canonicalName.substring(name.getValue().length());
        }
      }
    }
    boolean isHead =
        !canonicalName.startsWith("embeddings.")
            && !canonicalName.startsWith("encoder.")
            && !canonicalName.startsWith("pooler.");
    return isHead ? canonicalName : (xlmRoberta ? "roberta." : "bert.") + canonicalName;
  }

  /** Returns whether a tensor is not read. */
  static boolean isIgnored(String canonicalName) {
    return IGNORED.stream().anyMatch(canonicalName::startsWith);
  }
}
