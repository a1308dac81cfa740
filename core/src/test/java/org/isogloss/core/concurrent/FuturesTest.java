// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.isogloss.core.IsoglossException;
import org.junit.jupiter.api.Test;

class FuturesTest {
  private static Future<String> failed(Throwable failure) {
    return CompletableFuture.failedFuture(failure);
  }

  @Test
  void returnsTheResult() {
    assertThat(Futures.await(CompletableFuture.completedFuture("done"), "the search"))
        .isEqualTo("done");
  }

  @Test
  void throwsTheFailureOfTheTaskItself() {
    RuntimeException unchecked = new IsoglossException("broken");
    assertThatThrownBy(() -> Futures.await(failed(unchecked), "the search")).isSameAs(unchecked);
    Error error = new OutOfMemoryError();
    assertThatThrownBy(() -> Futures.await(failed(error), "the search")).isSameAs(error);
    IOException checked = new IOException();
    assertThatThrownBy(() -> Futures.await(failed(checked), "the search"))
        .isInstanceOf(IllegalStateException.class)
        .hasCause(checked);
  }

  @Test
  void throwsTheFirstFailure() {
    RuntimeException first = new IsoglossException("first");
    List<Future<String>> tasks =
        List.of(
            CompletableFuture.completedFuture(""),
            failed(first),
            failed(new IsoglossException("second")));
    assertThatThrownBy(() -> Futures.awaitAll(tasks, "the search")).isSameAs(first);
  }

  @Test
  void anInterruptEndsTheWaitAndLeavesTheFlagSet() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> Futures.await(new CompletableFuture<>(), "the search"))
        .isInstanceOf(IsoglossException.class)
        .hasMessage("the search was interrupted");
    assertThat(Thread.interrupted()).isTrue();
  }
}
