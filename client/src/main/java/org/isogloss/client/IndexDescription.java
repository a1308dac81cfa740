// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.client;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import org.isogloss.core.Language;

/**
 * An index of a server.
 *
 * @param name its name
 * @param documents number of documents
 * @param passages number of passages
 * @param languages number of passages in each language, most first
 * @param fields the type of each field of the documents: {@code string}, {@code number}, {@code
 *     boolean} or {@code date}
 * @param model the model of its vectors; empty without vectors
 * @param pipeline the default pipeline
 * @param fairness whether the default pipeline accepts {@link SearchRequest#withFairness}
 * @param versions whether {@link SearchRequest#withGroupedVersions} can be used
 * @param answers the model of {@link SearchRequest#withAnswers(int)}; empty if the server has none
 */
public record IndexDescription(
    String name,
    long documents,
    long passages,
    SequencedMap<Language, Long> languages,
    SequencedMap<String, String> fields,
    Optional<String> model,
    String pipeline,
    boolean fairness,
    boolean versions,
    Optional<String> answers) {
  public IndexDescription {
    requireNonNull(name, "name is null");
    requireNonNull(model, "model is null");
    requireNonNull(pipeline, "pipeline is null");
    requireNonNull(answers, "answers is null");
    languages = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(languages));
    fields = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(fields));
  }

  static IndexDescription read(JsonReply json) {
    SequencedMap<Language, Long> languages = new LinkedHashMap<>();
    JsonReply counts = json.object("languages");
    counts
        .keys()
        .forEach(tag -> languages.put(counts.parseLanguage(tag, tag), counts.longInteger(tag)));
    SequencedMap<String, String> fields = new LinkedHashMap<>();
    JsonReply types = json.object("fields");
    types.keys().forEach(field -> fields.put(field, types.text(field)));
    return new IndexDescription(
        json.text("name"),
        json.longInteger("documents"),
        json.longInteger("passages"),
        languages,
        fields,
        json.findText("model"),
        json.text("pipeline"),
        json.bool("fairness"),
        json.bool("versions"),
        json.findText("answers"));
  }
}
