// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.isogloss.api.filter.Filter;
import org.isogloss.api.query.QuerySyntax;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.option.DeromanizationOption;
import org.isogloss.cli.option.DeviceOption;
import org.isogloss.cli.option.OptionHint;
import org.isogloss.cli.option.TranslatorOption;
import org.isogloss.core.Encoder;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.LanguageRange;
import org.isogloss.core.Query;
import org.isogloss.core.Role;
import org.isogloss.engine.EngineBuilder;
import org.isogloss.engine.LoadedModel;
import org.isogloss.engine.Models;
import org.isogloss.engine.SearchEngine;
import org.isogloss.search.QueryLimit;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.storage.IndexLocation;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of the query and of the documents to search. */
final class QueryOptions {
  private static final Duration VERIFICATION_PATIENCE = Duration.ofSeconds(1);

  @Option(
      names = "--languages",
      paramLabel = "CODES",
      split = ",",
      description =
          "Only documents in these languages, such as de,fr; zh-Hant: in this script only; no: in"
              + " nb and nn too.")
  private List<String> languages = List.of();

  @Option(
      names = "--filter",
      paramLabel = "FILTER",
      description =
          "Only documents whose fields meet this condition, such as 'category = \"recipe\" and"
              + " date >= 2024-01-01 and not archived'; isogloss help filters has the grammar.")
  private String filter;

  @Option(
      names = "--query-language",
      paramLabel = "CODE",
      description = "Language of the query, if known.")
  private String queryLanguage = Language.UNDETERMINED.tag();

  @Option(
      names = "--model",
      paramLabel = "MODEL",
      description = "The model of the index, if it was moved since the index was created.")
  private String model;

  @Mixin private DeromanizationOption deromanization;

  @Mixin private TranslatorOption translators;

  @Mixin private DeviceOption device;

  /** Returns the requested languages of documents; empty for all. */
  Set<LanguageRange> documentLanguages() {
    Set<LanguageRange> within = new LinkedHashSet<>();
    languages.forEach(code -> within.add(LanguageRange.of(code.strip())));
    return within;
  }

  /** Returns the condition on the fields of documents. */
  Optional<Filter> filter() {
    return Optional.ofNullable(filter).map(Filter::parse);
  }

  Language language() {
    return Language.of(queryLanguage);
  }

  /**
   * Returns the query of the words on the command line, without ignored parts; warns if there are
   * any.
   *
   * @param encoder the encoder of the index, if its vectors are searched
   */
  Query query(List<String> words, Optional<Encoder> encoder, Console console) {
    String text = QuerySyntax.requireVisible(String.join(" ", words));
    Query query = new Query("q", language(), text);
    Query cut = QueryLimit.truncate(query);
    if (!cut.equals(query)) {
      console.warn(
          "the query has "
              + Console.formatCount(query.text().length())
              + " characters: only its first "
              + Console.formatCount(QueryLimit.MAX_WORDS)
              + " words, and at most its first "
              + Console.formatCount(QueryLimit.MAX_CHARACTERS)
              + " characters, are used");
    }
    if (encoder.isPresent() && !encoder.get().fits(cut.text(), Role.QUERY)) {
      console.warn("the query is longer than the model reads: vectors ignore its end");
    }
    return cut;
  }

  /**
   * Checks that the results of searches are those of an intact index, as far as its files can be
   * verified while the models are loaded and searched, or soon after.
   *
   * @throws IsoglossException if a file of the index is damaged
   */
  static void requireIntact(SearchEngine engine) {
    engine.requireIntact(VERIFICATION_PATIENCE);
  }

  /**
   * Opens the engine. If the model of the index cannot be opened or is another one, the message
   * names the option of the model.
   *
   * @param index where the index is
   */
  SearchEngine open(EngineBuilder engine, IndexLocation index) {
    return OptionHint.add("--model MODEL", failure -> isModelFailure(failure, index), engine::open);
  }

  /** Returns whether opening the model alone fails in the same way. */
  private boolean isModelFailure(IsoglossException failure, IndexLocation index) {
    IndexManifest manifest = index.manifest();
    try (LoadedModel loaded = Models.open(model == null ? Models.ofIndex(index) : model)) {
      manifest.requireModel(index.name(), loaded.encoder());
      return false;
    } catch (IsoglossException e) {
      return e.getMessage().equals(failure.getMessage());
    }
  }

  /** Returns the builder of the engine for the selected index. */
  EngineBuilder engine(IndexLocation index, int threads) {
    EngineBuilder engine = device.apply(SearchEngine.at(index).threads(threads));
    translators.apply(engine);
    deromanization.apply(engine);
    return model == null ? engine : engine.model(model);
  }
}
