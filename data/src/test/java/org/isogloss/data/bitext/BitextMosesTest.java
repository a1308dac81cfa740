// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.bitext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.isogloss.core.IsoglossException;
import org.isogloss.data.FormatException;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordReaderContractTest;
import org.isogloss.data.Records;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BitextMosesTest {
  @TempDir Path folder;

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private static List<String> texts(Records<SentencePair> records) {
    List<String> texts = new ArrayList<>();
    try (records) {
      records.forEachRemaining(pair -> texts.add(pair.source() + " = " + pair.target()));
    }
    return texts;
  }

  @Test
  void pairsTheLinesOfTwoFiles() throws IOException {
    Path german = write("news.de", "eins\r\n\nzwei\ndrei");
    Path english = write("news.en", "one\n\ntwo\nthree\n");
    Records<SentencePair> records = Bitext.readMoses(german, english, OnError.FAIL);
    SentencePair first = records.next();
    assertThat(first.sourceLanguage()).hasToString("de");
    assertThat(first.targetLanguage()).hasToString("en");
    assertThat(texts(records)).containsExactly("zwei = two", "drei = three");
  }

  @Test
  void reportsBothLineCountsEvenIfErrorsAreSkipped() throws IOException {
    Path german = write("news.de", "eins\nzwei\n");
    Path english = write("news.en", "one\ntwo\nthree\nfour\n");
    for (OnError onError : OnError.values()) {
      assertThatThrownBy(() -> Bitext.readMoses(german, english, onError).toList())
          .isInstanceOf(FormatException.class)
          .hasMessage(
              german
                  + ": is the shorter file: it has 2 lines, "
                  + english
                  + " has 4; line i of one must translate line i of the other: use files of the"
                  + " same release");
      assertThatThrownBy(() -> Bitext.readMoses(english, german, onError).toList())
          .hasMessageStartingWith(german + ": is the shorter file: it has 2 lines");
    }
  }

  @Test
  void skipsBothLinesOfAMalformedPair() throws IOException {
    Path german = folder.resolve("x.de.gz");
    Files.write(
        german,
        RecordReaderContractTest.gzip(
            new byte[] {'e', '\n', (byte) 0xe4, '\n', 'z', '\n', 'd', '\n', 'v', '\n'}));
    Path english = write("x.en", "1\n2\n\n4\n5\0\n");
    Records<SentencePair> records = Bitext.readMoses(german, english, OnError.SKIP);
    assertThat(texts(records)).containsExactly("e = 1", "d = 4");
    assertThat(records.skippedCount()).isEqualTo(3);
    assertThat(records.problems())
        .extracting(FormatException::getMessage)
        .satisfiesExactly(
            first -> assertThat(first).startsWith(german + ":2: is not UTF-8"),
            second -> assertThat(second).startsWith(english + ":3: the target sentence is empty"),
            third -> assertThat(third).startsWith(english + ":5: contains a NUL"));
  }

  @Test
  void reportsAMissingSecondFile() throws IOException {
    Path german = write("x.de", "eins\n");
    assertThatThrownBy(() -> Bitext.readMoses(german, folder.resolve("x.en"), OnError.SKIP))
        .hasMessage(folder.resolve("x.en") + ": no such file");
  }

  @Test
  void requiresLanguagesIfTheNamesHaveNone() throws IOException {
    Path source = write("train.source", "eins\n");
    Path target = write("train.target", "one\n");
    assertThatThrownBy(() -> Bitext.readMoses(source, target, OnError.FAIL))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("train.source: the language cannot be determined");
    LanguagePair languages = LanguagePair.find("de-en").orElseThrow();
    assertThat(texts(Bitext.readMoses(source, target, languages, OnError.FAIL)))
        .containsExactly("eins = one");
  }

  @Test
  void readsWhatItWrites() {
    LanguagePair languages = LanguagePair.find("de-en").orElseThrow();
    Path german = folder.resolve("out.de");
    Path english = folder.resolve("out.en.gz");
    SentencePair pair =
        new SentencePair(languages.source(), languages.target(), "zwei\nZeilen", "two lines", "");
    try (MosesWriter writer = Bitext.mosesWriter(german, english, languages)) {
      writer.write(pair);
      writer.commit();
    }
    assertThat(texts(Bitext.readMoses(german, english, languages, OnError.FAIL)))
        .containsExactly("zwei Zeilen = two lines");
    try (MosesWriter writer = Bitext.mosesWriter(german, english, languages.reversed())) {
      assertThatThrownBy(() -> writer.write(pair))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("cannot be written to a file of en-de");
    }
    assertThat(texts(Bitext.readMoses(german, english, languages, OnError.FAIL))).hasSize(1);
  }
}
