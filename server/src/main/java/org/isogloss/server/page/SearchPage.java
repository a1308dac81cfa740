// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isogloss.server.http.Access;
import org.isogloss.server.http.Endpoint;
import org.isogloss.server.http.ErrorFormat;
import org.isogloss.server.http.Reply;
import org.isogloss.server.http.RequestException;
import org.isogloss.server.http.Route;

/**
 * The search page at {@code /}, the page of concordances at {@code /concordance}, and their files
 * under {@code /page/}, which are resources of this package. They need no token; the pages ask for
 * one if the interface does.
 */
public final class SearchPage {
  private static final Pattern FILE =
      Pattern.compile("[a-z]+\\.(html|js|css|svg)|messages/[a-z]+\\.json");
  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "json", "application/json",
          "svg", "image/svg+xml");

  /** A line in whose place a page has a fragment that it shares with others. */
  private static final Pattern INCLUDE =
      Pattern.compile("(?m)^ *<!-- include ([a-z]+\\.html) -->\n");

  /** The page loads its own files and talks to its own server, and nothing else. */
  private static final String SECURITY_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
          + " form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

  /** The files that exist and were requested: clients can invent other names without end. */
  private final Map<String, Reply> files = new ConcurrentHashMap<>();

  public List<Route> routes() {
    return List.of(
        route("/", request -> file("index.html")),
        route("/concordance", request -> file("concordance.html")),
        route("/page/{file}", request -> file(request.pathParameter("file"))),
        route(
            "/page/messages/{file}", request -> file("messages/" + request.pathParameter("file"))));
  }

  private static Route route(String path, Endpoint endpoint) {
    return new Route(
        "GET",
        path,
        Access.PUBLIC,
        ErrorFormat.PROBLEM_DETAILS,
        Route.Execution.CONNECTION,
        endpoint);
  }

  private Reply file(String name) {
    if (!FILE.matcher(name).matches()) {
      throw missing();
    }
    return Optional.ofNullable(files.get(name))
        .or(() -> load(name).map(loaded -> keep(name, loaded)))
        .orElseThrow(SearchPage::missing);
  }

  private Reply keep(String name, Reply loaded) {
    files.put(name, loaded);
    return loaded;
  }

  private static RequestException missing() {
    return RequestException.of(
        RequestException.Reason.NOT_FOUND, "the search page has no such file");
  }

  private static Optional<Reply> load(String name) {
    String type = TYPES.get(name.substring(name.indexOf('.') + 1));
    return content(name)
        .map(
            content ->
                Reply.bytes(200, type, content)
                    .withHeader("Content-Security-Policy", SECURITY_POLICY)
                    .withHeader("Referrer-Policy", "no-referrer")
                    // Files change with the version of the server, without changing their names.
                    .withHeader("Cache-Control", "no-cache"));
  }

  private static Optional<byte[]> content(String name) {
    try (InputStream in = SearchPage.class.getResourceAsStream(name)) {
      if (in == null) {
        return Optional.empty();
      }
      byte[] content = in.readAllBytes();
      return Optional.of(name.endsWith(".html") ? withFragments(content) : content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] withFragments(byte[] page) {
    return INCLUDE
        .matcher(new String(page, UTF_8))
        .replaceAll(
            line ->
                Matcher.quoteReplacement(new String(content(line.group(1)).orElseThrow(), UTF_8)))
        .getBytes(UTF_8);
  }
}
