// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.examples;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.isogloss.server.SearchServer;
import org.isogloss.server.ServerLimits;

/** Serves an index over HTTP and asks for its description. */
public final class ServeIndex {
  private ServeIndex() {}

  private static String get(URI address) throws IOException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client
          .send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString())
          .body();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Runs the example in the folder given as argument, or in a temporary folder. */
  public static void main(String[] args) throws IOException {
    Path folder = WorkFolder.of(args).resolve("library");
    try (SearchServer server =
        SearchServer.builder()
            .index("library", folder)
            .createMissingIndexes(true)
            .model("tiny")
            .limits(ServerLimits.DEFAULT.withWork(16, 128))
            .port(0)
            .start()) {
      URI address = URI.create("http://127.0.0.1:" + server.port() + "/api/indexes");
      System.out.println(get(address));
    }
  }
}
