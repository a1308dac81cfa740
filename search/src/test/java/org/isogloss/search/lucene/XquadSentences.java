// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.lucene;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.data.OnError;
import org.isogloss.data.qa.SquadDataset;
import org.isogloss.data.qa.SquadParagraph;
import org.isogloss.data.qa.SquadTestCollection;
import org.isogloss.text.segmentation.SentenceSegmenter;

/** The sentences of XQuAD as documents, and its questions as queries. */
final class XquadSentences {
  private XquadSentences() {}

  /** Returns the sentences in some languages, with the ids {@code s0}, {@code s1} and so on. */
  static List<Document> documents(List<String> codes) {
    List<Document> sentences = new ArrayList<>();
    for (String code : codes) {
      Language language = Language.of(code);
      for (SquadParagraph paragraph : paragraphs(code)) {
        SentenceSegmenter.split(paragraph.context(), language)
            .forEach(
                span ->
                    sentences.add(
                        new Document(
                            "s" + sentences.size(),
                            language,
                            "",
                            span.coveredText(paragraph.context()))));
      }
    }
    return sentences;
  }

  /** Returns the first questions of each language. */
  static List<Query> queries(List<String> codes, int perLanguage) {
    return codes.stream()
        .flatMap(
            code ->
                paragraphs(code).stream()
                    .flatMap(paragraph -> SquadTestCollection.queries(paragraph).stream())
                    .limit(perLanguage))
        .toList();
  }

  private static List<SquadParagraph> paragraphs(String code) {
    Path file = Path.of("..", "samples", "xquad", "xquad." + code + ".json.gz");
    try (var paragraphs = SquadDataset.read(file, OnError.FAIL)) {
      return paragraphs.toList();
    }
  }
}
