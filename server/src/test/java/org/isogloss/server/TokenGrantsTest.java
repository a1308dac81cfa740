// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.core.IsoglossException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What tokens allow that are for some indexes, and for what they are refused. */
class TokenGrantsTest {
  private static final String ADMIN = "admin-of-all-indexes";
  private static final String WRITE = "write-to-all-indexes";
  private static final String READ_NEWS = "read-of-news-indexes";
  private static final String WRITE_A = "writes-a-and-reads-b";
  private static final String TENANT = "admin-of-tenant-seven";

  @TempDir private Path folder;
  private TestServer server;

  @BeforeEach
  void start() throws Exception {
    Path tokens =
        Files.writeString(
            folder.resolve("tokens"),
            String.join(
                "\n",
                "admin " + ADMIN,
                "write " + WRITE,
                "read " + READ_NEWS + " news-*",
                "write " + WRITE_A + " a",
                "read " + WRITE_A + " b",
                "admin " + TENANT + " t7-*",
                ""));
    server =
        TestServer.start(
            folder.resolve("index"),
            builder -> builder.data(folder.resolve("data")).tokenFile(tokens));
    for (String name : new String[] {"a", "b", "news-de", "news-en"}) {
      assertStatus(send(ADMIN, "PUT", "/api/indexes/" + name, "{\"model\": \"none\"}"), 201);
    }
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private HttpResponse<String> send(String token, String method, String path, String json) {
    HttpRequest.Builder request = server.request(path).header("Authorization", "Bearer " + token);
    return server.send(
        json.isEmpty()
            ? request.method(method, HttpRequest.BodyPublishers.noBody())
            : request
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(json)));
  }

  private static void assertStatus(HttpResponse<String> response, int status) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
  }

  private void assertRefused(String token, String method, String path, String json) {
    HttpResponse<String> response = send(token, method, path, json);
    assertThat(response.statusCode()).as(path + " " + response.body()).isEqualTo(403);
    assertThat(response.body()).contains("token");
  }

  private static final String PUT = "{\"text\": \"x\"}";

  @Test
  void everyRouteOfAnIndexNeedsATokenForIt() {
    assertStatus(send(READ_NEWS, "GET", "/api/search?index=news-de&query=x", ""), 200);
    assertRefused(READ_NEWS, "GET", "/api/search?index=a&query=x", "");
    assertRefused(READ_NEWS, "POST", "/api/search", "{\"index\": \"a\", \"query\": \"x\"}");
    assertRefused(
        READ_NEWS,
        "POST",
        "/api/searches",
        "{\"searches\": [{\"index\": \"news-de\", \"query\": \"x\"},"
            + " {\"index\": \"a\", \"query\": \"x\"}]}");
    assertRefused(READ_NEWS, "GET", "/api/complete?index=a&query=x", "");
    assertRefused(
        READ_NEWS,
        "POST",
        "/api/explain",
        "{\"index\": \"a\", \"query\": \"x\", \"hits\": [{\"id\": \"x\"}]}");
    assertRefused(READ_NEWS, "POST", "/api/nearest", "{\"index\": \"a\", \"vector\": [1]}");
    assertRefused(READ_NEWS, "GET", "/api/documents?index=a", "");
    assertRefused(READ_NEWS, "GET", "/api/documents/x?index=a", "");
    assertRefused(READ_NEWS, "GET", "/api/versions?index=a&id=x", "");
    assertRefused(READ_NEWS, "GET", "/api/indexes/a", "");
    assertRefused(READ_NEWS, "GET", "/api/indexes/a/links", "");
    assertRefused(READ_NEWS, "GET", "/api/indexes/a/snapshots", "");
    assertRefused(TENANT, "GET", "/api/indexes/a/rules", "");
    assertRefused(TENANT, "PUT", "/api/indexes/a/rules", "{}");
    assertRefused(WRITE, "PUT", "/api/indexes/a/rules", "{}");
    assertStatus(send(ADMIN, "PUT", "/api/indexes/a/rules", "{}"), 200);
    assertRefused(WRITE_A, "PUT", "/api/documents/x?index=news-de", PUT);
    assertRefused(WRITE_A, "PATCH", "/api/documents/x?index=news-de", PUT);
    assertRefused(WRITE_A, "DELETE", "/api/documents/x?index=news-de", "");
    assertRefused(WRITE_A, "POST", "/api/documents?index=news-de", PUT);
    assertRefused(WRITE_A, "POST", "/api/delete", "{\"index\": \"b\", \"filter\": \"x = 1\"}");
    assertRefused(WRITE_A, "POST", "/api/indexes/b/refresh", "");
    assertRefused(WRITE_A, "POST", "/api/indexes/b/commit", "");
  }

  @Test
  void aTokenMayBeForWritingOfOneIndexAndReadingOfAnother() {
    assertStatus(send(WRITE_A, "PUT", "/api/documents/x?index=a", PUT), 200);
    assertStatus(send(WRITE_A, "GET", "/api/search?index=b&query=x", ""), 200);
    assertRefused(WRITE_A, "PUT", "/api/documents/x?index=b", PUT);
    // The only index of the token for writing is that of a request without a name.
    assertStatus(send(WRITE_A, "PUT", "/api/documents/y", PUT), 200);
    assertThat(send(ADMIN, "GET", "/api/documents/y?index=a", "").statusCode()).isEqualTo(200);
  }

  @Test
  void listsOnlyTheIndexesOfTheToken() {
    assertThat(send(READ_NEWS, "GET", "/api/indexes", "").body())
        .contains("news-de", "news-en")
        .doesNotContain("animals", "\"a\"");
    String call =
        "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/call\", \"params\":"
            + " {\"name\": \"list_languages\", \"arguments\": {}}}";
    assertThat(send(READ_NEWS, "POST", "/mcp", call).body())
        .contains("news-de")
        .doesNotContain("animals");
    String fetch =
        "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/call\", \"params\":"
            + " {\"name\": \"fetch\", \"arguments\": {\"id\": \"en/cat\", \"index\": \"animals\"}}}";
    assertThat(send(READ_NEWS, "POST", "/mcp", fetch).body())
        .contains("\"isError\":true")
        .contains("not for the index")
        .doesNotContain("sleeps");
    String read =
        "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"resources/read\", \"params\":"
            + " {\"uri\": \"isogloss://animals/en%2Fcat\"}}";
    assertThat(send(READ_NEWS, "POST", "/mcp", read).body())
        .contains("error")
        .doesNotContain("sleeps");
    assertThat(send(ADMIN, "POST", "/mcp", read).body()).contains("sleeps");
  }

  @Test
  void whatBelongsToNoIndexNeedsATokenForAll() {
    assertRefused(READ_NEWS, "GET", "/metrics", "");
    assertStatus(send(WRITE, "GET", "/metrics", ""), 200);
    assertRefused(TENANT, "PUT", "/api/models/tiny", "");
    assertRefused(TENANT, "DELETE", "/api/models/tiny", "");
    assertStatus(send(ADMIN, "PUT", "/api/models/tiny", ""), 200);
    assertStatus(send(READ_NEWS, "POST", "/api/encode", "{\"texts\": [\"x\"]}"), 200);
  }

  @Test
  void writingDoesNotIncludeAdministration() {
    assertRefused(WRITE, "PUT", "/api/indexes/new", "{}");
    assertRefused(WRITE, "DELETE", "/api/indexes/a", "");
    assertRefused(WRITE, "PUT", "/api/aliases/x", "{\"index\": \"a\"}");
    assertRefused(WRITE, "PATCH", "/api/aliases", "{\"x\": \"a\"}");
    assertRefused(WRITE, "DELETE", "/api/aliases/x", "");
    assertRefused(WRITE, "PUT", "/api/indexes/a/snapshots/s", "");
    assertRefused(WRITE, "DELETE", "/api/indexes/a/snapshots/s", "");
    assertRefused(WRITE, "POST", "/api/indexes/a/snapshots/s/restore", "{\"index\": \"x\"}");
    assertRefused(WRITE, "PUT", "/api/models/tiny", "");
    assertRefused(WRITE, "DELETE", "/api/models/tiny", "");
    assertStatus(send(WRITE, "PUT", "/api/documents/x?index=a", PUT), 200);
    assertStatus(send("unknown-unknown-unknown", "PUT", "/api/indexes/x", "{}"), 401);
  }

  @Test
  void anAdministratorOfSomeIndexesStaysAmongThem() {
    assertStatus(send(TENANT, "PUT", "/api/indexes/t7-docs", "{\"model\": \"none\"}"), 201);
    assertRefused(TENANT, "PUT", "/api/indexes/other", "{}");
    assertRefused(TENANT, "DELETE", "/api/indexes/a", "");
    assertRefused(TENANT, "PUT", "/api/aliases/other", "{\"index\": \"t7-docs\"}");
    assertRefused(TENANT, "PUT", "/api/aliases/t7-x", "{\"index\": \"a\"}");
    assertRefused(TENANT, "PUT", "/api/indexes/a/snapshots/s", "");
    assertStatus(send(TENANT, "PUT", "/api/indexes/t7-docs/snapshots/s", ""), 201);
    String restore = "/api/indexes/t7-docs/snapshots/s/restore";
    assertRefused(TENANT, "POST", restore, "{\"index\": \"other\"}");
    assertStatus(send(ADMIN, "PUT", "/api/indexes/a/snapshots/s", ""), 201);
    assertRefused(
        TENANT, "POST", "/api/indexes/a/snapshots/s/restore", "{\"index\": \"t7-stolen\"}");
    assertStatus(send(TENANT, "PUT", "/api/aliases/t7-x", "{\"index\": \"t7-docs\"}"), 200);
    assertStatus(send(ADMIN, "PUT", "/api/aliases/shared", "{\"index\": \"a\"}"), 200);
    assertThat(send(TENANT, "GET", "/api/aliases", "").body())
        .contains("t7-x")
        .doesNotContain("shared");
    assertRefused(TENANT, "DELETE", "/api/aliases/shared", "");
  }

  @Test
  void anAliasOfTheTokenOpensTheIndexThatItNames() {
    assertStatus(send(ADMIN, "PUT", "/api/aliases/news-all", "{\"index\": \"b\"}"), 200);
    assertStatus(send(READ_NEWS, "GET", "/api/search?index=news-all&query=x", ""), 200);
    assertStatus(send(ADMIN, "PUT", "/api/aliases/news-all", "{\"index\": \"a\"}"), 200);
    assertRefused(READ_NEWS, "GET", "/api/search?index=b&query=x", "");
  }

  @Test
  void reportsMalformedNamesWithoutTheToken() throws Exception {
    Path tokens = Files.writeString(folder.resolve("wrong"), "read " + WRITE + " a,b\n");
    assertThatThrownBy(() -> SearchServer.builder().tokenFile(tokens).start())
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("wrong:1: expected names of indexes after the token")
        .hasMessageNotContaining(WRITE);
  }
}
