// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.server;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.time.Duration;

/**
 * Asks a server of this machine whether it is ready: the health check of the container image, which
 * contains no other program that could.
 */
public final class HealthCheck {
  private static final String DEFAULT = "http://127.0.0.1:8080/health/ready";
  private static final Duration LIMIT = Duration.ofSeconds(5);

  private HealthCheck() {}

  /**
   * Ends with exit code 0 if the server is ready, or else with 1.
   *
   * @param args the address to ask, or none
   */
  public static void main(String[] args) {
    System.exit(isReady(URI.create(args.length == 0 ? DEFAULT : args[0])) ? 0 : 1);
  }

  static boolean isReady(URI address) {
    try {
      HttpURLConnection connection = (HttpURLConnection) address.toURL().openConnection();
      connection.setConnectTimeout((int) LIMIT.toMillis());
      connection.setReadTimeout((int) LIMIT.toMillis());
      return connection.getResponseCode() == HttpURLConnection.HTTP_OK;
    } catch (IOException e) {
      return false;
    }
  }
}
