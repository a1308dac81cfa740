// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.romanization;

/** A way to write a language in Latin letters. */
public enum RomanizationScheme {
  /** Letter by letter with marks, so that it can be reversed: {@code ŝuka}. */
  SCHOLARLY,

  /** The same without marks and apostrophes: {@code suka}. */
  PLAIN,

  /** As geographic names are officially written, without marks: {@code shchuka}. */
  OFFICIAL,

  /** As people type without a keyboard for their script: {@code schuka}. */
  INFORMAL
}
