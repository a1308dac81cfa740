// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.judgement;

import java.util.List;
import java.util.Set;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/** States which passages of a batch are judged relevant for which of its queries. */
public final class RelevanceMask {
  private RelevanceMask() {}

  /**
   * Returns a mask.
   *
   * @param relevant keys of the relevant passages of each query
   * @param passages keys of the passages of the batch
   * @return bool, {@code [queries, passages]}, on the device
   */
  public static Tensor of(List<Set<Integer>> relevant, List<Integer> passages, Device device) {
    boolean[] mask = new boolean[relevant.size() * passages.size()];
    int at = 0;
    for (Set<Integer> ofQuery : relevant) {
      for (int passage : passages) {
        mask[at++] = ofQuery.contains(passage);
      }
    }
    return Tensor.create(mask, relevant.size(), passages.size()).to(device, torch.ScalarType.Bool);
  }
}
