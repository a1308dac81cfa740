// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the examples of docs/guide/server.md against a server that is started as the page says. A
 * block of JSON directly after a block of curl commands shows keys of the last reply.
 */
class ServerGuideTest {
  private static final Path PAGE = Path.of("../docs/guide/server.md");
  private static final Pattern BLOCK =
      Pattern.compile("^```(\\w*)\n(.*?)^```\n", Pattern.MULTILINE | Pattern.DOTALL);

  private final ObjectMapper mapper = new ObjectMapper();
  private final HttpClient client = HttpClient.newHttpClient();

  @TempDir private Path folder;
  private SearchServer server;

  /**
   * A fenced block of the page.
   *
   * @param follows whether only blank lines are between it and the block before
   */
  private record Block(String language, String text, boolean follows) {
    boolean isCurl() {
      return text.startsWith("curl ");
    }

    boolean isReply() {
      return follows && (language.equals("json") || language.equals("jsonl"));
    }
  }

  @BeforeEach
  void start() {
    server =
        SearchServer.builder()
            .index("library", folder.resolve("my-index"))
            .createMissingIndexes(true)
            .data(folder.resolve("server-data"))
            .model("tiny")
            .answers(TestServer.answerModel(folder))
            .port(0)
            .start();
  }

  @AfterEach
  void stop() {
    server.close();
    client.close();
  }

  private static List<Block> blocks() throws IOException {
    String page = Files.readString(PAGE);
    List<Block> blocks = new ArrayList<>();
    int end = 0;
    Matcher matcher = BLOCK.matcher(page);
    while (matcher.find()) {
      boolean follows = page.substring(end, matcher.start()).isBlank();
      blocks.add(new Block(matcher.group(1), matcher.group(2), follows));
      end = matcher.end();
    }
    return blocks;
  }

  @Test
  void showsCommandsThatWork() throws Exception {
    List<Block> blocks = blocks();
    String documents =
        blocks.stream()
            .filter(block -> block.language().equals("jsonl"))
            .findFirst()
            .orElseThrow()
            .text();
    int commands = 0;
    for (int i = 0; i < blocks.size(); i++) {
      if (blocks.get(i).isCurl()) {
        Optional<Block> reply =
            Optional.of(blocks.get(Math.min(i + 1, blocks.size() - 1))).filter(Block::isReply);
        commands += run(blocks.get(i), reply, Map.of("library.jsonl", documents));
      }
    }
    assertThat(commands).isGreaterThan(30);
  }

  /** Runs the commands of a block, compares the last reply, and returns their number. */
  private int run(Block block, Optional<Block> shown, Map<String, String> files) throws Exception {
    List<List<String>> commands = CurlCommand.split(block.text());
    for (int i = 0; i < commands.size(); i++) {
      Optional<Block> expected = i == commands.size() - 1 ? shown : Optional.empty();
      HttpResponse<String> response =
          client.send(
              CurlCommand.of(commands.get(i), files).request(server.port()).build(),
              HttpResponse.BodyHandlers.ofString());
      List<JsonNode> values = expected.isPresent() ? values(expected.get()) : List.of();
      boolean error = values.size() == 1 && values.getFirst().has("detail");
      assertThat(response.statusCode())
          .as("%s: %s", commands.get(i), response.body())
          .isIn(error ? List.of(values.getFirst().get("status").intValue()) : List.of(200, 201));
      if (expected.isPresent()) {
        List<JsonNode> found =
            expected.get().language().equals("jsonl")
                ? lines(response.body())
                : List.of(mapper.readTree(response.body()));
        assertThat(found).as(response.body()).hasSameSizeAs(values);
        for (int value = 0; value < values.size(); value++) {
          assertShown(values.get(value), found.get(value), commands.get(i).toString());
        }
      }
    }
    return commands.size();
  }

  private List<JsonNode> values(Block reply) throws IOException {
    return reply.language().equals("jsonl")
        ? lines(reply.text())
        : List.of(mapper.readTree(reply.text()));
  }

  private List<JsonNode> lines(String text) throws IOException {
    List<JsonNode> values = new ArrayList<>();
    for (String line : text.lines().toList()) {
      values.add(mapper.readTree(line));
    }
    return values;
  }

  /** Checks that a reply contains what the page shows; an object may have further keys. */
  private static void assertShown(JsonNode shown, JsonNode found, String at) {
    assertThat(found).as(at).isNotNull();
    if (shown.isObject()) {
      shown
          .properties()
          .forEach(
              key -> assertShown(key.getValue(), found.get(key.getKey()), at + "/" + key.getKey()));
    } else if (shown.isArray()) {
      assertThat(found).as(at).hasSize(shown.size());
      for (int i = 0; i < shown.size(); i++) {
        assertShown(shown.get(i), found.get(i), at + "/" + i);
      }
    } else if (shown.isNumber()) {
      assertThat(found.doubleValue()).as(at).isCloseTo(shown.doubleValue(), within(1e-3));
    } else {
      assertThat(found).as(at).isEqualTo(shown);
    }
  }

  @Test
  @Tag("slow")
  void showsPythonProgramsThatWork() throws Exception {
    List<String> printed = new ArrayList<>();
    for (Block block : blocks()) {
      if (block.language().equals("python")) {
        Path program = folder.resolve("program.py");
        Files.writeString(
            program, block.text().replace("localhost:8080", "127.0.0.1:" + server.port()));
        printed.add(Python.run(folder, List.of(program.toString())).strip());
      }
    }
    assertThat(printed)
        .hasSize(6)
        .contains("2 256", "2")
        .filteredOn("Die Katze schläft auf dem Dach."::equals)
        .hasSize(3);
  }
}
