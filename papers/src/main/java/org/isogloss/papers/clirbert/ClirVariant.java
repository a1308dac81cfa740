// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.clirbert;

import java.util.List;

/** A row of the paper's tables, or an additional one. */
enum ClirVariant {
  PROBABILISTIC_CLIR("Prob. CLIR", "prob-clir"),
  PROBABILISTIC_OCCURRENCE("Prob. Occurrence", "prob-occurrence"),
  BERT("BERT", "bert"),
  DOT_PRODUCT("Dot-Product", "dot-product"),
  QRANN("QRANN", "qrann"),
  BERT_CORRECTED("BERT, prior corrected", "bert-corrected"),
  DOT_PRODUCT_CORRECTED("Dot-Product, prior corrected", "dot-product-corrected"),
  QRANN_CORRECTED("QRANN, prior corrected", "qrann-corrected"),
  BERT_NORMALISED("BERT, normalised by query", "bert-normalised"),
  DOT_PRODUCT_NORMALISED("Dot-Product, normalised by query", "dot-product-normalised"),
  QRANN_NORMALISED("QRANN, normalised by query", "qrann-normalised"),
  COMBINED("BERT with Prob. CLIR", "bert-with-prob-clir"),
  PSQ("PSQ", "psq"),
  TRANSLATION("best translation, BM25", "translation");

  /** Returns the rows of table 2, which predict whether a query occurs in a sentence. */
  static final List<ClirVariant> CLASSIFIERS = List.of(BERT, DOT_PRODUCT, QRANN, COMBINED);

  private final String label;
  private final String key;

  ClirVariant(String label, String key) {
    this.label = label;
    this.key = key;
  }

  /** Returns the name in the paper, if the row is the paper's. */
  String label() {
    return label;
  }

  /** Returns the name of its files. */
  String key() {
    return key;
  }
}
