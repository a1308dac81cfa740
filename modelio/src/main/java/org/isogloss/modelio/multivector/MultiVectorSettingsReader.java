// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.multivector;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.isogloss.core.json.JsonObject;
import org.isogloss.core.util.Excerpt;
import org.isogloss.modelio.file.ModelJson;
import org.isogloss.modelio.format.FolderPaths;

/**
 * Reads the settings of a list of modules. Sentence-transformers has them in the folders of the
 * modules; PyLate has them in {@value MultiVectorModules#SETTINGS}, which count if the module has
 * none.
 */
final class MultiVectorSettingsReader {
  private static final String TRANSFORMER_SETTINGS = "sentence_bert_config.json";
  private static final String QUERY_LENGTH = "query_length";
  private static final String PASSAGE_LENGTH = "document_length";
  private static final String EXPANSION = "query_expansion";
  private static final String SKIPPED = "skiplist_words";
  private static final String SIMILARITY = "similarity_fn_name";
  private static final Set<String> SIMILARITIES = Set.of("maxsim", "meanmaxsim", "MaxSim");

  /** The characters of Python's {@code string.punctuation}. */
  static final List<String> PUNCTUATION =
      "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~".chars().mapToObj(c -> String.valueOf((char) c)).toList();

  private final List<MultiVectorModules.Module> modules;
  private final JsonObject folder;
  private final JsonObject transformer;
  private final boolean pylate;

  MultiVectorSettingsReader(List<MultiVectorModules.Module> modules, JsonObject folder) {
    this.modules = modules;
    this.folder = folder;
    Path of = modules.getFirst().folder();
    this.transformer =
        FolderPaths.find(of, TRANSFORMER_SETTINGS)
            .map(ModelJson::read)
            .orElseGet(() -> ModelJson.empty(of));
    this.pylate =
        modules.stream().noneMatch(module -> module.name().equals(MultiVectorModules.MASK));
  }

  MultiVectorModules read() {
    folder
        .findString(SIMILARITY)
        .filter(found -> !SIMILARITIES.contains(found))
        .ifPresent(
            found -> {
              throw folder.error(SIMILARITY, Excerpt.quote(found), "\"maxsim\" or \"meanmaxsim\"");
            });
    List<Path> layers =
        modules.stream()
            .filter(module -> MultiVectorModules.isDense(module.name()))
            .map(MultiVectorModules.Module::folder)
            .toList();
    TokenVectorSettings settings =
        new TokenVectorSettings(
            true,
            folder.has("query_prefix") || folder.has("document_prefix"),
            length(QUERY_LENGTH),
            expansion(),
            skipped());
    return new MultiVectorModules(
        modules.getFirst().folder(),
        new TokenVectorHead(TokenVectorHead.Form.MODULES, layers, settings),
        prefix("query_prefix", "query"),
        prefix("document_prefix", "document"),
        length(PASSAGE_LENGTH));
  }

  /** The marker comes before the prompt. */
  private String prefix(String marker, String prompt) {
    String stated = folder.findString(marker).orElse("");
    String text =
        folder.findObject("prompts").flatMap(prompts -> prompts.findString(prompt)).orElse("");
    return text.startsWith(stated) ? text : stated + text;
  }

  private OptionalInt length(String key) {
    OptionalInt own = transformer.findIntAtLeast(key, 1);
    return own.isPresent() ? own : folder.findIntAtLeast(key, 1);
  }

  private Optional<QueryExpansion> expansion() {
    if (transformer.keys().contains(EXPANSION)) {
      return transformer.findObject(EXPANSION).map(MultiVectorSettingsReader::expansion);
    }
    if (!pylate || !folder.booleanOrDefault("do_query_expansion", true)) {
      return Optional.empty();
    }
    return Optional.of(
        new QueryExpansion(
            folder.findIntAtLeast(QUERY_LENGTH, 1).orElse(ColbertCheckpoint.QUERY_LENGTH),
            true,
            folder.booleanOrDefault("attend_to_expansion_tokens", false),
            Optional.empty()));
  }

  private static QueryExpansion expansion(JsonObject json) {
    String strategy = json.string("strategy");
    if (!Set.of("fixed", "min").contains(strategy)) {
      throw json.error("strategy", Excerpt.quote(strategy), "\"fixed\" or \"min\"");
    }
    return new QueryExpansion(
        json.intAtLeast("length", 1),
        strategy.equals("fixed"),
        json.booleanOrDefault("attend", false),
        json.findString("token"));
  }

  private List<String> skipped() {
    if (pylate) {
      return folder.has(SKIPPED) ? folder.strings(SKIPPED) : PUNCTUATION;
    }
    Path mask =
        modules.stream()
            .filter(module -> module.name().equals(MultiVectorModules.MASK))
            .findFirst()
            .orElseThrow()
            .folder();
    JsonObject json = ModelJson.read(FolderPaths.resolve(mask, "config.json"));
    if (json.has("keep_only_token_ids")) {
      throw json.error("keep_only_token_ids", "present", "no such key, or null");
    }
    List<String> roles = json.strings("skiplist_tasks");
    if (!roles.isEmpty() && !roles.equals(List.of("document"))) {
      throw json.error("skiplist_tasks", Excerpt.unquoted(roles.toString()), "[document]");
    }
    return json.has(SKIPPED) ? json.strings(SKIPPED) : List.of();
  }
}
