// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** What servers leave behind in their process. */
@Isolated // Other tests start servers, too.
class ServerThreadsTest {
  private static final int SERVERS = 20;

  @TempDir private Path folder;

  /** The threads by which servers of this process listen, and watch for idle connections. */
  private static List<String> serverThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.matches(".*(idle-(connection|timeout)|-listener).*"))
        .sorted()
        .toList();
  }

  @Test
  void closedServersHaveNoThreads() {
    List<String> before = serverThreads();
    for (int i = 0; i < SERVERS; i++) {
      SearchServer.builder()
          .index("words", folder.resolve("index"))
          .createMissingIndexes(true)
          .model("tiny")
          .port(0)
          .start()
          .close();
    }
    Waiting.until(() -> serverThreads().size() <= before.size());
    assertThat(serverThreads()).hasSizeLessThanOrEqualTo(before.size());
  }
}
