package org.isogloss.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EnglishNounPhrasesTest {
  @Test
  void phrasesOpenBehindArticlesPossessivesAndPrepositions() {
    assertThat(EnglishNounPhrases.of("The old man bought my brother's red car in a small town."))
        .containsExactly("old man", "red car", "small town");
    assertThat(EnglishNounPhrases.of("He opened the hotel room quickly."))
        .containsExactly("hotel room");
    assertThat(EnglishNounPhrases.of("Tom threatened to kill me.")).isEmpty();
  }

  @Test
  void verbsPunctuationAndStopWordsEndThem() {
    assertThat(EnglishNounPhrases.of("The white dog barked at the running children, then left."))
        .containsExactly("white dog", "running children");
    assertThat(EnglishNounPhrases.of("With warm water, soap and the police officer said no."))
        .containsExactly("warm water", "police officer");
    assertThat(EnglishNounPhrases.of("The very long list of one two three four five")).isEmpty();
  }

  @Test
  void aTitleNeedsNoArticle() {
    assertThat(EnglishNounPhrases.ofTitle("Inserting Page Numbers in Footers"))
        .containsExactly("page numbers");
    assertThat(EnglishNounPhrases.ofTitle("Status Bar in Basic Documents"))
        .containsExactly("status bar", "basic documents");
    assertThat(EnglishNounPhrases.ofTitle("Find & Replace: regular expressions"))
        .containsExactly("regular expressions");
    assertThat(EnglishNounPhrases.of("Status Bar")).isEmpty();
  }

  @Test
  void wordsAreInSmallLettersWithoutTheirEndings() {
    assertThat(EnglishWords.split("You'd better let Tom’s X-ray, version 7.4, be."))
        .containsExactly("you", "better", "let", "tom", "ray", "version", "be");
    assertThat(EnglishWords.isStopWord("you")).isTrue();
    assertThat(EnglishWords.isStopWord("don")).isTrue();
    assertThat(EnglishWords.isStopWord("version")).isFalse();
  }
}
