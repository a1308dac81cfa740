package org.isogloss.modelio.transformer;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Locale;
import org.isogloss.modelio.file.ModelJson;
import org.isogloss.modelio.format.FolderPaths;

/** What stands behind the layers of a transformer; Hugging Face has a class for each. */
public enum TransformerHead {
  /** Nothing, or BERT's pooler. */
  NONE("Model"),
  /** Says what a masked piece was: {@code cls.predictions}. */
  MASKED_LANGUAGE_MODEL("ForMaskedLM"),
  /** Judges a text or a pair of texts: {@code pooler.dense}, {@code classifier}. */
  CLASSIFICATION("ForSequenceClassification"),
  /** Judges every piece: {@code classifier}. */
  TOKEN_CLASSIFICATION("ForTokenClassification"),
  /** Says where an answer starts and ends: {@code qa_outputs}. */
  ANSWER_SPAN("ForQuestionAnswering");

  private static final String PRETRAINING = "ForPreTraining";

  private final String suffix;

  TransformerHead(String suffix) {
    this.suffix = suffix;
  }

  /** The class that Python's transformers loads such weights into, {@code BertModel} for one. */
  public String architecture(TransformerConfig.Family family) {
    return switch (family) {
      case BERT -> "Bert" + suffix;
      case XLM_ROBERTA -> "XLMRoberta" + suffix;
    };
  }

  /**
   * The head that a model folder's configuration names in {@code architectures}; {@link #NONE}
   * where it names none that is known.
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
