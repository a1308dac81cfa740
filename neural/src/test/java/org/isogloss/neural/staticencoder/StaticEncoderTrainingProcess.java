// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.staticencoder;

import java.nio.file.Path;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.torch.Torch;
import org.isogloss.neural.train.KilledTraining;

/** A small training in a separate process, which {@link KilledTraining} kills. */
final class StaticEncoderTrainingProcess {
  static final int STEPS = 120;

  private StaticEncoderTrainingProcess() {}

  public static void main(String[] arguments) {
    Path folder = Path.of(arguments[0]);
    Torch.setThreads(1);
    train(
        folder,
        arguments[1],
        KilledTraining.listener(folder.resolve(arguments[1]), TrainingListener.NONE));
  }

  static TrainedStaticEncoder train(Path folder, String work, TrainingListener listener) {
    return new StaticEncoderTraining(
            CorpusFixtures.recipe(folder, "training.steps=" + STEPS, "training.log-every=1"),
            "",
            folder.resolve(work),
            listener)
        .run();
  }
}
