// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.isogloss.api.field.FieldType;
import org.isogloss.core.Language;

/**
 * What an index has, and how it is searched.
 *
 * @param name the name of the index
 * @param documentCount number of documents
 * @param passageCount number of passages
 * @param passagesByLanguage number of passages in each language, most first
 * @param fields the type of each field of the documents
 * @param model the model of its vectors; empty without vectors
 * @param pipeline the default pipeline
 * @param translations whether {@link SearchRequest#withGroupedTranslations} can be used
 * @param answers the model of {@link SearchRequest#withAnswers(int)}; empty if there is none
 */
public record IndexDescription(
    String name,
    long documentCount,
    long passageCount,
    SequencedMap<Language, Long> passagesByLanguage,
    SequencedMap<String, FieldType> fields,
    Optional<String> model,
    String pipeline,
    boolean translations,
    Optional<String> answers) {
  public IndexDescription {
    requireNonNull(name, "name is null");
    requireNonNull(model, "model is null");
    requireNonNull(pipeline, "pipeline is null");
    requireNonNull(answers, "answers is null");
    passagesByLanguage = unmodifiable(passagesByLanguage);
    fields = unmodifiable(fields);
  }

  private static <K, V> SequencedMap<K, V> unmodifiable(Map<K, V> map) {
    return Collections.unmodifiableSequencedMap(new LinkedHashMap<>(map));
  }
}
