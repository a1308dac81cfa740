// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ProgressBarTest {
  private final ProgressBar bar =
      new ProgressBar(new PrintWriter(new StringWriter()), OptionalInt.empty(), "Training", "steps")
          .startingAt(10);

  @Test
  void estimatesNothingFromOneItem() {
    assertThat(bar.line(11, 100, "loss 3", Duration.ofSeconds(9)))
        .isEqualTo("Training 11/100 steps, loss 3");
  }

  @Test
  void estimatesFromSeveralItemsOfThisRun() {
    assertThat(bar.line(20, 100, "", Duration.ofSeconds(10)))
        .isEqualTo("Training 20/100 steps, 1.00/s, 1:20 min left");
  }
}
