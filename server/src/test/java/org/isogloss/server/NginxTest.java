// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Requests through nginx with the configuration of the guide. Skipped where nginx is not installed;
 * Debian's package is {@code nginx}.
 */
@Tag("slow")
class NginxTest {
  private static final Path GUIDE = Path.of("../docs/guide/server.md");
  private static final Pattern CONFIGURATION = Pattern.compile("(?s)```nginx\n(.*?)```");
  private static final String DOCUMENT = "{\"id\": \"fox\", \"text\": \"A fox.\"}\n";

  @TempDir private Path folder;
  private TestServer server;
  private CountingRelay relay;
  private Optional<Process> nginx = Optional.empty();

  @BeforeEach
  void serve() throws IOException {
    server = TestServer.start(folder.resolve("index"));
    relay = new CountingRelay(server.port());
  }

  @AfterEach
  void stop() throws Exception {
    if (nginx.isPresent()) {
      nginx.get().destroy();
      nginx.get().waitFor();
    }
    relay.close();
    server.close();
  }

  private static Optional<Path> program() {
    return Stream.concat(Stream.of(System.getenv("PATH").split(":")), Stream.of("/usr/sbin"))
        .map(path -> Path.of(path, "nginx"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static String configuration() throws IOException {
    Matcher block = CONFIGURATION.matcher(Files.readString(GUIDE));
    assertThat(block.find()).as("%s has a configuration of nginx", GUIDE).isTrue();
    return block.group(1);
  }

  private Path socket() {
    return folder.resolve("nginx.socket");
  }

  /** Starts nginx before the relay, at a socket in the folder in place of a port. */
  private void startNginx(String configuration) throws Exception {
    Optional<Path> program = program();
    assumeTrue(program.isPresent(), "nginx is not installed");
    StringBuilder all =
        new StringBuilder("daemon off;\nmaster_process off;\nevents {}\nhttp {\naccess_log off;\n");
    for (String kind : new String[] {"client_body", "proxy", "fastcgi", "uwsgi", "scgi"}) {
      all.append(kind).append("_temp_path ").append(folder.resolve(kind)).append(";\n");
    }
    all.append(
        configuration
            .replace("listen 80;", "listen unix:" + socket() + ";")
            .replace("127.0.0.1:8080", "127.0.0.1:" + relay.port()));
    Path file =
        Files.writeString(
            folder.resolve("nginx.conf"), "pid " + folder.resolve("pid") + ";\n" + all + "}\n");
    nginx =
        Optional.of(
            new ProcessBuilder(
                    program.get().toString(),
                    "-c",
                    file.toString(),
                    "-e",
                    folder.resolve("errors.txt").toString())
                .inheritIO()
                .start());
    Waiting.until(() -> Files.exists(socket()) || !nginx.get().isAlive());
    assertThat(nginx.get().isAlive()).as("nginx runs").isTrue();
  }

  /** Sends a request to nginx and returns everything that it replies. */
  private String send(String request) throws IOException {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.connect(UnixDomainSocketAddress.of(socket()));
      ByteBuffer bytes = ByteBuffer.wrap(request.getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      InputStream reply = Channels.newInputStream(channel);
      return new String(reply.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private void useTheServer() throws IOException {
    String end = " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n";
    for (int i = 0; i < 5; i++) {
      assertThat(send("GET /api/search?query=cat" + end + "\r\n"))
          .startsWith("HTTP/1.1 200")
          .contains("en/cat");
      assertThat(
              send(
                  "POST /api/documents"
                      + end
                      + "Content-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n"
                      + Integer.toHexString(DOCUMENT.length())
                      + "\r\n"
                      + DOCUMENT
                      + "\r\n0\r\n\r\n"))
          .startsWith("HTTP/1.1 200")
          .contains("\"result\":\"indexed\"");
      assertThat(send("GET /api/documents/missing" + end + "\r\n")).startsWith("HTTP/1.1 404");
    }
  }

  @Test
  void keepsConnectionsOpenWithTheConfigurationOfTheGuide() throws Exception {
    startNginx(configuration());
    useTheServer();
    assertThat(relay.connections()).isEqualTo(1);
  }

  @Test
  void answersNginxThatSpeaksHttp10() throws Exception {
    startNginx(
        configuration()
            .replaceAll("(?m)^ *(keepalive|proxy_http_version|proxy_set_header Connection).*", ""));
    useTheServer();
    assertThat(relay.connections()).isEqualTo(15);
  }
}
