// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.http;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds the route of a request. A path without names in braces takes precedence over one with, and
 * one of more segments over one of fewer.
 */
public final class RouteTable {
  /** Minimum number of segments that a path must share with another to be named instead of it. */
  private static final int LEAST_IN_COMMON = 2;

  private final Map<String, Map<String, Route>> plain = new HashMap<>();
  private final SortedMap<String, Map<String, Route>> patterns =
      new TreeMap<>(
          Comparator.comparingInt((String path) -> path.split("/", -1).length)
              .reversed()
              .thenComparing(Comparator.naturalOrder()));
  private final Function<String, RequestException> elsewhere;

  /** The route of a path with the segments that stand for names. */
  record Match(Route route, Map<String, String> parameters) {}

  private RouteTable(List<Route> routes, Function<String, RequestException> elsewhere) {
    this.elsewhere = elsewhere;
    for (Route route : routes) {
      Map<String, Map<String, Route>> table = route.path().contains("{") ? patterns : plain;
      Route former =
          table
              .computeIfAbsent(route.path(), path -> new LinkedHashMap<>())
              .put(route.method(), route);
      if (former != null) {
        throw new IllegalArgumentException(route.method() + " " + route.path() + " is given twice");
      }
    }
  }

  /** Returns the routes of a server. */
  public static RouteTable of(List<Route> routes) {
    List<String> paths = routes.stream().map(Route::template).distinct().sorted().toList();
    return new RouteTable(
        routes,
        path ->
            RequestException.of(
                RequestException.Reason.NOT_FOUND,
                "there is nothing at this path" + similar(path, paths)));
  }

  /**
   * Returns the routes of a server that is not ready: requests to other paths are refused for now.
   *
   * @param reason why, for the clients
   * @param retryAfter when they should try again
   */
  public static RouteTable notReady(List<Route> routes, String reason, Duration retryAfter) {
    return new RouteTable(routes, path -> RequestException.unavailable(reason, retryAfter));
  }

  /**
   * Returns the paths with the most segments of a path that does not exist, to follow a message. A
   * single one, such as {@code api}, does not tell what the client wants.
   */
  private static String similar(String path, List<String> paths) {
    Set<String> segments = Set.copyOf(List.of(path.split("/+")));
    SortedMap<Long, List<String>> byCommon =
        paths.stream()
            .collect(
                Collectors.groupingBy(
                    known ->
                        Stream.of(known.split("/")).distinct().filter(segments::contains).count(),
                    TreeMap::new,
                    Collectors.toList()));
    // Every path begins with the empty segment.
    return byCommon.lastKey() < 1 + LEAST_IN_COMMON
        ? ", /openapi.yaml lists all paths"
        : ", expected one such as " + String.join(", ", byCommon.get(byCommon.lastKey()));
  }

  /** A path with the methods that it has. */
  private record Target(Map<String, Route> methods, Map<String, String> parameters) {}

  /**
   * Finds a route.
   *
   * @param path the path of the request, without its encoding
   * @throws RequestException if there is no such path, or it does not have the method
   */
  Match find(String method, String path) {
    Target target = target(path).orElseThrow(() -> elsewhere.apply(path));
    // A server must answer HEAD wherever it answers GET.
    Route route = target.methods().get(method.equals("HEAD") ? "GET" : method);
    if (route == null) {
      throw RequestException.of(
          RequestException.Reason.METHOD_NOT_ALLOWED,
          "the method is "
              + method
              + ", expected "
              + String.join(" or ", new TreeSet<>(target.methods().keySet())));
    }
    return new Match(route, target.parameters());
  }

  /** Returns the methods of a path, in alphabetical order; none if there is no such path. */
  SortedSet<String> methods(String path) {
    SortedSet<String> methods =
        new TreeSet<>(target(path).map(found -> found.methods().keySet()).orElse(Set.of()));
    if (methods.contains("GET")) {
      methods.add("HEAD");
    }
    return methods;
  }

  private Optional<Target> target(String path) {
    Map<String, Route> exact = plain.get(path);
    if (exact != null) {
      return Optional.of(new Target(exact, Map.of()));
    }
    for (Map.Entry<String, Map<String, Route>> pattern : patterns.entrySet()) {
      Optional<Map<String, String>> parameters = match(pattern.getKey(), path);
      if (parameters.isPresent()) {
        return Optional.of(new Target(pattern.getValue(), parameters.get()));
      }
    }
    return Optional.empty();
  }

  private static Optional<Map<String, String>> match(String pattern, String path) {
    List<String> expected = List.of(pattern.split("/", -1));
    boolean open = pattern.endsWith("...}");
    List<String> found = List.of(path.split("/", open ? expected.size() : -1));
    if (found.size() != expected.size()) {
      return Optional.empty();
    }
    Map<String, String> parameters = new HashMap<>();
    for (int i = 0; i < found.size(); i++) {
      String segment = expected.get(i);
      if (segment.startsWith("{") && !found.get(i).isEmpty()) {
        parameters.put(segment.replaceAll("[{}.]", ""), found.get(i));
      } else if (!segment.equals(found.get(i))) {
        return Optional.empty();
      }
    }
    return Optional.of(parameters);
  }
}
