// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.adversary;

import static java.util.Objects.requireNonNull;

import org.isogloss.text.Encoding;

/**
 * A text for the adversary.
 *
 * @param text the encoded text
 * @param source whether the text is in the source language
 * @param positions positions of the tokens whose vectors the discriminator reads; none if it reads
 *     the vector of the text
 */
record AdversaryExample(Encoding text, boolean source, int[] positions) {
  AdversaryExample {
    requireNonNull(text, "text is null");
    requireNonNull(positions, "positions is null");
  }
}
