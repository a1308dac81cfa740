// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.performance;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.isogloss.data.qa.SquadFolder;
import org.isogloss.data.qa.SquadParagraph;
import org.isogloss.text.segmentation.SentenceSegmenter;

/** The texts of benchmarks. */
public final class SampleSentences {
  private SampleSentences() {}

  /** Returns all sentences of the sample in 12 languages, one language after the other. */
  public static List<String> sentences() {
    SquadFolder folder = SquadFolder.open(Path.of("samples", "xquad"));
    List<String> sentences = new ArrayList<>();
    for (SquadParagraph paragraph : folder.paragraphs(folder.languages())) {
      SentenceSegmenter.split(paragraph.context(), paragraph.language())
          .forEach(span -> sentences.add(span.coveredText(paragraph.context())));
    }
    return sentences;
  }
}
