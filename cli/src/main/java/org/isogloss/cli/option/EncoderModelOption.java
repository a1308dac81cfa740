package org.isogloss.cli.option;

import org.isogloss.engine.LoadedModel;
import org.isogloss.engine.Models;
import picocli.CommandLine.Option;

/** Which model encodes, for the commands that need one and no index. */
public final class EncoderModelOption {
  @Option(
      names = "--model",
      paramLabel = "MODEL",
      description = "A model folder or the name of a shipped model (default: ${DEFAULT-VALUE}).")
  private String model = Models.DEFAULT;

  /** As it was named. */
  public String name() {
    return model;
  }

  public LoadedModel open(CommonOptions common) {
    return Models.open(model, common.threads);
  }
}
