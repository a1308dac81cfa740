// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.client;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.isogloss.api.IndexDescription;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Role;

/**
 * A client of an Isogloss server.
 *
 * <pre>{@code
 * try (IsoglossClient client = IsoglossClient.connect("http://localhost:8080")) {
 *   Searcher index = client.index("library");
 *   index.put(Document.of("fr-1", "Le chat dort sur le toit.").withLanguage("fr"));
 *   for (SearchResult result : index.search("where does the cat sleep")) {
 *     System.out.println(result.passage().text());
 *   }
 * }
 * }</pre>
 *
 * <p>If the server is overloaded or stopping (status 429 or 503), a request is repeated after the
 * delay that the server states; a deletion only after status 429, because its result would be lost.
 * Putting the same document twice has the effect of putting it once.
 *
 * <p>All methods throw a {@link RequestFailedException} if the server refuses the request, cannot
 * be reached or does not reply in time. This class is thread-safe; one client serves a whole
 * program.
 */
public final class IsoglossClient implements AutoCloseable {
  /** Default time until a connection is established. */
  public static final Duration DEFAULT_CONNECT_TIMEOUT = Duration.ofSeconds(10);

  /** Default time until a reply is complete: longer than a server works on a request by default. */
  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(90);

  /** Default number of times that a request is repeated. */
  public static final int DEFAULT_RETRIES = 3;

  /** Default longest delay before a request is repeated. */
  public static final Duration DEFAULT_MAX_RETRY_DELAY = Duration.ofSeconds(60);

  private final Transport transport;

  private IsoglossClient(Builder builder) {
    this.transport =
        new Transport(
            builder.url,
            builder.token,
            builder.timeout,
            new RetryPolicy(builder.retries, builder.maxRetryDelay),
            builder.httpClient.orElseGet(builder::newHttpClient),
            builder.httpClient.isEmpty());
  }

  /**
   * Creates a client with the default options.
   *
   * @param url where the server is, such as {@code http://localhost:8080}; may have a path
   * @throws IsoglossException if it is not the URL of a server
   */
  public static IsoglossClient connect(String url) {
    return builder(url).build();
  }

  /**
   * Returns a builder.
   *
   * @param url where the server is, such as {@code http://localhost:8080}; may have a path
   * @throws IsoglossException if it is not the URL of a server
   */
  public static Builder builder(String url) {
    return new Builder(url);
  }

  /**
   * Returns the index with a name, without a request: the server reports an unknown name later.
   *
   * @param name as {@link #indexes} lists it
   */
  public RemoteIndex index(String name) {
    return new RemoteIndex(transport, Optional.of(name));
  }

  /** Returns the only index of a server; a server of several reports that it needs a name. */
  public RemoteIndex index() {
    return new RemoteIndex(transport, Optional.empty());
  }

  /** Changes the indexes, aliases and models of the server. */
  public ServerAdministration administration() {
    return new ServerAdministration(transport);
  }

  /** Lists the indexes of the server. */
  public List<IndexDescription> indexes() {
    return RemoteIndex.describeAll(transport);
  }

  /** Encodes texts by the first model of the server; a text that is too long is an error. */
  public EncodeReply encode(List<String> texts, Role role) {
    return encode(EncodeRequest.of(texts, role));
  }

  /** Encodes texts. */
  public EncodeReply encode(EncodeRequest request) {
    return transport.sendForBytes(
        "/api/encode", request.json(), EncodeReply::read, EncodeReply::read);
  }

  /** Ranks passages for a query. */
  public RerankReply rerank(RerankRequest request) {
    return RerankReply.read(transport.send("POST", "/api/rerank", request.json()));
  }

  /**
   * Identifies the languages of texts.
   *
   * @param texts one or more
   * @return a language for each text, in their order
   */
  public List<IdentifiedLanguage> identify(List<String> texts) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    ArrayNode array = body.putArray("texts");
    texts.forEach(array::add);
    return transport.send("POST", "/api/identify", body).requiredObjects("results").stream()
        .map(IdentifiedLanguage::read)
        .toList();
  }

  /** Shows how words are used and translated in a bitext of the server. */
  public Concordance concordance(ConcordanceRequest request) {
    return Concordance.read(transport.send("GET", request.path()));
  }

  /** Waits for the requests that are under way, and closes the connections. */
  @Override
  public void close() {
    transport.close();
  }

  /** Options of a client. */
  public static final class Builder {
    private final String url;
    private Optional<String> token = Optional.empty();
    private Duration connectTimeout = DEFAULT_CONNECT_TIMEOUT;
    private Duration timeout = DEFAULT_TIMEOUT;
    private int retries = DEFAULT_RETRIES;
    private Duration maxRetryDelay = DEFAULT_MAX_RETRY_DELAY;
    private Optional<HttpClient> httpClient = Optional.empty();

    private Builder(String url) {
      this.url = requireServer(requireNonNull(url, "url is null")).replaceAll("/+$", "");
    }

    private static String requireServer(String url) {
      try {
        URI uri = new URI(url);
        boolean isHttp = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
        if (isHttp
            && uri.getHost() != null
            && uri.getUserInfo() == null
            && uri.getQuery() == null
            && uri.getFragment() == null) {
          return url;
        }
      } catch (URISyntaxException e) {
        // The message below is about this, too.
      }
      throw new IsoglossException(
          "the URL of the server is \""
              + url
              + "\", expected one such as http://localhost:8080, without user, parameters and"
              + " fragment");
    }

    /** Sets the token that every request sends. By default there is none. */
    public Builder token(String token) {
      if (!requireNonNull(token, "token is null").matches("[\\x21-\\x7e]+")) {
        throw new IsoglossException(
            "the token is empty or has white space or characters outside ASCII, expected one of the"
                + " token file of the server");
      }
      this.token = Optional.of(token);
      return this;
    }

    /**
     * Sets the HTTP client, for example one with a proxy or with certificates of its own. It stays
     * open when the client is closed, and has its own time until a connection is established.
     */
    public Builder httpClient(HttpClient httpClient) {
      this.httpClient = Optional.of(httpClient);
      return this;
    }

    private HttpClient newHttpClient() {
      return HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(connectTimeout)
          .build();
    }

    /** Sets the time until a connection is established. */
    public Builder connectTimeout(Duration connectTimeout) {
      this.connectTimeout = requirePositive("connectTimeout", connectTimeout);
      return this;
    }

    /**
     * Sets the time until a reply is complete, for each attempt. It does not apply to streams of
     * documents, which may be of any length.
     */
    public Builder timeout(Duration timeout) {
      this.timeout = requirePositive("timeout", timeout);
      return this;
    }

    /** Sets how often a request is repeated if the server is overloaded, 0 for never. */
    public Builder retries(int retries) {
      if (retries < 0) {
        throw new IllegalArgumentException("retries is " + retries + ", expected 0 or more");
      }
      this.retries = retries;
      return this;
    }

    /** Sets the longest delay to wait for; if the server asks for more, the request fails. */
    public Builder maxRetryDelay(Duration maxRetryDelay) {
      this.maxRetryDelay = requirePositive("maxRetryDelay", maxRetryDelay);
      return this;
    }

    private static Duration requirePositive(String name, Duration value) {
      if (!requireNonNull(value, name + " is null").isPositive()) {
        throw new IllegalArgumentException(name + " is " + value + ", expected more than 0");
      }
      return value;
    }

    public IsoglossClient build() {
      return new IsoglossClient(this);
    }
  }
}
