// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.server;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.option.DurationConverter;
import org.isogloss.cli.option.OptionHint;
import org.isogloss.core.IsoglossException;
import org.isogloss.server.SearchServer;
import org.isogloss.server.ServerBuilder;
import picocli.CommandLine.Option;

/** Where a server listens. */
public final class ListeningOptions {
  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      description =
          "The address at which the server listens (default: ${DEFAULT-VALUE}, this machine only);"
              + " another one needs tokens.")
  private String host = "127.0.0.1";

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "The port at which it listens (default: ${DEFAULT-VALUE}); 0 for any free one.")
  private int port = 8080;

  @Option(
      names = "--tls-certificate",
      paramLabel = "FILE",
      description =
          "Listen with TLS (HTTPS): the certificate of the server and those of its issuers, in PEM.")
  private Optional<Path> certificate = Optional.empty();

  @Option(
      names = "--tls-key",
      paramLabel = "FILE",
      description =
          "The private key of the certificate, in PEM (PKCS #8, without a password). Both files are"
              + " read again when they change.")
  private Optional<Path> key = Optional.empty();

  @Option(
      names = "--drain",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description =
          "How long the server still answers after a signal has asked it to stop, while"
              + " /health/ready has the status 503, so that a load balancer uses other servers"
              + " before the port closes (default: 0s).")
  private Duration drain = Duration.ZERO;

  @Option(
      names = "--log-format",
      paramLabel = "FORMAT",
      description =
          "The format of the log on standard error: ${COMPLETION-CANDIDATES} (default: text); json"
              + " has an object on each line.")
  private LogFormat logFormat = LogFormat.TEXT;

  /** Opens everything that a server would serve, without listening, and closes it. */
  void check(ServerBuilder builder) {
    apply(builder);
    withTokenHint(
        () -> {
          builder.check();
          return true;
        });
  }

  /** Starts a server and waits until a signal ends it; SIGHUP reads its tokens again. */
  public void run(ServerBuilder builder, Console console) throws InterruptedException {
    apply(builder);
    logFormat.apply();
    // A signal while the indexes are opened must not end the process.
    PendingSignal hangUp = new PendingSignal();
    HangUpSignal.handle(hangUp::receive);
    builder.whenListening(
        opened ->
            logFormat.activity(console, "Port " + opened + " is open; opening indexes and models"));
    SearchServer server = withTokenHint(builder::start);
    // A signal ends the process after the hook: accepted documents are written first.
    Runtime.getRuntime().addShutdownHook(new Thread(server::close, "isogloss-stop"));
    hangUp.handle(() -> reload(server, console));
    String name = host.contains(":") ? "[" + host + "]" : host;
    String scheme = certificate.isPresent() ? "https" : "http";
    logFormat.note(
        console, "Listening at " + scheme + "://" + name + ":" + server.port() + "/ (Ctrl+C ends)");
    server.awaitClosed();
  }

  private void apply(ServerBuilder builder) {
    if (port < 0 || port > 0xFFFF) {
      throw new IsoglossException("--port is " + port + ", expected 0 to 65535");
    }
    if (certificate.isPresent() != key.isPresent()) {
      throw new IsoglossException(
          "--tls-certificate and --tls-key are given together, or neither of them");
    }
    certificate.ifPresent(chain -> builder.tls(chain, key.get()));
    builder.host(host).port(port).drain(drain);
  }

  private static <T> T withTokenHint(Supplier<T> action) {
    return OptionHint.add(
        "serve --token-file FILE",
        failure -> failure.getMessage().contains("clients need tokens"),
        action);
  }

  private void reload(SearchServer server, Console console) {
    try {
      server.reopenLogs();
    } catch (IsoglossException e) {
      logFormat.warn(console, e.getMessage() + "; the former file remains in use");
    }
    try {
      server.reloadTokens();
      logFormat.note(console, "SIGHUP: the tokens were read again");
    } catch (IsoglossException e) {
      logFormat.warn(console, e.getMessage() + "; the previous tokens remain valid");
    }
  }
}
