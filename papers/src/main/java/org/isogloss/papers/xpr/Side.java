package org.isogloss.papers.xpr;

/** One of the two languages of an experiment; English is the paper's first, Chinese its second. */
enum Side {
  FIRST,
  SECOND;

  Side other() {
    return this == FIRST ? SECOND : FIRST;
  }
}
