// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.inference;

import org.isogloss.core.IsoglossException;

/** The version of ONNX Runtime. */
public final class OnnxRuntimeVersion {
  private OnnxRuntimeVersion() {}

  /**
   * Loads the native libraries of ONNX Runtime and returns its version.
   *
   * @throws IsoglossException if they cannot be loaded
   */
  public static String load() {
    return OnnxRuntimeEnvironment.environment().getVersion();
  }
}
