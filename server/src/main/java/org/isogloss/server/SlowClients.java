// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server;

import java.time.Duration;

/**
 * How slowly clients may send. A request that takes longer is answered with status 408, and its
 * connection is closed. Only the time in which the server waits for the client counts.
 *
 * @param silence how long a client may send nothing within a request
 * @param grace how long the head of a request may take as a whole, and how long a body may take
 *     beyond the time that its bytes need at the minimum rate
 * @param bytesPerSecond minimum rate of a body, 1 or more
 */
public record SlowClients(Duration silence, Duration grace, int bytesPerSecond) {
  /** The limits of a server that is started without others. */
  public static final SlowClients DEFAULT =
      new SlowClients(Duration.ofSeconds(30), Duration.ofSeconds(30), 500);

  public SlowClients {
    requirePositive("silence", silence);
    requirePositive("grace", grace);
    if (bytesPerSecond < 1) {
      throw new IllegalArgumentException(
          "bytesPerSecond is " + bytesPerSecond + ", expected 1 or more");
    }
  }

  private static void requirePositive(String name, Duration duration) {
    if (!duration.isPositive()) {
      throw new IllegalArgumentException(name + " is " + duration + ", expected more than 0");
    }
  }
}
