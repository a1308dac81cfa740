package org.isogloss.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Set;
import org.isogloss.core.IsoglossException;

/** Asks a hub: follows its redirections, keeps the token from others, says what an answer means. */
final class HubClient {
  private static final int REDIRECTIONS = 10;
  private static final Set<Integer> REDIRECTION = Set.of(301, 302, 303, 307, 308);
  private static final Set<Integer> PASSING = Set.of(408, 429, 500, 502, 503, 504);

  /**
   * How much is put up with.
   *
   * @param attempts that may fail one after the other without a byte gained
   * @param pause before the second attempt; doubles each time
   * @param answer how long a server may take to begin to answer
   * @param silence how long nothing may come within an answer
   */
  record Patience(int attempts, Duration pause, Duration answer, Duration silence) {
    static final Patience DEFAULT =
        new Patience(6, Duration.ofSeconds(1), Duration.ofSeconds(60), Duration.ofSeconds(60));

    /** The longest that a server can make us wait before the next attempt. */
    private static final Duration LONGEST = Duration.ofMinutes(2);

    void rest(int failures, Duration asked) {
      Duration own = pause.multipliedBy(1L << Math.clamp(failures - 1L, 0, 6));
      Duration rest = asked.compareTo(own) > 0 ? asked : own;
      try {
        Thread.sleep(rest.compareTo(LONGEST) > 0 ? LONGEST : rest);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IsoglossException("interrupted while fetching", e);
      }
    }
  }

  /** Something that may go away if one waits. */
  static final class PassingException extends IOException {
    private static final long serialVersionUID = 1L;

    private final transient Duration wait;

    PassingException(String message, Duration wait) {
      super(message);
      this.wait = wait;
    }

    /** How long the server asks to wait. */
    Duration pause() {
      return wait == null ? Duration.ZERO : wait;
    }
  }

  private final Hub hub;
  private final Patience patience;
  private final HttpClient http;

  HubClient(Hub hub, Patience patience) {
    this.hub = hub;
    this.patience = patience;
    this.http =
        HttpClient.newBuilder()
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(patience.answer())
            .build();
  }

  Patience patience() {
    return patience;
  }

  /** The JSON at a path of the hub. */
  JsonNode json(String path) {
    for (int failures = 1; ; failures++) {
      try (InputStream body = get(path, 0).body()) {
        return Json.MAPPER.readTree(body);
      } catch (JsonProcessingException e) {
        throw new IsoglossException(
            hub.endpoint() + path + " does not answer in JSON: is HF_ENDPOINT a hub?", e);
      } catch (IOException e) {
        retry(path, failures, e);
      }
    }
  }

  /**
   * Waits before the next attempt.
   *
   * @param failures attempts in a row that gained nothing
   * @throws IsoglossException if there were enough
   */
  void retry(String path, int failures, IOException problem) {
    if (failures >= patience.attempts()) {
      String what = problem.getMessage() == null ? problem.toString() : problem.getMessage();
      throw new IsoglossException(
          hub.endpoint() + path + ": gave up after " + failures + " attempts: " + what, problem);
    }
    patience.rest(
        failures, problem instanceof PassingException passing ? passing.pause() : Duration.ZERO);
  }

  /**
   * Asks for what is at a path of the hub.
   *
   * @param from the first byte wanted
   * @return the answer, 200 or 206, or 416 where {@code from} is behind the end
   * @throws IOException if another attempt may do better
   * @throws IsoglossException if none will
   */
  HttpResponse<InputStream> get(String path, long from) throws IOException {
    URI address = URI.create(hub.endpoint() + path);
    for (int i = 0; i <= REDIRECTIONS; i++) {
      HttpResponse<InputStream> response = send(address, from);
      int status = response.statusCode();
      if (status == 200 || status == 206 || status == 416) {
        return response;
      }
      response.body().close();
      if (!REDIRECTION.contains(status)) {
        throw refused(path, address, response);
      }
      address = next(address, response);
    }
    throw new IsoglossException(
        hub.endpoint() + path + ": more than " + REDIRECTIONS + " redirections");
  }

  private HttpResponse<InputStream> send(URI address, long from) throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address)
            .timeout(patience.answer())
            .header("User-Agent", "isogloss")
            .GET();
    if (from > 0) {
      request.header("Range", "bytes=" + from + "-");
    }
    if (isHub(address)) {
      hub.token().ifPresent(token -> request.header("Authorization", "Bearer " + token));
    }
    try {
      return http.send(
          request.build(),
          answer ->
              HttpResponse.BodySubscribers.mapping(
                  HttpResponse.BodySubscribers.ofInputStream(),
                  body -> new WatchedBody(body, patience.silence())));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IsoglossException("interrupted while fetching " + address, e);
    }
  }

  /** Whether an address is of the hub itself, so that it may see the token. */
  private boolean isHub(URI address) {
    return hub.endpoint().getScheme().equalsIgnoreCase(address.getScheme())
        && hub.endpoint().getHost().equalsIgnoreCase(address.getHost())
        && hub.endpoint().getPort() == address.getPort();
  }

  private static URI next(URI address, HttpResponse<?> response) {
    URI next =
        response
            .headers()
            .firstValue("Location")
            .map(address::resolve)
            .orElseThrow(
                () -> new IsoglossException(address + " redirects without saying where to"));
    boolean open = !"https".equalsIgnoreCase(next.getScheme());
    if (open && "https".equalsIgnoreCase(address.getScheme())) {
      throw new IsoglossException(
          address + " redirects to " + next + ", which is not protected as https is: refused");
    }
    return next;
  }

  private IOException refused(String path, URI address, HttpResponse<?> response)
      throws IsoglossException {
    int status = response.statusCode();
    if (PASSING.contains(status)) {
      Duration wait =
          response
              .headers()
              .firstValue("Retry-After")
              .filter(seconds -> seconds.matches("\\d{1,6}"))
              .map(seconds -> Duration.ofSeconds(Long.parseLong(seconds)))
              .orElse(Duration.ZERO);
      return new PassingException("the server answers " + status, wait);
    }
    String what =
        switch (status) {
          case 401 ->
              hub.token().isPresent()
                  ? "the token in HF_TOKEN is not accepted"
                  : "there is no such model, or it needs a token: set HF_TOKEN";
          case 403 -> "access is refused: it may have to be asked for on the model's page";
          case 404 ->
              "there is no such model, revision or file; a private one needs a token in HF_TOKEN";
          default -> "expected 200";
        };
    throw new IsoglossException(
        (isHub(address) ? hub.endpoint() + path : address.toString())
            + ": the server answers "
            + status
            + ": "
            + what);
  }
}
