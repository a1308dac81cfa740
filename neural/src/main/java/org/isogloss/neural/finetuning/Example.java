// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.finetuning;

import org.isogloss.text.Encoding;

/** An example of a task: an input of the model, with the expected prediction of its head. */
public interface Example {
  /** Returns the text, or the two texts, that the model reads. */
  Encoding input();
}
