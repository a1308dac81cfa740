// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.cli.CommandTest;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.Bitext;
import org.isogloss.data.bitext.SentencePair;
import org.isogloss.lexical.table.Translation;
import org.isogloss.lexical.table.TranslationTable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AlignCommandTest extends CommandTest {
  private Path bitext;

  @BeforeEach
  void writeBitext() throws IOException {
    bitext = folder.resolve("en-de.tsv");
    Files.writeString(bitext, "The house.\tDas Haus.\nThe book.\tDas Buch.\nA book!\tEin Buch!\n");
  }

  @Test
  void printsALineOfLinksForEachPair() {
    assertThat(isogloss("align", bitext)).isZero();
    assertThat(out()).isEqualTo("0-0 1-1\n0-0 1-1\n0-0 1-1\n");
    assertThat(err())
        .contains("3 pairs, 6 words of English (4 distinct), 6 words of German (4 distinct)")
        .contains("Model 1, iteration 1: perplexity 4.00 (en-de), 4.00 (de-en)")
        .contains("HMM, iteration 5: perplexity ");
  }

  @Test
  void writesTheRequestedFiles() throws IOException {
    Path links = folder.resolve("links");
    Path words = folder.resolve("words");
    Path table = folder.resolve("en-de.table");
    assertThat(
            isogloss(
                "align",
                bitext,
                "--links",
                links,
                "--words",
                words,
                "--table",
                table,
                "-q",
                "--symmetrise",
                "grow-diag",
                "--threads",
                1))
        .isZero();
    assertThat(out()).isEmpty();
    assertThat(err()).isEmpty();
    assertThat(Files.readAllLines(links)).containsExactly("0-0 1-1", "0-0 1-1", "0-0 1-1");
    assertThat(Files.readAllLines(words)).first().isEqualTo("the house ||| das haus");
    assertThat(TranslationTable.open(table).translations("book"))
        .containsExactly(new Translation("buch", 1));
  }

  @Test
  void computesATableFromGivenLinks() throws IOException {
    Path links = folder.resolve("links");
    Path table = folder.resolve("en-de.table");
    Files.writeString(links, "0-1\n0-0\n\n");
    assertThat(isogloss("align", bitext, "--from-links", links, "--table", table)).isZero();
    assertThat(out()).isEmpty();
    assertThat(err()).doesNotContain("iteration");
    TranslationTable written = TranslationTable.open(table);
    assertThat(written.translations("the"))
        .containsExactlyInAnyOrder(new Translation("haus", .5f), new Translation("das", .5f));
    assertThat(written.translations("book")).isEmpty();
  }

  @Test
  void rejectsLinksThatDoNotMatchTheBitext() throws IOException {
    Path links = folder.resolve("links");
    Path table = folder.resolve("en-de.table");
    Files.writeString(links, "0-0\n0-2\n0-0\n");
    assertThat(isogloss("align", bitext, "--from-links", links, "--table", table)).isEqualTo(1);
    assertThat(err()).contains("links:2: found the link 0-2, expected words up to 1-1");
    Files.writeString(links, "0-0\n0-0\n0 0\n");
    assertThat(isogloss("align", bitext, "--from-links", links, "--table", table)).isEqualTo(1);
    assertThat(err()).contains("links:3: \"0\" is not a link");
    Files.writeString(links, "0-0\n0-0\n0-0\n0-0\n");
    assertThat(isogloss("align", bitext, "--from-links", links, "--table", table)).isEqualTo(1);
    assertThat(err()).contains("links: found 4 lines, expected 3");
    assertThat(table).doesNotExist();
    assertThat(isogloss("align", bitext, "--from-links", links)).isEqualTo(1);
    assertThat(err()).contains("expected --table, and no --links");
  }

  @Test
  void alignsTwoFiles() throws IOException {
    Path source = folder.resolve("a.txt");
    Path target = folder.resolve("b.txt");
    Files.writeString(source, "The-House .\nThe-House\n");
    Files.writeString(target, "Das-Haus .\nDas-Haus\n");
    assertThat(isogloss("align", source, target)).isEqualTo(1);
    assertThat(err())
        .contains(
            "the language cannot be determined from this name", "(--from LANGUAGE --to LANGUAGE)");
    assertThat(isogloss("align", source, target, "--from", "en", "--to", "de", "--at-spaces"))
        .isZero();
    assertThat(out()).isEqualTo("0-0 1-1\n0-0\n");
  }

  @Test
  void reportsUnreadableRecordsAndNames() throws IOException {
    Files.writeString(bitext, "a\tb\nno tab here\n");
    assertThat(isogloss("align", bitext)).isEqualTo(1);
    assertThat(err()).contains("en-de.tsv:2: found 1 column, expected source TAB target");
    assertThat(isogloss("align", bitext, "--on-error", "skip")).isZero();
    assertThat(err()).contains("skipped 1 record of ");
    Path nameless = folder.resolve("bitext.tsv");
    Files.writeString(nameless, "a\tb\n");
    assertThat(isogloss("align", nameless)).isEqualTo(1);
    assertThat(err())
        .contains("the two languages cannot be determined from this name")
        .endsWith("(--from LANGUAGE --to LANGUAGE)\n");
  }

  @Test
  void rejectsInvalidOptions() {
    assertThat(isogloss("align", bitext, "--from", "en")).isEqualTo(1);
    assertThat(err()).contains("--from and --to belong together");
    assertThat(isogloss("align", bitext, "--iterations", 0)).isEqualTo(1);
    assertThat(err()).contains("--iterations is 0, expected 1 or more");
    assertThat(isogloss("align", bitext, "--min-probability", "1.5")).isEqualTo(1);
    assertThat(err()).contains("--min-probability is 1.5, expected 0 to 1");
    assertThat(isogloss("align", bitext, "--table", folder)).isEqualTo(1);
    assertThat(err()).contains("is a folder, expected the name of a file to write");
    assertThat(isogloss("align", bitext, "--symmetrise", "growing")).isEqualTo(2);
    assertThat(err()).contains("expected agreement, intersection, union, grow-diag");
  }

  @Test
  void lineOfLinksStaysLineOfThePair() throws IOException {
    Path source = folder.resolve("e.de");
    Path target = folder.resolve("e.en");
    Files.writeString(source, "das haus\n\ndas buch\n\nein haus\n");
    Files.writeString(target, "the house\nx y\nthe book\n\na house\n");
    assertThat(isogloss("align", source, target)).isEqualTo(1);
    assertThat(err()).contains("e.de:2: the source sentence is empty");
    assertThat(isogloss("align", source, target, "--on-error", "skip", "--at-spaces")).isZero();
    assertThat(out()).isEqualTo("0-0 1-1\n\n0-0 1-1\n\n0-0 1-1\n");
    assertThat(err())
        .contains("skipped 1 record of ", "e.de:2: ")
        .contains("Skipped 1 pair without words");
    Path tsv = folder.resolve("de-en.tsv");
    Files.writeString(tsv, "das haus\tthe house\n\nx\ndas buch\tthe book\n");
    assertThat(isogloss("align", tsv, "--on-error", "skip", "-q")).isZero();
    assertThat(out()).endsWith("1-1\n0-0 1-1\n\n\n0-0 1-1\n");
  }

  @Test
  void readsTheWordsThatItWrites() throws IOException {
    Path links = folder.resolve("links");
    Path again = folder.resolve("again");
    Path words = folder.resolve("words.en-de");
    Files.writeString(
        bitext, "The house.\tDas Haus.\nA b\t...\nThe book.\tDas Buch.\nA book!\tEin Buch!\n");
    assertThat(isogloss("align", bitext, "--links", links, "--words", words)).isZero();
    assertThat(Files.readAllLines(words))
        .startsWith("the house ||| das haus", " ||| ", "the book ||| das buch");
    assertThat(isogloss("align", words, "--at-spaces", "--links", again)).isZero();
    assertThat(again).hasSameTextualContentAs(links);
    assertThat(Files.readAllLines(again)).element(1).isEqualTo("");
  }

  @Test
  void alignsATranslationMemory() throws IOException {
    Path memory =
        Files.writeString(
            folder.resolve("m.tmx"),
            """
            <tmx version="1.4"><header srclang="de"/><body>
            <tu><tuv xml:lang="de-DE"><seg>das <bpt>b</bpt>Haus</seg></tuv>\
            <tuv xml:lang="en"><seg>the house</seg></tuv></tu>
            <tu><tuv xml:lang="en"><seg>the book</seg></tuv>\
            <tuv xml:lang="de"><seg>das Buch</seg></tuv></tu>
            </body></tmx>
            """);
    assertThat(isogloss("align", memory)).isZero();
    assertThat(out()).isEqualTo("0-0 1-1\n0-0 1-1\n");
    assertThat(err()).contains("4 words of German", "4 words of English");
    Path tsv = folder.resolve("en-de.tsv");
    assertThat(isogloss("data", "convert", memory, "--from", "en", "--to", "de", "--output", tsv))
        .isZero();
    assertThat(tsv).hasContent("the house\tdas Haus\nthe book\tdas Buch");
    assertThat(isogloss("align", memory, "--from", "de", "--to", "fr")).isEqualTo(1);
    assertThat(err()).contains("m.tmx:2: the unit has no text in fr, only in de, en");
  }

  @Test
  void alignsTheSentencesOfDocuments() throws IOException {
    Path german = folder.resolve("cat.de");
    Path english = folder.resolve("cat.en");
    Path pairs = folder.resolve("cat.tmx");
    Path beads = folder.resolve("cat.beads");
    Files.writeString(
        german, "Die Katze schläft. Das Haus ist groß und alt.\nWo ist der Bahnhof?\n");
    Files.writeString(
        english, "The cat sleeps. The house is big. It is old.\nWhere is the station?\n");
    for (String method : List.of("vectors", "lengths")) {
      assertThat(
              isogloss(
                  "align",
                  "--documents",
                  german,
                  english,
                  "--encoder",
                  "tiny",
                  "--by",
                  method,
                  "--pairs",
                  pairs,
                  "--links",
                  beads))
          .isZero();
      assertThat(err()).contains("Aligned 3 sentences with 4: 3 pairs, 0 sentences without");
      try (Records<SentencePair> written = Bitext.read(pairs, OnError.FAIL)) {
        assertThat(written.toList())
            .extracting(SentencePair::target)
            .containsExactly(
                "The cat sleeps.", "The house is big. It is old.", "Where is the station?");
      }
      assertThat(Files.readAllLines(beads))
          .hasSize(3)
          .satisfies(lines -> assertThat(lines.get(1)).startsWith("[1]:[1, 2]:"));
    }
    assertThat(isogloss("align", "--documents", german)).isEqualTo(1);
    assertThat(isogloss("align", "--documents", german, english, "--table", "t")).isEqualTo(1);
    assertThat(err()).contains("--documents aligns sentences: omit --table");
  }

  @Test
  void blankLinesAreNoSentencesButCount() throws IOException {
    Path german = folder.resolve("cat.de");
    Path english = folder.resolve("cat.en");
    Files.writeString(german, "\nDie Katze schläft.\n\n \nWo ist der Bahnhof?\n");
    Files.writeString(english, "The cat sleeps.\n\nWhere is the station?\n\n\n");
    Path pairs = folder.resolve("cat.tsv");
    Path beads = folder.resolve("cat.beads");
    assertThat(
            isogloss(
                "align",
                "--documents",
                german,
                english,
                "--encoder",
                "tiny",
                "--lines",
                "--pairs",
                pairs,
                "--links",
                beads))
        .as(err())
        .isZero();
    assertThat(err()).contains("Aligned 2 sentences with 2: 2 pairs, 0 sentences without");
    assertThat(pairs)
        .hasContent(
            "Die Katze schläft.\tThe cat sleeps.\nWo ist der Bahnhof?\tWhere is the station?");
    assertThat(beads).content().startsWith("[1]:[0]:").contains("\n[4]:[2]:");
  }
}
