// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.doctor;

import java.util.List;
import java.util.Locale;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Role;
import org.isogloss.engine.LoadedModel;
import org.isogloss.engine.Models;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.ModelSummary;
import org.isogloss.runtime.InferenceOptions;

/** Checks that models are complete, and that encoders encode. */
final class ModelChecks {
  private static final String REPAIR = "install Isogloss again, or import the model again";

  private ModelChecks() {}

  /** Checks a shipped model, which may be left out of an installation. */
  static Finding shipped(String name, InferenceOptions inference) {
    if (Models.exists(name)) {
      return check(name, inference);
    }
    String check = "model " + name;
    String missing = "is not in this installation";
    return name.equals(Models.DEFAULT)
        ? Finding.warning(check, missing, "install one that has it, or name models with --model")
        : Finding.ok(check, missing);
  }

  /** Checks a model folder or a shipped model. */
  static Finding check(String name, InferenceOptions inference) {
    String check = "model " + name;
    try (ModelFolder folder = ModelFolder.open(name)) {
      ModelSummary summary = ModelSummary.of(folder);
      if (!folder.matchesRecordedFingerprint()) {
        return Finding.error(check, "its files are not those that were shipped", REPAIR);
      }
      String found =
          String.format(
              Locale.ROOT,
              "%.1f MB, fingerprint %s",
              summary.sizeOnDisk() / 1e6,
              folder.fingerprint());
      return Finding.ok(check, found + (encodes(folder) ? "; " + encode(name, inference) : ""));
    } catch (IsoglossException e) {
      return Finding.error(check, e.getMessage(), REPAIR);
    }
  }

  private static boolean encodes(ModelFolder folder) {
    return !folder.lacksPooling() && folder.kind() != ModelFolder.Kind.BICLA;
  }

  private static String encode(String name, InferenceOptions inference) {
    try (LoadedModel loaded = Models.open(name, inference)) {
      long start = System.nanoTime();
      float[] vector = loaded.encoder().encode(List.of("water"), Role.QUERY)[0];
      return String.format(
          Locale.ROOT,
          "encodes a word into %d dimensions in %.1f ms",
          vector.length,
          (System.nanoTime() - start) / 1e6);
    }
  }
}
