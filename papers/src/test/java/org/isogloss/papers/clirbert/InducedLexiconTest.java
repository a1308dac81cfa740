package org.isogloss.papers.clirbert;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.isogloss.core.Language;
import org.isogloss.data.LanguagePair;
import org.isogloss.lexical.Alignment;
import org.isogloss.lexical.TablePruning;
import org.isogloss.lexical.TranslationCounts;
import org.isogloss.lexical.TranslationTable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InducedLexiconTest {
  private static final Language GERMAN = Language.of("de");

  @TempDir Path folder;

  private record Linked(String english, String german) {}

  private TranslationTable table(List<Linked> links) {
    TranslationCounts counts = new TranslationCounts();
    for (Linked link : links) {
      counts.add(List.of(link.english), List.of(link.german), Alignment.parse("0-0"));
    }
    Path file = folder.resolve("translations.table");
    counts.write(file, LanguagePair.find("en-de").orElseThrow(), new TablePruning(0, 1000));
    return TranslationTable.open(file);
  }

  @Test
  void wordsThatTranslateEachOtherAreWrittenAsTheyMostlyAre() {
    TranslationTable table =
        table(
            List.of(
                new Linked("dispute", "streit"),
                new Linked("dispute", "streit"),
                new Linked("dispute", "streit"),
                new Linked("dispute", "tisch"),
                new Linked("table", "tisch"),
                new Linked("table", "tisch"),
                new Linked("the", "der"),
                new Linked("1.5", "1,5")));
    List<ClirSentence> sentences =
        List.of(
            ClirSentence.of("table dispute", "Der Streit, der STREIT am Tisch: 1,5"),
            ClirSentence.of("dispute", "ein Streit"));
    // Of dispute three in four are Streit, which is always dispute; of Tisch two in three are
    // table, which is always Tisch; dispute as Tisch is a quarter of a third.
    assertThat(InducedLexicon.of(table, sentences, GERMAN, 0.5))
        .containsExactlyInAnyOrder(
            ClirSentence.of("dispute", "Streit"), ClirSentence.of("table", "Tisch"));
    assertThat(InducedLexicon.of(table, sentences, GERMAN, 0.7))
        .containsExactly(ClirSentence.of("dispute", "Streit"));
    assertThat(InducedLexicon.of(table, sentences, GERMAN, 0.08))
        .as("a stop word and a number are no queries")
        .hasSize(3)
        .contains(ClirSentence.of("dispute", "Tisch"));
  }

  @Test
  void whatTheSentencesDoNotHaveIsLeftOut() {
    TranslationTable table = table(List.of(new Linked("house", "haus")));
    assertThat(InducedLexicon.of(table, List.of(), GERMAN, 0.1)).isEmpty();
  }

  @RepeatedTest(20)
  void entriesAreWhatCountsOfLinksSay() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    List<Linked> links = new ArrayList<>();
    List<ClirSentence> sentences = new ArrayList<>();
    Map<String, Integer> counts = new HashMap<>();
    for (int i = 0; i < 60; i++) {
      String english = "word" + (char) ('a' + random.nextInt(6));
      String german = "Wort" + (char) ('a' + random.nextInt(6));
      links.add(new Linked(english, german.toLowerCase(Locale.ROOT)));
      sentences.add(ClirSentence.of(english, german));
      counts.merge(english, 1, Integer::sum);
      counts.merge(german, 1, Integer::sum);
      counts.merge(english + " " + german, 1, Integer::sum);
    }
    double least = 0.01 + 0.3 * random.nextDouble();
    List<ClirSentence> expected = new ArrayList<>();
    sentences.stream()
        .distinct()
        .filter(
            one -> {
              double both = counts.get(one.english() + " " + one.foreign());
              return both * both / counts.get(one.english()) / counts.get(one.foreign()) >= least;
            })
        .forEach(expected::add);
    assertThat(InducedLexicon.of(table(links), sentences, GERMAN, least))
        .as("seed %d, least %s", seed, least)
        .containsExactlyInAnyOrderElementsOf(expected);
  }
}
