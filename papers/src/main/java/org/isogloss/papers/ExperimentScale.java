package org.isogloss.papers;

/** How much of a paper's experiment is run. */
public enum ExperimentScale {
  /** The least that goes all the way: minutes, to see that it works. Its figures mean nothing. */
  SMOKE,
  /** A sample of the data and a short training, whose sizes the tables tell: hours. */
  SMALL,
  /** All data that there is, and the paper's settings: days on a processor, hours on a GPU. */
  FULL
}
