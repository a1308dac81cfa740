// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.isogloss.core.Language;
import org.isogloss.core.TextTranslator;

/** Translates whole texts by a dictionary; others are copied. Records what it was asked. */
public final class DictionaryTranslator implements TextTranslator {
  private final List<Language> sources;
  private final Language target;
  private final Map<String, String> translations;
  private final List<List<String>> batches = new CopyOnWriteArrayList<>();

  public DictionaryTranslator(String sources, String target, Map<String, String> translations) {
    this.sources = Stream.of(sources.split(" ")).map(Language::of).toList();
    this.target = Language.of(target);
    this.translations = translations;
  }

  @Override
  public List<Language> sources() {
    return sources;
  }

  @Override
  public Language target() {
    return target;
  }

  @Override
  public List<String> translate(List<String> texts) {
    batches.add(texts);
    return texts.stream().map(text -> translations.getOrDefault(text, text.strip())).toList();
  }

  /** Returns the texts of each call. */
  public List<List<String>> batches() {
    return batches;
  }
}
