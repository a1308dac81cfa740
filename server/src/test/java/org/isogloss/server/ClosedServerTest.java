// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.OpenTelemetry;
import java.lang.ref.WeakReference;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.isogloss.server.administration.Administration;
import org.isogloss.server.catalog.Catalog;
import org.isogloss.server.http.AccessTokens;
import org.isogloss.server.http.CompatibilityOptions;
import org.isogloss.server.http.OriginPolicy;
import org.junit.jupiter.api.Test;

class ClosedServerTest {
  @Test
  void doesNotStayInMemory() throws Exception {
    WeakReference<Catalog> served = serveAndClose();
    // Threads of the server end a little later; a minute on a busy machine.
    for (int i = 0; i < 600 && served.get() != null; i++) {
      System.gc();
      Thread.sleep(100);
    }
    assertThat(served.get()).as("the models of a closed server").isNull();
  }

  private static WeakReference<Catalog> serveAndClose() throws Exception {
    Catalog catalog = SearchServer.builder().model("tiny").catalog();
    SearchServer running =
        new SearchServer(
            port ->
                new Administration(
                    catalog, Optional.empty(), Optional.empty(), Duration.ofSeconds(1)),
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            AccessTokens.none(),
            new OriginPolicy(/* loopbackOnly= */ true, Set.of()),
            Optional.empty(),
            OpenTelemetry.noop(),
            ServerLogs.NONE,
            ServerLimits.DEFAULT,
            Duration.ZERO,
            /* publicMetrics= */ false,
            new CompatibilityOptions(1, false, false));
    try (TestServer server = TestServer.of(running)) {
      assertThat(server.get("/v1/models").statusCode()).isEqualTo(200);
    }
    return new WeakReference<>(catalog);
  }
}
