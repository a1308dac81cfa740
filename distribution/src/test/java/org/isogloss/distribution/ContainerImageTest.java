// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code deploy/image} on the unpacked archive. A server is run from the image as a container would
 * run it: as its user, with its environment, and with a root file system that cannot be written.
 */
@Tag("slow")
class ContainerImageTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long MEGABYTE = 1_000_000;
  private static final Pattern LISTENING = Pattern.compile("Listening at (http://\\S+)/ ");
  private static final Pattern UNPACKED = Pattern.compile("unpacked (\\d+) MB");

  /** A mount namespace of its own, in which only data and temporary files can be written. */
  private static final String CONTAINER =
      """
      set -e
      root=$1 data=$2 user=$3
      shift 3
      mount --make-rprivate /
      mount --bind "$root" "$root"
      mount -o remount,bind,ro "$root"
      mount -t proc proc "$root/proc"
      mount --rbind /dev "$root/dev"
      mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
      mount --bind "$data" "$root/var/lib/isogloss"
      exec env -i "$@"
      """;

  @TempDir private static Path temporary;

  @BeforeAll
  static void unpack() throws Exception {
    assumeTrue(System.getProperty("os.name").equals("Linux"), "images are for Linux");
    assumeTrue(
        succeeds("unshare", "--mount", "true") && succeeds("apt-get", "--version"),
        "this user may not mount, or there is no apt-get");
    execute("tar", "-xzf", archive().toString(), "-C", temporary.toString());
  }

  private static Path archive() {
    return Installation.archive(Installation.SEARCH, ".tar.gz");
  }

  private static boolean succeeds(String... command) throws InterruptedException {
    try {
      return new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private static String execute(String... command) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", Installation.JDK.toString());
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as("%s: %s", List.of(command), output).isZero();
    return output;
  }

  /** An image that was written and unpacked. */
  private record Image(Path tar, Path layout, JsonNode config, List<Path> layers, long unpacked) {
    static Image write(String name, String... options) throws Exception {
      Path tar = temporary.resolve(name + ".tar");
      List<String> command = new ArrayList<>();
      command.add(
          temporary
              .resolve("isogloss-search-" + Installation.VERSION + "/deploy/image")
              .toString());
      command.addAll(List.of(options));
      command.add(tar.toString());
      Matcher unpacked = UNPACKED.matcher(execute(command.toArray(String[]::new)));
      assertThat(unpacked.find()).isTrue();
      Path layout = Files.createDirectory(temporary.resolve(name));
      execute("tar", "-xf", tar.toString(), "-C", layout.toString());
      JsonNode index = JSON.readTree(layout.resolve("index.json").toFile());
      JsonNode manifest = JSON.readTree(blob(layout, index.at("/manifests/0")).toFile());
      JsonNode config = JSON.readTree(blob(layout, manifest.path("config")).toFile());
      List<Path> layers = new ArrayList<>();
      for (JsonNode layer : manifest.path("layers")) {
        layers.add(blob(layout, layer));
      }
      return new Image(tar, layout, config, layers, Long.parseLong(unpacked.group(1)) * MEGABYTE);
    }

    /** Returns the file of a descriptor, which has its size and its digest. */
    private static Path blob(Path layout, JsonNode descriptor) throws Exception {
      String digest = descriptor.path("digest").asText();
      assertThat(digest).startsWith("sha256:");
      Path file = layout.resolve("blobs/sha256").resolve(digest.substring("sha256:".length()));
      assertThat(file).hasSize(descriptor.path("size").asLong());
      try (InputStream in = Files.newInputStream(file)) {
        assertThat(sha256(in)).isEqualTo(digest);
      }
      return file;
    }

    private static String sha256(InputStream in) throws Exception {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] buffer = new byte[1 << 16];
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        digest.update(buffer, 0, read);
      }
      return "sha256:" + HexFormat.of().formatHex(digest.digest());
    }

    void checkLayers() throws Exception {
      JsonNode digests = config.at("/rootfs/diff_ids");
      assertThat(layers).hasSize(digests.size());
      for (int i = 0; i < layers.size(); i++) {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(layers.get(i)))) {
          assertThat(sha256(in)).isEqualTo(digests.get(i).asText());
        }
      }
      JsonNode docker = JSON.readTree(layout.resolve("manifest.json").toFile()).path(0);
      assertThat(layout.resolve(docker.path("Config").asText())).exists();
      assertThat(docker.path("Layers")).hasSameSizeAs(layers);
      docker.path("Layers").forEach(layer -> assertThat(layout.resolve(layer.asText())).exists());
    }

    List<String> strings(String key) {
      List<String> all = new ArrayList<>();
      config.at("/config/" + key).forEach(value -> all.add(value.asText()));
      return all;
    }
  }

  @Test
  void runsAsAUserWithoutRightsOnAReadOnlyRoot() throws Exception {
    Image image = Image.write("small", "--without-compact");
    image.checkLayers();
    assertThat(Files.size(image.tar())).isLessThan(180 * MEGABYTE);
    Path root = Files.createDirectory(temporary.resolve("root"));
    for (Path layer : image.layers()) {
      execute("tar", "-xpzf", layer.toString(), "-C", root.toString());
    }
    Path data = Files.createDirectory(temporary.resolve("data"));
    execute("chown", image.config().at("/config/User").asText(), data.toString());
    Files.writeString(
        root.resolve("etc/isogloss/server.yaml"),
        "index: [docs=/var/lib/isogloss/docs]\ncreate: true\nmodel: tiny\nport: 0\n");
    String put = "{\"language\": \"de\", \"text\": \"Die Katze schläft.\"}";

    Process server = start(image, root, data, image.strings("Cmd"), List.of());
    try {
      String url = url(server);
      assertThat(Files.readString(Path.of("/proc/" + server.pid() + "/status")))
          .contains("Uid:\t10001\t10001\t10001\t10001")
          .contains("CapEff:\t0000000000000000");
      assertThat(send(url + "/api/documents/katze", put)).contains("indexed");
      assertThat(send(url + "/api/search?query=cat", "")).contains("katze");
      assertThat(health(image, root, data, url)).isZero();
      server.destroy();
      assertThat(server.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(health(image, root, data, url)).isEqualTo(1);
    } finally {
      server.destroyForcibly().waitFor();
    }
    server = start(image, root, data, image.strings("Cmd"), List.of());
    try {
      assertThat(send(url(server) + "/api/search?query=cat", "")).contains("katze");
    } finally {
      server.destroyForcibly().waitFor();
    }
  }

  @Test
  void holdsCompactWithinItsSize() throws Exception {
    Image image = Image.write("whole");
    assertThat(image.unpacked()).isLessThan(330 * MEGABYTE);
    image.checkLayers();
  }

  /**
   * Starts a program of the image as a container.
   *
   * @param program arguments for its entry point, unless there is another one
   */
  private static Process start(
      Image image, Path root, Path data, List<String> program, List<String> entryPoint)
      throws IOException {
    String user = image.config().at("/config/User").asText();
    List<String> command =
        new ArrayList<>(List.of("unshare", "--mount", "sh", "-c", CONTAINER, "container"));
    command.addAll(List.of(root.toString(), data.toString(), user));
    command.addAll(image.strings("Env"));
    command.addAll(List.of("/usr/sbin/chroot", "--userspec=" + user, "--groups=10001"));
    command.add(root.toString());
    command.addAll(entryPoint.isEmpty() ? image.strings("Entrypoint") : entryPoint);
    command.addAll(program);
    return new ProcessBuilder(command).start();
  }

  private static String url(Process server) throws IOException {
    BufferedReader messages = server.errorReader(StandardCharsets.UTF_8);
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

  /** Runs the health check of the image, whose first word says how it is run. */
  private static int health(Image image, Path root, Path data, String url) throws Exception {
    List<String> test = image.strings("Healthcheck/Test");
    assertThat(test).startsWith("CMD");
    List<String> ready = List.of(url + "/health/ready");
    Process check = start(image, root, data, ready, test.subList(1, test.size()));
    assertThat(check.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return check.exitValue();
  }

  /** Sends a request: {@code PUT} if there is a document. */
  private static String send(String url, String document) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url)).header("Content-Type", "application/json");
    if (!document.isEmpty()) {
      request.PUT(HttpRequest.BodyPublishers.ofString(document));
    }
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(request.build(), HttpResponse.BodyHandlers.ofString()).body();
    }
  }
}
