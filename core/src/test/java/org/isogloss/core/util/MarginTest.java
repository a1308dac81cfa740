// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class MarginTest {
  @Test
  void relatesTheCosineToTheMeanOfTheNeighbours() {
    assertThat(Margin.COSINE.score(.9, .6)).isEqualTo(.9);
    assertThat(Margin.DISTANCE.score(.9, .6)).isEqualTo(.3, within(1e-12));
    assertThat(Margin.RATIO.score(.9, .6)).isEqualTo(1.5, within(1e-12));
  }

  /** The example of the paper: the correct pair has the lower cosine, but the higher margin. */
  @Test
  void penalisesSentencesThatAreSimilarToEverything() {
    double near = .90;
    double nearMean = .89;
    double right = .82;
    double rightMean = .70;
    assertThat(Margin.COSINE.score(near, nearMean)).isGreaterThan(right);
    assertThat(Margin.DISTANCE.score(near, nearMean))
        .isLessThan(Margin.DISTANCE.score(right, rightMean));
    assertThat(Margin.RATIO.score(near, nearMean)).isLessThan(Margin.RATIO.score(right, rightMean));
  }

  @Test
  void ratioIncreasesWithTheCosineForNonPositiveMeans() {
    assertThat(Margin.RATIO.score(.2, -.1)).isGreaterThan(Margin.RATIO.score(.1, -.1));
    assertThat(Margin.RATIO.score(.1, 0)).isFinite();
  }
}
