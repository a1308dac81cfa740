// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.TextTranslator;
import org.isogloss.search.pipeline.TranslationModels;

/**
 * The translation models of pipelines: models that this class opens and closes, and those of the
 * program, which stay open.
 */
public final class Translators implements AutoCloseable {
  private final int threads;
  private final List<TextTranslator> all = new ArrayList<>();
  private final List<TextTranslator> opened = new ArrayList<>();

  /**
   * Creates a registry without models.
   *
   * @param threads maximum number of batches that each opened model translates at the same time, 1
   *     or more
   */
  public Translators(int threads) {
    this.threads = threads;
  }

  /**
   * Opens a model.
   *
   * @param folderOrName a model folder, or the name of a shipped model
   * @throws IsoglossException if it cannot be opened, or does not translate
   */
  public void open(String folderOrName) {
    TextTranslator translator = Models.openTranslator(folderOrName, threads);
    opened.add(translator);
    all.add(translator);
  }

  /** Adds a model of the program. */
  public void add(TextTranslator translator) {
    all.add(requireNonNull(translator, "translator is null"));
  }

  /** Returns the models in the order in which they were added. */
  public List<TextTranslator> all() {
    return List.copyOf(all);
  }

  /** Returns the models for pipelines. They translate nothing after this class is closed. */
  public TranslationModels models() {
    return new TranslationModels(all);
  }

  @Override
  public void close() {
    opened.forEach(TextTranslator::close);
    opened.clear();
  }
}
