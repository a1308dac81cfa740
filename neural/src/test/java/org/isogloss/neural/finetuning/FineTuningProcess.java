// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.finetuning;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.isogloss.neural.Recipe;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.torch.Torch;
import org.isogloss.neural.train.KilledTraining;

/** A small training in a separate process, which {@link KilledTraining} kills. */
final class FineTuningProcess {
  private FineTuningProcess() {}

  /** Returns a recipe with dropout, so that the state of the random generator matters too. */
  static Recipe recipe(String kind, Path folder) throws IOException {
    String[] overrides = {
      "training.steps=24", "training.validate-every=8", "training.log-every=1", "model.dropout=0.2"
    };
    return RecipeFixtures.of(kind, folder, overrides);
  }

  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[1]);
    String to = arguments[2];
    Path losses = folder.resolve(to + ".losses");
    Torch.setThreads(1);
    Path work = folder.resolve(to + ".work");
    TrainingListener recorder =
        new TrainingListener() {
          @Override
          public void progressReported(Progress progress) {
            try {
              Files.writeString(
                  losses,
                  progress.step() + " " + progress.loss() + "\n",
                  StandardOpenOption.CREATE,
                  StandardOpenOption.APPEND);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          }
        };
    recipe(arguments[0], folder)
        .train(work, folder.resolve(to), "name: small\n", KilledTraining.listener(work, recorder));
  }
}
