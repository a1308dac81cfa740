// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordReaderContractTest;
import org.isogloss.data.detect.DataFormat;
import org.isogloss.data.detect.Documents;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ManualPageParserTest {
  private static final String MAN =
      """
      '\\" t
      .\\" A comment.
      .ie n \\{\\
      .ds C` "
      .\\}
      .el \\{\\
      .ds C` x
      .\\}
      .de Sp
      .sp .5v
      ..
      .TH BRIDGE 1 "May 2024" "Tools"
      .SH NAME
      bridge \\- cross a \\fIriver\\fR
      .SH SYNOPSIS
      .B bridge
      .RI [ options ]
      .IR river ...
      .SH "THE OPTIONS"
      .TP
      .BR \\-l ", " \\-\\-long
      A long bridge,
      of \\s+1steel\\s0 \\(em or \\[u77F3].
      .PP
      For example:
      .nf
        bridge  \\-l
      \t.x
      .fi
      .if t .tl 'left'right'
      .SS More
      The end.\\" Not shown.
      """;

  @Test
  void readsThePagesOfMan() {
    FileContent content = ManualPageParser.parse(MAN);
    assertThat(content.title()).isEqualTo("BRIDGE(1)");
    assertThat(content.text())
        .isEqualTo(
            """
            NAME
            bridge - cross a river

            SYNOPSIS
            bridge [options] river...

            THE OPTIONS

            -l, --long
            A long bridge, of steel — or 石.

            For example:
              bridge  -l
            \t.x

            More
            The end.""");
  }

  @Test
  void readsThePagesOfMdoc() {
    FileContent content =
        ManualPageParser.parse(
            """
            .Dd May 31, 2024
            .Dt BRIDGE 1
            .Os
            .Sh NAME
            .Nm bridge
            .Nd cross a river
            .Sh SYNOPSIS
            .Nm
            .Op Fl al
            .Op Fl o Ar file , Ar other
            .Ar river ...
            .Sh DESCRIPTION
            The
            .Nm
            utility crosses
            .Pq slowly .
            See
            .Xr ferry 8 ,
            .Fn cross "int river" "int depth" .
            .Bl -tag -width Ds
            .It Fl a Ns Ar length
            All.
            .El
            """);
    assertThat(content.title()).isEqualTo("BRIDGE(1)");
    assertThat(content.text())
        .isEqualTo(
            """
            NAME
            bridge — cross a river

            SYNOPSIS
            bridge [-al] [-o file, other] river ...

            DESCRIPTION
            The bridge utility crosses (slowly). See ferry(8), cross(int river, int depth).

            -alength
            All.""");
  }

  @ParameterizedTest
  @CsvSource({
    "\\(bu \\[:a]\\(co, • ä©",
    "a\\fBb\\f(CWc\\f[R]d, abcd",
    "\\e \\-\\ \\&x, '\\ - x'",
    "\\*(Tm\\*[long], ™!",
    "\\w'text'a\\h'2n'b, ab",
    "\\, ''",
    "\\f, ''",
    "\\[open, ''",
  })
  void replacesEscapeSequences(String roff, String text) {
    assertThat(RoffEscapes.replace(roff, Map.of("Tm", "™", "long", "!"))).isEqualTo(text);
  }

  @Test
  void isRecognisedByItsContent(@TempDir Path folder) throws IOException {
    Path page = Files.createDirectories(folder.resolve("de/man1")).resolve("bridge.1.gz");
    // With a tab in most lines it was taken for TSV.
    String tabs = MAN + "a\tb\n".repeat(100);
    Files.write(page, RecordReaderContractTest.gzip(tabs.getBytes(UTF_8)));
    assertThat(DataFormat.detect(page)).isEqualTo(DataFormat.TEXT);
    assertThat(DataFormat.detect(folder)).isEqualTo(DataFormat.TEXT_FOLDER);
    assertThat(Documents.read(folder, Language.UNDETERMINED, OnError.FAIL).toList())
        .extracting(Document::id, Document::title, document -> document.language().tag())
        .containsExactly(tuple("de/man1/bridge.1.gz", "BRIDGE(1)", "de"));
    assertThat(ManualPageParser.isManualPage("Some text.\n.TH X 1\n")).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "man1/x.1, Café © 2024, ISO-8859-1, ''",
    "ru/man1/x.1, имя файла, KOI8-R, ''",
    "ja/man1/x.1, 名前の一覧, EUC-JP, ''",
    "pl/man1/x.1, żółć, ISO-8859-2, ''",
    "pl/man1/x.1, żółć, UTF-8, ''",
    "man1/x.1, имя файла, KOI8-R, '\\\" -*- mode: troff; coding: koi8-r -*-'",
    "man1/x.1, żółć, ISO-8859-2, '\\\" t\n.\\\" -*- coding: latin-2-unix -*-'",
  })
  void readsEveryEncoding(
      String name, String words, String charset, String comment, @TempDir Path folder)
      throws IOException {
    Path page = folder.resolve(name);
    Files.createDirectories(page.getParent());
    String roff = "'" + comment.replace("\\n", "\n") + "\n.TH X 1\n.SH NAME\n" + words + "\n";
    Files.write(page, roff.getBytes(Charset.forName(charset)));
    assertThat(Documents.read(folder, Language.UNDETERMINED, OnError.FAIL).toList())
        .extracting(Document::text)
        .containsExactly("NAME\n" + words);
  }

  @Test
  void refusesAPageInAnUnknownEncoding(@TempDir Path folder) throws IOException {
    String roff = ".TH X 1\n.SH ИМЯ\nсписок файлов каталога\n";
    Path page = Files.write(folder.resolve("x.1"), roff.getBytes(Charset.forName("KOI8-R")));
    assertThatThrownBy(() -> Documents.read(page, Language.UNDETERMINED, OnError.FAIL).toList())
        .hasMessageStartingWith(page + ": is neither UTF-8 nor ISO-8859-1: convert it to UTF-8");
  }

  @Test
  void readsTheRowsOfTables() {
    assertThat(
            ManualPageParser.parse(
                    """
                    .TH X 1
                    .SH SIGNALS
                    .TS
                    allbox, tab(:);
                    lb lb
                    l lx.
                    Name:Meaning
                    _
                    .sp
                    INT:T{
                    an interrupt
                    from the keyboard
                    T}
                    .T&
                    r l.
                    \\fBTERM\\fR:the end
                    .TE
                    More.
                    """)
                .text())
        .isEqualTo(
            "SIGNALS\n\nName Meaning\nINT an interrupt from the keyboard\nTERM the end\n\nMore.");
  }

  @Test
  void recognisesPagesOfTheWebByTheirContent(@TempDir Path folder) throws IOException {
    Path page = Files.writeString(folder.resolve("index.php"), "<!DOCTYPE html>\n<p>Text");
    assertThat(Documents.read(page, Language.UNDETERMINED, OnError.FAIL).toList())
        .singleElement()
        .extracting(Document::text)
        .isEqualTo("Text");
  }
}
