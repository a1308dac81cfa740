// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SparseVectorTest {
  @Test
  void multipliesTheWeightsOfCommonTerms() {
    SparseVector query = new SparseVector(new int[] {1, 4, 7}, new float[] {1, 2, 3});
    SparseVector passage = SparseVector.ofAll(new float[] {5, 0, 0, 0, 0.5f, 0, 0, 2});
    assertThat(passage).hasToString("{0=5.0, 4=0.5, 7=2.0}");
    assertThat(query.dot(passage)).isEqualTo(2 * 0.5 + 3 * 2);
    assertThat(passage.dot(query)).isEqualTo(query.dot(passage));
    assertThat(query.dot(SparseVector.EMPTY)).isZero();
    assertThat(passage.weight(4)).isEqualTo(0.5f);
    assertThat(passage.weight(5)).isZero();
  }

  @Test
  void rejectsTermsInAnotherOrderAndWeightsThatAreNone() {
    assertThatThrownBy(() -> new SparseVector(new int[] {2, 2}, new float[] {1, 1}))
        .hasMessage("term 1 is 2, expected ids in ascending order");
    assertThatThrownBy(() -> new SparseVector(new int[] {0}, new float[] {Float.NaN}))
        .hasMessage("weight 0 is NaN, expected a finite number above 0");
    assertThatThrownBy(() -> new SparseVector(new int[] {0}, new float[0]))
        .hasMessage("1 terms, but 0 weights");
  }
}
