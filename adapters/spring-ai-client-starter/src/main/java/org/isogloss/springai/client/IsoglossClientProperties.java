// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.springai.client;

import org.isogloss.client.IsoglossClient;
import org.isogloss.client.RemoteIndex;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties {@code isogloss.*} of a server. An empty string stands for the default.
 *
 * @param url URL of an Isogloss server, such as 'http://localhost:8080', whose index and model are
 *     used.
 * @param token Token of the server.
 * @param index Name of the index of the server, which can be left out if there is only one.
 * @param model Name of the model of the server that the embedding model uses. The default is the
 *     model of the index.
 * @param pipeline Pipeline of searches, such as '{bm25, dense}fair'. The default is that of the
 *     index.
 */
@ConfigurationProperties("isogloss")
record IsoglossClientProperties(
    @DefaultValue("") String url,
    @DefaultValue("") String token,
    @DefaultValue("") String index,
    @DefaultValue("") String model,
    @DefaultValue("") String pipeline) {
  IsoglossClientProperties {
    if (url.isEmpty() && !token.isEmpty()) {
      throw new IllegalArgumentException(
          "isogloss.token is set without isogloss.url: set the URL of the server, or remove it");
    }
  }

  /** Returns a client of the server. */
  IsoglossClient client() {
    IsoglossClient.Builder client = IsoglossClient.builder(url);
    return token.isEmpty() ? client.build() : client.token(token).build();
  }

  /** Returns the index of the server. */
  RemoteIndex index(IsoglossClient client) {
    return index.isEmpty() ? client.index() : client.index(index);
  }
}
