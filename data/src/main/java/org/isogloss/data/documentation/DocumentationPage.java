// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.documentation;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.isogloss.core.Document;
import org.isogloss.core.Language;

/**
 * A page of a documentation in one language.
 *
 * @param name the name of the page, the same in all languages
 * @param paragraphs the paragraphs, in the order of the page
 */
public record DocumentationPage(
    String name, Language language, List<DocumentationParagraph> paragraphs) {
  public DocumentationPage {
    requireNonNull(name, "name is null");
    requireNonNull(language, "language is null");
    paragraphs = List.copyOf(paragraphs);
  }

  /** The first heading of level 1; empty if there is none. */
  public String title() {
    int title = titleIndex();
    return title < 0 ? "" : paragraphs.get(title).text();
  }

  private int titleIndex() {
    for (int i = 0; i < paragraphs.size(); i++) {
      if (paragraphs.get(i).headingLevel() == 1) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Converts the page to a document with the id {@code language/name}: translations share the part
   * after the slash. The text consists of all paragraphs except the title, one per line.
   */
  public Document toDocument() {
    int title = titleIndex();
    String text =
        IntStream.range(0, paragraphs.size())
            .filter(i -> i != title)
            .mapToObj(i -> paragraphs.get(i).text())
            .collect(Collectors.joining("\n"));
    return new Document(language.tag() + "/" + name, language, title(), text);
  }

  /** The headings that are directly followed by text, with that text. */
  public List<DocumentationSection> sections() {
    return sections(paragraph -> true);
  }

  /**
   * The sections of the paragraphs that match; a heading that does not match still ends the
   * previous section.
   */
  List<DocumentationSection> sections(Predicate<DocumentationParagraph> filter) {
    List<DocumentationSection> sections = new ArrayList<>();
    Map<String, Integer> repeats = new HashMap<>();
    String[] headings = new String[7];
    int i = 0;
    while (i < paragraphs.size()) {
      DocumentationParagraph heading = paragraphs.get(i++);
      int level = heading.headingLevel();
      List<String> below = new ArrayList<>();
      while (i < paragraphs.size() && paragraphs.get(i).headingLevel() == 0) {
        if (filter.test(paragraphs.get(i))) {
          below.add(paragraphs.get(i).text());
        }
        i++;
      }
      if (level == 0) {
        continue;
      }
      headings[level] = filter.test(heading) ? heading.text() : null;
      for (int lower = level + 1; lower < headings.length; lower++) {
        headings[lower] = null;
      }
      int repeat = repeats.merge(heading.id(), 1, Integer::sum) - 1;
      if (headings[level] != null && !below.isEmpty()) {
        String id = repeat == 0 ? heading.id() : heading.id() + "+" + repeat;
        List<String> path = new ArrayList<>();
        for (int higher = 1; higher < level; higher++) {
          if (headings[higher] != null) {
            path.add(headings[higher]);
          }
        }
        sections.add(
            new DocumentationSection(
                name, id, language, level, heading.text(), path, String.join("\n", below)));
      }
    }
    return sections;
  }
}
