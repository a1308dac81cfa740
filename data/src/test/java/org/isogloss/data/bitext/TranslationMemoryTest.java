// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.bitext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.IsoglossException;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.OnError;
import org.junit.jupiter.api.Test;

class TranslationMemoryTest extends BitextReaderContractTest {
  @Override
  public String fileName() {
    return "memory.tmx";
  }

  @Override
  LanguagePair languages() {
    return DE_EN;
  }

  @Override
  public String file(List<String> records) {
    return """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE tmx SYSTEM "tmx14.dtd">
        <tmx version="1.4"><header srclang="de" datatype="plaintext"/><body>
        """
        + String.join("\n", records)
        + "\n</body></tmx>\n";
  }

  @Override
  public boolean recordsAreLines() {
    return false;
  }

  @Override
  public List<String> good() {
    return List.of(
        """
        <tu tuid="1"><prop type="x">y</prop><tuv xml:lang="de-DE"><seg>das <bpt i="1">&lt;b&gt;\
        </bpt>Haus<ept i="1">&lt;/b&gt;</ept> &amp; <hi>Hof</hi></seg></tuv>\
        <tuv xml:lang="en"><note>n</note><seg>the house</seg></tuv></tu>\
        """,
        """
        <tu><tuv xml:lang="EN-US"><seg>the
            book</seg></tuv>
        <tuv xml:lang="DE"><seg> das Buch </seg></tuv></tu>\
        """,
        "<tu><tuv lang=\"de\"><seg>Öl<ph x=\"1\"/></seg></tuv><tuv lang=\"en\"><seg>oil</seg></tuv>"
            + "<tuv lang=\"fr\"><seg>huile</seg></tuv></tu>");
  }

  @Override
  public List<SentencePair> expected() {
    return List.of(
        pair("das Haus & Hof", "the house"), pair("das Buch", "the book"), pair("Öl", "oil"));
  }

  @Override
  public List<Bad> bad() {
    return List.of(
        new Bad(
            "one language",
            "<tu><tuv xml:lang=\"de\"><seg>a</seg></tuv></tu>",
            "the unit has no text in en, only in de",
            "select languages that it has"),
        new Bad(
            "empty text",
            "<tu><tuv xml:lang=\"de\"><seg>a</seg></tuv><tuv xml:lang=\"en\"><seg/></tuv></tu>",
            "target sentence is empty"),
        new Bad(
            "unknown language",
            "<tu><tuv xml:lang=\"xx-y\"><seg>a</seg></tuv></tu>",
            "unknown language \"xx-y\""));
  }

  @Override
  public String longRecord(int characters) {
    return "<tu><tuv xml:lang=\"de\"><seg>"
        + "x".repeat(characters)
        + "</seg></tuv><tuv xml:lang=\"en\"><seg>y</seg></tuv></tu>";
  }

  @Test
  void theFirstUnitStatesTheLanguages() throws IOException {
    assertThat(Bitext.languages(write(file(good())))).isEqualTo(DE_EN);
    Path three = write(file(List.of(good().get(2))));
    assertThatThrownBy(() -> Bitext.languages(three))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("has texts in the languages de, en, fr: specify two of them");
  }

  @Test
  void reportsXmlThatEndsTooEarly() throws IOException {
    Path file = write("<tmx><body><tu><tuv xml:lang=\"de\"><seg>a");
    assertThatThrownBy(() -> read(file, OnError.SKIP).toList())
        .hasMessageContaining("memory.tmx:1: is not well-formed XML")
        .hasMessageContaining("get a complete copy");
  }
}
