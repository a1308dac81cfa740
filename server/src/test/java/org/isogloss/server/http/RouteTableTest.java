// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RouteTableTest {
  private static final RouteTable ROUTES =
      RouteTable.of(
          List.of(
              route("GET", "/api/indexes"),
              route("PUT", "/api/indexes/{name}"),
              route("GET", "/api/indexes/{name}/rules"),
              route("PUT", "/api/documents/{id...}"),
              route("GET", "/health/live")));

  private static Route route(String method, String path) {
    return new Route(
        method,
        path,
        Access.PUBLIC,
        ErrorFormat.PROBLEM_DETAILS,
        Route.Execution.CONNECTION,
        request -> Reply.json(JsonNodeFactory.instance.objectNode()));
  }

  @ParameterizedTest
  @CsvSource({
    "PUT, /api/indexes/news, name, news",
    "GET, /api/indexes/news/rules, name, news",
    "PUT, /api/documents/1, id, 1",
    "PUT, /api/documents/de/1.html, id, de/1.html",
    "PUT, /api/documents/de//, id, de//"
  })
  void findsNamesInPaths(String method, String path, String name, String expected) {
    assertThat(ROUTES.find(method, path).parameters()).containsEntry(name, expected).hasSize(1);
  }

  @Test
  void writesPathsAsOpenApiDoes() {
    assertThat(ROUTES.find("PUT", "/api/documents/1").route().template())
        .isEqualTo("/api/documents/{id}");
  }

  @Test
  void namesPathsThatHaveMuchInCommonWithOneThatDoesNotExist() {
    assertThatExceptionOfType(RequestException.class)
        .isThrownBy(() -> ROUTES.find("PUT", "/api/indexes/news/documents/1"))
        .withMessage(
            "there is nothing at this path, expected one such as /api/documents/{id},"
                + " /api/indexes, /api/indexes/{name}, /api/indexes/{name}/rules");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/news/_doc/1", "/api", "/api/api/api", "/", "", "//", "/api/documents/", "*"})
  void refersToTheListOfPathsIfThereIsNothingLikeOne(String path) {
    assertThatExceptionOfType(RequestException.class)
        .isThrownBy(() -> ROUTES.find("GET", path))
        .withMessageStartingWith("there is nothing at this path, ");
  }
}
