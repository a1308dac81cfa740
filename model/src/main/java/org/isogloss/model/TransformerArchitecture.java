package org.isogloss.model;

/** What a transformer has on top; each is a class of Hugging Face's with its own tensor names. */
public enum TransformerArchitecture {
  /** Nothing, or a pooler: {@code BertModel}. */
  MODEL("Model"),
  /** A language model's: {@code BertForMaskedLM}. */
  MASKED_LANGUAGE_MODEL("ForMaskedLM"),
  /** A label for a text or a pair: {@code BertForSequenceClassification}. */
  SEQUENCE_CLASSIFICATION("ForSequenceClassification"),
  /** A label for each piece: {@code BertForTokenClassification}. */
  TOKEN_CLASSIFICATION("ForTokenClassification"),
  /** Start and end of an answer: {@code BertForQuestionAnswering}. */
  QUESTION_ANSWERING("ForQuestionAnswering");

  private final String suffix;

  TransformerArchitecture(String suffix) {
    this.suffix = suffix;
  }

  /** The name of the class, such as {@code XLMRobertaForMaskedLM}. */
  public String className(TransformerConfig.Family family) {
    return (family == TransformerConfig.Family.BERT ? "Bert" : "XLMRoberta") + suffix;
  }
}
