// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.isogloss.core.Deadline;
import org.isogloss.core.DeadlineExceededException;
import org.junit.jupiter.api.Test;

class RequestPoolTest {
  @Test
  void endsWorkWhoseClientHasGivenUp() throws InterruptedException {
    CountDownLatch ended = new CountDownLatch(1);
    AtomicBoolean started = new AtomicBoolean();
    try (RequestPool pool = new RequestPool(1, 1, Duration.ofMillis(100))) {
      // On a busy machine, the client may give up before its work has started.
      while (!started.get()) {
        assertThatThrownBy(
                () ->
                    pool.run(
                        () -> {
                          started.set(true);
                          try {
                            while (true) {
                              Deadline.check();
                            }
                          } catch (DeadlineExceededException e) {
                            ended.countDown();
                            throw e;
                          }
                        }))
            .isInstanceOfSatisfying(
                RequestException.class,
                e -> assertThat(e.reason()).isEqualTo(RequestException.Reason.UNAVAILABLE))
            .hasMessageContaining("no answer within");
      }
      assertThat(ended.await(1, TimeUnit.MINUTES)).isTrue();
    }
  }

  @Test
  void tellsTheLimitOfARequestFromThatOfTheServer() throws Exception {
    try (RequestPool pool = new RequestPool(1, 1, Duration.ofHours(1))) {
      assertThatThrownBy(
              () ->
                  pool.run(
                      () ->
                          Deadline.call(
                              Duration.ZERO,
                              () -> {
                                Deadline.check();
                                return Reply.empty(200);
                              })))
          .isInstanceOfSatisfying(
              RequestException.class,
              e -> assertThat(e.reason()).isEqualTo(RequestException.Reason.UNAVAILABLE))
          .hasMessageContaining("no answer within the time that the request allows");
    }
  }
}
