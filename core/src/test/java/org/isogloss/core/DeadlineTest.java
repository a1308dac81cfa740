// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
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
  void workWithinItsTimeGoesOn() {
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
  void otherThreadsCanInheritADeadline() throws InterruptedException {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Runnable work = Deadline.call(Duration.ZERO, () -> Deadline.inherited(Deadline::check));
    Thread other = new Thread(work);
    other.setUncaughtExceptionHandler((thread, thrown) -> failure.set(thrown));
    other.start();
    other.join();
    assertThat(failure.get()).isInstanceOf(DeadlineExceededException.class);
    assertThatCode(() -> Deadline.inherited(Deadline::check).run()).doesNotThrowAnyException();
  }

  @Test
  void theEarlierOfTwoDeadlinesCounts() {
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
