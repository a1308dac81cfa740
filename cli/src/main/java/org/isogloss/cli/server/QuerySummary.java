// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.isogloss.api.SearchResults;

/**
 * What people ask a server, by its query log: how many searches in which languages, and which of
 * them find nothing, or nothing that is likely to answer the query. Only first pages are counted.
 */
final class QuerySummary {
  /** Maximum number of different texts, and of different filters, that are counted. */
  private static final int MAX_DISTINCT = 100_000;

  private final Map<String, Count> languages = new TreeMap<>();
  private final Map<String, Count> queries = new LinkedHashMap<>();
  private final Map<String, Count> filters = new LinkedHashMap<>();
  private final Histogram milliseconds = new Histogram();
  private final Count all = new Count();
  private String first = "";
  private String last = "";

  /** Numbers of searches. */
  static final class Count {
    private long searches;
    private long empty;
    private long unsure;

    private void add(boolean isEmpty, boolean isUnsure) {
      searches++;
      empty += isEmpty ? 1 : 0;
      unsure += isUnsure ? 1 : 0;
    }

    /** All searches. */
    long searches() {
      return searches;
    }

    /** Those without a hit. */
    long empty() {
      return empty;
    }

    /** Those with hits, of which none is likely to answer the query. */
    long unsure() {
      return unsure;
    }

    /** Those without a hit that is likely to answer the query. */
    long missed() {
      return empty + unsure;
    }
  }

  /** Durations in classes that are 5 % wide, so that their number is bounded. */
  private static final class Histogram {
    private static final double WIDTH = Math.log(1.05);

    private final Map<Integer, Long> classes = new TreeMap<>();
    private long total;

    void add(double milliseconds) {
      int index = (int) Math.ceil(Math.log(Math.max(milliseconds, 0.001)) / WIDTH);
      classes.merge(index, 1L, Long::sum);
      total++;
    }

    /** Returns the upper bound of the class of a quantile. */
    double quantile(double fraction) {
      long seen = 0;
      for (Map.Entry<Integer, Long> entry : classes.entrySet()) {
        seen += entry.getValue();
        if (seen >= fraction * total) {
          return Math.exp(entry.getKey() * WIDTH);
        }
      }
      return 0;
    }
  }

  /**
   * Adds a line of a log.
   *
   * @return whether it is one of a search
   */
  boolean add(JsonNode line) {
    if (!line.path("time").isTextual()
        || !line.path("language").isTextual()
        || !line.path("hits").isIntegralNumber()
        || !line.path("ms").isNumber()) {
      return false;
    }
    if (line.path("page").asInt(1) > 1) {
      return true;
    }
    boolean empty = line.path("hits").asInt() == 0;
    boolean unsure =
        !empty
            && line.has("probability")
            && line.path("probability").asDouble() < SearchResults.CONFIDENT;
    String time = line.path("time").asText();
    first = first.isEmpty() || time.compareTo(first) < 0 ? time : first;
    last = time.compareTo(last) > 0 ? time : last;
    milliseconds.add(line.path("ms").asDouble());
    all.add(empty, unsure);
    count(languages, line.path("language").asText(), empty, unsure);
    if (line.path("filter").isTextual()) {
      count(filters, line.path("filter").asText(), empty, unsure);
    }
    if (line.path("query").isTextual()) {
      String query = line.path("query").asText().strip().toLowerCase(Locale.ROOT);
      count(queries, query, empty, unsure);
    }
    return true;
  }

  private static void count(Map<String, Count> counts, String key, boolean empty, boolean unsure) {
    Count known = counts.get(key);
    if (known == null && counts.size() < MAX_DISTINCT) {
      known = new Count();
      counts.put(key, known);
    }
    Optional.ofNullable(known).ifPresent(count -> count.add(empty, unsure));
  }

  /** The numbers of all searches. */
  Count all() {
    return all;
  }

  /** When the first search was answered; empty if there is none. */
  String first() {
    return first;
  }

  /** When the last search was answered; empty if there is none. */
  String last() {
    return last;
  }

  /**
   * Returns a quantile of the durations in milliseconds, at most 5 % too large.
   *
   * @param fraction 0 to 1
   */
  double milliseconds(double fraction) {
    return milliseconds.quantile(fraction);
  }

  /** The searches of each language, the most frequent one first. */
  List<Map.Entry<String, Count>> languages() {
    return sorted(languages, Comparator.comparingLong(Count::searches), languages.size());
  }

  /** The most frequent filters. */
  List<Map.Entry<String, Count>> filters(int top) {
    return sorted(filters, Comparator.comparingLong(Count::searches), top);
  }

  /** The most frequent queries; empty if their texts were not logged. */
  List<Map.Entry<String, Count>> queries(int top) {
    return sorted(queries, Comparator.comparingLong(Count::searches), top);
  }

  /** The queries that most often find nothing that is likely to answer them. */
  List<Map.Entry<String, Count>> missed(int top) {
    return sorted(queries, Comparator.comparingLong(Count::missed), top).stream()
        .filter(entry -> entry.getValue().missed() > 0)
        .toList();
  }

  private static List<Map.Entry<String, Count>> sorted(
      Map<String, Count> counts, Comparator<Count> order, int top) {
    List<Map.Entry<String, Count>> entries = new ArrayList<>(counts.entrySet());
    entries.sort(Map.Entry.<String, Count>comparingByValue(order).reversed());
    return entries.subList(0, Math.min(top, entries.size()));
  }

  /** Returns everything as JSON. */
  ObjectNode json(int top) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    put(json, all);
    json.put("first", first).put("last", last);
    json.put("ms_p50", milliseconds(.5)).put("ms_p99", milliseconds(.99));
    put(json.putArray("languages"), "language", languages());
    put(json.putArray("filters"), "filter", filters(top));
    put(json.putArray("queries"), "query", queries(top));
    put(json.putArray("missed"), "query", missed(top));
    return json;
  }

  private static void put(ArrayNode list, String key, List<Map.Entry<String, Count>> entries) {
    entries.forEach(entry -> put(list.addObject().put(key, entry.getKey()), entry.getValue()));
  }

  private static void put(ObjectNode json, Count count) {
    json.put("searches", count.searches());
    json.put("empty", count.empty()).put("unsure", count.unsure());
  }
}
