// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.bitext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordReaderContractTest;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.Records;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BitextTsvTest extends RecordReaderContractTest<SentencePair> {
  private static final Language EN = Language.of("en");
  private static final Language DE = Language.of("de");

  @Override
  public String fileName() {
    return "en-de.tsv";
  }

  @Override
  public Records<SentencePair> read(Path file, OnError onError) {
    return Bitext.readTsv(file, onError);
  }

  @Override
  public List<String> good() {
    return List.of(
        "The bridge is closed.\tDie Brücke ist gesperrt.\ttatoeba",
        "Where is the key?\tWo ist der Schlüssel?",
        "It rains 😀.\tEs regnet 😀.\t");
  }

  @Override
  public List<SentencePair> expected() {
    return List.of(
        new SentencePair(EN, DE, "The bridge is closed.", "Die Brücke ist gesperrt.", "tatoeba"),
        new SentencePair(EN, DE, "Where is the key?", "Wo ist der Schlüssel?", ""),
        new SentencePair(EN, DE, "It rains 😀.", "Es regnet 😀.", ""));
  }

  @Override
  public List<Bad> bad() {
    return List.of(
        new Bad("one column", "The bridge.", "found 1 column", "expected source TAB target"),
        new Bad("four columns", "a\tb\tc\td", "found 4 columns", "source TAB target TAB origin"),
        new Bad("empty source", " \tBrücke", "source sentence is empty", "remove the record"),
        new Bad("empty target", "bridge\t", "target sentence is empty", "remove the record"),
        new Bad("empty target before an origin", "bridge\t\torigin", "target sentence is empty"));
  }

  @Override
  public String longRecord(int characters) {
    return "long\t" + "語".repeat(characters);
  }

  @Test
  void readsTheLanguagesFromTheFileName() {
    assertThat(LanguagePair.fromFileName(Path.of("x", "en-de.tsv.gz")))
        .isEqualTo(new LanguagePair(EN, DE));
    assertThat(LanguagePair.fromFileName(Path.of("news.deu-eng.deu")))
        .isEqualTo(new LanguagePair(DE, EN))
        .hasToString("de-en");
    assertThat(LanguagePair.fromFileName(Path.of("en-zh_Hant.tsv")).target())
        .isEqualTo(Language.of("zh-Hant"));
    assertThat(LanguagePair.find("zh-Hant-en"))
        .contains(new LanguagePair(Language.of("zh-Hant"), EN));
  }

  @ParameterizedTest
  @CsvSource({
    "pt-BR-en, pt-en",
    "fr-CA-en, fr-en",
    "zh-TW-en, zh-Hant-en",
    "en-zh-TW, en-zh-Hant",
    "pt-BR-de, pt-de",
    "en-pt-BR, en-pt",
    "pt-BR-zh-TW, pt-zh-Hant"
  })
  void readsLanguagesWithRegions(String text, String languages) {
    assertThat(LanguagePair.find(text)).map(LanguagePair::toString).hasValue(languages);
  }

  @Test
  void rejectsANameWithoutLanguages() {
    assertThatThrownBy(() -> Bitext.readTsv(Path.of("pairs.tsv"), OnError.SKIP))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("pairs.tsv: the two languages cannot be determined")
        .hasMessageContaining("en-de.tsv");
  }

  @Test
  void readsWhatItWrites() throws IOException {
    for (String name : List.of("out/en-de.tsv", "out/en-de.tsv.gz")) {
      Path file = folder.resolve(name);
      try (RecordWriter<SentencePair> writer = Bitext.tsvWriter(file, new LanguagePair(EN, DE))) {
        assertThat(writer.writeAllAndCommit(expected().iterator())).isEqualTo(3);
      }
      assertThat(read(file, OnError.FAIL).toList()).isEqualTo(expected());
      assertThat(Files.readAllBytes(file)[0] == (byte) 0x1f).isEqualTo(name.endsWith(".gz"));
    }
  }

  @Test
  void tabsAndLineEndsInSentencesBecomeSpaces() {
    Path file = folder.resolve(fileName());
    try (RecordWriter<SentencePair> writer = Bitext.tsvWriter(file, new LanguagePair(EN, DE))) {
      writer.write(new SentencePair(EN, DE, "a\tb", "c\r\nd", "x\ty"));
      writer.commit();
    }
    assertThat(read(file, OnError.FAIL).toList())
        .containsExactly(new SentencePair(EN, DE, "a b", "c  d", "x y"));
  }

  @Test
  void rejectsASecondPairOfLanguages() {
    try (RecordWriter<SentencePair> writer =
        Bitext.tsvWriter(folder.resolve(fileName()), new LanguagePair(EN, DE))) {
      assertThatThrownBy(() -> writer.write(new SentencePair(DE, EN, "a", "b", "")))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("de-en")
          .hasMessageContaining("a file for each pair");
      assertThatThrownBy(() -> writer.write(new SentencePair(EN, DE, "a", " ", "")))
          .hasMessageContaining("empty side");
    }
  }
}
