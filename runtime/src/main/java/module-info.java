// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Runs trained models, which compute vectors and scores of texts, and exports their ONNX graphs.
 */
module org.isogloss.runtime {
  requires transitive org.isogloss.core;
  requires transitive org.isogloss.modelio;
  requires org.isogloss.text;
  requires com.microsoft.onnxruntime;
  requires java.logging;

  exports org.isogloss.runtime;
  exports org.isogloss.runtime.bicla;
  exports org.isogloss.runtime.export;
  exports org.isogloss.runtime.foreign;
  exports org.isogloss.runtime.inference to
      org.isogloss.cli,
      org.isogloss.mining;
  exports org.isogloss.runtime.rerank;
  exports org.isogloss.runtime.sparse;
  exports org.isogloss.runtime.task;
  exports org.isogloss.runtime.translation;
}
