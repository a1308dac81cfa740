// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.doctor;

import java.util.List;
import org.isogloss.core.IsoglossException;
import org.isogloss.neural.torch.Torch;
import org.isogloss.runtime.inference.OnnxRuntimeVersion;

/** Checks that the native libraries can be loaded: those of inference, and those of training. */
final class NativeChecks {
  private NativeChecks() {}

  static List<Finding> run() {
    return List.of(onnxRuntime(), libtorch());
  }

  private static Finding onnxRuntime() {
    try {
      return Finding.ok("ONNX Runtime", "version " + OnnxRuntimeVersion.load() + " is loaded");
    } catch (IsoglossException e) {
      return Finding.error("ONNX Runtime", e.getMessage(), "isogloss help troubleshooting");
    }
  }

  private static Finding libtorch() {
    try {
      Torch.setSeed(0);
      return Finding.ok("libtorch", "is loaded");
    } catch (LinkageError e) {
      if (e.getCause() instanceof ClassNotFoundException) {
        return Finding.ok(
            "libtorch", "is not in this installation, which is for searching, not for training");
      }
      return Finding.error(
          "libtorch",
          "cannot be loaded, so that nothing can be trained: " + e.getMessage(),
          "free 500 MB below ~/.javacpp, and allow programs to run from there");
    }
  }
}
