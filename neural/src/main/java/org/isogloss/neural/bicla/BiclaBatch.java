// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.bicla;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.isogloss.modelio.bicla.WordSequence;

/**
 * Translations and their negatives.
 *
 * @param examples one or more
 * @param inBatch whether all other second sentences of the batch are negatives of an example, too
 */
record BiclaBatch(List<Example> examples, boolean inBatch) {
  /**
   * A sentence, its translation and other sentences (a micro-batch of the paper).
   *
   * @param negatives the same number in all examples of a batch
   */
  record Example(WordSequence first, WordSequence second, List<WordSequence> negatives) {
    Example {
      requireNonNull(first, "first is null");
      requireNonNull(second, "second is null");
      negatives = List.copyOf(negatives);
    }
  }

  BiclaBatch {
    examples = List.copyOf(examples);
    if (examples.isEmpty()
        || (examples.getFirst().negatives().isEmpty() && (!inBatch || examples.size() == 1))) {
      throw new IllegalArgumentException(
          "the batch has " + examples.size() + " examples, expected one or more with negatives");
    }
  }

  /** Returns the number of negatives of each example. */
  int negatives() {
    return examples.getFirst().negatives().size();
  }
}
