package org.isogloss.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NamesTest {
  @Test
  void findsWhatWasMeant() {
    List<String> known = List.of("learning_rate", "batch_size", "seed");
    assertThat(Names.nearest("leraning_rate", known)).contains("learning_rate");
    assertThat(Names.nearest("Batchsize", known)).contains("batch_size");
    assertThat(Names.nearest("temperature", known)).isEmpty();
  }

  @Test
  void aSwapOfNeighboursCountsOne() {
    assertThat(Names.distance("seed", "sede")).isEqualTo(1);
    assertThat(Names.distance("", "abc")).isEqualTo(3);
  }
}
