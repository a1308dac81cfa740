// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.solr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.solr.common.cloud.SolrZkClient;
import org.isogloss.core.IsoglossException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster that wants a password. */
@Tag("slow")
class SolrAuthenticationTest {
  private static final int SECONDS_OF_ZOOKEEPER = 15;

  /** Time in which the nodes notice the new file. */
  private static final int PATIENCE_SECONDS = 120;

  @TempDir private Path folder;

  private static Map<String, String> environment(String credentials) {
    return Map.of(SolrCredentials.VARIABLE, credentials);
  }

  /** Returns Solr's file of users, with one that may do anything. */
  private static String security(String user, String password) throws Exception {
    byte[] salt = "salt of this test".getBytes(StandardCharsets.UTF_8);
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    digest.update(salt);
    byte[] hash = digest.digest(password.getBytes(StandardCharsets.UTF_8));
    digest.reset();
    Base64.Encoder base64 = Base64.getEncoder();
    String stored = base64.encodeToString(digest.digest(hash)) + " " + base64.encodeToString(salt);
    return """
        {"authentication": {"class": "solr.BasicAuthPlugin", "blockUnknown": true,
                            "credentials": {"USER": "STORED"}},
         "authorization": {"class": "solr.RuleBasedAuthorizationPlugin",
                           "permissions": [{"name": "all", "role": "admin"}],
                           "user-role": {"USER": "admin"}}}
        """
        .replace("USER", user)
        .replace("STORED", stored);
  }

  @Test
  void sendsThePassword() throws Exception {
    try (ClusterProcess cluster = ClusterProcess.start(folder, 1)) {
      SolrAddress address = cluster.address("docs");
      try (SolrZkClient zooKeeper =
          new SolrZkClient.Builder()
              .withUrl(address.cluster())
              .withTimeout(SECONDS_OF_ZOOKEEPER, TimeUnit.SECONDS)
              .build()) {
        zooKeeper.setData(
            "/security.json",
            security("isogloss", "secret").getBytes(StandardCharsets.UTF_8),
            /* retryOnConnLoss= */ true);
      }
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
      while (isOpenToAll(address) && System.nanoTime() < deadline) {
        Thread.sleep(200);
      }
      assertThatThrownBy(() -> exists(address, Map.of()))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("user and password")
          .hasMessageContaining(SolrCredentials.VARIABLE);
      assertThatThrownBy(() -> exists(address, environment("isogloss:guess")))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("user and password");
      assertThat(exists(address, environment("isogloss:secret"))).isFalse();
    }
  }

  private static boolean isOpenToAll(SolrAddress address) {
    try {
      exists(address, Map.of());
      return true;
    } catch (IsoglossException e) {
      return false;
    }
  }

  private static boolean exists(SolrAddress address, Map<String, String> environment) {
    try (SolrCollection collection = SolrCollection.connect(address, environment)) {
      return collection.exists();
    }
  }
}
