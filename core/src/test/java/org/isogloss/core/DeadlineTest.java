// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class DeadlineTest {
  private static String check() {
    Deadline.check();
    return "checked";
  }

  @Test
  void aThreadHasNoDeadlineAtFirst() {
    assertThatCode(Deadline::check).doesNotThrowAnyException();
  }

  @Test
  void workWithinItsTimeGoesOn() throws Exception {
    assertThat(Deadline.call(Duration.ofHours(1), DeadlineTest::check)).isEqualTo("checked");
  }

  @Test
  void workEndsAtItsDeadline() {
    assertThatThrownBy(() -> Deadline.call(Duration.ZERO, DeadlineTest::check))
        .isInstanceOf(DeadlineExceededException.class)
        .hasMessage("the work was not finished in time; ask for less, or allow more time");
    assertThatCode(Deadline::check).doesNotThrowAnyException();
  }

  @Test
  void theEarlierOfTwoDeadlinesCounts() throws Exception {
    Duration hour = Duration.ofHours(1);
    assertThatThrownBy(
            () -> Deadline.call(Duration.ZERO, () -> Deadline.call(hour, DeadlineTest::check)))
        .isInstanceOf(DeadlineExceededException.class);
    String after =
        Deadline.call(
            hour,
            () -> {
              assertThatThrownBy(() -> Deadline.call(Duration.ZERO, DeadlineTest::check))
                  .isInstanceOf(DeadlineExceededException.class);
              return check();
            });
    assertThat(after).isEqualTo("checked");
  }
}
