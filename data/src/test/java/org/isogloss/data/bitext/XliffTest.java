// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.bitext;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.OnError;
import org.junit.jupiter.api.Test;

class XliffTest extends BitextReaderContractTest {
  @Override
  public String fileName() {
    return "messages.xlf";
  }

  @Override
  LanguagePair languages() {
    return EN_DE;
  }

  @Override
  public String file(List<String> records) {
    return """
        <xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
        <file original="a" source-language="en-US" target-language="de" datatype="plaintext"><body>
        """
        + String.join("\n", records)
        + "\n</body></file></xliff>\n";
  }

  @Override
  public boolean recordsAreLines() {
    return false;
  }

  @Override
  public List<String> good() {
    return List.of(
        """
        <trans-unit id="1"><source>Open <g id="1">the file</g><x id="2"/></source>
        <target state="final">Öffne die <ph id="1">%s</ph>Datei</target>
        <alt-trans><source>Open</source><target>Auf</target></alt-trans></trans-unit>\
        """,
        """
        <group><trans-unit id="2"><note>n</note><source xml:lang="en">Close</source>\
        <seg-source><mrk mtype="seg">Close</mrk></seg-source><target>Schließe</target>\
        </trans-unit></group>\
        """,
        "<trans-unit id=\"3\"><source>a &lt; b</source><target>a &lt; c</target></trans-unit>");
  }

  @Override
  public List<SentencePair> expected() {
    return List.of(
        pair("Open the file", "Öffne die Datei"),
        pair("Close", "Schließe"),
        pair("a < b", "a < c"));
  }

  @Override
  public List<Bad> bad() {
    return List.of(
        new Bad(
            "not translated",
            "<trans-unit id=\"4\"><source>Save</source></trans-unit>",
            "the unit has no text in de, only in en"),
        new Bad(
            "empty translation",
            "<trans-unit id=\"4\"><source>Save</source><target/></trans-unit>",
            "target sentence is empty"));
  }

  @Override
  public String longRecord(int characters) {
    return "<trans-unit id=\"5\"><source>"
        + "x".repeat(characters)
        + "</source><target>y</target></trans-unit>";
  }

  @Test
  void readsVersionTwoInTheLanguagesThatItStates() throws IOException {
    Path file =
        write(
            """
            <?xml version="1.0"?>
            <xliff version="2.0" srcLang="en" trgLang="de"><file id="f"><unit id="u">
            <originalData><data id="d">&lt;b&gt;</data></originalData>
            <segment><source>A <pc id="1">file</pc>.</source><target>Eine Datei.</target></segment>
            <ignorable><source> </source></ignorable>
            <segment><source>Two<ph id="2"/> files.</source><target>Zwei Dateien.</target></segment>
            </unit></file></xliff>
            """);
    assertThat(Bitext.languages(file)).isEqualTo(EN_DE);
    assertThat(Bitext.read(file, OnError.FAIL).toList())
        .containsExactly(pair("A file.", "Eine Datei."), pair("Two files.", "Zwei Dateien."));
  }
}
