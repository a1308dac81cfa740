// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.springai.boot;

import org.springframework.ai.document.Document;
import org.springframework.ai.embedding.EmbeddingModel;
import org.springframework.ai.embedding.EmbeddingRequest;
import org.springframework.ai.embedding.EmbeddingResponse;

/** An embedding model that an application defines and these tests do not call. */
final class NoModel implements EmbeddingModel {
  @Override
  public EmbeddingResponse call(EmbeddingRequest request) {
    throw new UnsupportedOperationException();
  }

  @Override
  public float[] embed(Document document) {
    throw new UnsupportedOperationException();
  }
}
