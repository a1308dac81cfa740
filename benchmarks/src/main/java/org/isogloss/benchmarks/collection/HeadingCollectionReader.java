// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.collection;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.data.Judgement;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.documentation.DocumentationSection;
import org.isogloss.data.documentation.ParallelDocumentation;

/**
 * Reads collections in which headings of a documentation in one language retrieve the text below
 * them in others. Sections have no headings; a heading that occurs several times is not a query;
 * sections with equal text are equally relevant.
 */
public final class HeadingCollectionReader {
  /** Maximum number of sections of a rotated collection in each language. */
  private static final int MAX_ROTATED_SECTIONS = 2_000;

  private HeadingCollectionReader() {}

  /**
   * Reads a documentation in two languages: headings in one, sections in the other.
   *
   * @param data the folder that contains {@code help}, or one whose parent does
   * @throws IsoglossException if one of the languages is missing, or they share no section
   */
  public static TestCollection read(
      Path data, String name, Language queryLanguage, Language documentLanguage) {
    Path folder = DataFolderLocator.find(data, "help");
    ParallelDocumentation documentation = ParallelDocumentation.open(folder);
    LanguageSections sections = LanguageSections.read(documentation, documentLanguage);
    LanguageSections headings = LanguageSections.read(documentation, queryLanguage);
    List<Query> queries = new ArrayList<>();
    List<Judgement> judgements = new ArrayList<>();
    for (String key : headings.keys()) {
      if (sections.hasText(key) && headings.isUnique(key)) {
        Query query = headings.query(key);
        queries.add(query);
        sections.alike(key).forEach(id -> judgements.add(new Judgement(query.id(), id, 1)));
      }
    }
    if (queries.isEmpty()) {
      throw new IsoglossException(
          folder
              + ": no heading in "
              + queryLanguage.name()
              + " has a text below it in "
              + documentLanguage.name()
              + ": choose other languages");
    }
    return new TestCollection(name, sections.documents(), queries, judgements);
  }

  /**
   * Reads a documentation in several languages: the heading of section {@code i}, in language
   * {@code i} modulo their number, retrieves the section in the other languages, among {@value
   * #MAX_ROTATED_SECTIONS} evenly spaced sections of those with a text in each language, or all if
   * there are fewer.
   *
   * @param data the folder that contains {@code help}, or one whose parent does
   * @param languages at least two different languages
   * @throws IsoglossException if one of the languages is missing, or they share no section
   */
  public static RotatedQuestions rotated(Path data, String name, List<Language> languages) {
    if (languages.size() < 2 || Set.copyOf(languages).size() < languages.size()) {
      throw new IllegalArgumentException(
          "languages are " + languages + ", expected at least two different ones");
    }
    Path folder = DataFolderLocator.find(data, "help");
    ParallelDocumentation documentation = ParallelDocumentation.open(folder);
    List<LanguageSections> all =
        languages.stream().map(language -> LanguageSections.read(documentation, language)).toList();
    List<String> shared =
        evenlySpaced(
            all.getFirst().keys().stream()
                .filter(key -> all.stream().allMatch(sections -> sections.hasText(key)))
                .toList());
    Set<String> kept = Set.copyOf(shared);
    List<LanguageSections> complete =
        all.stream().map(sections -> sections.keep(kept::contains)).toList();
    List<Query> queries = new ArrayList<>();
    List<Judgement> judgements = new ArrayList<>();
    Map<String, Set<String>> excluded = new HashMap<>();
    for (int i = 0; i < shared.size(); i++) {
      String key = shared.get(i);
      int rotation = i % complete.size();
      LanguageSections own = complete.get(rotation);
      if (own.isUnique(key)) {
        Query query = own.query(key);
        queries.add(query);
        excluded.put(query.id(), Set.copyOf(own.alike(key)));
        for (int other = 0; other < complete.size(); other++) {
          if (other != rotation) {
            complete
                .get(other)
                .alike(key)
                .forEach(id -> judgements.add(new Judgement(query.id(), id, 1)));
          }
        }
      }
    }
    if (queries.isEmpty()) {
      throw new IsoglossException(
          folder
              + ": no section with a unique heading has a text in each of "
              + languages.stream().map(Language::name).collect(Collectors.joining(", "))
              + ": choose other languages");
    }
    List<Document> documents =
        complete.stream().flatMap(sections -> sections.documents().stream()).toList();
    return new RotatedQuestions(new TestCollection(name, documents, queries, judgements), excluded);
  }

  private static List<String> evenlySpaced(List<String> keys) {
    int count = Math.min(keys.size(), MAX_ROTATED_SECTIONS);
    return IntStream.range(0, count)
        .mapToObj(i -> keys.get((int) ((long) i * keys.size() / count)))
        .toList();
  }

  /** The sections of a documentation in one language, by page and id. */
  private record LanguageSections(
      SequencedMap<String, DocumentationSection> sections,
      Map<String, Integer> places,
      Map<String, List<String>> idsByText) {
    static LanguageSections read(ParallelDocumentation documentation, Language language) {
      SequencedMap<String, DocumentationSection> sections = new LinkedHashMap<>();
      Map<String, Integer> places = new HashMap<>();
      try (Records<DocumentationSection> read = documentation.sections(language, OnError.FAIL)) {
        read.forEachRemaining(
            section -> {
              sections.put(section.page() + "#" + section.id(), section);
              places.merge(normalized(section.heading()), 1, Integer::sum);
            });
      }
      return new LanguageSections(sections, places, idsByText(sections));
    }

    private static Map<String, List<String>> idsByText(
        SequencedMap<String, DocumentationSection> sections) {
      return sections.values().stream()
          .filter(section -> !section.text().isBlank())
          .collect(
              Collectors.groupingBy(
                  DocumentationSection::text,
                  Collectors.mapping(section -> section.toDocument().id(), Collectors.toList())));
    }

    /** Returns some of the sections; headings are as unique as they were among all. */
    LanguageSections keep(Predicate<String> isKept) {
      SequencedMap<String, DocumentationSection> kept = new LinkedHashMap<>(sections);
      kept.keySet().removeIf(isKept.negate());
      return new LanguageSections(kept, places, idsByText(kept));
    }

    List<String> keys() {
      return List.copyOf(sections.keySet());
    }

    boolean hasText(String key) {
      return sections.containsKey(key) && !sections.get(key).text().isBlank();
    }

    /** Whether the heading of a section occurs in one place only. */
    boolean isUnique(String key) {
      return places.get(normalized(sections.get(key).heading())) == 1;
    }

    /** Returns the heading of a section. */
    Query query(String key) {
      DocumentationSection section = sections.get(key);
      return new Query(section.language().tag() + "/" + key, section.language(), section.heading());
    }

    /** Returns the ids of the sections with the text of a section. */
    List<String> alike(String key) {
      return idsByText.get(sections.get(key).text());
    }

    /** Returns the sections with text, without their headings. */
    List<Document> documents() {
      return sections.values().stream()
          .filter(section -> !section.text().isBlank())
          .map(DocumentationSection::toDocument)
          .map(section -> new Document(section.id(), section.language(), "", section.text()))
          .toList();
    }

    private static String normalized(String heading) {
      return heading.strip().toLowerCase(Locale.ROOT);
    }
  }
}
