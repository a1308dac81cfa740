// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.trec;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isogloss.data.FormatException;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.io.LineRecordSource;
import org.isogloss.data.io.Utf8LineReader;

/**
 * Reads a file of records in tags one by one. A record is an element, whose closing tag may be
 * missing if the next record begins or the file ends. The first record determines the name of the
 * elements. A line that is not valid text makes the record around it malformed.
 *
 * @param <T> the type of a record
 */
abstract class TaggedRecordReader<T> extends LineRecordSource<T> {
  /** What ends a record. */
  enum End {
    CLOSING_TAG,
    NEXT_RECORD,
    END_OF_FILE
  }

  private static final int MAX_TAG_LENGTH = 4096;

  /** A tag that begins or ends a record. */
  private final Pattern recordTag;

  /** A tag that begins a record and is continued on the next line. */
  private final Pattern unfinishedTag;

  private final StringBuilder body = new StringBuilder();

  /** The name of the elements that are records; empty before the first record. */
  private String element = "";

  private Optional<String> startTag = Optional.empty();
  private boolean anyText;
  private long firstLine;
  private long problemLine;
  private MalformedRecordException damage;
  private String rest = "";

  /**
   * Creates a reader.
   *
   * @param elements the names of elements that may be records, separated by bars
   */
  TaggedRecordReader(Utf8LineReader lines, String elements) {
    super(lines);
    this.recordTag =
        Pattern.compile("<(/?)(" + elements + ")(?:\\s[^<>]*+)?+>", Pattern.CASE_INSENSITIVE);
    this.unfinishedTag =
        Pattern.compile("<(?:" + elements + ")(?:\\s[^<>]*+)?+$", Pattern.CASE_INSENSITIVE);
  }

  /**
   * Parses a record.
   *
   * @param tag the tag that begins it, such as {@code <DOC id="1">}
   * @param text the text up to the closing tag
   */
  abstract T parse(String tag, String text, End end) throws MalformedRecordException;

  /** The problem of a file with text, but without records. */
  abstract String noRecords();

  /** The name of the elements that are records, in lower case. */
  final String element() {
    return element;
  }

  @Override
  public final Optional<T> next() throws MalformedRecordException {
    while (true) {
      Matcher tag = recordTag.matcher(rest);
      if (!findRecordTag(tag)) {
        if (readLine()) {
          continue;
        }
        if (anyText && element.isEmpty()) {
          throw new FormatException(lines.file(), 0, noRecords());
        }
        return startTag.isPresent() ? Optional.of(completed(End.END_OF_FILE)) : Optional.empty();
      }
      boolean closes = !tag.group(1).isEmpty();
      append(rest.substring(0, tag.start()));
      if (startTag.isPresent()) {
        rest = rest.substring(closes ? tag.end() : tag.start());
        return Optional.of(completed(closes ? End.CLOSING_TAG : End.NEXT_RECORD));
      }
      rest = rest.substring(tag.end());
      if (!closes) {
        begin(tag);
      }
    }
  }

  private boolean findRecordTag(Matcher tag) {
    while (tag.find()) {
      if (element.isEmpty() || tag.group(2).equalsIgnoreCase(element)) {
        return true;
      }
    }
    return false;
  }

  private void begin(Matcher tag) {
    element = tag.group(2).toLowerCase(Locale.ROOT);
    startTag = Optional.of(tag.group());
    firstLine = lines.lineNumber();
  }

  private void append(String text) {
    if (startTag.isPresent()) {
      body.append(text);
      if (body.length() > Utf8LineReader.MAX_LINE_BYTES) {
        throw new FormatException(
            lines.file(),
            firstLine,
            "has more than 64 Mi characters in one <"
                + element
                + ">: split the file by its records");
      }
    }
  }

  private boolean readLine() throws MalformedRecordException {
    boolean continued =
        startTag.isEmpty() && rest.length() < MAX_TAG_LENGTH && unfinishedTag.matcher(rest).find();
    String before = continued ? rest + " " : "";
    if (!continued) {
      append(rest + "\n");
    }
    rest = "";
    try {
      String line = lines.next();
      rest = line == null ? "" : before + line;
      anyText |= !rest.isBlank();
      return line != null;
    } catch (MalformedRecordException e) {
      if (startTag.isEmpty()) {
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

  private T completed(End end) throws MalformedRecordException {
    String tag = startTag.orElseThrow();
    String text = body.toString();
    MalformedRecordException problem = damage;
    startTag = Optional.empty();
    body.setLength(0);
    damage = null;
    if (problem != null) {
      throw problem;
    }
    problemLine = firstLine;
    return parse(tag, text, end);
  }

  @Override
  public final FormatException toFormatException(String problem) {
    return new FormatException(lines.file(), problemLine, problem);
  }
}
