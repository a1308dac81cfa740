// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.wiki;

import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.isogloss.core.Language;
import org.isogloss.core.util.Excerpt;
import org.isogloss.data.FormatException;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.Records;
import org.isogloss.data.io.InputFileStream;
import org.isogloss.data.parse.XmlInput;

/**
 * Reads the articles of an XML export of MediaWiki. A page that is malformed is reported with the
 * line of its start tag; malformed XML ends the reading.
 */
final class WikiPageReader implements Records.Source<WikiPage> {
  /** Names of namespaces that every wiki accepts in addition to its own. */
  private static final Set<String> CANONICAL_NAMESPACES =
      Set.of(
          "media",
          "special",
          "talk",
          "user",
          "project",
          "file",
          "image",
          "mediawiki",
          "template",
          "help",
          "category");

  private final XmlInput xml;
  private final Set<String> namespaces = new HashSet<>(CANONICAL_NAMESPACES);
  private Optional<Language> language = Optional.empty();
  private long pageLine;

  WikiPageReader(InputFileStream in) {
    this.xml = new XmlInput(in);
  }

  @Override
  public Optional<WikiPage> next() throws MalformedRecordException {
    XmlInput.Event event = xml.next();
    while (event != XmlInput.Event.END_OF_FILE) {
      if (event == XmlInput.Event.START_ELEMENT) {
        Optional<WikiPage> page = element(xml.name());
        if (page.isPresent()) {
          return page;
        }
      }
      event = xml.next();
    }
    return Optional.empty();
  }

  /** Reads an element below the root; returns a page if it is an article. */
  private Optional<WikiPage> element(String name) throws MalformedRecordException {
    if (language.isEmpty()) {
      language = Optional.of(readLanguage(name));
      return Optional.empty();
    }
    if (name.equals("namespace") && !xml.attribute("key").equals(Optional.of("0"))) {
      namespaces.add(xml.elementText().strip().toLowerCase(Locale.ROOT));
    }
    return name.equals("page") ? page() : Optional.empty();
  }

  private Language readLanguage(String root) {
    if (!root.equals("mediawiki")) {
      throw toFormatException(
          "begins with the element <"
              + root
              + ">, expected <mediawiki>: check whether the file is an export of MediaWiki");
    }
    String code = xml.language().orElse("");
    return Language.find(code)
        .filter(found -> !found.isUndetermined())
        .orElseThrow(
            () ->
                toFormatException(
                    "xml:lang is " + Excerpt.quote(code) + ", expected a language such as \"de\""));
  }

  private Optional<WikiPage> page() throws MalformedRecordException {
    pageLine = xml.lineNumber();
    String title = "";
    String id = "";
    String namespace = "0";
    Optional<String> text = Optional.empty();
    boolean redirect = false;
    int depth = 1;
    while (depth > 0) {
      XmlInput.Event event = xml.next();
      if (event == XmlInput.Event.END_ELEMENT) {
        depth--;
      } else if (event == XmlInput.Event.START_ELEMENT) {
        depth++;
        String name = xml.name();
        boolean ofPage = depth == 2;
        if (ofPage && name.equals("redirect")) {
          redirect = true;
        } else if (ofPage && name.equals("title")) {
          title = xml.elementText();
          depth--;
        } else if (ofPage && name.equals("id")) {
          id = xml.elementText();
          depth--;
        } else if (ofPage && name.equals("ns")) {
          namespace = xml.elementText().strip();
          depth--;
        } else if (name.equals("text")) {
          text = Optional.of(xml.elementText());
          depth--;
        }
      }
    }
    return redirect || !namespace.equals("0")
        ? Optional.empty()
        : Optional.of(article(title.strip(), id.strip(), text));
  }

  private WikiPage article(String title, String id, Optional<String> text)
      throws MalformedRecordException {
    if (title.isEmpty()) {
      throw new MalformedRecordException("the page has no title, expected <title>");
    }
    if (!id.matches("\\d{1,18}")) {
      throw new MalformedRecordException(
          "the <id> of page "
              + Excerpt.quote(title)
              + " is "
              + Excerpt.quote(id)
              + ", expected a whole number");
    }
    if (text.isEmpty()) {
      throw new MalformedRecordException(
          "page " + Excerpt.quote(title) + " has no <text>: use an export that contains the texts");
    }
    return new WikiPage(language.orElseThrow(), Long.parseLong(id), title, text.get(), namespaces);
  }

  @Override
  public FormatException toFormatException(String problem) {
    return xml.toFormatException(pageLine, problem);
  }

  @Override
  public double progress() {
    return xml.progress();
  }

  @Override
  public void close() {
    xml.close();
  }
}
