package org.isogloss.lexical.scoring;

/** A formula by which a table of translations says how relevant a text is for a query. */
public enum TableScoringModel {
  /**
   * Probabilistic CLIR (Xu, Weischedel and Nguyen 2001): the query is made by a hidden Markov model
   * that takes each word from general text with probability a = 0.3, else translates a word of the
   * document: {@code P(Q | d) = product over w of a P(w | general) + (1 - a) sum over f of P(w | f)
   * P(f | d)}.
   */
  PROBABILISTIC_CLIR,
  /**
   * Probabilistic occurrence: each word of the query is the translation of some word of the
   * document: {@code product over w of 1 - product over f in d of (1 - P(w | f))}.
   */
  PROBABILISTIC_OCCURRENCE
}
