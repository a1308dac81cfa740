// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class VerdictTest {
  @Test
  void summarisesSentences() {
    assertThat(
            Verdict.summarise(
                List.of(
                    Verdict.HOLDS.conclude("MRR. The paper: A > B; here: A > B (p < .001)"),
                    Verdict.OPEN.conclude("MAP. The paper: A > B; here: A = B (p = .3)"),
                    Verdict.HOLDS.conclude("P@1. The paper: A > B; here: A > B (p = .01)"),
                    Verdict.DOES_NOT_HOLD.conclude("P@5. The paper: A > B; here: A < B (p = .02)"),
                    "Another remark.")))
        .isEqualTo(
            "Of 4 orders of systems in the paper, 2 hold, 1 does not hold and 1 is open, as no"
                + " difference is significant.");
    assertThat(Verdict.summarise(List.of(Verdict.HOLDS_IN_PART.conclude("MRR"))))
        .isEqualTo("Of 1 order of systems in the paper, 1 holds in part.");
    assertThat(Verdict.summarise(List.of("Another remark."))).isEmpty();
  }

  @Test
  void countsAnOrderOnceForEachSeed() {
    String map = "MAP. The paper: A > B; here: A > B (p = .01)";
    String mrr = "MRR. The paper: A > B; here: A = B (p = .3)";
    assertThat(
            Verdict.summarise(
                List.of(
                    Verdict.ofSeed("1", Verdict.HOLDS.conclude(map)),
                    Verdict.ofSeed("2", Verdict.HOLDS.conclude(map)),
                    Verdict.ofSeed("1", Verdict.HOLDS.conclude(mrr)),
                    Verdict.ofSeed("2", Verdict.OPEN.conclude(mrr)))))
        .isEqualTo(
            "Seed 1: Of 2 orders of systems in the paper, 2 hold. Seed 2: Of 2 orders of systems in"
                + " the paper, 1 holds and 1 is open, as no difference is significant.");
  }
}
