// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.springai;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.isogloss.client.EncodeRequest;
import org.isogloss.client.IsoglossClient;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Role;

/** Embedding models of a server, which needs {@code isogloss-client}. */
public final class RemoteEmbeddingModels {
  /** Number of texts that are sent to a server together, which every server accepts. */
  private static final int TEXTS_PER_REQUEST = 256;

  private RemoteEmbeddingModels() {}

  /**
   * Returns an embedding model that uses a model of a server, which is asked for its dimension now.
   * It ignores the end of texts that are too long, as the other models do.
   *
   * @param client stays open as long as the model is used; closing the model does not close it
   * @param model the name of the model on the server
   * @throws IsoglossException if the server cannot be reached or does not have the model
   */
  public static IsoglossEmbeddingModel of(IsoglossClient client, String model) {
    IsoglossEmbeddingModel.Encoding encoding =
        (texts, role) -> {
          List<float[]> vectors = new ArrayList<>(texts.size());
          for (int from = 0; from < texts.size(); from += TEXTS_PER_REQUEST) {
            List<String> part =
                texts.subList(from, Math.min(from + TEXTS_PER_REQUEST, texts.size()));
            EncodeRequest request = EncodeRequest.of(part, role).withModel(model).withTruncation();
            vectors.addAll(Arrays.asList(client.encode(request).vectors()));
          }
          return vectors.toArray(float[][]::new);
        };
    int dimension = encoding.encode(List.of(model), Role.QUERY)[0].length;
    return IsoglossEmbeddingModel.unobserved(model, dimension, encoding, () -> {});
  }
}
