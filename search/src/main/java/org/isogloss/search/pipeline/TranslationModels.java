// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.pipeline;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.core.TextTranslator;
import org.isogloss.core.util.LruCache;
import org.isogloss.text.language.LanguageIdentifier;

/**
 * The translation models of pipelines. A query is translated by those models that can translate
 * from its language, which is identified if it is not known; if several translate into one
 * language, by the first. The translations of the last queries are cached. Thread-safe; does not
 * close the models.
 */
public final class TranslationModels {
  /** No models. */
  public static final TranslationModels NONE = new TranslationModels(List.of());

  private static final int CAPACITY = 4096;

  private final List<Model> models;
  private final LanguageIdentifier identifier = LanguageIdentifier.forAllLanguages();

  public TranslationModels(List<? extends TextTranslator> translators) {
    this.models = translators.stream().map(Model::new).toList();
  }

  /** A model with its last translations. */
  private record Model(TextTranslator translator, LruCache<String, String> translations) {
    Model(TextTranslator translator) {
      this(translator, new LruCache<>(CAPACITY));
    }

    boolean translatesFrom(Language language) {
      return translator.sources().stream()
          .anyMatch(source -> source.code().equals(language.code()));
    }

    /** Translates texts, those that are not in the cache in one batch. */
    List<String> translations(List<String> texts) {
      return translations.findOrCompute(texts, Function.identity(), translator::translate);
    }
  }

  /** Returns whether there is no model. */
  public boolean isEmpty() {
    return models.isEmpty();
  }

  /**
   * Returns the translations of a query, each in another language; none if no model translates from
   * its language. Empty translations are left out.
   */
  public List<Query> translate(Query query) {
    List<Query> translations = new ArrayList<>();
    for (Model model : modelsFor(query)) {
      String text = model.translations(List.of(query.text())).getFirst();
      if (!text.isBlank()) {
        translations.add(new Query(query.id(), model.translator().target(), text));
      }
    }
    return translations;
  }

  /**
   * Translates queries in one batch for each model; at most as many as the cache keeps.
   *
   * @return the translations of the first queries
   */
  public List<Query> remember(List<Query> queries) {
    List<Query> first = queries.subList(0, Math.min(queries.size(), CAPACITY / 2));
    Map<Model, List<String>> texts = new LinkedHashMap<>();
    for (Query query : first) {
      for (Model model : modelsFor(query)) {
        texts.computeIfAbsent(model, key -> new ArrayList<>()).add(query.text());
      }
    }
    texts.forEach(Model::translations);
    return first.stream().flatMap(query -> translate(query).stream()).toList();
  }

  private List<Model> modelsFor(Query query) {
    if (models.isEmpty() || query.text().isBlank()) {
      return List.of();
    }
    Language language =
        query.language().isUndetermined()
            ? identifier.identify(query.text()).language()
            : query.language();
    Set<String> targets = new LinkedHashSet<>();
    return models.stream()
        .filter(model -> model.translatesFrom(language))
        .filter(model -> targets.add(model.translator().target().code()))
        .toList();
  }
}
