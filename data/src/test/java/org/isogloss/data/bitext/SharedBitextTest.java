// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.bitext;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.SharedData;
import org.isogloss.data.documentation.ParallelDocumentation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Reads all bitext and documentation, and compares the counts with the README. */
@Tag("slow")
class SharedBitextTest {
  /** Thousands of pairs as in the README: rounded below 10, truncated above. */
  private static final String PAIRS =
      "de 236 es 208 fr 198 zh 157 ja 136 ur 110 cs 95 ta 75 ru 67 nl 54 ko 43 te 41 mr 36 sv 32"
          + " pt 32 tr 32 fi 31 it 29 hi 28 hu 27 uk 25 ar 22 sr 22 bn 21 pl 19 el 17 bg 17 id 16"
          + " da 16 ml 15 vi 15 he 13 ro 12 hr 12 fa 12 sl 10 nb 8.9 ca 8.8 eu 8.8 tl 8.6 lv 8.5"
          + " kk 8.4 lt 7.7 et 6.8 sk 6.5 th 5.9 ka 5.1 sw 3.2 af 2.3 jv 0.1";

  private static long count(Records<?> records) {
    try (records) {
      records.forEachRemaining(record -> {});
      return records.readCount();
    }
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".tsv.gz")).sorted().toList();
    }
  }

  @Test
  void readsBitextInFiftyLanguages() throws IOException {
    Map<String, Double> thousands = new HashMap<>();
    String[] words = PAIRS.split(" ", -1);
    for (int i = 0; i < words.length; i += 2) {
      thousands.put(words[i], Double.valueOf(words[i + 1]));
    }
    List<Path> files = files(SharedData.folder("bitext"));
    assertThat(files).hasSize(50);
    long all = 0;
    for (Path file : files) {
      long pairs = count(Bitext.readTsv(file, OnError.FAIL));
      all += pairs;
      double expected = thousands.get(LanguagePair.fromFileName(file).target().tag());
      assertThat(pairs / 1000.0)
          .as("%s", file)
          .isBetween(expected - 0.05, expected + (expected < 10 ? 0.05 : 1));
    }
    assertThat(all).isEqualTo(2_039_150);
  }

  @Test
  void readsDocumentationInTwentyTwoLanguages() {
    ParallelDocumentation help = ParallelDocumentation.open(SharedData.folder("help"));
    assertThat(help.languages()).hasSize(22);
    Language english = Language.of("en");
    for (Language language : help.languages()) {
      if (language.equals(english)) {
        continue;
      }
      long pairs = count(help.pairs(english, language, OnError.FAIL));
      switch (language.tag()) {
        case "hi" -> assertThat(pairs).isBetween(5_500L, 6_500L);
        case "ja", "ko", "fi", "vi", "sv" -> assertThat(pairs).isBetween(16_500L, 20_500L);
        default -> assertThat(pairs).as("%s", language).isBetween(21_500L, 36_500L);
      }
    }
  }

  @Test
  void alignsTheDocumentationOfAnyTwoLanguages() {
    ParallelDocumentation help = ParallelDocumentation.open(SharedData.folder("help"));
    Language german = Language.of("de");
    Language spanish = Language.of("es");
    assertThat(count(help.pairs(Language.of("en"), german, OnError.FAIL))).isEqualTo(35_273);
    assertThat(count(help.pairs(german, spanish, OnError.FAIL))).isEqualTo(30_402);
    assertThat(count(help.pairs(spanish, german, OnError.FAIL))).isEqualTo(30_402);
    assertThat(count(help.pairs(german, Language.of("hi"), OnError.FAIL))).isEqualTo(5_750);
    assertThat(count(help.sections(german, OnError.FAIL))).isGreaterThan(10_000);
    List<Document> pages = help.documents(Language.of("en"), OnError.FAIL).toList();
    assertThat(pages).hasSize(2_540);
    assertThat(pages)
        .extracting(Document::id)
        .doesNotHaveDuplicates()
        .contains("en/shared/find_toolbar");
  }
}
