// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.batch;

import java.util.List;

class ShuffledBatchesTest extends BatchesContractTest<List<String>> {
  @Override
  protected Batches<List<String>> open() {
    return new ShuffledBatches<>(List.of("a", "b", "c", "d", "e", "f", "g", "h", "i", "j"), 4, 7);
  }
}
