// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.performance.million;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.isogloss.core.Span;
import org.isogloss.data.qa.SquadFolder;
import org.isogloss.data.qa.SquadParagraph;
import org.isogloss.text.segmentation.SentenceSegmenter;

/**
 * All sequences of consecutive sentences of each paragraph of a question answering dataset; its
 * questions as queries.
 */
final class SquadPassages extends PassageSource {
  private final SquadFolder folder;

  SquadPassages(Path data) {
    this.folder = SquadFolder.open(data);
  }

  @Override
  List<Stream<List<Text>>> files() {
    return folder.languages().stream()
        .map(folder::paragraphs)
        .map(paragraphs -> paragraphs.stream().map(SquadPassages::sequences))
        .toList();
  }

  private static List<Text> sequences(SquadParagraph paragraph) {
    String text = paragraph.context();
    List<Span> sentences = SentenceSegmenter.split(text, paragraph.language());
    List<Text> sequences = new ArrayList<>();
    for (int first = 0; first < sentences.size(); first++) {
      for (int last = first; last < sentences.size(); last++) {
        String sequence = text.substring(sentences.get(first).start(), sentences.get(last).end());
        sequences.add(new Text(paragraph.language(), sequence));
      }
    }
    return sequences;
  }

  @Override
  List<Stream<Text>> questions() {
    return folder.languages().stream()
        .map(folder::paragraphs)
        .map(
            paragraphs ->
                paragraphs.stream()
                    .flatMap(paragraph -> paragraph.questions().stream())
                    .map(question -> question.query())
                    .map(query -> new Text(query.language(), query.text())))
        .toList();
  }
}
