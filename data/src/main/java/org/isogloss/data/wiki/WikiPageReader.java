// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.wiki;

import java.io.FilterReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.stream.Location;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.isogloss.core.Language;
import org.isogloss.core.util.Excerpt;
import org.isogloss.data.FormatException;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.Records;
import org.isogloss.data.io.InputFileStream;

/**
 * Reads the articles of an XML export of MediaWiki. A page that is malformed is reported with the
 * line of its start tag; malformed XML ends the reading.
 */
final class WikiPageReader implements Records.Source<WikiPage> {
  /** Names of namespaces that every wiki accepts beside its own ones. */
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

  /** Maximum length of an element in UTF-16 units; MediaWiki limits pages to 2 MiB. */
  private static final int MAX_LENGTH = 64 << 20;

  /** Keeps the exception of a reader, which the XML parser may take for the end of the file. */
  private static final class FailureRecorder extends FilterReader {
    private Optional<IOException> failure = Optional.empty();

    FailureRecorder(Reader in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      char[] one = new char[1];
      return read(one, 0, 1) < 0 ? -1 : one[0];
    }

    @Override
    public int read(char[] buffer, int offset, int length) throws IOException {
      try {
        return super.read(buffer, offset, length);
      } catch (IOException e) {
        failure = Optional.of(e);
        throw e;
      }
    }
  }

  private final InputFileStream in;
  private final Set<String> namespaces = new HashSet<>(CANONICAL_NAMESPACES);
  private final FailureRecorder text;
  private XMLStreamReader xml;
  private Optional<Language> language = Optional.empty();
  private long pageLine;

  WikiPageReader(InputFileStream in) {
    this.in = in;
    CharsetDecoder strict =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    this.text = new FailureRecorder(new InputStreamReader(in, strict));
  }

  @Override
  public Optional<WikiPage> next() throws MalformedRecordException {
    try {
      if (xml == null) {
        xml = open(text);
      }
      while (xml.hasNext()) {
        if (xml.next() == XMLStreamConstants.START_ELEMENT) {
          Optional<WikiPage> page = element(xml.getLocalName());
          if (page.isPresent()) {
            return page;
          }
        }
      }
      if (text.failure.isPresent()) {
        throw in.readFailure(line(xml.getLocation()), text.failure.get());
      }
      return Optional.empty();
    } catch (XMLStreamException e) {
      throw failure(e);
    }
  }

  private static long line(Location location) {
    return location == null ? 1 : Math.max(1, location.getLineNumber());
  }

  private static XMLStreamReader open(Reader text) throws XMLStreamException {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    // The JDK limits the size of a document to protect from entities that a DTD declares.
    factory.setProperty("jdk.xml.totalEntitySizeLimit", 0);
    factory.setProperty("jdk.xml.maxGeneralEntitySizeLimit", 0);
    return factory.createXMLStreamReader(text);
  }

  /** Reads an element below the root; returns a page if it is an article. */
  private Optional<WikiPage> element(String name)
      throws XMLStreamException, MalformedRecordException {
    if (language.isEmpty()) {
      language = Optional.of(readLanguage(name));
      return Optional.empty();
    }
    if (name.equals("namespace") && !"0".equals(xml.getAttributeValue(null, "key"))) {
      namespaces.add(text().strip().toLowerCase(Locale.ROOT));
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
    String code = xml.getAttributeValue(XMLConstants.XML_NS_URI, "lang");
    return Language.find(code == null ? "" : code)
        .filter(found -> !found.isUndetermined())
        .orElseThrow(
            () ->
                toFormatException(
                    "xml:lang is "
                        + Excerpt.quote(code == null ? "" : code)
                        + ", expected a language such as \"de\""));
  }

  private Optional<WikiPage> page() throws XMLStreamException, MalformedRecordException {
    pageLine = xml.getLocation().getLineNumber();
    String title = "";
    String id = "";
    String namespace = "0";
    Optional<String> text = Optional.empty();
    boolean redirect = false;
    int depth = 1;
    while (depth > 0) {
      int event = xml.next();
      if (event == XMLStreamConstants.END_ELEMENT) {
        depth--;
      } else if (event == XMLStreamConstants.START_ELEMENT) {
        depth++;
        String name = xml.getLocalName();
        boolean ofPage = depth == 2;
        if (ofPage && name.equals("redirect")) {
          redirect = true;
        } else if (ofPage && name.equals("title")) {
          title = text();
          depth--;
        } else if (ofPage && name.equals("id")) {
          id = text();
          depth--;
        } else if (ofPage && name.equals("ns")) {
          namespace = text().strip();
          depth--;
        } else if (name.equals("text")) {
          text = Optional.of(text());
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

  /** Reads the text of an element up to its end; elements inside of it are skipped. */
  private String text() throws XMLStreamException {
    StringBuilder text = new StringBuilder();
    int depth = 1;
    while (depth > 0) {
      switch (xml.next()) {
        case XMLStreamConstants.START_ELEMENT -> depth++;
        case XMLStreamConstants.END_ELEMENT -> depth--;
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE ->
            text.append(xml.getTextCharacters(), xml.getTextStart(), xml.getTextLength());
        default -> {}
      }
      if (text.length() > MAX_LENGTH) {
        throw toFormatException("has an element of more than 64 Mi characters");
      }
    }
    return text.toString();
  }

  private FormatException failure(XMLStreamException e) {
    long line = line(e.getLocation());
    if (text.failure.isPresent()) {
      return in.readFailure(line, text.failure.get());
    }
    // The message of the JDK begins with the position.
    String message = String.valueOf(e.getMessage()).replaceFirst("(?s)^.*?Message: ", "");
    return new FormatException(
        in.file(), line, "is not well-formed XML (" + message + "): get a complete copy");
  }

  @Override
  public FormatException toFormatException(String problem) {
    return new FormatException(in.file(), Math.max(1, pageLine), problem);
  }

  @Override
  public double progress() {
    return in.progress();
  }

  @Override
  public void close() {
    try {
      in.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
