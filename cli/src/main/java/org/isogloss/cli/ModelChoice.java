package org.isogloss.cli;

import picocli.CommandLine.Option;

/** Which model encodes, for the commands that need one and no index. */
final class ModelChoice {
  @Option(
      names = "--model",
      paramLabel = "MODEL",
      description = "A model folder or the name of a shipped model (default: ${DEFAULT-VALUE}).")
  private String model = LoadedModel.USUAL;

  /** As it was named. */
  String name() {
    return model;
  }

  LoadedModel open(CommonOptions common) {
    return LoadedModel.open(model, common.threads);
  }
}
