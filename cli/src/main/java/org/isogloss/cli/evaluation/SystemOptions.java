// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.evaluation;

import java.util.Optional;
import org.isogloss.cli.option.CommonOptions;
import org.isogloss.cli.option.DeviceOption;
import org.isogloss.cli.option.EncoderModelOption;
import org.isogloss.cli.option.TranslationTableOption;
import org.isogloss.cli.option.TranslatorOption;
import org.isogloss.engine.LoadedModel;
import org.isogloss.runtime.InferenceOptions;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The system that a benchmark measures: a model, a pipeline, and what the pipeline needs. */
final class SystemOptions {
  @Mixin private EncoderModelOption model;

  @Mixin private DeviceOption device;

  @Option(
      names = "--pipeline",
      paramLabel = "P",
      description =
          "Search pipeline. Default: dense for tatoeba, ntrex and europarl-mates, otherwise"
              + " that of search.")
  private Optional<String> pipeline = Optional.empty();

  @Mixin private TranslationTableOption tables;

  @Mixin private TranslatorOption translators;

  /** Returns the model as the user named it. */
  String model() {
    return model.name();
  }

  /** Returns the pipeline that the user stated. */
  Optional<String> pipeline() {
    return pipeline;
  }

  /** Whether only the model is stated. */
  boolean isModelOnly() {
    return pipeline.isEmpty() && tables.files.isEmpty() && translators.isEmpty();
  }

  /** Opens the model alone. */
  LoadedModel openModel(CommonOptions common) {
    return model.open(device.inference(common));
  }

  /** Opens the models. */
  OpenedSystem open(CommonOptions common) {
    InferenceOptions inference = device.inference(common);
    return new OpenedSystem(
        model.open(inference), () -> translators.open(common.threads), tables.files, inference);
  }
}
