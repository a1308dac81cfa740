package org.isogloss.neural.corpus;

/** Takes sentences, and which of them say the same, as a {@link ParallelTextReader} finds them. */
public interface SentencePairSink {
  /** The number of a sentence, old or new: equal sentences are one. */
  int addSentence(String text);

  /**
   * Takes a pair to train on.
   *
   * @param kind which part of a recipe's data it is of: {@code bitext}, {@code documentation}
   * @param name of the two languages, {@code de-en}
   */
  void addTrainingPair(String kind, String name, int left, int right);

  /** Takes a pair that is kept for validation. */
  void addHeldOutPair(String kind, String name, int left, int right);
}
