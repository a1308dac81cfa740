// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The model folder: its manifest, weights, tokenizer and provenance. Training writes model folders,
 * inference reads them, and neither depends on the other.
 */
module org.isogloss.modelio {
  requires transitive org.isogloss.core;
  requires transitive org.isogloss.text;
  requires com.fasterxml.jackson.core;
  requires com.fasterxml.jackson.databind;
  requires java.net.http;

  uses org.isogloss.modelio.TokenizerProvider;

  exports org.isogloss.modelio;
  exports org.isogloss.modelio.adapter;
  exports org.isogloss.modelio.architecture;
  exports org.isogloss.modelio.bicla;
  exports org.isogloss.modelio.dense;
  exports org.isogloss.modelio.embedding;
  exports org.isogloss.modelio.format;
  exports org.isogloss.modelio.hub;
  exports org.isogloss.modelio.manifest;
  exports org.isogloss.modelio.maven;
  exports org.isogloss.modelio.multivector;
  exports org.isogloss.modelio.protobuf to
      org.isogloss.runtime;
  exports org.isogloss.modelio.safetensors;
  exports org.isogloss.modelio.sparse;
  exports org.isogloss.modelio.transform;
  exports org.isogloss.modelio.transformer;
  exports org.isogloss.modelio.translation;
  exports org.isogloss.modelio.weights;
}
