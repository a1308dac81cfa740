// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.Terminal;
import org.isogloss.core.Language;
import org.isogloss.data.LanguagePair;
import org.isogloss.lexical.alignment.AlignmentModel;
import org.junit.jupiter.api.Test;

class AlignmentProgressPrinterTest {
  private static String print(boolean agreement, double... perplexities) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    AlignmentProgressPrinter printer =
        new AlignmentProgressPrinter(
            new Console(OutputStream.nullOutputStream(), err, Terminal.NONE),
            new LanguagePair(Language.of("en"), Language.of("de")),
            agreement);
    for (int i = 0; i < perplexities.length; i++) {
      printer.iterationFinished(AlignmentModel.HMM, i + 1, perplexities[i], perplexities[i]);
    }
    return err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void explainsTheFirstRiseUnderAgreement() {
    assertThat(print(true, 30, 60, 40, 50))
        .containsOnlyOnce("This is expected")
        .containsSubsequence("iteration 2: perplexity 60.00", "(The HMM predicts", "iteration 3");
    assertThat(print(true, 30, 20)).doesNotContain("expected");
    assertThat(print(false, 30, 60)).doesNotContain("expected");
  }
}
