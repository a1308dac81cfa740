// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.api;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.isogloss.api.ListRequest;
import org.isogloss.api.filter.Filter;
import org.isogloss.server.catalog.Catalog;
import org.isogloss.server.catalog.ServedIndex;
import org.isogloss.server.http.Arguments;
import org.isogloss.server.http.Request;

/**
 * Reads a list of documents from the parameters of a query string.
 *
 * @param index the index whose documents are listed
 * @param request the page
 * @param top the maximum number of documents that the client states, if any
 */
record ListArguments(ServedIndex index, ListRequest request, OptionalInt top) {
  /**
   * Reads the parameters.
   *
   * @throws org.isogloss.server.http.RequestException if one is not allowed
   */
  static ListArguments read(Request request, Catalog catalog) {
    Arguments arguments = SearchArguments.ofParameters(request);
    ServedIndex index = catalog.visibleTo(request.grant()).index(arguments.findString("index"));
    OptionalInt top = arguments.integer("top", 1, SearchArguments.MAX_TOP);
    List<String> keys = arguments.strings("sort");
    ListRequest list =
        Arguments.parse("sort", keys.toArray(String[]::new), ListRequest.all()::withSort)
            .withTexts(arguments.bool("text", true))
            .withTop(top.orElse(ListRequest.DEFAULT_TOP));
    Optional<String> filter = arguments.findString("filter").filter(text -> !text.isBlank());
    if (filter.isPresent()) {
      list = list.withFilter(Arguments.parse("filter", filter.get(), Filter::parse));
    }
    if (arguments.has("fields")) {
      list = list.withFields(SearchArguments.fields(arguments));
    }
    Optional<String> cursor = arguments.findString("cursor");
    if (cursor.isPresent()) {
      list = list.withCursor(cursor.get());
    }
    arguments.requireNoOthers();
    return new ListArguments(index, list, top);
  }
}
