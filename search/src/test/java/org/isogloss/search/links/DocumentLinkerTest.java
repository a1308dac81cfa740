// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.links;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.isogloss.core.concurrent.WorkerPool;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DocumentLinkerTest {
  private final InMemoryLinkStorage index = new InMemoryLinkStorage(1);

  private void update(long run) {
    new DocumentLinker(WorkerPool.CALLER).update(index, run, Long.MAX_VALUE);
  }

  private List<List<String>> texts() {
    return index.links().orElseThrow().texts().stream().map(LinkedText::ids).toList();
  }

  /** Writes texts of three passages in some languages, with the ids {@code de/0}, {@code de/1}. */
  private void putTexts(long run, int from, int to, String... languages) {
    for (int text = from; text < to; text++) {
      for (String language : languages) {
        put(run, language, text);
      }
    }
  }

  private void put(long run, String language, int text) {
    index.put(run, language + "/" + text, language, text + "a", text + "b", text + "c");
  }

  @Test
  void linksTranslations() {
    putTexts(1, 0, 4, "de", "en", "fr");
    put(1, "en", 9);
    update(1);
    assertThat(texts())
        .containsExactly(
            List.of("de/0", "en/0", "fr/0"),
            List.of("de/1", "en/1", "fr/1"),
            List.of("de/2", "en/2", "fr/2"),
            List.of("de/3", "en/3", "fr/3"));
    LinkedText first = index.links().orElseThrow().text("en/0").orElseThrow();
    assertThat(first.cosine()).isBetween(0.85, 0.99);
    assertThat(first.isTranslated()).isTrue();
    assertThat(index.links().orElseThrow().text("en/9")).isEmpty();
  }

  @Test
  void linksWhatAFieldStates() {
    putTexts(1, 0, 1, "de", "en");
    index.put(1, "free", "de", "freely translated", "more");
    index.put(1, "original", "en", "the original");
    index.put(1, "other", "fr", "another version");
    index.state("free", "original", "missing");
    index.state("other", "original");
    update(1);
    assertThat(texts()).contains(List.of("free", "original", "other"));
  }

  @Test
  void linksAllTranslationsOfOneOriginal() {
    index.put(1, "original", "en", "the original");
    for (String language : List.of("de", "es", "fr", "it", "pl")) {
      index.put(1, language, language, "free translation into " + language);
      index.state(language, "original");
    }
    update(1);
    assertThat(texts()).containsExactly(List.of("de", "original", "es", "fr", "it", "pl"));
    assertThat(index.links().orElseThrow().text("de").orElseThrow().cosine())
        .as("that of the passages, although the field is certain")
        .isLessThan(0.9);
  }

  @Test
  void linksWhatAFieldOfACopyStates() {
    index.put(1, "a", "en", "the original");
    index.copy(1, "b", "a");
    index.put(1, "c", "de", "freely translated");
    index.put(1, "d", "fr", "another version");
    index.state("b", "d");
    index.state("c", "b");
    update(1);
    assertThat(texts()).containsExactly(List.of("c", "a", "b", "d"));
  }

  @Test
  void aFieldCountsMoreThanLinksThatWereFoundBefore() {
    putTexts(1, 0, 150, "de", "en");
    update(1);
    index.put(2, "new", "de", "freely translated");
    index.state("new", "en/3");
    update(2);
    assertThat(texts()).contains(List.of("new", "en/3")).hasSize(150);
    assertThat(index.links().orElseThrow().text("de/3")).isEmpty();
  }

  @Test
  void ignoresStatementsThatCannotBeTrue() {
    index.put(1, "a", "en", "one");
    index.put(1, "b", "en", "two");
    index.put(1, "c", "de", "three");
    index.put(1, "d", "de", "four");
    index.state("a", "a", "b", "", "missing", "../../..");
    index.state("c", "d");
    update(1);
    assertThat(texts()).isEmpty();
    index.put(2, "e", "fr", "five");
    index.state("e", "a", "c", "d");
    index.state("c", "e");
    update(2);
    assertThat(texts()).as("one document of each language").hasSize(1);
    assertThat(texts().getFirst()).hasSize(3);
  }

  @Test
  void linksIdsThatDifferInTheLanguageIfVectorsConfirmMostOfThem() {
    putTexts(1, 0, 12, "de", "en");
    index.put(1, "de/12", "de", "summary");
    index.put(1, "en/12", "en", "summary", "and", "much", "more", "in", "English");
    index.put(1, "de/13", "de", "a new page");
    index.put(1, "en/13", "en", "the page before");
    update(1);
    assertThat(texts()).hasSize(13).contains(List.of("de/12", "en/12"));
  }

  /** Other pairs would need a cosine of .85. */
  @Test
  void linksLessNearDocumentsIfIdsStateThatTheyAreTranslations() {
    putTexts(1, 0, 12, "de", "en");
    for (String language : List.of("de", "en")) {
      index.put(1, language + "/12", language, 0.49, "near 1", "near 2", "near 3");
      index.put(1, language + "/13", language, 0.6, "far 1", "far 2", "far 3");
      index.put(1, "unnamed " + language, language, 0.49, "other 1", "other 2", "other 3");
    }
    update(1);
    assertThat(texts()).hasSize(13).contains(List.of("de/12", "en/12"));
    assertThat(index.links().orElseThrow().text("de/12").orElseThrow().cosine())
        .isBetween(0.8, 0.85);
  }

  @Test
  void numbersOfDocumentsAreNoStatements() {
    putTexts(1, 0, 3, "de", "en");
    for (int i = 3; i < 12; i++) {
      index.put(1, "de/" + i, "de", "German " + i);
      index.put(1, "en/" + i, "en", "English " + i);
    }
    update(1);
    assertThat(texts()).hasSizeLessThanOrEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource({
    "de/a.html, ../fr/a.html, fr/a.html",
    "a.de.html, a.fr.html, a.fr.html",
    "a.de.html, ./a.fr.html, a.fr.html",
    "docs/de/x/a, ../../fr/x/a, docs/fr/x/a",
    "a, ../../b, b",
  })
  void resolvesPathsOfTranslations(String id, String path, String resolved) {
    assertThat(StatedTranslations.resolved(id, path)).isEqualTo(resolved);
  }

  @ParameterizedTest
  @CsvSource({
    "de/install.html, de, */install.html",
    "docs/pt-BR/a.txt, pt, docs/*/a.txt",
    "zh_TW/x, zh, */x",
    "index.fr.html, fr, index.*.html",
    "des/x, de, ''",
    "fr/x, de, ''",
  })
  void removesTheLanguageFromAnId(String id, String language, String name) {
    assertThat(StatedTranslations.name(id, language).orElse("")).isEqualTo(name);
  }

  @Test
  void leavesLargeIndexesUntilItIsAsked() {
    putTexts(1, 0, 4, "de", "en");
    assertThat(new DocumentLinker(WorkerPool.CALLER).update(index, 1, 23)).isFalse();
    assertThat(index.links()).isEmpty();
    assertThat(index.readings).isZero();
    assertThat(new DocumentLinker(WorkerPool.CALLER).update(index, 1, 24)).isTrue();
    assertThat(texts()).hasSize(4);
    put(2, "de", 3);
    new DocumentLinker(WorkerPool.CALLER).update(index, 2, 23);
    assertThat(texts()).as("a replaced document loses its links").hasSize(3);
    update(2);
    assertThat(texts()).hasSize(4);
  }

  @Test
  void inventsNoTranslations() {
    for (int text = 0; text < 60; text++) {
      put(1, List.of("de", "en", "fr").get(text % 3), text);
    }
    update(1);
    assertThat(texts()).isEmpty();
  }

  /** A fifth of the documents is near one in the other language, but these are few. */
  @Test
  void requiresMoreOfFewTranslations() {
    putTexts(1, 0, 8, "de", "en");
    putTexts(1, 100, 132, "de");
    putTexts(1, 200, 232, "en");
    update(1);
    assertThat(index.links().orElseThrow().texts())
        .hasSizeBetween(1, 7)
        .allMatch(text -> text.cosine() >= 0.92);
    putTexts(2, 8, 20, "de", "en");
    update(2);
    assertThat(texts()).hasSize(20);
  }

  /** Each has a nearest one in the other language, but others are as near. */
  @Test
  void documentsOnOneTopicAreNoTranslations() {
    for (int i = 0; i < 12; i++) {
      index.put(1, "de/" + i, "de", 0.2, "topic");
      index.put(1, "en/" + i, "en", 0.2, "topic");
    }
    update(1);
    assertThat(texts()).isEmpty();
    index.put(2, "de/twin", "de", 0.05, "another");
    index.put(2, "en/twin", "en", 0.05, "another");
    update(2);
    assertThat(texts()).containsExactly(List.of("de/twin", "en/twin"));
  }

  @Test
  void countsPassagesInTheSameOrderOnly() {
    index.put(1, "de", "de", "a", "b", "c", "d", "e");
    index.put(1, "en", "en", "e", "d", "c", "b", "a");
    index.put(1, "fr", "fr", "x", "a", "b", "c", "d", "e");
    update(1);
    assertThat(texts()).containsExactly(List.of("de", "fr"));
  }

  @Test
  void commonPassagesAreNotEnough() {
    for (int text = 0; text < 6; text++) {
      index.put(1, "de/" + text, "de", "licence", "d" + text, "e" + text, "f" + text);
      index.put(1, "en/" + text, "en", "licence", "g" + text, "h" + text, "i" + text);
    }
    update(1);
    assertThat(texts()).isEmpty();
  }

  @Test
  void shortDocumentIsNoTranslationOfLongOneWithItsPassage() {
    index.put(1, "de", "de", "a");
    index.put(1, "en", "en", "a", "b", "c", "d", "e", "f", "g");
    index.put(1, "fr", "fr", "a", "b");
    update(1);
    assertThat(texts()).containsExactly(List.of("de", "fr"));
  }

  @Test
  void linksCopies() {
    putTexts(1, 0, 2, "de", "en");
    index.copy(1, "en/copy", "en/0");
    index.put(1, "fr/0", "fr", "other");
    index.copy(1, "fr/copy", "fr/0");
    update(1);
    assertThat(texts())
        .containsExactly(
            List.of("de/0", "en/0", "en/copy"),
            List.of("de/1", "en/1"),
            List.of("fr/0", "fr/copy"));
    assertThat(index.links().orElseThrow().text("fr/copy").orElseThrow().isTranslated()).isFalse();
  }

  @Test
  void linksFileFormatsOfOneText() {
    index.put(1, "guide/a.html", "en", "one", "two", "three");
    index.put(1, "guide/a.pdf", "en", "menu", "one", "two", "three");
    index.copy(1, "guide/old.html", "guide/a.pdf");
    index.put(1, "guide/a.de.html", "de", "one", "two", "three");
    index.put(1, "guide/a.png", "en", "one", "two", "three");
    index.put(1, "book/a.html", "en", "one", "two", "three");
    update(1);
    assertThat(texts())
        .containsExactly(
            List.of("guide/a.de.html", "guide/a.html", "guide/a.pdf", "guide/old.html"));
  }

  @Test
  void linksNoFilesOfOneNameWithOtherTexts() {
    index.put(1, "front.html", "en", "one");
    index.put(1, "front.pdf", "en", "one", "two", "three");
    index.put(1, "notes.txt", "en", "first", "second");
    index.put(1, "notes.md", "en", "third", "fourth");
    update(1);
    assertThat(texts()).isEmpty();
  }

  @Test
  void newDocumentJoinsItsText() {
    putTexts(1, 0, 20, "de", "en");
    update(1);
    put(2, "fr", 7);
    update(2);
    assertThat(texts()).hasSize(20).contains(List.of("de/7", "en/7", "fr/7"));
  }

  @Test
  void replacedAndDeletedDocumentsLoseTheirLinks() {
    putTexts(1, 0, 20, "de", "en", "fr");
    update(1);
    index.put(2, "de/3", "de", "new", "newer");
    index.delete("fr/4");
    update(2);
    assertThat(texts())
        .hasSize(20)
        .contains(
            List.of("en/3", "fr/3"), List.of("de/4", "en/4"), List.of("de/5", "en/5", "fr/5"));
    put(3, "de", 3);
    update(3);
    assertThat(texts()).contains(List.of("de/3", "en/3", "fr/3"));
  }

  @Test
  void unchangedIndexIsNotReadAgain() {
    putTexts(1, 0, 3, "de", "en");
    update(1);
    update(1);
    update(5);
    assertThat(index.readings).isEqualTo(1);
  }

  @RepeatedTest(5)
  void additionsGiveTheLinksOfOneRun() {
    long seed = new Random().nextLong();
    InMemoryLinkStorage once = new InMemoryLinkStorage(seed);
    InMemoryLinkStorage growing = new InMemoryLinkStorage(seed);
    DocumentLinker linker = new DocumentLinker(WorkerPool.CALLER);
    Random random = new Random(seed);
    for (int run = 1; run <= 30; run++) {
      for (int i = 0; i < 15; i++) {
        int text = random.nextInt(120);
        String language = List.of("de", "en", "fr", "ja").get(random.nextInt(4));
        for (InMemoryLinkStorage storage : List.of(once, growing)) {
          storage.put(run, language + "/" + text, language, text + "a", text + "b", text + "c");
        }
      }
      linker.update(growing, run, Long.MAX_VALUE);
    }
    linker.update(once, 30, Long.MAX_VALUE);
    assertThat(growing.links().orElseThrow().texts())
        .as("seed " + seed)
        .extracting(LinkedText::ids)
        .containsExactlyInAnyOrderElementsOf(
            once.links().orElseThrow().texts().stream().map(LinkedText::ids).toList());
  }
}
