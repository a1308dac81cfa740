// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.task;

import org.isogloss.cli.option.CommonOptions;
import org.isogloss.cli.option.DeviceOption;
import org.isogloss.cli.option.PrecisionOption;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.runtime.InferenceOptions;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The model of a task, and how it is run. */
final class TaskModelOptions {
  @Option(names = "--model", required = true, paramLabel = "DIR", description = "The model folder.")
  private String model;

  @Mixin private PrecisionOption precision;

  @Mixin private DeviceOption device;

  /**
   * Opens a model.
   *
   * @param <M> the type of the model
   */
  @FunctionalInterface
  interface Opener<M> {
    M open(ModelFolder folder, InferenceOptions options);
  }

  /** Returns the model as the user named it. */
  String name() {
    return model;
  }

  /** Returns how models are run. */
  InferenceOptions inference(CommonOptions common) {
    return device.inference(precision.inference(common));
  }

  /** Opens the model; the caller closes it. */
  <M> M open(CommonOptions common, Opener<M> opener) {
    return open(model, common, opener);
  }

  /** Opens another model in the same precision; the caller closes it. */
  <M> M open(String other, CommonOptions common, Opener<M> opener) {
    try (ModelFolder folder = ModelFolder.open(other)) {
      return opener.open(folder, inference(common));
    }
  }
}
