// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.wiki;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.isogloss.core.Language;
import org.isogloss.data.collection.LinkedDocument;

/**
 * Links between the articles of several wikis: interlanguage links in their texts, rows of the
 * table {@code langlinks}, and items of Wikidata. The last two are in memory.
 */
public final class WikiLinks {
  /** Targets by the language of a wiki and the number of a page. */
  private final Map<Language, Map<Long, List<WikiTitle>>> targets = new HashMap<>();

  private final Map<WikiTitle, String> items = new HashMap<>();

  /**
   * Adds interlanguage links.
   *
   * @param wiki the language of the wiki from which they lead
   */
  public void addLanguageLinks(Language wiki, Iterator<LanguageLink> links) {
    Map<Long, List<WikiTitle>> ofWiki = targets.computeIfAbsent(wiki, unused -> new HashMap<>());
    links.forEachRemaining(
        link -> ofWiki.computeIfAbsent(link.page(), page -> new ArrayList<>(1)).add(link.target()));
  }

  /** Adds items of Wikidata. */
  public void addItems(Iterator<WikidataItem> added) {
    added.forEachRemaining(item -> items.put(item.title(), item.item()));
  }

  /**
   * Converts an article to a document whose links are its own title, its targets and its item;
   * empty if the article has no paragraph.
   */
  public Optional<LinkedDocument> link(WikiPage page) {
    return page.toDocument().map(document -> new LinkedDocument(document, links(page)));
  }

  private List<String> links(WikiPage page) {
    WikiTitle title = new WikiTitle(page.language(), page.title());
    List<String> links = new ArrayList<>();
    links.add(title.toString());
    page.languageLinks().forEach(target -> links.add(target.toString()));
    targets
        .getOrDefault(page.language(), Map.of())
        .getOrDefault(page.id(), List.of())
        .forEach(target -> links.add(target.toString()));
    if (items.containsKey(title)) {
      links.add(items.get(title));
    }
    return links;
  }
}
