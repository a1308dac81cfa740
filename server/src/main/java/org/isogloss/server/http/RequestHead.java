// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.http;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The head of an HTTP request, checked for what decides where the request ends (RFC 9112). Anything
 * that a proxy could read otherwise is rejected.
 *
 * @param text the head in HTTP/1.1, with the empty line that ends it; a request in HTTP/1.0 asks to
 *     close the connection
 * @param chunked whether the body consists of chunks
 * @param length number of bytes of a body that is not chunked
 */
record RequestHead(String text, boolean chunked, long length) {
  private static final String HTTP_1_1 = " HTTP/1.1";
  private static final String HTTP_1_0 = " HTTP/1.0";
  private static final char DELETE = 0x7f;

  /** The characters of names of methods and headers (RFC 9110, token). */
  private static final BitSet TOKEN = new BitSet();

  static {
    "!#$%&'*+.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-"
        .chars()
        .forEach(TOKEN::set);
  }

  private static final Pattern LENGTH = Pattern.compile("[0-9]{1,18}");

  /** Headers about the connection, which HTTP/1.0 closes. */
  private static final Set<String> CONNECTION = Set.of("connection", "keep-alive");

  /** A target with the address of the server, which takes precedence over the header Host. */
  private static final Pattern ABSOLUTE =
      Pattern.compile("(?i:https?)://([A-Za-z0-9._:\\[\\]-]+)((?:[/?].*)?)");

  /** Whether the line is that of a request in a version of HTTP that is served. */
  static boolean isServed(String requestLine) {
    int target = requestLine.indexOf(' ') + 1;
    int end = requestLine.length() - HTTP_1_1.length();
    return hasMethod(requestLine)
        && target < end
        && (requestLine.endsWith(HTTP_1_1) || requestLine.endsWith(HTTP_1_0))
        && requestLine.chars().limit(end).skip(target).noneMatch(RequestHead::isBlank);
  }

  private static boolean isBlank(int character) {
    return character == ' ' || (character >= '\t' && character <= '\r');
  }

  /** Whether the line begins with the name of a method. */
  static boolean hasMethod(String requestLine) {
    return isToken(requestLine, requestLine.indexOf(' '));
  }

  private static boolean isToken(String line, int end) {
    for (int i = 0; i < end; i++) {
      if (!TOKEN.get(line.charAt(i))) {
        return false;
      }
    }
    return end > 0;
  }

  /**
   * Returns the value of a header, without the blanks around it.
   *
   * @param colon where the name ends
   */
  private static String value(String line, int colon) {
    int start = colon + 1;
    int end = line.length();
    while (start < end && isSpaceOrTab(line.charAt(start))) {
      start++;
    }
    while (end > start && isSpaceOrTab(line.charAt(end - 1))) {
      end--;
    }
    for (int i = start; i < end; i++) {
      char character = line.charAt(i);
      if ((character < ' ' && character != '\t') || character == DELETE) {
        throw malformedHeader();
      }
    }
    return line.substring(start, end);
  }

  private static boolean isSpaceOrTab(char character) {
    return character == ' ' || character == '\t';
  }

  private static IllegalArgumentException malformedHeader() {
    return new IllegalArgumentException("a header is malformed");
  }

  /**
   * Parses a head.
   *
   * @param requestLine a line that {@linkplain #isServed is served}
   * @param host the address of the server, for clients in HTTP/1.0 that state none
   * @throws IllegalArgumentException if the head is malformed; the message does not quote it
   */
  static RequestHead parse(String requestLine, List<String> lines, String host) {
    if (!isServed(requestLine)) {
      throw new IllegalArgumentException("the request line is malformed");
    }
    boolean old = requestLine.endsWith(HTTP_1_0);
    Target target = Target.of(requestLine);
    StringBuilder text =
        new StringBuilder()
            .append(requestLine, 0, requestLine.indexOf(' ') + 1)
            .append(target.path())
            .append(HTTP_1_1)
            .append("\r\n");
    List<String> lengths = new ArrayList<>();
    List<String> codings = new ArrayList<>();
    List<String> hosts = new ArrayList<>();
    for (String line : lines) {
      int colon = line.indexOf(':');
      if (!isToken(line, colon)) {
        throw malformedHeader();
      }
      String name = line.substring(0, colon).toLowerCase(Locale.ROOT);
      String value = value(line, colon);
      switch (name) {
        case "content-length" -> lengths.add(value);
        case "transfer-encoding" -> codings.add(value);
        case "host" -> hosts.add(value);
        default -> {}
      }
      if (!name.equals("host") && !(old && CONNECTION.contains(name))) {
        text.append(line).append("\r\n");
      }
    }
    if (old) {
      text.append("Connection: close\r\n");
    }
    if (hosts.size() > 1 || (hosts.isEmpty() && !old)) {
      throw new IllegalArgumentException("the head has no header Host, or several");
    }
    text.append("Host: ")
        .append(target.host().orElse(hosts.isEmpty() ? host : hosts.getFirst()))
        .append("\r\n");
    boolean chunked = !codings.isEmpty();
    if (chunked
        && (old
            || !lengths.isEmpty()
            || codings.size() > 1
            || !codings.getFirst().equalsIgnoreCase("chunked"))) {
      throw new IllegalArgumentException(
          "the body has another encoding than chunked, or a length too");
    }
    if (lengths.size() > 1
        || (!lengths.isEmpty() && !LENGTH.matcher(lengths.getFirst()).matches())) {
      throw new IllegalArgumentException("the length of the body is malformed");
    }
    long length = lengths.isEmpty() ? 0 : Long.parseLong(lengths.getFirst());
    return new RequestHead(text.append("\r\n").toString(), chunked, length);
  }

  /**
   * What a request line asks for.
   *
   * @param path the path with its parameters
   * @param host the address of the server, if the line has it, as requests to proxies do
   */
  private record Target(String path, Optional<String> host) {
    static Target of(String requestLine) {
      String target =
          requestLine.substring(
              requestLine.indexOf(' ') + 1, requestLine.length() - HTTP_1_1.length());
      if (target.startsWith("/")) {
        return new Target(target, Optional.empty());
      }
      Matcher absolute = ABSOLUTE.matcher(target);
      if (!absolute.matches()) {
        return new Target(target, Optional.empty());
      }
      String path = absolute.group(2);
      return new Target(path.startsWith("/") ? path : "/" + path, Optional.of(absolute.group(1)));
    }
  }
}
