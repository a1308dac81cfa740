// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.transformer;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Locale;
import org.isogloss.modelio.file.ModelJson;
import org.isogloss.modelio.format.FolderPaths;

/** The head after the last layer of a transformer; Hugging Face has a class for each head. */
public enum TransformerHead {
  /** No head, or only BERT's pooler. */
  NONE("Model"),
  /** Predicts masked tokens: {@code cls.predictions}. */
  MASKED_LANGUAGE_MODEL("ForMaskedLM"),
  /** Classifies a text or a pair of texts: {@code pooler.dense}, {@code classifier}. */
  CLASSIFICATION("ForSequenceClassification"),
  /**
   * Classifies a text or a pair of texts by one layer on the first token's vector: {@code
   * classifier}. Hugging Face has no such class: its classifiers have a pooler.
   */
  LINEAR_CLASSIFICATION("ForLinearClassification"),
  /** Classifies every token: {@code classifier}. */
  TOKEN_CLASSIFICATION("ForTokenClassification"),
  /** Predicts the start and the end of an answer: {@code qa_outputs}. */
  ANSWER_SPAN("ForQuestionAnswering");

  private static final String PRETRAINING = "ForPreTraining";

  private final String suffix;

  TransformerHead(String suffix) {
    this.suffix = suffix;
  }

  /** Returns the class of Python's transformers for this head, such as {@code BertModel}. */
  public String architecture(TransformerConfig.Family family) {
    return switch (family) {
      case BERT -> "Bert" + suffix;
      case XLM_ROBERTA -> "XLMRoberta" + suffix;
    };
  }

  /**
   * Returns the head that the configuration of a model folder names in {@code architectures}, or
   * {@link #NONE} if it names no known head.
   */
  public static TransformerHead read(Path folder) {
    JsonNode named =
        ModelJson.readObject(FolderPaths.resolve(folder, TransformerConfig.FILE))
            .path("architectures")
            .path(0);
    String architecture = named.asText("");
    if (architecture.endsWith(PRETRAINING)) {
      return MASKED_LANGUAGE_MODEL;
    }
    for (TransformerHead head : values()) {
      if (head != NONE && architecture.endsWith(head.suffix)) {
        return head;
      }
    }
    return NONE;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
