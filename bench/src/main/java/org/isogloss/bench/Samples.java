package org.isogloss.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.isogloss.data.SquadFolder;
import org.isogloss.data.SquadParagraph;
import org.isogloss.text.Sentences;

/** The texts that benchmarks run on. */
final class Samples {
  private Samples() {}

  /** All sentences of the sample in 12 languages, one language after the other. */
  static List<String> sentences() {
    SquadFolder folder = SquadFolder.in(Path.of("samples", "xquad"));
    List<String> sentences = new ArrayList<>();
    for (SquadParagraph paragraph : folder.paragraphs(folder.languages())) {
      Sentences.split(paragraph.context(), paragraph.language())
          .forEach(span -> sentences.add(span.of(paragraph.context())));
    }
    return sentences;
  }
}
