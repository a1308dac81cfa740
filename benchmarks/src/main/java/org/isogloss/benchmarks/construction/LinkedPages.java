// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.construction;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.RandomAccess;
import java.util.Set;
import java.util.TreeMap;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.data.collection.LinkedDocument;

/**
 * The documents of a collection, without their texts, grouped into pages: documents in different
 * languages that share links, directly or through other documents. A page has at most one document
 * in a language. If a link would join two documents of a language, the one that was added last does
 * not get it; both pages then keep the link as their name.
 */
final class LinkedPages {
  /** A document. */
  private static final class Entry {
    /** The id in the collection: the language, a slash, and the id in the language. */
    private final String id;

    private final Language language;

    /** The page, which changes while documents are added. */
    private Page page;

    Entry(String id, Language language) {
      this.id = id;
      this.language = language;
    }
  }

  /** A page with its documents by language tag. */
  private static final class Page {
    private final NavigableMap<String, Entry> entries = new TreeMap<>();
    private String link;

    Page(Entry entry, String link) {
      entries.put(entry.language.tag(), entry);
      this.link = link;
    }
  }

  private final Map<String, Entry> byId = new HashMap<>();
  private final NavigableMap<String, List<Entry>> byLanguage = new TreeMap<>();
  private final Map<String, Entry> byLink = new HashMap<>();
  private final Set<Long> titles = new HashSet<>();
  private final Set<Long> repeatedTitles = new HashSet<>();
  private long ignoredLinks;

  /**
   * Adds a document.
   *
   * @return the document with its id in the collection
   * @throws IllegalArgumentException if the language has a document with this id
   */
  Document add(LinkedDocument linked) {
    Document document = linked.document();
    Language language = document.language();
    Entry entry = new Entry(language.tag() + "/" + document.id(), language);
    if (byId.putIfAbsent(entry.id, entry) != null) {
      throw new IllegalArgumentException("two documents have the id " + entry.id);
    }
    byLanguage.computeIfAbsent(language.tag(), tag -> new ArrayList<>()).add(entry);
    entry.page = new Page(entry, linked.links().stream().sorted().findFirst().orElse(entry.id));
    for (String link : linked.links()) {
      Entry other = byLink.putIfAbsent(link, entry);
      if (other != null && other.page != entry.page) {
        join(other.page, entry.page);
      }
    }
    long title = titleHash(language, document.title());
    if (!titles.add(title)) {
      repeatedTitles.add(title);
    }
    return new Document(entry.id, language, document.title(), document.text());
  }

  private void join(Page one, Page other) {
    Page larger = one.entries.size() >= other.entries.size() ? one : other;
    Page smaller = larger == one ? other : one;
    if (smaller.entries.keySet().stream().anyMatch(larger.entries::containsKey)) {
      ignoredLinks++;
      return;
    }
    smaller.entries.forEach(
        (tag, entry) -> {
          larger.entries.put(tag, entry);
          entry.page = larger;
        });
    larger.link = larger.link.compareTo(smaller.link) <= 0 ? larger.link : smaller.link;
  }

  private static long titleHash(Language language, String title) {
    return SeededHash.of(0, language.tag(), title.strip().toLowerCase(Locale.ROOT));
  }

  /** The languages of the documents, in the order of their tags. */
  List<Language> languages() {
    return byLanguage.values().stream().map(entries -> entries.getFirst().language).toList();
  }

  /** The ids of the documents in a language, in the order in which they were added. */
  List<String> documents(Language language) {
    return new Ids(byLanguage.getOrDefault(language.tag(), List.of()));
  }

  /** The ids of entries, without a copy. */
  private static final class Ids extends AbstractList<String> implements RandomAccess {
    private final List<Entry> entries;

    Ids(List<Entry> entries) {
      this.entries = entries;
    }

    @Override
    public String get(int index) {
      return entries.get(index).id;
    }

    @Override
    public int size() {
      return entries.size();
    }
  }

  /** Whether a document is in a language. */
  boolean isIn(String id, Language language) {
    Entry entry = byId.get(id);
    return entry != null && entry.language.equals(language);
  }

  /** The document of the same page in a language; empty if there is none. */
  Optional<String> counterpart(String id, Language language) {
    return Optional.ofNullable(byId.get(id).page.entries.get(language.tag()))
        .map(entry -> entry.id);
  }

  /** Whether the page of a document has a document in another language. */
  boolean isLinked(String id) {
    return byId.get(id).page.entries.size() > 1;
  }

  /** The link that identifies the page of a document: the first one in alphabetical order. */
  String link(String id) {
    return byId.get(id).page.link;
  }

  /** The links of the pages with documents in several languages. */
  Set<String> linkedPages() {
    Set<String> links = new HashSet<>();
    byId.values().stream()
        .filter(entry -> entry.page.entries.size() > 1)
        .forEach(entry -> links.add(entry.page.link));
    return links;
  }

  /** Whether several documents of a language have a title, ignoring case. */
  boolean isRepeatedTitle(Language language, String title) {
    return repeatedTitles.contains(titleHash(language, title));
  }

  /** Number of links that were ignored. */
  long ignoredLinks() {
    return ignoredLinks;
  }
}
