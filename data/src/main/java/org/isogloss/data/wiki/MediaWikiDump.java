// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.wiki;

import java.nio.file.Path;
import java.util.regex.Pattern;
import org.isogloss.core.Document;
import org.isogloss.data.ConvertedRecords;
import org.isogloss.data.FormatException;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.io.InputFileStream;

/**
 * The articles of a wiki as MediaWiki exports them in XML: {@code <mediawiki xml:lang="de">} with a
 * {@code <page>} for each page, as in {@code dewiki-20240101-pages-articles.xml}. The file is read
 * as a stream. Redirects and pages in other namespaces are skipped; of a page with several
 * revisions the last one is read.
 */
public final class MediaWikiDump {
  private static final Pattern BEGINNING =
      Pattern.compile("\\A\\s*(?:<\\?xml[^<>]*>\\s*)?<mediawiki\\s");

  private MediaWikiDump() {}

  /**
   * Reads the articles of a file. A page is malformed if it has no title, number or text.
   *
   * @throws FormatException if the file does not exist; while reading, if it is not an export of
   *     MediaWiki in a known language or not well-formed XML, even with {@link OnError#SKIP}
   */
  public static Records<WikiPage> read(Path file, OnError onError) {
    return new Records<>(new WikiPageReader(InputFileStream.open(file)), onError);
  }

  /**
   * Reads the articles of a file as documents; see {@link #read(Path, OnError)}. Articles without a
   * paragraph are left out and counted by {@link Records#withoutTextCount}.
   */
  public static Records<Document> documents(Path file, OnError onError) {
    return new Records<>(
        new ConvertedRecords<>(read(file, onError).source(), WikiPage::toDocument), onError);
  }

  /** Whether a file begins like an export of MediaWiki. */
  public static boolean isDump(String beginning) {
    return BEGINNING.matcher(beginning).find();
  }
}
