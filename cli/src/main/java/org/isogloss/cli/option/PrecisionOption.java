// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.option;

import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.export.Precision;
import picocli.CommandLine.Option;

/** The precision in which a model is run. */
public final class PrecisionOption {
  @Option(
      names = "--precision",
      paramLabel = "int8|fp32",
      description =
          "Compute in eight bits (int8, the default), which is faster, or in single precision.")
  private Precision precision = Precision.INT8;

  /** Returns how a model is run. */
  public InferenceOptions inference(CommonOptions common) {
    return new InferenceOptions(common.threads, precision);
  }
}
