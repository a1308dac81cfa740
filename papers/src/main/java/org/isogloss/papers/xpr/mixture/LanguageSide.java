// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr.mixture;

/** One of the two languages of an experiment; English is the paper's first, Chinese its second. */
public enum LanguageSide {
  FIRST,
  SECOND;

  public LanguageSide other() {
    return this == FIRST ? SECOND : FIRST;
  }
}
