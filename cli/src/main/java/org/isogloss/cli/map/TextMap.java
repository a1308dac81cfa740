// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.map;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.map.MapMethodOptions.Reduction;
import org.isogloss.measure.crosslingual.ParallelDistance;
import org.isogloss.measure.reduction.Points;
import org.isogloss.measure.report.ScatterPlot;

/** A map of texts in all output formats. */
final class TextMap {
  private final String model;
  private final List<MapText> texts;
  private final Reduction reduction;
  private final List<List<Integer>> translations;

  /**
   * Creates a map.
   *
   * @param reduction with a point for each text
   * @param parallel whether texts with the same id are translations of each other
   */
  TextMap(String model, List<MapText> texts, Reduction reduction, boolean parallel) {
    this.model = model;
    this.texts = texts;
    this.reduction = reduction;
    this.translations = parallel ? translations(texts) : List.of();
  }

  /** Returns the texts of each line that more than one file has, in the order of the files. */
  private static List<List<Integer>> translations(List<MapText> texts) {
    Map<String, List<Integer>> byLine = new LinkedHashMap<>();
    for (int i = 0; i < texts.size(); i++) {
      byLine.computeIfAbsent(texts.get(i).id(), id -> new ArrayList<>()).add(i);
    }
    return byLine.values().stream().filter(line -> line.size() > 1).toList();
  }

  /** Returns how close translations are; empty if the texts are not parallel. */
  Optional<ParallelDistance> parallelDistance() {
    return translations.isEmpty()
        ? Optional.empty()
        : Optional.of(ParallelDistance.of(reduction.points(), translations));
  }

  /** Returns the picture. */
  ScatterPlot plot() {
    List<ScatterPlot.Item> items =
        texts.stream()
            .map(text -> new ScatterPlot.Item(text.language().name(), text.text()))
            .toList();
    List<ScatterPlot.Link> links =
        translations.stream()
            .flatMap(
                line ->
                    line.stream()
                        .skip(1)
                        .map(other -> new ScatterPlot.Link(line.getFirst(), other)))
            .toList();
    return new ScatterPlot(title(), items)
        .links(links)
        .panel(
            reduction.description()
                + parallelDistance().map(distance -> "; " + describe(distance)).orElse(""),
            reduction.points());
  }

  private String title() {
    long languages = texts.stream().map(MapText::language).distinct().count();
    return Console.formatCount(texts.size(), "text", "texts")
        + " in "
        + Console.formatCount(languages, "language", "languages")
        + ", encoded by "
        + model;
  }

  static String describe(ParallelDistance distance) {
    return String.format(
        Locale.ROOT, "distance of translations %.3f of the mean distance", distance.ratio());
  }

  /** Returns a line for each text: x, y, language, file, id or line, and text. */
  List<String> tsv() {
    Points points = reduction.points();
    return IntStream.range(0, texts.size())
        .mapToObj(
            i ->
                String.join(
                    "\t",
                    format(points.x(i)),
                    format(points.y(i)),
                    texts.get(i).language().tag(),
                    field(texts.get(i).file().toString()),
                    field(texts.get(i).id()),
                    field(texts.get(i).text())))
        .toList();
  }

  private static String field(String text) {
    return text.replaceAll("[\t\n\r]", " ");
  }

  private static String format(double coordinate) {
    return String.format(Locale.ROOT, "%.6g", coordinate);
  }

  String json() {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("model", model);
    reduction.facts().forEach(node::putPOJO);
    parallelDistance()
        .ifPresent(
            distance ->
                node.putObject("distance")
                    .put("parallel", distance.parallel())
                    .put("all", distance.all())
                    .put("ratio", distance.ratio()));
    ArrayNode points = node.putArray("points");
    for (int i = 0; i < texts.size(); i++) {
      MapText text = texts.get(i);
      points
          .addObject()
          .put("x", reduction.points().x(i))
          .put("y", reduction.points().y(i))
          .put("language", text.language().tag())
          .put("file", text.file().toString())
          .put("id", text.id())
          .put("text", text.text());
    }
    return node.toPrettyString();
  }
}
