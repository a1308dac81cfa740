// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.FormatException;
import org.isogloss.lexical.alignment.AlignerOptions;
import org.isogloss.lexical.alignment.AlignmentListener;
import org.isogloss.lexical.alignment.WordAligner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParallelCorpusTest {
  private static final WordTokenizer ENGLISH = WordTokenizer.forLanguage(Language.of("en"));
  private static final WordTokenizer GERMAN = WordTokenizer.forLanguage(Language.of("de"));

  @TempDir private Path folder;

  private ParallelCorpus read(String text) throws IOException {
    Path file = folder.resolve("en-de.tsv");
    Files.writeString(file, text);
    return SyntheticBitext.read(file, ENGLISH, GERMAN);
  }

  @Test
  void lowercasesWordsAndDropsPunctuation() throws IOException {
    ParallelCorpus corpus = read("Don't panic!\tKeine Panik!\nNo, no.\tNein, nein.\n");
    assertThat(corpus.size()).isEqualTo(2);
    assertThat(corpus.sourceWords(0)).containsExactly("don't", "panic");
    assertThat(corpus.targetWords(1)).containsExactly("nein", "nein");
    assertThat(corpus.sourceWordCount()).isEqualTo(4);
    assertThat(corpus.sourceVocabularySize()).isEqualTo(3);
    assertThat(corpus.targetVocabularySize()).isEqualTo(3);
  }

  @Test
  void keepsPositionsOfSkippedPairs() throws IOException {
    ParallelCorpus corpus = read("a\tb\n...\t!!!\n" + "x ".repeat(51) + "\ty\nc\td\n");
    assertThat(corpus.size()).isEqualTo(4);
    assertThat(corpus.skippedPairs()).isEqualTo(2);
    assertThat(corpus.sourceWords(1)).isEmpty();
    assertThat(corpus.targetWords(2)).isEmpty();
    assertThat(corpus.targetWords(3)).containsExactly("d");
    try (WordAligner aligner =
        WordAligner.train(
            corpus, AlignerOptions.builder().threads(1).build(), AlignmentListener.NONE)) {
      aligner.align(
          (pair, alignment) ->
              assertThat(alignment).hasToString(pair == 1 || pair == 2 ? "" : "0-0"));
    }
  }

  @Test
  void rejectsBitextWithoutAlignablePairs() {
    assertThatThrownBy(() -> read(""))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("the bitext is empty");
    assertThatThrownBy(() -> read("...\t...\n"))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("none of the 1 pairs has between 1 and 50 words on both sides");
  }

  @Test
  void reportsLineNumberOfMalformedLine() {
    assertThatThrownBy(() -> read("a\tb\nno tab\n"))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("en-de.tsv:2: found 1 column, expected source TAB target");
  }

  @Test
  void segmentsLanguagesWithoutSpacesByDictionary() {
    assertThat(WordTokenizer.forLanguage(Language.of("zh")).words("我们喜欢音乐。"))
        .contains("我们", "喜欢", "音乐");
    assertThat(WordTokenizer.onWhitespace().words(" Ein  Haus. "))
        .isEqualTo(List.of("Ein", "Haus."));
    assertThat(WordTokenizer.onWhitespace().words(" ")).isEmpty();
  }
}
