package org.isogloss.neural;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.isogloss.core.Language;
import org.isogloss.data.bitext.NtrexFolder;

/**
 * Sentences in English, and line by line translations of them, to validate with.
 *
 * @param others the translations, in the order of the files; none of them is English
 */
public record ParallelSentences(List<String> english, SequencedMap<Language, List<String>> others) {
  private static final Language ENGLISH = Language.of("en");

  public ParallelSentences {
    english = List.copyOf(english);
    others =
        Collections.unmodifiableSequencedMap(
            new LinkedHashMap<>(requireNonNull(others, "others is null")));
  }

  /**
   * Reads a folder such as NTREX.
   *
   * @throws org.isogloss.core.IsoglossException if there is no English in it, or its files have not
   *     as many lines as each other
   */
  public static ParallelSentences read(Path folder) {
    NtrexFolder files = NtrexFolder.open(folder);
    List<String> english = files.sentences(ENGLISH);
    SequencedMap<Language, List<String>> others = new LinkedHashMap<>(files.sentences());
    others.remove(ENGLISH);
    return new ParallelSentences(english, others);
  }

  /** The first sentences of each language. */
  public ParallelSentences first(int most) {
    SequencedMap<Language, List<String>> fewer = new LinkedHashMap<>();
    others.forEach((language, texts) -> fewer.put(language, head(texts, most)));
    return new ParallelSentences(head(english, most), fewer);
  }

  private static List<String> head(List<String> texts, int most) {
    return texts.subList(0, Math.min(most, texts.size()));
  }
}
