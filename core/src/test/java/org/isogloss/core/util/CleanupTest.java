// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CleanupTest {
  @Test
  void runsAllActionsAndThrowsTheFirstFailure() {
    List<String> run = new ArrayList<>();
    RuntimeException first = new IllegalStateException("first");
    RuntimeException second = new IllegalStateException("second");
    assertThatThrownBy(
            () ->
                Cleanup.runAll(
                    () -> {
                      throw first;
                    },
                    () -> run.add("middle"),
                    () -> {
                      throw second;
                    },
                    () -> run.add("last")))
        .isSameAs(first)
        .hasSuppressedException(second);
    assertThat(run).containsExactly("middle", "last");
  }
}
