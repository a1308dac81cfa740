// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
  private static final String TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
  private static final Pattern METHOD = Pattern.compile(TOKEN + " .*");
  private static final Pattern REQUEST_LINE =
      Pattern.compile("(" + TOKEN + " \\S+) HTTP/1\\.([01])");
  private static final Pattern HEADER =
      Pattern.compile("(" + TOKEN + "):[ \t]*([^\\x00-\\x08\\x0a-\\x1f\\x7f]*?)[ \t]*");
  private static final Pattern LENGTH = Pattern.compile("[0-9]{1,18}");

  /** Headers about the connection, which HTTP/1.0 closes. */
  private static final Set<String> CONNECTION = Set.of("connection", "keep-alive");

  /** Whether the line is that of a request in a version of HTTP that is served. */
  static boolean isServed(String requestLine) {
    return REQUEST_LINE.matcher(requestLine).matches();
  }

  /** Whether the line begins with the name of a method. */
  static boolean hasMethod(String requestLine) {
    return METHOD.matcher(requestLine).matches();
  }

  /**
   * Parses a head.
   *
   * @param requestLine a line that {@linkplain #isServed is served}
   * @param host the address of the server, for clients in HTTP/1.0 that name none
   * @throws IllegalArgumentException if the head is malformed; the message does not quote it
   */
  static RequestHead parse(String requestLine, List<String> lines, String host) {
    Matcher request = REQUEST_LINE.matcher(requestLine);
    if (!request.matches()) {
      throw new IllegalArgumentException("the request line is malformed");
    }
    boolean old = request.group(2).equals("0");
    StringBuilder text = new StringBuilder(request.group(1)).append(" HTTP/1.1\r\n");
    List<String> lengths = new ArrayList<>();
    List<String> codings = new ArrayList<>();
    boolean named = false;
    for (String line : lines) {
      Matcher header = HEADER.matcher(line);
      if (!header.matches()) {
        throw new IllegalArgumentException("a header is malformed");
      }
      String name = header.group(1).toLowerCase(Locale.ROOT);
      switch (name) {
        case "content-length" -> lengths.add(header.group(2));
        case "transfer-encoding" -> codings.add(header.group(2));
        case "host" -> named = true;
        default -> {}
      }
      if (!old || !CONNECTION.contains(name)) {
        text.append(line).append("\r\n");
      }
    }
    if (old) {
      text.append("Connection: close\r\n").append(named ? "" : "Host: " + host + "\r\n");
    }
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
}
