// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.helidon.common.buffers.DataReader;
import io.helidon.webserver.CloseConnectionException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Requests whose bytes arrive in parts. */
class RequestFramingTest {
  private static final Duration MICROSECOND = Duration.ofNanos(1_000);

  /** A connection on which each part takes longer than the time for a head. */
  private static RequestFraming slow(List<String> reports, String... parts) {
    Iterator<String> rest = List.of(parts).iterator();
    DataReader connection =
        DataReader.create(
            () -> {
              long start = System.nanoTime();
              while (System.nanoTime() - start <= MICROSECOND.toNanos()) {
                Thread.onSpinWait();
              }
              return rest.next().getBytes(StandardCharsets.US_ASCII);
            });
    PacedSource paced = new PacedSource(connection, MICROSECOND, Integer.MAX_VALUE);
    return new RequestFraming(paced, "localhost", reports::add);
  }

  @Test
  void waitsForNothingAfterABodyThatWasTooSlow() {
    List<String> reports = new ArrayList<>();
    RequestFraming requests =
        slow(
            reports,
            "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{",
            "x",
            "never read");
    requests.get();
    assertThat(requests.get()).isEqualTo(new byte[] {'{'});
    assertThatThrownBy(requests::get).isInstanceOf(SlowClientException.class);
    assertThatThrownBy(requests::get).isInstanceOf(CloseConnectionException.class);
    assertThat(reports).containsExactly("the body of a request arrived too slowly");
  }

  @Test
  void refusesAHeadThatWasTooSlow() {
    List<String> reports = new ArrayList<>();
    RequestFraming requests = slow(reports, "GET / HT", "TP/1.1\r\n\r\n");
    assertThatThrownBy(requests::get).isInstanceOf(io.helidon.http.RequestException.class);
    assertThatThrownBy(requests::get).isInstanceOf(CloseConnectionException.class);
    assertThat(reports).containsExactly("the head of a request arrived too slowly");
  }

  @Test
  void doesNotLimitTheTimeBetweenRequests() {
    String get = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
    RequestFraming requests = slow(new ArrayList<>(), get, get);
    for (int i = 0; i < 2; i++) {
      assertThat(requests.get()).asString(StandardCharsets.US_ASCII).isEqualTo(get);
    }
  }
}
