// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.finetuning;

/** The initialisation of the head of a model. */
public enum HeadInitialisation {
  /** New weights, which depend on the seed. */
  NEW,
  /** The head of the base model, which must have one of the same kind. */
  KEPT
}
