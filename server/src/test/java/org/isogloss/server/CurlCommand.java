// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A command line of curl with the options {@code -X}, {@code -H}, {@code -d}, {@code -G}, {@code
 * --json}, {@code --data-binary} and {@code --data-urlencode}, so that the documentation can be
 * tested without curl.
 */
final class CurlCommand {
  private static final Pattern WORD =
      Pattern.compile("'([^']*)'|\"([^\"]*)\"|(?:[^\\s'\"\\\\]|\\\\.)+|(\\n)");

  private final List<String> headers = new ArrayList<>();
  private final List<String> parameters = new ArrayList<>();
  private Optional<String> method = Optional.empty();
  private Optional<String> body = Optional.empty();
  private String url = "";

  private CurlCommand() {}

  /** Splits a block of lines into its commands; a quoted argument may contain line ends. */
  static List<List<String>> split(String block) {
    List<List<String>> commands = new ArrayList<>();
    List<String> words = new ArrayList<>();
    Matcher matcher = WORD.matcher(block.replace("\\\n", " "));
    while (matcher.find()) {
      if (matcher.group(3) != null) {
        commands.add(List.copyOf(words));
        words.clear();
      } else if (matcher.group(1) != null) {
        words.add(matcher.group(1));
      } else {
        words.add(matcher.group(2) != null ? matcher.group(2) : matcher.group());
      }
    }
    return commands;
  }

  /**
   * Reads a command.
   *
   * @param words the command with its arguments
   * @param files contents of the files that an argument such as {@code @file} may name
   */
  static CurlCommand of(List<String> words, Map<String, String> files) {
    CurlCommand command = new CurlCommand();
    for (int i = 1; i < words.size(); i++) {
      String word = words.get(i);
      switch (word) {
        case "-X" -> command.method = Optional.of(words.get(++i));
        case "-H" -> command.headers.add(words.get(++i));
        case "-G" -> command.method = Optional.of("GET");
        case "-d" -> command.parameters.add(words.get(++i));
        case "--data-urlencode" -> command.parameters.add(encode(words.get(++i)));
        case "--json" -> {
          command.headers.add("Content-Type: application/json");
          command.body = Optional.of(words.get(++i));
        }
        case "--data-binary" -> {
          String file = words.get(++i).substring(1);
          command.body = Optional.ofNullable(files.get(file));
          if (command.body.isEmpty()) {
            throw new IllegalArgumentException("the page has no file " + file);
          }
        }
        default -> {
          if (word.startsWith("-") || !command.url.isEmpty()) {
            throw new IllegalArgumentException("unexpected " + word + " in " + words);
          }
          command.url = word;
        }
      }
    }
    if (!command.parameters.isEmpty() && !command.method.equals(Optional.of("GET"))) {
      throw new IllegalArgumentException("-d without -G sends a form: " + words);
    }
    return command;
  }

  private static String encode(String parameter) {
    int equals = parameter.indexOf('=');
    return parameter.substring(0, equals + 1)
        + URLEncoder.encode(parameter.substring(equals + 1), StandardCharsets.UTF_8);
  }

  /** Returns the request to a server at another port than that of the command. */
  HttpRequest.Builder request(int port) {
    String query = parameters.isEmpty() ? "" : "?" + String.join("&", parameters);
    URI uri = URI.create(url.replace("localhost:8080", "127.0.0.1:" + port) + query);
    HttpRequest.Builder request = HttpRequest.newBuilder(uri);
    for (String header : headers) {
      String[] parts = header.split(": ", 2);
      request.header(parts[0], parts[1]);
    }
    return request.method(
        method.orElse(body.isPresent() ? "POST" : "GET"),
        body.map(HttpRequest.BodyPublishers::ofString).orElse(HttpRequest.BodyPublishers.noBody()));
  }
}
