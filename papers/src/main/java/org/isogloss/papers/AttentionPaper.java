// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers;

import java.util.Optional;

/** A paper with a picture of attention, which can be drawn of any texts. */
public abstract class AttentionPaper extends Paper {
  /**
   * Draws the attention of a trained model between the texts that the options state.
   *
   * @return an SVG picture; empty if the work folder has no such model, which a run may keep
   * @throws PaperOptionException if a text is missing, or a value is invalid
   */
  public final Optional<String> drawAttention(PaperOptions options) {
    return draw(options.withDefaults(description().options()));
  }

  /** Draws the attention with the default values of options. */
  protected abstract Optional<String> draw(PaperOptions options);
}
