// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.parse;

import java.io.Closeable;
import java.io.FilterReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import javax.xml.XMLConstants;
import javax.xml.stream.Location;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.isogloss.data.FormatException;
import org.isogloss.data.io.InputFileStream;

/**
 * The elements of an XML file as a stream. The file is UTF-8; document types are ignored, and
 * external entities are never read.
 */
public final class XmlInput implements Closeable {
  /** Maximum length of the text of an element in UTF-16 units. */
  private static final int MAX_LENGTH = 16 << 20;

  /** Maximum length of a tag with its attributes, or of a comment, which the parser keeps whole. */
  private static final int MAX_TOKEN = 16 << 20;

  /** What comes next in a file. */
  public enum Event {
    START_ELEMENT,
    END_ELEMENT,
    TEXT,
    END_OF_FILE
  }

  /**
   * The characters of the file. Bounds those of a token, and keeps the exception of a reader, which
   * the XML parser may take for the end of the file.
   */
  private final class Characters extends FilterReader {
    private Optional<IOException> failure = Optional.empty();
    private int ofToken;

    Characters(Reader in) {
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
        int read = super.read(buffer, offset, length);
        ofToken += Math.max(0, read);
        if (ofToken > MAX_TOKEN) {
          throw toFormatException(
              lineNumber(), "has a tag, a comment or a section of more than 16 Mi characters");
        }
        return read;
      } catch (IOException e) {
        failure = Optional.of(e);
        throw e;
      }
    }
  }

  private final InputFileStream in;
  private final Characters text;
  private XMLStreamReader xml;
  private int depth;

  public XmlInput(InputFileStream in) {
    this.in = in;
    this.text =
        new Characters(
            new InputStreamReader(
                in,
                StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)));
  }

  /**
   * Moves to the next element, end of an element, or text.
   *
   * @throws FormatException if the file is not well-formed XML, or cannot be read any further
   */
  public Event next() {
    try {
      if (xml == null) {
        xml = SecureXml.open(text);
      }
      while (xml.hasNext()) {
        text.ofToken = 0;
        switch (xml.next()) {
          case XMLStreamConstants.START_ELEMENT -> {
            depth++;
            return Event.START_ELEMENT;
          }
          case XMLStreamConstants.END_ELEMENT -> {
            depth--;
            return Event.END_ELEMENT;
          }
          case XMLStreamConstants.CHARACTERS,
              XMLStreamConstants.CDATA,
              XMLStreamConstants.SPACE -> {
            return Event.TEXT;
          }
          default -> {
            // Comments, processing instructions and document types.
          }
        }
      }
      if (text.failure.isPresent()) {
        throw in.readFailure(lineNumber(), text.failure.get());
      }
      if (depth > 0) {
        throw toFormatException(lineNumber(), "is truncated: get a complete copy");
      }
      return Event.END_OF_FILE;
    } catch (XMLStreamException e) {
      throw failure(e);
    }
  }

  /** The name of the current element without its namespace. */
  public String name() {
    return xml.getLocalName();
  }

  /** An attribute of the current element that has no namespace. */
  public Optional<String> attribute(String name) {
    return Optional.ofNullable(xml.getAttributeValue(null, name));
  }

  /** The attribute {@code xml:lang} of the current element. */
  public Optional<String> language() {
    return Optional.ofNullable(xml.getAttributeValue(XMLConstants.XML_NS_URI, "lang"));
  }

  /** Appends the current text. */
  public void appendText(StringBuilder to) {
    to.append(xml.getTextCharacters(), xml.getTextStart(), xml.getTextLength());
    if (to.length() > MAX_LENGTH) {
      throw new FormatException(
          in.file(), lineNumber(), "has an element of more than 16 Mi characters");
    }
  }

  /** Reads the text of the current element up to its end; elements inside of it are skipped. */
  public String elementText() {
    StringBuilder read = new StringBuilder();
    int end = depth - 1;
    while (depth > end) {
      if (next() == Event.TEXT) {
        appendText(read);
      }
    }
    return read.toString();
  }

  /** The line number, from 1, of the current position. */
  public long lineNumber() {
    return line(xml == null ? null : xml.getLocation());
  }

  private static long line(Location location) {
    return location == null ? 1 : Math.max(1, location.getLineNumber());
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

  /** A problem at a line of the file. */
  public FormatException toFormatException(long line, String problem) {
    return new FormatException(in.file(), Math.max(1, line), problem);
  }

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
