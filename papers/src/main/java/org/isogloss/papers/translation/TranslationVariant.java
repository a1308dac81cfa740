// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.translation;

/** A row of HICTL's tables 4 and 5: an encoder, and how a decoder is trained on it. */
enum TranslationVariant {
  /** Nothing is pretrained. */
  TRANSFORMER("transformer", "Transformer", Encoder.NEW, false, false),
  BASE("base", "base, no word similarities", Encoder.BASE, false, true),
  BASE_SIMILARITIES("base-similarities", "base", Encoder.BASE, true, true),
  HICTL_PLAIN("hictl-plain", "HICTL, no word similarities", Encoder.HICTL, false, true),
  HICTL("hictl", "HICTL", Encoder.HICTL, true, true),
  /** The encoder is trained from the first step on. */
  HICTL_DIRECT("hictl-direct", "HICTL, trained in one step", Encoder.HICTL, true, false),
  /** After a second phase of pre-training on the pairs of the task. */
  HICTL_ADAPTED("hictl-adapted", "HICTL*", Encoder.ADAPTED, true, true);

  /** The encoder at the start. */
  enum Encoder {
    NEW,
    BASE,
    HICTL,
    ADAPTED
  }

  private final String key;
  private final String label;
  private final Encoder encoder;
  private final boolean similarities;
  private final boolean frozenFirst;

  TranslationVariant(
      String key, String label, Encoder encoder, boolean similarities, boolean frozenFirst) {
    this.key = key;
    this.label = label;
    this.encoder = encoder;
    this.similarities = similarities;
    this.frozenFirst = frozenFirst;
  }

  /** Returns the name in options and files. */
  String key() {
    return key;
  }

  /** Returns the name in tables. */
  String label() {
    return label;
  }

  /** Returns the name of its model. */
  String model() {
    return "translation-" + key;
  }

  Encoder encoder() {
    return encoder;
  }

  /** Returns whether word similarities are added to the logits. */
  boolean similarities() {
    return similarities;
  }

  /** Returns whether the decoder is trained alone first. */
  boolean frozenFirst() {
    return frozenFirst;
  }
}
