// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.segmentation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EnglishNounPhraseExtractorTest {
  @Test
  void startsPhrasesAfterArticlesPossessivesAndPrepositions() {
    assertThat(
            EnglishNounPhraseExtractor.extract(
                "The old man bought my brother's red car in a small town."))
        .containsExactly("old man", "red car", "small town");
    assertThat(EnglishNounPhraseExtractor.extract("He opened the hotel room quickly."))
        .containsExactly("hotel room");
    assertThat(EnglishNounPhraseExtractor.extract("Tom threatened to kill me.")).isEmpty();
  }

  @Test
  void endsPhrasesAtVerbsPunctuationAndStopWords() {
    assertThat(
            EnglishNounPhraseExtractor.extract(
                "The white dog barked at the running children, then left."))
        .containsExactly("white dog", "running children");
    assertThat(
            EnglishNounPhraseExtractor.extract(
                "With warm water, soap and the police officer said no."))
        .containsExactly("warm water", "police officer");
    assertThat(EnglishNounPhraseExtractor.extract("The very long list of one two three four five"))
        .isEmpty();
  }

  @Test
  void findsPhrasesWithoutArticleInATitle() {
    assertThat(EnglishNounPhraseExtractor.extractFromTitle("Inserting Page Numbers in Footers"))
        .containsExactly("page numbers");
    assertThat(EnglishNounPhraseExtractor.extractFromTitle("Status Bar in Basic Documents"))
        .containsExactly("status bar", "basic documents");
    assertThat(EnglishNounPhraseExtractor.extractFromTitle("Find & Replace: regular expressions"))
        .containsExactly("regular expressions");
    assertThat(EnglishNounPhraseExtractor.extract("Status Bar")).isEmpty();
  }

  @Test
  void splitsIntoLowerCaseWordsWithoutApostropheEndings() {
    assertThat(EnglishWords.split("You'd better let Tom’s X-ray, version 7.4, be."))
        .containsExactly("you", "better", "let", "tom", "ray", "version", "be");
    assertThat(EnglishWords.isStopWord("you")).isTrue();
    assertThat(EnglishWords.isStopWord("don")).isTrue();
    assertThat(EnglishWords.isStopWord("version")).isFalse();
  }
}
