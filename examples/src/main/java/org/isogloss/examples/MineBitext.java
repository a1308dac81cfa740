// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.isogloss.core.util.Margin;
import org.isogloss.engine.LoadedModel;
import org.isogloss.engine.Models;
import org.isogloss.mining.MiningListener;
import org.isogloss.mining.MiningOptions;
import org.isogloss.mining.MiningSession;
import org.isogloss.mining.scoring.MinedPair;
import org.isogloss.mining.scoring.PairSelection;

/** Finds translations among the sentences of two files. */
public final class MineBitext {
  private MineBitext() {}

  /** Runs the example in the folder given as argument, or in a temporary folder. */
  public static void main(String[] args) throws IOException {
    Path folder = WorkFolder.of(args);
    Path english = folder.resolve("news.en");
    Path german = folder.resolve("news.de");
    Files.write(
        english,
        List.of(
            "The cat sleeps in the garden.",
            "The president visited Berlin on Monday.",
            "It rained all night.",
            "The museum opens at ten o'clock."));
    Files.write(
        german,
        List.of(
            "Der Präsident besuchte am Montag Berlin.",
            "Die Preise sind gestiegen.",
            "Das Museum öffnet um zehn Uhr.",
            "Die Katze schläft im Garten."));

    // The work folder keeps the vectors: a run that was killed continues with them.
    try (LoadedModel model = Models.open("tiny");
        MiningSession mining =
            MiningSession.open(
                folder.resolve("work"),
                english,
                german,
                model.encoder(),
                MiningOptions.defaults().withNeighbours(2),
                MiningListener.NONE)) {
      for (MinedPair pair :
          mining
              .findNeighbours(MiningListener.NONE)
              .pairs(Margin.RATIO, PairSelection.INTERSECTION)) {
        System.out.printf(
            Locale.ROOT,
            "%.3f  %s | %s%n",
            pair.score(),
            mining.source().text(pair.source()),
            mining.target().text(pair.target()));
      }
    }
  }
}
