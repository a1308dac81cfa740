// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.torch;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Marks a test that computes with libtorch. The test is skipped if the class path has no libtorch
 * for the platform; it fails if the class path has one that cannot be loaded.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(RequiresTorch.Condition.class)
public @interface RequiresTorch {
  /** Looks for the native library and loads it. */
  final class Condition implements ExecutionCondition {
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      String platform = Loader.getPlatform();
      String folder = "/org/bytedeco/pytorch/" + platform + "/";
      if (torch.class.getResource(folder) == null) {
        return ConditionEvaluationResult.disabled(
            "no libtorch for " + platform + " on the class path");
      }
      Loader.load(torch.class);
      // Threads that wait for each other make small tests slow on a busy machine.
      Torch.setThreads(1);
      return ConditionEvaluationResult.enabled("libtorch for " + platform);
    }
  }
}
