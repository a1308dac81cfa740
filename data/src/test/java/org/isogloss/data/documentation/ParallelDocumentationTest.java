// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.documentation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.FormatException;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordReaderContractTest;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.SentencePair;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParallelDocumentationTest {
  private static final Language EN = Language.of("en");
  private static final Language DE = Language.of("de");
  private static final Language HI = Language.of("hi");

  private static final String ENGLISH =
      """
      find\tt\th1\tFind Bar
      find\tp1\tp\tThe bar searches text.
      find\th2\th2\tFind All
      find\tp2\tp\tShows all places.
      find\tp3\tp\tLibreOffice
      print\tt\th1\tPrint
      print\tx\tp\tPrints the page.
      print\tx\tp\tOnce more.
      print\ty\tp\tPrints the page.
      """;

  private static final String GERMAN =
      """
      find\tt\th1\tSuchleiste
      find\tp1\tp\tDie Leiste sucht Text.
      find\th2\th2\tAlle suchen
      find\tp2\tp\tZeigt alle Stellen.
      find\tp3\tp\tLibreOffice
      print\tt\th1\tDrucken
      print\tx\tp\tDruckt die Seite.
      print\tx\tp\tNoch einmal.
      print\ty\tp\tDruckt die Seite.
      """;

  /** A partial translation, with its pages in another order. */
  private static final String HINDI =
      """
      print\tt\th1\tप्रिंट
      print\tx\tp\tPrints the page.
      print\tx\tp\tOnce more.
      print\ty\tp\tPrints the page.
      only-here\tt\th1\tअकेला
      find\tt\th1\tखोज पट्टी
      find\tp1\tp\tपट्टी पाठ खोजती है।
      find\th2\th2\tFind All
      find\tp2\tp\tसभी जगह दिखाता है।
      find\tp3\tp\tLibreOffice
      """;

  @TempDir Path folder;

  @BeforeEach
  void write() throws IOException {
    Files.writeString(folder.resolve("en.tsv"), ENGLISH);
    Files.write(
        folder.resolve("de.tsv.gz"),
        RecordReaderContractTest.gzip(GERMAN.getBytes(StandardCharsets.UTF_8)));
    Files.writeString(folder.resolve("hi.tsv"), HINDI);
    Files.writeString(folder.resolve("README.tsv"), "not a language");
  }

  private static List<String> texts(Records<SentencePair> pairs) {
    return pairs.map(pair -> pair.source() + " = " + pair.target()).toList();
  }

  @Test
  void listsItsLanguages() {
    assertThat(ParallelDocumentation.open(folder).languages()).containsExactly(DE, EN, HI);
  }

  @Test
  void alignsAnyTwoLanguages() {
    ParallelDocumentation help = ParallelDocumentation.open(folder);
    assertThat(texts(help.pairs(DE, HI, OnError.FAIL)))
        .containsExactly(
            "Drucken = प्रिंट",
            "Suchleiste = खोज पट्टी",
            "Die Leiste sucht Text. = पट्टी पाठ खोजती है।",
            "Zeigt alle Stellen. = सभी जगह दिखाता है।");
    assertThat(help.pairs(HI, DE, OnError.FAIL).next())
        .isEqualTo(new SentencePair(HI, DE, "प्रिंट", "Drucken", ""));
  }

  @Test
  void returnsPairsOnceWithoutUntranslatedText() {
    assertThat(texts(ParallelDocumentation.open(folder).pairs(EN, DE, OnError.FAIL)))
        .containsExactly(
            "Find Bar = Suchleiste",
            "The bar searches text. = Die Leiste sucht Text.",
            "Find All = Alle suchen",
            "Shows all places. = Zeigt alle Stellen.",
            "Print = Drucken",
            "Prints the page. = Druckt die Seite.",
            "Once more. = Noch einmal.");
  }

  @Test
  void doesNotPairAnIdThatOccursMoreOftenInOneLanguage() throws IOException {
    Files.writeString(folder.resolve("en.tsv"), "p\ta\tp\tone\np\ta\tp\ttwo\np\tb\tp\tthree\n");
    Files.writeString(folder.resolve("hi.tsv"), "p\ta\tp\tएक\np\tb\tp\tतीन\n");
    assertThat(texts(ParallelDocumentation.open(folder).pairs(EN, HI, OnError.FAIL)))
        .containsExactly("three = तीन");
  }

  @Test
  void convertsPagesToDocumentsLinkedAcrossLanguages() {
    ParallelDocumentation help = ParallelDocumentation.open(folder);
    assertThat(help.documents(DE, OnError.FAIL).toList())
        .containsExactly(
            new Document(
                "de/find",
                DE,
                "Suchleiste",
                "Die Leiste sucht Text.\nAlle suchen\nZeigt alle Stellen."),
            new Document(
                "de/print", DE, "Drucken", "Druckt die Seite.\nNoch einmal.\nDruckt die Seite."));
    assertThat(help.documents(EN, OnError.FAIL).toList())
        .extracting(Document::id)
        .containsExactly("en/find", "en/print");
    assertThat(help.documents(HI, OnError.FAIL).toList())
        .extracting(Document::text)
        .containsExactlyInAnyOrder("", "", "पट्टी पाठ खोजती है।\nसभी जगह दिखाता है।");
  }

  @Test
  void readsHeadingsWithTheTextBelowThem() {
    ParallelDocumentation help = ParallelDocumentation.open(folder);
    assertThat(help.sections(DE, OnError.FAIL).toList())
        .containsExactly(
            new DocumentationSection(
                "find", "t", DE, 1, "Suchleiste", List.of(), "Die Leiste sucht Text."),
            new DocumentationSection(
                "find", "h2", DE, 2, "Alle suchen", List.of("Suchleiste"), "Zeigt alle Stellen."),
            new DocumentationSection(
                "print",
                "t",
                DE,
                1,
                "Drucken",
                List.of(),
                "Druckt die Seite.\nNoch einmal.\nDruckt die Seite."));
  }

  @Test
  void untranslatedHeadingOnlyEndsThePreviousSection() {
    assertThat(ParallelDocumentation.open(folder).sections(HI, OnError.FAIL).toList())
        .extracting(DocumentationSection::heading, DocumentationSection::text)
        .containsExactly(tuple("खोज पट्टी", "पट्टी पाठ खोजती है।"));
  }

  @Test
  void numbersRepeatedHeadingIds() throws IOException {
    Files.writeString(
        folder.resolve("en.tsv"), "p\th\th2\tA\np\tx\tp\tone\np\th\th2\tA\np\ty\tp\ttwo\n");
    assertThat(ParallelDocumentation.open(folder).sections(EN, OnError.FAIL).toList())
        .extracting(section -> section.toDocument().id())
        .containsExactly("en/p#h", "en/p#h+1");
  }

  @Test
  void countsAMalformedLineOnceAndKeepsItsPage() throws IOException {
    Files.writeString(
        folder.resolve("en.tsv"),
        ENGLISH.replace("find\th2\th2", "find\th2") + "find\tz\tp\tlate\n");
    ParallelDocumentation help = ParallelDocumentation.open(folder);
    Records<SentencePair> pairs = help.pairs(EN, DE, OnError.SKIP);
    assertThat(texts(pairs)).hasSize(6);
    Records<DocumentationPage> pages = help.pages(EN, OnError.SKIP);
    assertThat(pages.toList()).hasSize(2);
    assertThat(pages.problems())
        .extracting(FormatException::getMessage)
        .containsExactly(
            folder.resolve("en.tsv") + ":3: found 3 columns, expected page TAB id TAB tag TAB text",
            folder.resolve("en.tsv")
                + ":10: page \"find\" already ended in an earlier line: all lines of a page must be"
                + " adjacent");
    assertThatThrownBy(() -> help.pairs(HI, DE, OnError.FAIL).toList())
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("en.tsv:3: ");
  }

  @Test
  void listsTheAvailableLanguagesIfOneIsMissing() {
    ParallelDocumentation help = ParallelDocumentation.open(folder);
    assertThatThrownBy(() -> help.pages(Language.of("fr"), OnError.FAIL))
        .isInstanceOf(IsoglossException.class)
        .hasMessage(folder + ": has no file fr.tsv or fr.tsv.gz; it has de, en, hi");
    assertThatThrownBy(() -> ParallelDocumentation.open(folder, Language.of("cs")))
        .isInstanceOf(IsoglossException.class);
    assertThatThrownBy(() -> ParallelDocumentation.open(folder.resolve("none")))
        .hasMessage(folder.resolve("none") + ": no such folder");
    assertThatThrownBy(() -> ParallelDocumentation.open(folder.resolve("en.tsv")))
        .hasMessageContaining("is a file, expected a folder");
  }

  @Test
  void readsEveryPageOfOneFile() {
    assertThat(ParallelDocumentation.readPages(folder.resolve("hi.tsv"), HI, OnError.FAIL).toList())
        .extracting(DocumentationPage::name, DocumentationPage::title)
        .containsExactly(
            tuple("print", "प्रिंट"), tuple("only-here", "अकेला"), tuple("find", "खोज पट्टी"));
  }
}
