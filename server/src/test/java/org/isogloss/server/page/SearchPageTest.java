// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.isogloss.server.TestServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the page is served; {@link SearchPageBrowserTest} uses it. */
class SearchPageTest {
  private static final Pattern REFERENCE =
      Pattern.compile("(?:src|href)=\"page/([a-z.]+)\"|from \"\\./([a-z.]+)\"");

  private static TestServer server;

  @BeforeAll
  static void start(@TempDir Path folder) {
    server = TestServer.start(folder.resolve("index"));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void servesThePageAndEveryFileThatItNeeds() {
    Set<String> files = new LinkedHashSet<>();
    Deque<String> unread = new ArrayDeque<>(List.of("/", "/concordance"));
    while (!unread.isEmpty()) {
      HttpResponse<String> file = server.get(unread.remove());
      assertThat(file.statusCode()).as(file.uri().toString()).isEqualTo(200);
      REFERENCE
          .matcher(file.body())
          .results()
          .map(found -> found.group(1) == null ? found.group(2) : found.group(1))
          .filter(files::add)
          .forEach(name -> unread.add("/page/" + name));
    }
    assertThat(files).contains("style.css", "icon.svg", "search.js", "api.js", "concordance.js");
  }

  @Test
  void forbidsWhateverThePageDoesNotNeed() {
    for (String path : List.of("/", "/concordance")) {
      HttpResponse<String> page = server.get(path);
      assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
          .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
          .doesNotContain("unsafe");
      assertThat(page.headers().firstValue("Content-Type")).hasValue("text/html; charset=utf-8");
      assertThat(page.body())
          .contains("<meta charset=\"utf-8\">", "<dialog id=\"token\"")
          .doesNotContain("<!-- include")
          .doesNotContain("http://", "https://", "<script>", " style=", "onclick");
    }
    assertThat(server.get("/page/search.js").headers().firstValue("Content-Type"))
        .hasValue("text/javascript; charset=utf-8");
  }

  @Test
  void servesTheMessagesOfEachLanguage() {
    HttpResponse<String> german = server.get("/page/messages/de.json");
    assertThat(german.headers().firstValue("Content-Type")).hasValue("application/json");
    assertThat(german.body()).contains("Warum dieser Treffer");
    assertThat(server.get("/page/messages/xx.json").statusCode()).isEqualTo(404);
    assertThat(server.get("/page/messages/search.js").statusCode()).isEqualTo(404);
  }

  @Test
  void servesNothingElse() {
    for (String name :
        new String[] {"SearchPage.class", "other.js", "..%2Fopenapi.yaml", "a/b.js"}) {
      assertThat(server.get("/page/" + name).statusCode()).as(name).isEqualTo(404);
    }
  }
}
