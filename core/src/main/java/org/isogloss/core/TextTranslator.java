// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core;

import java.util.List;

/** Translates texts into one language. Implementations are thread-safe. */
public interface TextTranslator extends AutoCloseable {
  /** The languages that it can translate from, at least one. */
  List<Language> sources();

  /** The language that it translates into, which is none of the {@link #sources}. */
  Language target();

  /**
   * Translates texts.
   *
   * @return the translations in the order of the texts; that of a text without words is empty
   */
  List<String> translate(List<String> texts);

  /** Releases the resources, if there are any. */
  @Override
  default void close() {}
}
