// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.trec;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.data.FormatException;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.io.LineRecordSource;
import org.isogloss.data.io.Utf8LineReader;

/** Reads the documents of a file one by one: see {@link TrecDocuments}. */
final class TrecDocumentReader extends LineRecordSource<Document> {
  private static final Pattern TAG =
      Pattern.compile("<(/?)doc(\\s[^<>]*+)?+>", Pattern.CASE_INSENSITIVE);

  private final Language defaultLanguage;
  private final StringBuilder body = new StringBuilder();
  private Optional<String> attributes = Optional.empty();
  private boolean anyClosed;
  private boolean anyText;
  private long firstLine;
  private long problemLine;
  private MalformedRecordException damage;
  private String rest = "";

  TrecDocumentReader(Utf8LineReader lines, Language defaultLanguage) {
    super(lines);
    this.defaultLanguage = defaultLanguage;
  }

  @Override
  public Optional<Document> next() throws MalformedRecordException {
    while (true) {
      Matcher tag = TAG.matcher(rest);
      if (!tag.find()) {
        append(rest + "\n");
        if (readLine()) {
          continue;
        }
        return attributes.isPresent() ? Optional.of(last()) : noMore();
      }
      append(rest.substring(0, tag.start()));
      boolean closes = !tag.group(1).isEmpty();
      anyClosed |= closes;
      if (attributes.isPresent()) {
        // A document without closing tag ends before the next one, which is read by the next call.
        rest = rest.substring(closes ? tag.end() : tag.start());
        return Optional.of(completed());
      }
      rest = rest.substring(tag.end());
      if (!closes) {
        attributes = Optional.of(tag.group(2) == null ? "" : tag.group(2));
        firstLine = lines.lineNumber();
      }
    }
  }

  private void append(String text) {
    if (attributes.isPresent()) {
      body.append(text);
      if (body.length() > Utf8LineReader.MAX_LINE_BYTES) {
        throw new FormatException(
            lines.file(), firstLine, "has a document of more than 64 Mi characters");
      }
    }
  }

  private boolean readLine() throws MalformedRecordException {
    rest = "";
    try {
      String line = lines.next();
      rest = line == null ? "" : line;
      anyText |= !rest.isBlank();
      return line != null;
    } catch (MalformedRecordException e) {
      if (attributes.isEmpty()) {
        problemLine = lines.lineNumber();
        throw e;
      }
      if (damage == null) {
        damage = e;
        problemLine = lines.lineNumber();
      }
      return true;
    }
  }

  private Document completed() throws MalformedRecordException {
    String text = body.toString();
    String attributeText = attributes.orElseThrow();
    MalformedRecordException problem = damage;
    attributes = Optional.empty();
    body.setLength(0);
    damage = null;
    anyText = true;
    if (problem != null) {
      throw problem;
    }
    problemLine = firstLine;
    return new TrecDocumentParser(attributeText, text).parse(defaultLanguage);
  }

  /** The document at the end of the file, which has no closing tag. */
  private Document last() throws MalformedRecordException {
    Document document = completed();
    if (anyClosed) {
      throw new MalformedRecordException(
          "the document that begins here has no </DOC>: close it, or get a complete copy of the"
              + " file");
    }
    return document;
  }

  private Optional<Document> noMore() {
    if (anyText && firstLine == 0) {
      throw new FormatException(
          lines.file(), 0, "contains no <DOC>, expected documents in TREC's format");
    }
    return Optional.empty();
  }

  @Override
  public FormatException toFormatException(String problem) {
    return new FormatException(lines.file(), problemLine, problem);
  }
}
