// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.bicla;

import org.isogloss.modelio.bicla.BiclaArchitecture.Attention;

/** A trained system of the paper. */
enum BiclaVariant {
  BICLA("BiCLA", Attention.BIDIRECTIONAL),
  INATT("InAtt", Attention.NONE);

  private final String label;
  private final Attention attention;

  BiclaVariant(String label, Attention attention) {
    this.label = label;
    this.attention = attention;
  }

  /** Returns the name in the paper. */
  String label() {
    return label;
  }

  Attention attention() {
    return attention;
  }
}
