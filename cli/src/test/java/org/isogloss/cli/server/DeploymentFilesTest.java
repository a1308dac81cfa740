// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.Terminal;
import org.isogloss.cli.option.OptionSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The files of the folder deploy fit the options and the routes of the server. */
class DeploymentFilesTest {
  private static final Path DEPLOY = Path.of("..", "deploy");

  private static final int DEFAULT_PORT = 8080;

  @TempDir private Path folder;

  /** Returns the command line that the settings of a file make. */
  private static CommandLine serve(Path file) {
    return serve(settings -> settings.addFile(file));
  }

  private static CommandLine serve(Consumer<OptionSettings> settings) {
    ByteArrayOutputStream none = new ByteArrayOutputStream();
    Console console = new Console(none, none, Terminal.of(Map.of()));
    CommandLine serve = new CommandLine(new ServeCommand(console));
    serve.parseArgs();
    OptionSettings read = new OptionSettings(serve.getCommandSpec());
    settings.accept(read);
    read.apply(serve);
    return serve;
  }

  private static List<JsonNode> manifests() throws IOException {
    try (MappingIterator<JsonNode> all =
        new ObjectMapper(new YAMLFactory())
            .readerFor(JsonNode.class)
            .readValues(DEPLOY.resolve("kubernetes.yaml").toFile())) {
      return all.readAll();
    }
  }

  private static JsonNode manifest(String kind) throws IOException {
    return manifests().stream()
        .filter(one -> one.path("kind").asText().equals(kind))
        .findFirst()
        .orElseThrow();
  }

  private static int port(CommandLine serve) {
    return serve.getParseResult().matchedOptionValue("--port", DEFAULT_PORT);
  }

  @Test
  void theSampleConfigurationHasOptionsOfTheServer() {
    CommandLine serve = serve(DEPLOY.resolve("server.yaml"));
    assertThat(port(serve)).isEqualTo(8080);
    assertThat(serve.getParseResult().hasMatchedOption("--token-file")).isTrue();
  }

  @Test
  void theManifestsFitTheServer() throws IOException {
    JsonNode config = manifest("ConfigMap").path("data").path("server.yaml");
    Path settings = Files.writeString(folder.resolve("server.yaml"), config.asText());
    JsonNode pod = manifest("Deployment").at("/spec/template/spec");
    JsonNode container = pod.path("containers").path(0);
    assertThat(container.at("/ports/0/containerPort").asInt()).isEqualTo(port(serve(settings)));
    assertThat(container.at("/livenessProbe/httpGet/path").asText()).isEqualTo("/health/live");
    assertThat(container.at("/readinessProbe/httpGet/path").asText()).isEqualTo("/health/ready");
    // Every mounted volume exists, and the paths of the configuration are mounted.
    List<String> volumes = pod.path("volumes").findValuesAsText("name");
    container
        .path("volumeMounts")
        .forEach(mount -> assertThat(volumes).contains(mount.path("name").asText()));
    assertThat(container.path("volumeMounts").findValuesAsText("mountPath"))
        .contains("/etc/isogloss/server.yaml", "/etc/isogloss/secret", "/var/lib/isogloss", "/tmp");
    assertThat(manifest("Service").at("/spec/selector"))
        .isEqualTo(manifest("Deployment").at("/spec/template/metadata/labels"));
  }

  @Test
  void theCompositionFitsTheServer() throws IOException {
    JsonNode composition =
        new ObjectMapper(new YAMLFactory()).readTree(DEPLOY.resolve("compose.yaml").toFile());
    JsonNode server = composition.at("/services/isogloss");
    Map<String, String> variables = new TreeMap<>();
    server
        .path("environment")
        .properties()
        .forEach(variable -> variables.put(variable.getKey(), variable.getValue().asText()));
    CommandLine serve = serve(settings -> settings.addEnvironment(variables));
    assertThat(server.at("/ports/0").asText()).endsWith(":" + port(serve));
    assertThat(variables)
        .containsEntry("ISOGLOSS_TOKEN_FILE", "/run/secrets/" + server.at("/secrets/0").asText());
    assertThat(composition.path("secrets").has(server.at("/secrets/0").asText())).isTrue();
    for (JsonNode service : composition.path("services")) {
      for (JsonNode volume : service.path("volumes")) {
        assertThat(composition.path("volumes").has(volume.asText().split(":", 2)[0])).isTrue();
      }
    }
  }

  @Test
  void theServiceStartsTheServerWithItsConfiguration() throws IOException {
    assertThat(Files.readString(DEPLOY.resolve("isogloss.service")))
        .contains("ExecStart=/opt/isogloss/bin/isogloss serve --config /etc/isogloss/server.yaml\n")
        .contains("ExecReload=/bin/kill -HUP $MAINPID\n");
  }
}
