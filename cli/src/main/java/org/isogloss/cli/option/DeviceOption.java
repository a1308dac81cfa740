// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.option;

import org.isogloss.engine.EngineBuilder;
import org.isogloss.options.OptionValidation;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.server.ServerBuilder;
import picocli.CommandLine.Option;

/** The device of all commands that run models. */
public final class DeviceOption {
  @Option(
      names = "--device",
      paramLabel = "cpu|cuda|cuda:N|auto",
      description =
          "Where models run: cpu (default), or cuda for an NVIDIA GPU, cuda:1 for the second one,"
              + " which needs other libraries (isogloss help gpu); auto: the first GPU, or with a"
              + " warning the CPU if it cannot be used. Translation models run on the CPU.")
  private String device = "cpu";

  /**
   * Returns how models are run.
   *
   * @param threads number of threads, 1 or more
   * @throws org.isogloss.core.IsoglossException if there is no such device, or it cannot be used
   */
  public InferenceOptions inference(int threads) {
    return inference(InferenceOptions.defaults().withThreads(threads));
  }

  /** Sets the device in other options; see {@link #inference(int)}. */
  public InferenceOptions inference(InferenceOptions options) {
    InferenceOptions set =
        OptionValidation.set("--device", options, settings -> settings.withDevice(device));
    set.requireDevice();
    return set;
  }

  /** Sets the device of an engine; see {@link #inference(int)}. */
  public EngineBuilder apply(EngineBuilder engine) {
    return engine.device(inference(1).device());
  }

  /** Sets the device of a server; see {@link #inference(int)}. */
  public ServerBuilder apply(ServerBuilder server) {
    return server.device(inference(1).device());
  }

  /** Returns how models are run; see {@link #inference(int)}. */
  public InferenceOptions inference(CommonOptions common) {
    return inference(common.threads);
  }
}
