// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.wiki;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.isogloss.core.Document;
import org.isogloss.core.Language;

/**
 * An article of a wiki.
 *
 * @param language the language of the wiki
 * @param id the number of the page, unique in its wiki
 * @param title the title
 * @param wikitext the source text
 * @param namespaces the names of all namespaces of the wiki except that of articles, in lower case:
 *     links to pages in them, such as images and categories, are not part of the text
 */
public record WikiPage(
    Language language, long id, String title, String wikitext, Set<String> namespaces) {
  public WikiPage {
    requireNonNull(language, "language is null");
    requireNonNull(title, "title is null");
    requireNonNull(wikitext, "wikitext is null");
    namespaces = Set.copyOf(namespaces);
  }

  /** The first paragraph as plain text; empty if there is none. */
  public String firstParagraph() {
    return Wikitext.firstParagraph(wikitext, namespaces);
  }

  /** The titles in other languages to which interlanguage links in the text point. */
  public List<WikiTitle> languageLinks() {
    return Wikitext.languageLinks(wikitext).stream()
        .filter(link -> !link.language().equals(language))
        .toList();
  }

  /**
   * Converts the page to a document with its number as id and its first paragraph as text; empty if
   * it has no paragraph, such as a list.
   */
  public Optional<Document> toDocument() {
    return Optional.of(firstParagraph())
        .filter(text -> !text.isEmpty())
        .map(text -> new Document(Long.toString(id), language, title, text));
  }
}
