// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.staticencoder;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.torch.Torch;

/** A small training in a separate process, slow enough to be killed during the training. */
final class StaticEncoderTrainingProcess {
  static final int STEPS = 120;

  private StaticEncoderTrainingProcess() {}

  public static void main(String[] arguments) throws IOException {
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
    TrainedStaticEncoder trained =
        new StaticEncoderTraining(
                CorpusFixtures.recipe(folder, "training.steps=" + STEPS, "training.log-every=1"),
                folder.resolve(arguments[1]),
                slow)
            .run();
    Files.write(folder.resolve(arguments[1] + ".rows"), bytes(trained.rows()));
  }

  static byte[] bytes(float[] values) {
    ByteBuffer buffer = ByteBuffer.allocate(values.length * Float.BYTES);
    buffer.asFloatBuffer().put(values);
    return buffer.array();
  }
}
