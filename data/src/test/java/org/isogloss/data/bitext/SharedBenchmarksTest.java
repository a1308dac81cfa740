// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.bitext;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.isogloss.core.Language;
import org.isogloss.data.OnError;
import org.isogloss.data.SharedData;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Reads all other benchmarks and the word lists. */
@Tag("slow")
class SharedBenchmarksTest {
  private static final Set<String> XTREME =
      Set.of(
          ("ara heb vie ind jav tgl eus mal tel tam afr nld deu ell ben hin mar urd fra ita por spa"
                  + " bul rus jpn kat kor tha swh cmn kaz tur est fin hun pes")
              .split(" ", -1));

  /** The sets with fewer than 1,000 pairs. */
  private static final Map<String, Integer> SMALLER =
      Map.of(
          "jav-eng", 205, "kat-eng", 746, "kaz-eng", 575, "mal-eng", 687, "swh-eng", 390, "tam-eng",
          307, "tel-eng", 234, "tha-eng", 548);

  @Test
  void readsTatoeba() {
    List<MosesFolder.Entry> entries =
        MosesFolder.open(SharedData.folder("benchmarks/tatoeba")).entries();
    assertThat(entries).hasSize(38);
    Set<String> languages = new TreeSet<>();
    for (MosesFolder.Entry entry : entries) {
      assertThat(entry.read(OnError.FAIL).toList())
          .as(entry.pairName())
          .hasSize(SMALLER.getOrDefault(entry.pairName(), 1000));
      languages.add(entry.pairName().substring(0, 3));
    }
    assertThat(languages).containsAll(XTREME).contains("ces", "lit");
  }

  @Test
  void readsEuroparlMates() {
    List<MosesFolder.Entry> entries =
        MosesFolder.open(SharedData.folder("benchmarks/europarl-mates")).entries();
    assertThat(entries)
        .extracting(MosesFolder.Entry::pairName)
        .containsExactly("cs-de", "cs-en", "cs-hu", "de-en", "hu-de", "hu-en");
    assertThat(entries).allMatch(entry -> entry.read(OnError.FAIL).toList().size() == 1000);
  }

  @Test
  void readsNtrex() {
    NtrexFolder ntrex = NtrexFolder.open(SharedData.folder("benchmarks/ntrex"));
    assertThat(ntrex.languages()).hasSize(25);
    for (Language language : ntrex.languages()) {
      assertThat(ntrex.sentences(language)).as("%s", language).hasSize(1997);
    }
    assertThat(ntrex.sentences().get(Language.of("th"))).hasSize(1997);
    assertThat(ntrex.pairs(Language.of("de"), Language.of("zh"), OnError.FAIL).toList())
        .hasSize(1997);
  }

  @Test
  void readsWordLists() throws IOException {
    try (Stream<Path> files = Files.list(SharedData.folder("benchmarks/bli"))) {
      for (Path file : files.toList()) {
        int expected = file.toString().endsWith("train.tsv") ? 5000 : 2000;
        assertThat(WordPairs.read(file, OnError.FAIL).toList()).as("%s", file).hasSize(expected);
      }
    }
    long words = 0;
    try (Stream<Path> files = Files.list(SharedData.folder("lexicon"))) {
      for (Path file : files.toList()) {
        words += WordPairs.read(file, OnError.FAIL).toList().size();
      }
    }
    assertThat(words).isEqualTo(744_746);
  }
}
