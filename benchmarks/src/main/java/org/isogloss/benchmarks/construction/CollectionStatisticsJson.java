// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.construction;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Statistics as JSON. */
final class CollectionStatisticsJson {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private CollectionStatisticsJson() {}

  static String of(CollectionStatistics statistics) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    put(root.putObject("options"), statistics.options());
    root.put("documents", statistics.documents());
    ObjectNode pages = root.putObject("pages");
    ObjectNode queries = root.putObject("queries");
    for (Split split : Split.values()) {
      pages.put(split.fileName(), statistics.pages().getOrDefault(split, 0L));
      queries.put(split.fileName(), statistics.queries(split));
    }
    root.put("ignored_links", statistics.ignoredLinks());
    statistics.grades().forEach(root.putArray("grades")::add);
    ArrayNode languages = root.putArray("languages");
    statistics.languages().forEach(language -> put(languages.addObject(), language));
    ArrayNode pairs = root.putArray("pairs");
    statistics.pairs().forEach(pair -> put(pairs.addObject(), pair));
    try {
      return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void put(ObjectNode node, ConstructionOptions options) {
    node.put("depth", options.depth());
    node.put("candidates", options.candidates());
    node.put("train", options.sizes().train());
    node.put("validation", options.sizes().validation());
    node.put("test", options.sizes().test());
    node.put("monolingual", options.monolingual());
    node.put("seed", options.seed());
  }

  private static void put(ObjectNode node, LanguageStatistics language) {
    node.put("language", language.language().tag());
    node.put("documents", language.documents());
    node.put("linked", language.linked());
    node.put("repeated_titles", language.repeatedTitles());
    node.put("empty_titles", language.emptyTitles());
  }

  private static void put(ObjectNode node, PairStatistics pair) {
    node.put("query_language", pair.languages().source().tag());
    node.put("document_language", pair.languages().target().tag());
    ObjectNode queries = node.putObject("queries");
    for (Split split : Split.values()) {
      queries.put(split.fileName(), pair.queries(split));
    }
    pair.grades().forEach(node.putArray("grades")::add);
    node.put("fewest_candidates", pair.fewestCandidates());
    node.put("most_candidates", pair.mostCandidates());
    pair.overlap().ifPresent(overlap -> node.put("overlap", overlap));
    node.put("overlap_queries", pair.overlapQueries());
  }
}
