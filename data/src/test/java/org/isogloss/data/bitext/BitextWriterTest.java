// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.bitext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.Records;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BitextWriterTest {
  private static final LanguagePair LANGUAGES =
      new LanguagePair(Language.of("zh-Hant"), Language.of("ar"));

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {"pairs.tmx", "pairs.TMX.gz", "pairs.xlf", "pairs.xliff", "zh_Hant-ar.tsv"})
  void readsWhatItWrites(String name) {
    Path file = folder.resolve(name);
    write(file, pair("<東京> & 大阪", "طوكيو \"و\" أوساكا"), pair("二", "اثنان"));
    try (Records<SentencePair> pairs = Bitext.read(file, OnError.FAIL)) {
      assertThat(pairs.toList())
          .extracting(SentencePair::source, SentencePair::target)
          .containsExactly(tuple("<東京> & 大阪", "طوكيو \"و\" أوساكا"), tuple("二", "اثنان"));
    }
    assertThat(Bitext.languages(file)).isEqualTo(LANGUAGES);
  }

  @ParameterizedTest
  @ValueSource(strings = {"pairs.tmx", "pairs.xlf"})
  void replacesWhatXmlCannotRepresent(String name) throws IOException {
    Path file = folder.resolve(name);
    write(file, pair("a\u0007b", "c\uffffd"));
    assertThat(Files.readString(file)).contains(">a b<", ">c d<");
  }

  @ParameterizedTest
  @ValueSource(strings = {"pairs.tmx", "pairs.xlf"})
  void isCompleteWithoutPairs(String name) {
    Path file = folder.resolve(name);
    write(file);
    try (Records<SentencePair> pairs = Bitext.read(file, LANGUAGES, OnError.FAIL)) {
      assertThat(pairs.hasNext()).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"pairs.tmx", "pairs.xlf"})
  void namesTheDocumentsOfPairs(String name) throws IOException {
    Path file = folder.resolve(name);
    try (RecordWriter<DocumentSentencePair> writer = Bitext.documentWriter(file, LANGUAGES)) {
      writer.write(new DocumentSentencePair(pair("二", "اثنان"), "zh/<a>", "ar/a"));
      writer.commit();
    }
    assertThat(Files.readString(file))
        .containsOnlyOnce(">zh/&lt;a&gt;</")
        .containsOnlyOnce(">ar/a</")
        .containsOnlyOnce(">news</");
    try (Records<SentencePair> pairs = Bitext.read(file, OnError.FAIL)) {
      assertThat(pairs.toList())
          .extracting(SentencePair::source, SentencePair::target)
          .containsExactly(tuple("二", "اثنان"));
    }
  }

  @Test
  void hasNoDocumentsInTsv() {
    assertThatThrownBy(() -> Bitext.documentWriter(folder.resolve("zh-ar.tsv"), LANGUAGES))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("zh-ar.tsv: the documents of sentence pairs can be written as TMX");
  }

  private static SentencePair pair(String source, String target) {
    return new SentencePair(LANGUAGES.source(), LANGUAGES.target(), source, target, "news");
  }

  private static void write(Path file, SentencePair... pairs) {
    try (RecordWriter<SentencePair> writer = Bitext.writer(file, LANGUAGES)) {
      writer.writeAllAndCommit(List.of(pairs).iterator());
    }
  }
}
