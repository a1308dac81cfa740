// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.option;

import org.isogloss.engine.LoadedModel;
import org.isogloss.engine.Models;
import org.isogloss.runtime.InferenceOptions;
import picocli.CommandLine.Option;

/** The encoder option of commands that use no index. */
public final class EncoderModelOption {
  @Option(
      names = "--model",
      paramLabel = "MODEL",
      description = "A model folder or the name of a shipped model (default: ${DEFAULT-VALUE}).")
  private String model = Models.DEFAULT;

  /** Returns the model as the user named it. */
  public String name() {
    return model;
  }

  public LoadedModel open(InferenceOptions options) {
    return Models.open(model, options);
  }
}
