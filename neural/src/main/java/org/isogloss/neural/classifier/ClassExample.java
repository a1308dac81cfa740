// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.classifier;

import static java.util.Objects.requireNonNull;

import org.isogloss.neural.finetuning.Example;
import org.isogloss.text.Encoding;

/**
 * A text, or a pair of texts, with its class.
 *
 * @param label number of the class, from 0
 */
record ClassExample(Encoding input, int label) implements Example {
  ClassExample {
    requireNonNull(input, "input is null");
  }
}
