// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.option;

import java.util.List;
import org.isogloss.engine.EngineBuilder;
import org.isogloss.engine.Translators;
import org.isogloss.server.ServerBuilder;
import picocli.CommandLine.Option;

/** The option of translation models for pipelines. */
public final class TranslatorOption {
  @Option(
      names = "--translator",
      paramLabel = "MODEL",
      description =
          "A translation model for pipelines with translate or dense(translated=WEIGHT): a folder"
              + " as training writes it from a recipe of the kind translation. Can be given several"
              + " times, one for each language to translate into.")
  private List<String> models = List.of();

  public boolean isEmpty() {
    return models.isEmpty();
  }

  /** Adds the models to an engine. */
  public void apply(EngineBuilder engine) {
    models.forEach(engine::translator);
  }

  /** Adds the models to a server. */
  public void apply(ServerBuilder server) {
    models.forEach(server::translator);
  }

  /** Opens the models. */
  public Translators open(int threads) {
    Translators translators = new Translators(threads);
    try {
      models.forEach(translators::open);
      return translators;
    } catch (RuntimeException e) {
      translators.close();
      throw e;
    }
  }
}
