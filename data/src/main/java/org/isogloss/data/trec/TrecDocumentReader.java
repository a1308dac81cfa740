// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.trec;

import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.io.Utf8LineReader;

/** Reads the documents of a file one by one: see {@link TrecDocuments}. */
final class TrecDocumentReader extends TaggedRecordReader<Document> {
  private final Language defaultLanguage;
  private boolean anyClosed;

  TrecDocumentReader(Utf8LineReader lines, Language defaultLanguage) {
    super(lines, "doc");
    this.defaultLanguage = defaultLanguage;
  }

  @Override
  Document parse(String tag, String text, End end) throws MalformedRecordException {
    anyClosed |= end == End.CLOSING_TAG;
    if (anyClosed && end == End.END_OF_FILE) {
      throw new MalformedRecordException(
          "the document that begins here has no </DOC>: close it, or get a complete copy of the"
              + " file");
    }
    return new TrecDocumentParser(tag, text).parse(defaultLanguage);
  }

  @Override
  String noRecords() {
    return "contains no <DOC>, expected documents in TREC's format: check whether the file is in"
        + " another one";
  }
}
