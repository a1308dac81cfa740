// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.inference;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class TokenBudgetTest {
  private TokenBudget budget = new TokenBudget(512, 16_384, false);

  @Test
  void twoTextsOf8192TokensRunAtATime() throws InterruptedException {
    budget.acquire(8192);
    budget.acquire(8192);
    Thread third = waiting(8192);
    budget.release(8192);
    third.join();
  }

  @Test
  void textsOfQuadraticMemoryNeedNoMoreThanOneOf8192Tokens() throws InterruptedException {
    budget = new TokenBudget(512, 16_384, true);
    budget.acquire(8192);
    Thread second = waiting(513);
    budget.release(8192);
    second.join();
    budget.release(513);
    for (int i = 0; i < 4; i++) {
      budget.acquire(4096);
    }
    Thread fifth = waiting(4096);
    budget.release(4096);
    fifth.join();
  }

  @Test
  void shortBatchesDoNotWaitForLongTexts() {
    budget.acquire(16_384);
    budget.acquire(512);
    budget.release(512);
  }

  @Test
  void longerTextRunsAlone() throws InterruptedException {
    budget.acquire(1_000_000);
    Thread other = waiting(513);
    budget.release(1_000_000);
    other.join();
  }

  /** Starts a thread that waits for a part of the budget. */
  private Thread waiting(int tokens) throws InterruptedException {
    Thread thread = Thread.ofPlatform().start(() -> budget.acquire(tokens));
    while (thread.getState() != Thread.State.WAITING) {
      assertThat(thread.isAlive()).as("a thread that must wait").isTrue();
      Thread.sleep(Duration.ofMillis(1));
    }
    return thread;
  }
}
