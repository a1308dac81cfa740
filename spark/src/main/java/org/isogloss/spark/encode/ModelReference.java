// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.spark.encode;

import java.io.Serializable;

/**
 * How an executor finds and runs a model.
 *
 * @param name the folder or name by which the driver opened the model
 * @param archive name of the archive in which Spark distributes a model folder; empty for a model
 *     in a jar on the class path, and for a folder that tasks on this machine read directly
 * @param fingerprint the fingerprint of the model, which an executor verifies
 * @param device the device on which an executor runs the model: as in {@link
 *     org.isogloss.runtime.InferenceOptions}
 */
record ModelReference(String name, String archive, String fingerprint, String device)
    implements Serializable {
  /** No model. */
  static final ModelReference NONE = new ModelReference("", "", "", "");

  boolean isNone() {
    return name.isEmpty();
  }
}
