// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.isogloss.core.Language;
import org.isogloss.core.util.Excerpt;

/**
 * What there would have been to find by a search without hits: the languages of the index if the
 * search was restricted to languages, and the values of the fields of its filter.
 *
 * @param documents number of documents of the index
 * @param counted number of documents whose values were counted; of a large index not all
 * @param languages number of passages in each language of the index, in descending order; empty if
 *     the search was not restricted to languages
 * @param fields for each field of the filter that the index has, the values of most documents, at
 *     most {@value #MAX_VALUES}, in descending order
 */
public record NothingFound(
    long documents,
    long counted,
    SequencedMap<Language, Long> languages,
    SequencedMap<String, List<FacetCount>> fields) {
  /** Maximum number of values of a field. */
  public static final int MAX_VALUES = 10;

  public NothingFound {
    languages = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(languages));
    fields = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(fields));
  }

  /** Returns sentences for users; none if words alone were not found. */
  public List<String> sentences() {
    if (documents == 0) {
      return List.of("The index has no documents.");
    }
    List<String> sentences = new ArrayList<>();
    if (!languages.isEmpty()) {
      sentences.add(
          "Languages of the index, with their passages: "
              + listed(
                  languages.entrySet().stream()
                      .map(entry -> new FacetCount(entry.getKey().tag(), entry.getValue())))
              + ".");
    }
    fields.forEach((field, values) -> sentences.add(sentence(field, values)));
    return sentences;
  }

  private String sentence(String field, List<FacetCount> values) {
    String among = counted < documents ? " in the first " + formatted(counted) + " documents" : "";
    if (values.isEmpty()) {
      return "No document has a value of " + field + among + ".";
    }
    String subject = values.size() < MAX_VALUES ? "Values of " : "The most frequent values of ";
    return subject + field + among + ": " + listed(values.stream()) + ".";
  }

  /** {@code recipe 12, news 3}. */
  private static String listed(Stream<FacetCount> counts) {
    return counts
        .map(count -> Excerpt.unquoted(count.value()) + " " + formatted(count.documents()))
        .collect(joining(", "));
  }

  private static String formatted(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}
