// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.wiki;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.isogloss.core.Language;
import org.isogloss.core.util.Excerpt;
import org.isogloss.data.FlatMappedRecords;
import org.isogloss.data.FormatException;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.io.LineRecordReader;

/**
 * The interlanguage links of a wiki as Wikimedia publishes them: the table {@code langlinks} as SQL
 * statements {@code INSERT INTO `langlinks` VALUES (12,'de','Rhein'),...;}, one on a line. The
 * columns are the number of a page, the code of a wiki and a title in it. Links to wikis whose code
 * is not a language are left out, and so are links without a title.
 */
public final class LanguageLinksDump {
  private static final String INSERT = "INSERT INTO `langlinks` VALUES ";

  private LanguageLinksDump() {}

  /** Reads a file. A statement is malformed if it does not have this form. */
  public static Records<LanguageLink> read(Path file, OnError onError) {
    Records<List<LanguageLink>> statements =
        LineRecordReader.read(
            file, onError, line -> line.startsWith(INSERT) ? new Values(line).links() : List.of());
    return new Records<>(new FlatMappedRecords<>(statements.source(), links -> links), onError);
  }

  /**
   * The language of the wiki, from the beginning of the file name: {@code
   * dewiki-20240101-langlinks.sql.gz}.
   *
   * @throws FormatException if the name does not begin with a language and {@code wiki}
   */
  public static Language language(Path file) {
    String name = file.getFileName().toString();
    int end = name.indexOf("wiki");
    return Language.find(end < 0 ? "" : name.substring(0, end).replace('_', '-'))
        .filter(language -> !language.isUndetermined())
        .orElseThrow(
            () ->
                new FormatException(
                    file,
                    0,
                    "the language of the wiki cannot be determined from this name: expected a name"
                        + " such as dewiki-20240101-langlinks.sql.gz"));
  }

  /** Parses the rows of a statement. */
  private static final class Values {
    private final String line;
    private int at = INSERT.length();

    Values(String line) {
      this.line = line;
    }

    List<LanguageLink> links() throws MalformedRecordException {
      List<LanguageLink> links = new ArrayList<>();
      do {
        expect('(');
        long page = number();
        expect(',');
        String code = string();
        expect(',');
        String title = string();
        expect(')');
        WikiTitle.find(code, title).ifPresent(target -> links.add(new LanguageLink(page, target)));
      } while (accept(','));
      expect(';');
      return links;
    }

    private boolean accept(char c) {
      boolean found = at < line.length() && line.charAt(at) == c;
      at += found ? 1 : 0;
      return found;
    }

    private void expect(char c) throws MalformedRecordException {
      if (!accept(c)) {
        throw malformed("'" + c + "'");
      }
    }

    private long number() throws MalformedRecordException {
      int start = at;
      while (at < line.length() && line.charAt(at) >= '0' && line.charAt(at) <= '9') {
        at++;
      }
      if (at == start || at - start > 18) {
        throw malformed("a whole number");
      }
      return Long.parseLong(line.substring(start, at));
    }

    private String string() throws MalformedRecordException {
      expect('\'');
      StringBuilder value = new StringBuilder();
      while (at < line.length()) {
        char c = line.charAt(at++);
        if (c == '\\' && at < line.length()) {
          value.append(line.charAt(at++));
        } else if (c != '\'') {
          value.append(c);
        } else if (!accept('\'')) {
          return value.toString();
        } else {
          value.append('\'');
        }
      }
      throw malformed("the end of a string");
    }

    private MalformedRecordException malformed(String expected) {
      return new MalformedRecordException(
          "has "
              + Excerpt.quote(line.substring(Math.min(at, line.length())))
              + " at column "
              + (at + 1)
              + ", expected "
              + expected
              + ": a row of langlinks is (12,'de','Rhein')");
    }
  }
}
