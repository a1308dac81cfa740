package org.isogloss.neural;

/** Takes sentences, and which of them say the same, as a {@link CorpusReader} finds them. */
public interface PairSink {
  /** The number of a sentence, old or new: equal sentences are one. */
  int sentence(String text);

  /**
   * Takes a pair to train on.
   *
   * @param kind which part of a recipe's data it is of: {@code bitext}, {@code documentation}
   * @param name of the two languages, {@code de-en}
   */
  void train(String kind, String name, int left, int right);

  /** Takes a pair that is kept for validation. */
  void holdOut(String kind, String name, int left, int right);
}
