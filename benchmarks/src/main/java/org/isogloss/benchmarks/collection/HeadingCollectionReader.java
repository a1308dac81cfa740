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
 * Reads a collection in which headings of a documentation in one language retrieve the text below
 * them in another. Sections have no headings; a heading that occurs several times is no query;
 * sections with equal text are equally relevant.
 */
public final class HeadingCollectionReader {
  private HeadingCollectionReader() {}

  /**
   * Reads a documentation.
   *
   * @param data the folder that contains {@code help}, or one whose parent does
   * @throws IsoglossException if one of the languages is missing, or they share no section
   */
  public static TestCollection read(
      Path data, String name, Language queryLanguage, Language documentLanguage) {
    Path folder = DataFolderLocator.find(data, "help");
    ParallelDocumentation documentation = ParallelDocumentation.open(folder);
    SequencedMap<String, Document> sections = new LinkedHashMap<>();
    Map<String, List<String>> alike = new HashMap<>();
    try (Records<DocumentationSection> read =
        documentation.sections(documentLanguage, OnError.FAIL)) {
      read.forEachRemaining(
          section -> {
            if (!section.text().isBlank()) {
              Document document = section.toDocument();
              String key = key(section);
              sections.put(
                  key, new Document(document.id(), document.language(), "", document.text()));
              alike.computeIfAbsent(section.text(), text -> new ArrayList<>()).add(document.id());
            }
          });
    }
    SequencedMap<String, String> headings = new LinkedHashMap<>();
    Map<String, Integer> places = new HashMap<>();
    try (Records<DocumentationSection> read = documentation.sections(queryLanguage, OnError.FAIL)) {
      read.forEachRemaining(
          section -> {
            places.merge(normalized(section.heading()), 1, Integer::sum);
            if (sections.containsKey(key(section))) {
              headings.put(key(section), section.heading());
            }
          });
    }
    List<Query> queries = new ArrayList<>();
    List<Judgement> judgements = new ArrayList<>();
    headings.forEach(
        (key, heading) -> {
          if (places.get(normalized(heading)) == 1) {
            Query query = new Query(queryLanguage.tag() + "/" + key, queryLanguage, heading);
            queries.add(query);
            for (String document : alike.get(sections.get(key).text())) {
              judgements.add(new Judgement(query.id(), document, 1));
            }
          }
        });
    if (queries.isEmpty()) {
      throw new IsoglossException(
          folder
              + ": no heading in "
              + queryLanguage.name()
              + " has a text below it in "
              + documentLanguage.name()
              + ": choose other languages");
    }
    return new TestCollection(name, List.copyOf(sections.values()), queries, judgements);
  }

  private static String key(DocumentationSection section) {
    return section.page() + "#" + section.id();
  }

  private static String normalized(String heading) {
    return heading.strip().toLowerCase(Locale.ROOT);
  }
}
