// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.bitext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.FormatException;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordReaderContractTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Folders of files whose lines are translations of each other. */
class ParallelFoldersTest {
  @TempDir Path folder;

  private void write(String name, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    Files.write(
        folder.resolve(name), name.endsWith(".gz") ? RecordReaderContractTest.gzip(bytes) : bytes);
  }

  @Test
  void readsATatoebaFolder() throws IOException {
    write("tatoeba.deu-eng.deu", "eins\nzwei\n");
    write("tatoeba.deu-eng.eng", "one\ntwo\n");
    write("tatoeba.cmn-eng.cmn", "一\n");
    write("tatoeba.cmn-eng.eng", "one\n");
    write("README", "nothing");
    write("notes.txt", "nothing");
    MosesFolder tatoeba = MosesFolder.open(folder);
    assertThat(tatoeba.entries())
        .extracting(entry -> entry.name() + " " + entry.pairName() + " " + entry.languages())
        .containsExactly("tatoeba.cmn-eng cmn-eng zh-en", "tatoeba.deu-eng deu-eng de-en");
    assertThat(tatoeba.entry("deu-eng").orElseThrow().read(OnError.FAIL).toList())
        .containsExactly(
            new SentencePair(Language.of("de"), Language.of("en"), "eins", "one", ""),
            new SentencePair(Language.of("de"), Language.of("en"), "zwei", "two", ""));
    assertThat(tatoeba.entry("fra-eng")).isEmpty();
  }

  @Test
  void readsPairsFromGzipFiles() throws IOException {
    write("cs-de.cs.gz", "jeden\n");
    write("cs-de.de.gz", "eins\n");
    MosesFolder.Entry entry = MosesFolder.open(folder).entries().getFirst();
    assertThat(entry.languages()).hasToString("cs-de");
    assertThat(entry.read(OnError.FAIL).next().source()).isEqualTo("jeden");
  }

  @Test
  void reportsAMissingSecondFile() throws IOException {
    write("cs-de.de.gz", "eins\n");
    assertThatThrownBy(() -> MosesFolder.open(folder))
        .isInstanceOf(FormatException.class)
        .hasMessage(folder + ": has cs-de.de but no cs-de.cs: add the missing file");
  }

  @Test
  void readsTheBitextOfAPairInAnyFormat() throws IOException {
    write("Europarl.de-en.de", "Der Hund schläft.\n");
    write("Europarl.de-en.en", "The dog sleeps.\n");
    write("Europarl.de-en.ids", "a\tb\n");
    write("README", "nothing");
    write("en-de.tsv.gz", "a cat\teine Katze\tnews\n");
    write("UN.en-fr.tsv", "a house\tune maison\n");
    write(
        "UN.de-en.tmx",
        """
        <tmx version="1.4"><header srclang="de"/><body>
        <tu><tuv xml:lang="de"><seg>ein Haus</seg></tuv><tuv xml:lang="en"><seg>a house</seg></tuv></tu>
        </body></tmx>
        """);
    BitextFolder bitext = BitextFolder.open(folder);
    assertThat(bitext.parts())
        .extracting(part -> part.languages().toString() + " " + part.files().size())
        .containsExactly("de-en 2", "de-en 1", "en-fr 1", "en-de 1");
    LanguagePair languages = new LanguagePair(Language.of("en"), Language.of("de"));
    assertThat(bitext.read(languages, OnError.FAIL).toList())
        .extracting(pair -> pair.source() + " = " + pair.target() + " " + pair.origin())
        .containsExactly(
            "The dog sleeps. = Der Hund schläft. ",
            "a house = ein Haus ",
            "a cat = eine Katze news");
    assertThatThrownBy(
            () -> bitext.read(new LanguagePair(Language.of("en"), Language.of("lt")), OnError.FAIL))
        .hasMessage(
            folder
                + ": has no bitext of en-lt: expected files such as en-lt.tsv.gz, en-lt.tmx, or the"
                + " Moses files en-lt.en and en-lt.lt");
  }

  @Test
  void reportsAFolderWithoutBitext() throws IOException {
    assertThatThrownBy(() -> BitextFolder.open(folder)).hasMessageContaining("contains no bitext");
    write("a.txt", "a");
    assertThatThrownBy(() -> MosesFolder.open(folder)).hasMessageContaining("contains no bitext");
    assertThatThrownBy(() -> NtrexFolder.open(folder.resolve("none")))
        .hasMessage(folder.resolve("none") + ": no such folder");
  }

  @Test
  void readsAnNtrexFolder() throws IOException {
    write("newstest2019-src.eng.txt", "one\ntwo\n");
    write("newstest2019-ref.eng-GB.txt", "One\nTwo\n");
    write("deu.txt.gz", "eins\nzwei\n");
    write("newstest2019-ref.zho-TW.txt", "一\n二\n");
    write("notes.md", "x");
    NtrexFolder ntrex = NtrexFolder.open(folder);
    assertThat(ntrex.codes()).containsExactly("deu", "eng", "eng-GB", "zho-TW");
    assertThat(ntrex.languages())
        .containsExactly(Language.of("de"), Language.of("en"), Language.of("zh-Hant"));
    assertThat(ntrex.sentences(Language.of("en"))).containsExactly("one", "two");
    assertThat(ntrex.pairs(Language.of("de"), Language.of("zh-Hant"), OnError.FAIL).toList())
        .extracting(pair -> pair.source() + pair.target())
        .containsExactly("eins一", "zwei二");
    assertThatThrownBy(() -> ntrex.sentences(Language.of("fr")))
        .isInstanceOf(IsoglossException.class)
        .hasMessage(folder + ": has no file in fr; it has [deu, eng, eng-GB, zho-TW]");
  }

  @Test
  void keepsBlankLines() throws IOException {
    write("deu.txt", "eins\n\ndrei\n");
    write("eng.txt", "one\ntwo\nthree\n");
    NtrexFolder ntrex = NtrexFolder.open(folder);
    assertThat(ntrex.sentences().get(Language.of("de"))).containsExactly("eins", "", "drei");
    assertThat(ntrex.sentences().keySet()).containsExactly(Language.of("de"), Language.of("en"));
  }

  @Test
  void reportsDifferentNumbersOfLines() throws IOException {
    write("deu.txt", "eins\n");
    write("eng.txt", "one\ntwo\n");
    assertThatThrownBy(() -> NtrexFolder.open(folder).sentences())
        .isInstanceOf(FormatException.class)
        .hasMessage(
            folder.resolve("eng.txt")
                + ": has 2 lines, deu.txt has 1: line i of one must translate line i of the other");
  }
}
