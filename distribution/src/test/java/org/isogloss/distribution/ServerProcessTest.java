// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Servers of the installation, which run until they are ended. */
@ExtendWith(InstallationExtension.class)
@Execution(ExecutionMode.CONCURRENT) // Next to the commands, which do not use its folder.
class ServerProcessTest {
  private static final Pattern LISTENING = Pattern.compile("Listening at (http://\\S+)/ ");
  private static final ObjectMapper JSON = new ObjectMapper();
  private static Installation installation;

  @TempDir private Path folder;
  private Process process;

  @BeforeAll
  static void unpack(Installation unpacked) {
    installation = unpacked;
  }

  private Process start(String... args) throws IOException {
    List<String> command = new ArrayList<>(List.of(installation.launcher().toString()));
    command.addAll(List.of(args));
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().put("JAVA_HOME", Installation.JDK.toString());
    builder.environment().put("ISOGLOSS_OPTS", installation.options());
    builder.environment().put("XDG_CACHE_HOME", folder.resolve("cache").toString());
    process = builder.start();
    return process;
  }

  @AfterEach
  void end() {
    process.destroyForcibly();
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
  }

  @Test
  void servesPeopleProgramsAndAgents() throws Exception {
    String[] serve = {"serve", "--index", "docs=x", "--create", "--model", "tiny", "--port", "0"};
    String url = startServer(serve);
    HttpResponse<String> put =
        send(
            HttpRequest.newBuilder(URI.create(url + "/api/documents/katze"))
                .header("Content-Type", "application/json")
                .PUT(
                    HttpRequest.BodyPublishers.ofString(
                        "{\"language\": \"de\", \"text\": \"Die Katze schläft.\"}")));
    assertThat(put.statusCode()).as(put.body()).isEqualTo(200);
    process.destroy();
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();

    String again = startServer(serve);
    HttpResponse<String> found =
        send(HttpRequest.newBuilder(URI.create(again + "/api/search?query=cat")));
    assertThat(JSON.readTree(found.body()).get("hits").findValuesAsText("id"))
        .containsExactly("katze");
    HttpResponse<String> page = send(HttpRequest.newBuilder(URI.create(again + "/")));
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.body()).contains("<html");
    process.destroy();
    process.waitFor();
    answersAnAgentOnStandardStreams();
  }

  private String startServer(String... args) throws IOException {
    BufferedReader messages = start(args).errorReader(StandardCharsets.UTF_8);
    StringBuilder all = new StringBuilder();
    for (String line = messages.readLine(); line != null; line = messages.readLine()) {
      Matcher listening = LISTENING.matcher(line);
      if (listening.find()) {
        return listening.group(1);
      }
      all.append(line).append('\n');
    }
    throw new AssertionError("the server ended: " + all);
  }

  private void answersAnAgentOnStandardStreams() throws Exception {
    Process agent = start("mcp", "--index", "docs=x");
    try (Writer in = agent.outputWriter(StandardCharsets.UTF_8);
        BufferedReader out = agent.inputReader(StandardCharsets.UTF_8)) {
      in.write(
          """
          {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": \
          "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}}
          """);
      in.flush();
      JsonNode reply = JSON.readTree(out.readLine());
      assertThat(reply.get("result").get("serverInfo").get("name").textValue())
          .isEqualTo("isogloss");
      in.write("{\"jsonrpc\": \"2.0\", \"method\": \"notifications/initialized\"}\n");
      in.write("{\"jsonrpc\": \"2.0\", \"id\": 2, \"method\": \"tools/list\"}\n");
      in.flush();
      JsonNode tools = JSON.readTree(out.readLine());
      assertThat(tools.get("result").get("tools").findValuesAsText("name"))
          .containsExactlyInAnyOrder("search", "fetch", "similar", "list_languages");
    }
    assertThat(agent.waitFor(120, TimeUnit.SECONDS)).as("ends with its input").isTrue();
    assertThat(agent.exitValue()).isZero();
  }
}
