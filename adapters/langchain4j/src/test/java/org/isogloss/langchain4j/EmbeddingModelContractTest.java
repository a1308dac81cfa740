// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.langchain4j;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.common.AbstractEmbeddingModelIT;
import dev.langchain4j.model.embedding.listener.EmbeddingModelListener;
import java.util.List;
import org.isogloss.core.Encoder;
import org.junit.jupiter.api.AfterAll;

/** The tests of LangChain4j for every embedding model, with a model that has prefixes. */
class EmbeddingModelContractTest extends AbstractEmbeddingModelIT {
  private final Encoder encoder = TestModels.withPrefixes();
  private final EmbeddingModel model = IsoglossEmbeddingModel.of("prefixed", encoder);

  @AfterAll
  void close() {
    encoder.close();
  }

  @Override
  protected List<EmbeddingModel> models() {
    return List.of(model);
  }

  @Override
  protected EmbeddingModel modelWith(EmbeddingModelListener listener) {
    return model.addListener(listener);
  }

  @Override
  protected EmbeddingModel failingModelWith(EmbeddingModelListener listener) {
    Encoder closed = TestModels.withPrefixes();
    closed.close();
    return IsoglossEmbeddingModel.of("closed", closed).addListener(listener);
  }

  @Override
  protected boolean supportsDimensionsParameter() {
    return false;
  }

  @Override
  protected boolean supportsImageInput() {
    return false;
  }

  @Override
  protected boolean assertTokenUsage() {
    return false;
  }
}
