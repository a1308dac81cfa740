// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.links;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isogloss.core.metadata.BuiltInFields;
import org.isogloss.search.links.DocumentPairs.DocumentPair;

/**
 * Pairs of translations that documents state: in the field {@value BuiltInFields#TRANSLATION_OF},
 * or by ids that differ only in the code of their language, such as {@code de/install.html} and
 * {@code fr/install.html}.
 *
 * <p>Many collections number the documents of each language, and {@code de/7} then is no
 * translation of {@code fr/7}. Ids are therefore trusted between two languages only if the vectors
 * of passages confirm at least half of the pairs, and of these those whose passages are near: a
 * document may have been replaced since it was translated.
 */
final class StatedTranslations {
  /** Minimum mean cosine of the passages of the shorter document and the nearest of the other. */
  private static final double MIN_COSINE_OF_NAMED = 0.8;

  private static final Pattern PART = Pattern.compile("[^/.]+");

  private final PassageVectors vectors;
  private final Map<String, Map<String, Integer>> named = new HashMap<>();
  private final Set<DocumentPair> byField = new HashSet<>();

  /**
   * @param fields the ids of documents of which others are translations, by id
   * @param originals the document of which each one is a copy, or itself
   */
  StatedTranslations(PassageVectors vectors, Map<String, Set<String>> fields, int[] originals) {
    this.vectors = vectors;
    Map<String, Integer> numbers = new HashMap<>();
    for (int i = 0; i < originals.length; i++) {
      PassageVectors.Document document = vectors.document(i);
      numbers.put(document.id(), originals[i]);
      if (originals[i] == i) {
        int number = i;
        name(document.id(), document.language())
            .ifPresent(
                name ->
                    named
                        .computeIfAbsent(document.language(), code -> new HashMap<>())
                        .putIfAbsent(name, number));
      }
    }
    fields.forEach(
        (id, stated) ->
            stated.stream()
                .map(original -> numbers.containsKey(original) ? original : resolved(id, original))
                .filter(original -> numbers.containsKey(id) && numbers.containsKey(original))
                .map(original -> pair(numbers.get(id), numbers.get(original)))
                .filter(pair -> !language(pair.first()).equals(language(pair.second())))
                .forEach(byField::add));
  }

  /** Returns the id that a path relative to a document means: {@code ../fr/a.html}. */
  static String resolved(String id, String path) {
    Deque<String> parts = new ArrayDeque<>(List.of(id.split("/", -1)));
    parts.removeLast();
    for (String part : path.split("/", -1)) {
      if (part.equals("..")) {
        parts.pollLast();
      } else if (!part.equals(".")) {
        parts.addLast(part);
      }
    }
    return String.join("/", parts);
  }

  private String language(int document) {
    return vectors.document(document).language();
  }

  private DocumentPair withCosine(DocumentPair pair) {
    return new DocumentPair(
        pair.first(), pair.second(), vectors.cosineOfDocuments(pair.first(), pair.second()));
  }

  private static DocumentPair pair(int one, int other) {
    return new DocumentPair(Math.min(one, other), Math.max(one, other), /* cosine= */ 1);
  }

  /** Returns the pairs that fields state. */
  List<DocumentPair> byField() {
    return byField.stream().map(this::withCosine).toList();
  }

  /**
   * Returns the pairs that ids state between two languages; none if vectors confirm fewer than half
   * of them.
   *
   * @param found the pairs that vectors confirm
   * @param known groups that vectors confirmed before
   */
  List<DocumentPair> byName(
      String first, String second, List<DocumentPair> found, TextClusters known) {
    Set<DocumentPair> confirmed = new HashSet<>();
    found.forEach(each -> confirmed.add(pair(each.first(), each.second())));
    List<DocumentPair> stated = new ArrayList<>();
    Map<String, Integer> others = named.getOrDefault(second, Map.of());
    named
        .getOrDefault(first, Map.of())
        .forEach(
            (name, document) -> {
              if (others.containsKey(name)) {
                stated.add(pair(document, others.get(name)));
              }
            });
    long agreeing =
        stated.stream()
            .filter(
                pair -> confirmed.contains(pair) || known.areJoined(pair.first(), pair.second()))
            .count();
    return agreeing == 0 || 2 * agreeing < stated.size()
        ? List.of()
        : stated.stream()
            .map(this::withCosine)
            .filter(pair -> pair.cosine() >= MIN_COSINE_OF_NAMED)
            .toList();
  }

  /**
   * Returns an id without the code of the language; empty if it has none. The code is a part
   * between slashes and dots, such as {@code de}, {@code pt-BR}, {@code zh_TW}.
   */
  static Optional<String> name(String id, String language) {
    Matcher part = PART.matcher(id);
    while (part.find()) {
      String lower = part.group().toLowerCase(Locale.ROOT);
      boolean isCode =
          lower.equals(language)
              || (lower.startsWith(language)
                  && lower.substring(language.length()).matches("[-_@][a-z0-9]{2,8}"));
      if (isCode) {
        return Optional.of(id.substring(0, part.start()) + '*' + id.substring(part.end()));
      }
    }
    return Optional.empty();
  }
}
