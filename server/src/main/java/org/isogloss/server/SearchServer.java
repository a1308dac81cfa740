// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server;

import io.helidon.common.tls.TlsConfig;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http1.Http1Config;
import io.opentelemetry.api.OpenTelemetry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.util.Cleanup;
import org.isogloss.server.administration.Administration;
import org.isogloss.server.api.AliasApi;
import org.isogloss.server.api.ConcordanceApi;
import org.isogloss.server.api.DocumentApi;
import org.isogloss.server.api.IndexAdministrationApi;
import org.isogloss.server.api.IndexApi;
import org.isogloss.server.api.InferenceApi;
import org.isogloss.server.api.ModelApi;
import org.isogloss.server.api.RulesApi;
import org.isogloss.server.api.SearchApi;
import org.isogloss.server.api.VectorApi;
import org.isogloss.server.api.VersionApi;
import org.isogloss.server.catalog.Catalog;
import org.isogloss.server.embedding.CohereEmbedApi;
import org.isogloss.server.embedding.EmbeddingsApi;
import org.isogloss.server.http.AccessTokens;
import org.isogloss.server.http.CompatibilityOptions;
import org.isogloss.server.http.Dispatcher;
import org.isogloss.server.http.FramedConnectionSelector;
import org.isogloss.server.http.HelidonLog;
import org.isogloss.server.http.IdleTimer;
import org.isogloss.server.http.MemoryBudget;
import org.isogloss.server.http.OriginPolicy;
import org.isogloss.server.http.ProtocolErrors;
import org.isogloss.server.http.RequestDecoding;
import org.isogloss.server.http.RequestListener;
import org.isogloss.server.http.RequestPool;
import org.isogloss.server.http.RequestSpans;
import org.isogloss.server.http.Route;
import org.isogloss.server.http.RouteTable;
import org.isogloss.server.http.SilenceWatch;
import org.isogloss.server.http.SwitchableHandler;
import org.isogloss.server.http.TlsCertificate;
import org.isogloss.server.mcp.McpEndpoint;
import org.isogloss.server.metrics.ServerMetrics;
import org.isogloss.server.page.SearchPage;
import org.isogloss.server.rerank.RerankApi;
import org.isogloss.server.tei.TeiApi;

/**
 * A running server of indexes and models.
 *
 * <pre>{@code
 * try (var server = SearchServer.builder().index("docs", Path.of("my-index")).start()) {
 *   System.out.println("listening at port " + server.port());
 *   ...
 * }
 * }</pre>
 */
public final class SearchServer implements AutoCloseable {
  /**
   * Part of the heap that the bodies of requests may use: parsed, they need several times as much.
   */
  private static final int HEAP_FRACTION = 16;

  /** Bytes of a path with its parameters: an id of a thousand characters may need nine each. */
  private static final int MAX_ADDRESS = 16 << 10;

  private static final Duration IDLE_TIMEOUT = Duration.ofMinutes(2);

  /** When clients of a server that is starting should try again. */
  private static final Duration STARTING_RETRY = Duration.ofSeconds(2);

  private final Administration administration;
  private final AccessTokens tokens;
  private final ServerLogs logs;
  private final Duration drain;
  private final RequestPool pool;
  private final McpEndpoint mcp;
  private final SwitchableHandler handler;
  private final SilenceWatch watch;
  private final WebServer web;
  private final AtomicBoolean stopping = new AtomicBoolean();
  private final CountDownLatch closed = new CountDownLatch(1);

  /**
   * Starts a server. Health checks are answered as soon as the port is open, and all else when the
   * indexes and models are open, too.
   *
   * @param administration opens the indexes and models; receives the port
   * @param drain how long to answer requests after {@link #close} was called
   * @param publicMetrics whether metrics need no token
   * @param logs closed with this object; by the caller if an exception is thrown
   * @throws IsoglossException if it cannot listen at the address, or an index or model cannot be
   *     opened
   */
  SearchServer(
      IntFunction<Administration> administration,
      InetSocketAddress address,
      AccessTokens tokens,
      OriginPolicy origins,
      Optional<TlsCertificate> certificate,
      OpenTelemetry telemetry,
      ServerLogs logs,
      ServerLimits limits,
      Duration drain,
      boolean publicMetrics,
      CompatibilityOptions compatibility) {
    this.tokens = tokens;
    this.logs = logs;
    this.drain = drain;
    this.pool =
        new RequestPool(
            limits.work().concurrency(), limits.work().queue(), limits.work().timeLimit());
    MemoryBudget memory =
        new MemoryBudget(
            Math.max(
                limits.sizes().maxBodyBytes(), Runtime.getRuntime().maxMemory() / HEAP_FRACTION));
    RequestSpans spans = new RequestSpans(telemetry);
    Dispatching dispatching =
        (routes, listener) ->
            new Dispatcher(
                routes,
                tokens,
                origins,
                pool,
                memory,
                limits.sizes().maxBodyBytes(),
                spans,
                listener);
    this.handler =
        new SwitchableHandler(
            dispatching.by(
                RouteTable.notReady(
                    Monitoring.whileStarting(),
                    "the server is opening its indexes and models",
                    STARTING_RETRY),
                logs));
    IdleTimer timer = new IdleTimer();
    this.watch = new SilenceWatch(limits.slowClients().silence(), IDLE_TIMEOUT);
    try {
      this.web = web(address, certificate, limits, timer, watch, handler);
    } catch (RuntimeException | Error e) {
      Cleanup.runAll(watch::close, pool::close);
      throw e;
    }
    try {
      requireFree(address);
      web.start();
      if (!web.isRunning()) {
        throw new IOException("another program has just taken it");
      }
    } catch (IOException | RuntimeException e) {
      Cleanup.runAll(watch::close, pool::close);
      throw new IsoglossException(
          "cannot listen at port "
              + address.getPort()
              + " of "
              + address.getAddress().getHostAddress()
              + ": "
              + e.getMessage()
              + "; choose another port",
          e);
    }
    if (certificate.isEmpty()) {
      timer.end(address.getAddress(), web.port());
    }
    try {
      this.administration = administration.apply(web.port());
    } catch (RuntimeException | Error e) {
      Cleanup.runAll(web::stop, watch::close, handler::stop, pool::close);
      throw e;
    }
    try {
      Catalog catalog = this.administration.catalog();
      ServerMetrics metrics = new ServerMetrics(catalog, pool, memory);
      this.mcp = new McpEndpoint(catalog);
      handler.use(
          dispatching.by(
              RouteTable.of(
                  routes(
                      this.administration,
                      metrics,
                      mcp,
                      stopping::get,
                      publicMetrics,
                      limits,
                      compatibility)),
              exchange -> {
                metrics.answered(exchange);
                logs.answered(exchange);
              }));
    } catch (RuntimeException | Error e) {
      Cleanup.runAll(
          web::stop, watch::close, handler::stop, pool::close, this.administration::close);
      throw e;
    }
  }

  /** Listens for a moment, because Helidon only logs why it cannot, and returns. */
  private static void requireFree(InetSocketAddress address) throws IOException {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(address);
    }
  }

  /** Creates the handlers of a server, which differ in what they answer. */
  private interface Dispatching {
    Dispatcher by(RouteTable routes, RequestListener listener);
  }

  private static WebServer web(
      InetSocketAddress address,
      Optional<TlsCertificate> certificate,
      ServerLimits limits,
      IdleTimer timer,
      SilenceWatch watch,
      SwitchableHandler handler) {
    SlowClients slow = limits.slowClients();
    HelidonLog.withoutStackTraces();
    WebServerConfig.Builder builder = WebServer.builder();
    certificate.ifPresent(
        own -> builder.tls(TlsConfig.builder().sslContext(own.context()).build()));
    return builder
        .address(address.getAddress())
        .port(address.getPort())
        .shutdownHook(false)
        .featuresDiscoverServices(false)
        .maxTcpConnections(limits.connections())
        .idleConnectionPeriod(IdleTimer.PERIOD)
        .connectionOptions(socket -> socket.tcpNoDelay(true))
        .shutdownGracePeriod(limits.work().timeLimit())
        .protocolsDiscoverServices(false)
        .addConnectionSelector(
            new FramedConnectionSelector(
                Http1Config.builder().maxPrologueLength(MAX_ADDRESS).build(),
                timer,
                watch,
                slow.grace(),
                slow.bytesPerSecond()))
        .contentEncoding(new RequestDecoding())
        .directHandlers(ProtocolErrors.handlers())
        .routing(routing -> routing.any(handler))
        .build();
  }

  /** Returns a builder with the options of a server. */
  public static ServerBuilder builder() {
    return new ServerBuilder();
  }

  /** All routes of a server. */
  static List<Route> routes(
      Administration administration,
      ServerMetrics metrics,
      McpEndpoint mcp,
      BooleanSupplier stopping,
      boolean publicMetrics,
      ServerLimits limits,
      CompatibilityOptions compatibility) {
    Catalog catalog = administration.catalog();
    List<Route> routes = new ArrayList<>();
    routes.addAll(new OpenApiDocument().routes());
    routes.addAll(new Monitoring(metrics, catalog, stopping, publicMetrics).routes());
    routes.addAll(new IndexApi(catalog, limits.work().timeLimit()).routes());
    routes.addAll(new IndexAdministrationApi(administration.indexes()).routes());
    routes.addAll(new RulesApi(catalog, limits.work().timeLimit()).routes());
    routes.addAll(new AliasApi(administration.aliases()).routes());
    routes.addAll(new ModelApi(catalog, administration.models()).routes());
    routes.addAll(new SearchApi(catalog).routes());
    routes.addAll(new ConcordanceApi(catalog.corpora()).routes());
    routes.addAll(new VectorApi(catalog).routes());
    routes.addAll(
        new DocumentApi(catalog, limits.sizes().maxDocumentBytes(), limits.work().timeLimit())
            .routes());
    routes.addAll(new VersionApi(catalog, limits.work().timeLimit()).routes());
    routes.addAll(new InferenceApi(catalog, limits.sizes().maxTexts()).routes());
    routes.addAll(new EmbeddingsApi(catalog, compatibility).routes());
    routes.addAll(new CohereEmbedApi(catalog, compatibility).routes());
    routes.addAll(new RerankApi(catalog, compatibility).routes());
    routes.addAll(new TeiApi(catalog, compatibility, limits.work().concurrency()).routes());
    routes.addAll(mcp.routes());
    routes.addAll(new SearchPage().routes());
    return List.copyOf(routes);
  }

  /** The port at which the server listens. */
  public int port() {
    return web.port();
  }

  /**
   * Reads the file of tokens again, if there is one.
   *
   * @throws IsoglossException if the file cannot be read or is malformed; the previous tokens then
   *     remain valid
   */
  public void reloadTokens() {
    tokens.reload();
  }

  /**
   * Opens the files of the access log and of the query log again: another program may have renamed
   * them.
   *
   * @throws IsoglossException if a file cannot be written; the former one then remains in use
   */
  public void reopenLogs() {
    logs.reopen();
  }

  /**
   * Reports that the server is not ready, waits for the drain delay, then refuses new requests,
   * finishes those that are being answered, writes the documents that were accepted, and closes the
   * indexes and models. An interrupt ends the delay. Closing twice has no effect.
   */
  @Override
  public void close() {
    if (stopping.compareAndSet(false, true)) {
      boolean interrupted = !awaitDrain();
      Cleanup.runAll(
          web::stop,
          watch::close,
          handler::stop,
          pool::close,
          mcp::close,
          administration::close,
          logs::close,
          closed::countDown);
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private boolean awaitDrain() {
    try {
      Thread.sleep(drain);
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }

  /** Waits until the server has been closed. */
  public void awaitClosed() throws InterruptedException {
    closed.await();
  }
}
