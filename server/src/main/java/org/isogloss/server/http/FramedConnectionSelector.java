// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.http;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.common.buffers.DataWriter;
import io.helidon.common.socket.PeerInfo;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.ListenerContext;
import io.helidon.webserver.ProxyProtocolData;
import io.helidon.webserver.Router;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import io.helidon.webserver.http2.Http2Config;
import io.helidon.webserver.http2.Http2ConnectionSelector;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Connections of HTTP/1.1 and HTTP/1.0, whose requests pass through {@link RequestFraming}, and of
 * HTTP/2, whose frames say where requests end.
 */
public final class FramedConnectionSelector implements ServerConnectionSelector {
  private static final int MAX_STREAMS = 100;

  private final ServerConnectionSelector http1;
  private final ServerConnectionSelector http2;
  private final IdleTimer timer;
  private final SilenceWatch watch;
  private final Duration grace;
  private final int bytesPerSecond;
  private final MalformedRequestLog log = new MalformedRequestLog();

  /**
   * Creates a selector of connections with the given settings.
   *
   * @param timer Helidon's timer, which any connection ends
   * @param watch ends silent connections
   * @param grace how long a head may take, and a body beyond the time that its rate allows
   * @param bytesPerSecond minimum rate of a body
   */
  public FramedConnectionSelector(
      Http1Config config, IdleTimer timer, SilenceWatch watch, Duration grace, int bytesPerSecond) {
    this.http1 = Http1ConnectionSelector.builder().config(config).build();
    this.http2 =
        Http2ConnectionSelector.builder()
            .http2Config(
                Http2Config.builder()
                    .maxConcurrentStreams(MAX_STREAMS)
                    .maxHeaderListSize(config.maxHeadersSize())
                    .build())
            .build();
    this.timer = timer;
    this.watch = watch;
    this.grace = grace;
    this.bytesPerSecond = bytesPerSecond;
  }

  /** All connections are of this kind, so that none has to be identified. */
  @Override
  public int bytesToIdentifyConnection() {
    return 0;
  }

  @Override
  public Support supports(BufferData data) {
    return Support.SUPPORTED;
  }

  @Override
  public Set<String> supportedApplicationProtocols() {
    return Stream.of(http2, http1)
        .flatMap(protocol -> protocol.supportedApplicationProtocols().stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public ServerConnection connection(ConnectionContext context) {
    PacedSource bytes = new PacedSource(context.dataReader(), grace, bytesPerSecond);
    return new ClientConnection(
        context.dataReader(),
        bytes,
        watch,
        () -> http1.connection(new Framed(context, DataReader.create(framing(context, bytes)))),
        () -> http2.connection(new Framed(context, DataReader.create(bytes))),
        timer);
  }

  private RequestFraming framing(ConnectionContext context, PacedSource bytes) {
    PeerInfo server = context.localPeer();
    String host = server.host().contains(":") ? "[" + server.host() + "]" : server.host();
    return new RequestFraming(
        bytes,
        host + ":" + server.port(),
        problem -> log.report(context.remotePeer().host(), problem));
  }

  /** A connection with another source of requests. */
  private record Framed(ConnectionContext connection, DataReader dataReader)
      implements ConnectionContext {
    @Override
    public ListenerContext listenerContext() {
      return connection.listenerContext();
    }

    @Override
    public ExecutorService executor() {
      return connection.executor();
    }

    @Override
    public DataWriter dataWriter() {
      return connection.dataWriter();
    }

    @Override
    public Router router() {
      return connection.router();
    }

    @Override
    public Optional<ProxyProtocolData> proxyProtocolData() {
      return connection.proxyProtocolData();
    }

    @Override
    public PeerInfo remotePeer() {
      return connection.remotePeer();
    }

    @Override
    public PeerInfo localPeer() {
      return connection.localPeer();
    }

    @Override
    public boolean isSecure() {
      return connection.isSecure();
    }

    @Override
    public String socketId() {
      return connection.socketId();
    }

    @Override
    public String childSocketId() {
      return connection.childSocketId();
    }
  }
}
