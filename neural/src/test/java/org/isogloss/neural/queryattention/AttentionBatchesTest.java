// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.queryattention;

import java.util.List;
import java.util.stream.IntStream;
import org.isogloss.neural.batch.Batches;
import org.isogloss.neural.batch.BatchesContractTest;

class AttentionBatchesTest extends BatchesContractTest<List<AttentionExample>> {
  @Override
  protected Batches<List<AttentionExample>> open() {
    List<AttentionExample> examples =
        IntStream.range(0, 10)
            .mapToObj(i -> new AttentionExample(new int[] {i}, new int[] {i + 1}, i % 2 == 0))
            .toList();
    return new AttentionBatches(examples, 4, 7);
  }
}
