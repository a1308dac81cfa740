// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.isogloss.api.DocumentPage;
import org.isogloss.api.ListRequest;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.StoredDocument;
import org.isogloss.api.filter.Filter;
import org.isogloss.cli.console.Console;
import org.isogloss.core.Language;
import org.isogloss.core.metadata.MetadataValue;
import org.isogloss.core.util.Excerpt;
import org.isogloss.engine.SearchEngine;

/**
 * What there would have been to find by a search without hits: the languages of the index, and the
 * values of the fields of the filter.
 */
record EmptyResult(SearchEngine engine, SearchRequest request) {
  /** Maximum number of documents of which values are counted. */
  private static final int SAMPLE = 1_000;

  private static final int MAX_VALUES = 10;

  /** Returns lines that explain why nothing was found, as far as the index shows it. */
  List<String> lines() {
    if (engine.view().documentCount() == 0) {
      return List.of("The index has no documents.");
    }
    List<String> lines = new ArrayList<>();
    Set<String> fields = new LinkedHashSet<>();
    request.effectiveFilter().ifPresent(filter -> collectFields(filter, fields));
    if (!request.languages().isEmpty() || fields.remove(Filter.LANGUAGE)) {
      lines.add("Languages of the index, with their passages: " + languages() + ".");
    }
    fields.retainAll(engine.view().fieldTypes().keySet());
    if (!fields.isEmpty()) {
      DocumentPage sample =
          engine.list(
              ListRequest.all()
                  .withTexts(false)
                  .withFields(fields.toArray(String[]::new))
                  .withTop(SAMPLE));
      fields.forEach(field -> lines.add(values(field, sample)));
    }
    return lines;
  }

  private String languages() {
    return listed(engine.view().passagesByLanguage(), Language::tag);
  }

  private String values(String field, DocumentPage sample) {
    Map<String, Long> counts = new LinkedHashMap<>();
    for (StoredDocument document : sample.documents()) {
      values(document.metadata().fields().get(field))
          .forEach(value -> counts.merge(value, 1L, Long::sum));
    }
    String among = sample.cursor().isPresent() ? " in the first " + SAMPLE + " documents" : "";
    return counts.isEmpty()
        ? "No document has a value of " + field + among + "."
        : "Values of " + field + among + ": " + listed(counts, Excerpt::unquoted) + ".";
  }

  private static Stream<String> values(MetadataValue value) {
    return switch (value) {
      case null -> Stream.empty();
      case MetadataValue.ListValue list -> list.values().stream().map(MetadataValue::toString);
      default -> Stream.of(value.toString());
    };
  }

  /** {@code recipe 12, news 3}, the most frequent first. */
  private static <K> String listed(Map<K, Long> counts, Function<K, String> name) {
    String listed =
        counts.entrySet().stream()
            .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
            .limit(MAX_VALUES)
            .map(entry -> name.apply(entry.getKey()) + " " + Console.formatCount(entry.getValue()))
            .collect(joining(", "));
    int others = counts.size() - MAX_VALUES;
    return others > 0 ? listed + " and " + Console.formatCount(others) + " more" : listed;
  }

  private static void collectFields(Filter filter, Set<String> fields) {
    switch (filter) {
      case Filter.Comparison comparison -> fields.add(comparison.field());
      case Filter.OneOf choice -> fields.add(choice.field());
      case Filter.Exists existence -> fields.add(existence.field());
      case Filter.And all -> all.filters().forEach(one -> collectFields(one, fields));
      case Filter.Or any -> any.filters().forEach(one -> collectFields(one, fields));
      case Filter.Not negation -> collectFields(negation.filter(), fields);
      case Filter.Contains words -> {}
      case Filter.ContainsPrefix prefix -> {}
    }
  }
}
