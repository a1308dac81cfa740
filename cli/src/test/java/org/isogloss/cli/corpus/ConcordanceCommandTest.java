// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.cli.CommandTest;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.Bitext;
import org.isogloss.data.bitext.SentencePair;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ConcordanceCommandTest extends CommandTest {
  private Path bitext;

  @BeforeEach
  void writeBitext() throws IOException {
    bitext = folder.resolve("en-de.tsv");
    Files.writeString(
        bitext,
        """
        The house.\tDas Haus.
        The old house\tDas alte Haus
        The book.\tDas Buch.
        A book!\tEin Buch!
        An old book\tEin altes Buch
        """);
  }

  private int concordance(Object... args) {
    Object[] all = new Object[args.length + 5];
    all[0] = "concordance";
    System.arraycopy(args, 0, all, 1, args.length);
    System.arraycopy(new Object[] {"--corpus", bitext, "--threads", 1}, 0, all, args.length + 1, 4);
    return isogloss(all);
  }

  @Test
  void printsFrequencyTranslationsAndLines() {
    assertThat(concordance("House")).isZero();
    assertThat(out())
        .contains("\"House\" occurs 2 times in 5 pairs of ")
        .contains("per million words, dispersion 0.")
        .containsPattern("Haus +2 +1.00")
        .containsPattern(" The \\[house\\]\\.\\n    Das \\[Haus\\]\\.\\n")
        .containsPattern(" The old \\[house\\]");
  }

  @Test
  void looksInTheOtherLanguageToo() {
    assertThat(concordance("Buch", "--show", "translations")).isZero();
    assertThat(out()).containsPattern("book +3 +1.00");
    assertThat(concordance("Buch", "--language", "en")).isEqualTo(1);
    assertThat(err()).contains("\"Buch\" does not occur in the 5 pairs of ");
  }

  @Test
  void writesAMemoryOfTheMatchingPairs() {
    Path memory = folder.resolve("house.tmx");
    assertThat(concordance("haus", "--to", memory)).isZero();
    try (Records<SentencePair> pairs = Bitext.read(memory, OnError.FAIL)) {
      assertThat(pairs.toList())
          .extracting(SentencePair::source)
          .containsExactly("Das Haus.", "Das alte Haus");
    }
  }

  @Test
  void writesJsonTsvAndAPage() throws IOException {
    Path json = folder.resolve("house.json");
    assertThat(concordance("house", "--show", "lines", "--to", json)).isZero();
    JsonNode root = new ObjectMapper().readTree(json.toFile());
    assertThat(root.at("/translations/0/translation").asText()).isEqualTo("Haus");
    assertThat(root.at("/translations/0/count").asInt()).isEqualTo(2);
    assertThat(root.at("/lines/1/source_span")).hasToString("[8,13]");
    assertThat(root.at("/lines/1/target_spans")).hasToString("[[9,13]]");
    Path tsv = folder.resolve("house.tsv");
    assertThat(concordance("house", "--sort", "before", "--to", tsv)).isZero();
    assertThat(Files.readAllLines(tsv))
        .containsExactly(
            "number\tbefore\tkeyword\tafter\ttranslation\ttarget",
            "2\tThe old \thouse\t\tHaus\tDas alte Haus",
            "1\tThe \thouse\t.\tHaus\tDas Haus.");
    Path page = folder.resolve("house.html");
    assertThat(concordance("house", "--to", page)).isZero();
    assertThat(Files.readString(page))
        .contains(
            "The <mark class=\"for3\">house</mark>.</td><td dir=\"auto\" lang=\"de\">Das <mark");
  }

  @Test
  void listsCollocationsAndWords() {
    assertThat(concordance("house", "--show", "collocations", "--min-count", 1)).isZero();
    assertThat(out()).startsWith("word  count  frequency  log_dice\nthe       2          3");
    assertThat(concordance("--show", "words", "--ngram", 2, "--min-count", 2)).isZero();
    assertThat(out()).containsPattern("(?m)^words +count +per_million\\n");
    Path tsv = folder.resolve("words.tsv");
    assertThat(concordance("--show", "words", "--language", "de", "--to", tsv)).isZero();
    assertThat(tsv).content().contains("das\t3\t", "buch\t3\t");
  }

  @Test
  void usesAGivenTable() {
    Path table = folder.resolve("table");
    assertThat(isogloss("align", bitext, "--table", table)).isZero();
    assertThat(concordance("alte*", "--table", table, "--show", "translations")).isZero();
    assertThat(out()).containsPattern("old +2 +1.00");
  }

  @Test
  void showsTheContextBeforeOnTheRightInScriptsFromRightToLeft() throws IOException {
    bitext = folder.resolve("ar-en.tsv");
    Files.writeString(bitext, "هذا كتاب جديد\tThis is a new book\n");
    assertThat(concordance("كتاب", "--show", "lines")).isZero();
    assertThat(out()).contains("\u2068جديد\u2069 \u2068[كتاب]\u2069 \u2068هذا\u2069");
  }

  @Test
  void explainsWhatIsMissing() {
    assertThat(concordance()).isEqualTo(1);
    assertThat(err()).contains("the words to look for are missing");
    assertThat(concordance("house", "--language", "fr")).isEqualTo(1);
    assertThat(err()).contains("--language fr is not a language of ", "expected en or de");
    for (String option : new String[] {"--ngram", "--window"}) {
      int max = option.equals("--ngram") ? 10 : 50;
      for (int wrong : new int[] {0, max + 1, Integer.MAX_VALUE}) {
        assertThat(concordance("house", "--show", "collocations", option, wrong)).isEqualTo(1);
        assertThat(err()).contains(option + " is " + wrong + ", expected 1 to " + max);
      }
    }
    assertThat(concordance("house", "--show", "words", "--to", folder.resolve("a.tmx")))
        .isEqualTo(1);
    assertThat(err()).contains("a translation memory contains sentence pairs, not a table");
  }
}
