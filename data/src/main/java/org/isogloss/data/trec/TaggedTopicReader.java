// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.trec;

import java.util.List;
import org.isogloss.core.Language;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.io.Utf8LineReader;

/** Reads the topics of a file one by one: see {@link TrecTopics}. */
final class TaggedTopicReader extends TaggedRecordReader<List<TopicVersion>> {
  private final Language defaultLanguage;

  TaggedTopicReader(Utf8LineReader lines, Language defaultLanguage) {
    super(lines, "top|topic|query");
    this.defaultLanguage = defaultLanguage;
  }

  @Override
  List<TopicVersion> parse(String tag, String text, End end) throws MalformedRecordException {
    if (end != End.CLOSING_TAG) {
      throw new MalformedRecordException(
          "the topic that begins here has no </"
              + element()
              + ">: close it, or get a complete copy of the file");
    }
    return new TaggedTopicParser(tag, text).parse(defaultLanguage);
  }

  @Override
  String noRecords() {
    return "contains no <top> or <topic>, expected topics in tags: check whether the file is TSV or"
        + " JSONL";
  }
}
