// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.bitext;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.junit.jupiter.api.Test;

class BitextBarsTest extends BitextReaderContractTest {
  @Override
  public String fileName() {
    return "words.de-en";
  }

  @Override
  LanguagePair languages() {
    return DE_EN;
  }

  @Override
  public List<String> good() {
    return List.of("das haus ||| the house", "das buch\t|||\tthe book", "a || b ||| a | b");
  }

  @Override
  public List<SentencePair> expected() {
    return List.of(
        pair("das haus", "the house"), pair("das buch", "the book"), pair("a || b", "a | b"));
  }

  @Override
  public List<Bad> bad() {
    return List.of(
        new Bad("no bars", "das haus", "found 1 column separated by |||", "source ||| target"),
        new Bad("three columns", "a ||| b ||| 0.5", "found 3 columns separated by |||"),
        new Bad("empty source", "||| the house", "source sentence is empty"),
        new Bad("empty target", "das haus |||", "target sentence is empty"));
  }

  @Override
  public String longRecord(int characters) {
    return "x".repeat(characters) + " ||| y";
  }

  @Test
  void everyLineIsAPairForReadersByPosition() throws IOException {
    Path file = write("a ||| b\n ||| \n\nc ||| \nd ||| e\n");
    Records<SentencePair> pairs = Bitext.readByPosition(file, DE_EN, OnError.SKIP);
    assertThat(pairs.toList())
        .extracting(SentencePair::source)
        .containsExactly("a", "", "", "", "d");
    assertThat(pairs.skippedCount()).isEqualTo(1);
    assertThat(Bitext.read(file, OnError.SKIP).toList())
        .extracting(SentencePair::source)
        .containsExactly("a", "d");
  }
}
