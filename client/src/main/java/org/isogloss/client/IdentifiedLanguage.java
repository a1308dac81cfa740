// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.client;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import org.isogloss.core.Language;
import org.isogloss.core.json.JsonObject;

/**
 * The language of a text.
 *
 * @param language the most probable language; {@link Language#UNDETERMINED} if it cannot be
 *     identified
 * @param confidence from 0 to 1
 * @param reliable whether the text has enough evidence
 * @param alternatives the next languages, most probable first
 * @param embedded the language of several words of the text that are in another one, if there are
 *     any
 */
public record IdentifiedLanguage(
    Language language,
    double confidence,
    boolean reliable,
    List<Alternative> alternatives,
    Optional<Language> embedded) {
  /**
   * A language that the text may have instead.
   *
   * @param language the language
   * @param confidence from 0 to 1
   */
  public record Alternative(Language language, double confidence) {
    public Alternative {
      requireNonNull(language, "language is null");
    }

    private static Alternative read(JsonObject json) {
      return new Alternative(json.language("language"), json.number("confidence"));
    }
  }

  public IdentifiedLanguage {
    requireNonNull(language, "language is null");
    alternatives = List.copyOf(alternatives);
    requireNonNull(embedded, "embedded is null");
  }

  static IdentifiedLanguage read(JsonObject json) {
    return new IdentifiedLanguage(
        json.language("language"),
        json.number("confidence"),
        json.booleanValue("reliable"),
        json.requiredObjects("alternatives").stream().map(Alternative::read).toList(),
        json.findString("embedded").map(tag -> json.language("embedded", tag)));
  }
}
