// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.staticencoder;

import java.nio.file.Path;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.torch.Torch;

/** A small training in a separate process, slow enough to be killed during the training. */
final class StaticEncoderTrainingProcess {
  static final int STEPS = 120;

  private StaticEncoderTrainingProcess() {}

  public static void main(String[] arguments) {
    Path folder = Path.of(arguments[0]);
    Torch.setThreads(1);
    TrainingListener slow =
        new TrainingListener() {
          @Override
          public void progressReported(Progress progress) {
            try {
              Thread.sleep(15);
            } catch (InterruptedException e) {
              throw new IllegalStateException(e);
            }
          }
        };
    train(folder, arguments[1], slow);
  }

  static TrainedStaticEncoder train(Path folder, String work, TrainingListener listener) {
    return new StaticEncoderTraining(
            CorpusFixtures.recipe(folder, "training.steps=" + STEPS, "training.log-every=1"),
            folder.resolve(work),
            listener)
        .run();
  }
}
