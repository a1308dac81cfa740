// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.Terminal;
import org.isogloss.core.IsoglossException;
import org.isogloss.neural.TrainingListener;
import org.junit.jupiter.api.Test;

class PaperProgressPrinterTest {
  private final AtomicBoolean stopRequested = new AtomicBoolean();
  private final ByteArrayOutputStream messages = new ByteArrayOutputStream();
  private final PaperProgressPrinter printer =
      new PaperProgressPrinter(
          new Console(OutputStream.nullOutputStream(), messages, Terminal.NONE),
          new TrainingListener() {
            @Override
            public boolean shouldStop() {
              return stopRequested.get();
            }
          });

  @Test
  void stopsBetweenTheLanguagesOfAMeasurement() {
    printer.progressReported("Measuring Tatoeba", "languages", 3, 36);
    stopRequested.set(true);
    assertThatThrownBy(() -> printer.progressReported("Measuring Tatoeba", "languages", 4, 36))
        .isInstanceOf(IsoglossException.class)
        .hasMessage("stopped at 4 of 36 languages: the same command continues the run");
  }

  @Test
  void keepsACompleteMeasurementAndStopsBeforeTheNext() {
    stopRequested.set(true);
    printer.progressReported("Measuring Tatoeba", "languages", 36, 36);
    assertThatThrownBy(() -> printer.messageReported("mining"))
        .isInstanceOf(IsoglossException.class)
        .hasMessage("stopped: the same command continues the run");
    assertThat(messages.toString(StandardCharsets.UTF_8)).doesNotContain("mining");
  }
}
