// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.io;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Random;
import org.isogloss.core.Language;
import org.isogloss.data.FormatException;
import org.isogloss.data.OnError;
import org.isogloss.data.detect.DataFormat;
import org.isogloss.data.detect.Documents;
import org.isogloss.data.summary.DataSummary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ForeignContentTest {
  @TempDir Path folder;

  private Path write(byte[] bytes) throws IOException {
    return Files.write(folder.resolve("documents.csv"), bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"})
  void namesAnEncodingWithoutByteOrderMark(String encoding) throws IOException {
    for (String text :
        new String[] {
          "id,text\n1,\"abc\"\n",
          "id,text\n1,\"Größe und Länge, Öl\"\n".repeat(5000),
          "id,text\n1,Нефтяная промышленность началась в Пенсильвании\n",
          "id,text\n1,石油工业始于宾夕法尼亚州的泰特斯维尔\n",
          "id,text\n1,بدأت صناعة النفط في بنسلفانيا\n",
        }) {
      Path file = write(text.getBytes(Charset.forName(encoding)));
      assertThatThrownBy(() -> Documents.read(file, Language.UNDETERMINED, OnError.FAIL))
          .isInstanceOf(FormatException.class)
          .hasMessage(
              file
                  + ": is "
                  + encoding
                  + " without a byte order mark, expected UTF-8: convert it with iconv -f "
                  + encoding
                  + " -t UTF-8");
      assertThatThrownBy(() -> DataSummary.of(file)).hasMessageContaining("is " + encoding);
    }
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "4f5243,ORC",
        "53514c69746520666f726d6174203300,an SQLite database",
        "504b030414000000,a ZIP archive",
        "89504e470d0a1a0a,a PNG image",
        "4152524f57310000,an Arrow file",
      })
  void namesBinaryFormats(String beginning, String name) throws IOException {
    byte[] bytes = new byte[2000];
    new Random(1).nextBytes(bytes);
    byte[] signature = HexFormat.of().parseHex(beginning);
    System.arraycopy(signature, 0, bytes, 0, signature.length);
    Path file = write(bytes);
    assertThatThrownBy(() -> DataFormat.detect(file))
        .hasMessageStartingWith(file + ": is " + name)
        .hasMessageContaining("expected text: export its content")
        .hasMessageNotContaining("iconv");
  }

  @Test
  void namesTarArchivesAndUnknownBinaries() throws IOException {
    byte[] tar = new byte[1024];
    System.arraycopy("ustar".getBytes(UTF_8), 0, tar, 257, 5);
    Path file = write(tar);
    assertThatThrownBy(() -> FileHead.read(file)).hasMessageContaining("is a tar archive");
    byte[] noise = new byte[5000];
    new Random(2).nextBytes(noise);
    write(noise);
    assertThatThrownBy(() -> DataFormat.detect(file))
        .hasMessageContaining("is binary data, expected text")
        .hasMessageNotContaining("iconv");
    byte[] zeros = new byte[5000];
    write(zeros);
    assertThatThrownBy(() -> DataFormat.detect(file))
        .hasMessageContaining("is binary data")
        .hasMessageNotContaining("iconv");
  }

  @Test
  void leavesTextAlone() throws IOException {
    for (String text : new String[] {"ORCID,id,text\n1,2,x\n", "PAR1,id,text\nx,1,y\n"}) {
      assertThat(DataFormat.detect(write(text.getBytes(UTF_8)))).isEqualTo(DataFormat.CSV);
    }
    Path words = write("one\nt\0wo\nthree\n".getBytes(UTF_8));
    assertThat(FileHead.read(words).lines()).containsExactly("one", "three");
    String record = "1,a text with a NUL \0 in it\n";
    Path file = write(("id,text\n" + record + "2,and many others\n".repeat(50)).getBytes(UTF_8));
    assertThat(DataFormat.detect(file)).isEqualTo(DataFormat.CSV);
    Path latin = write("Größe\nÖl\n".getBytes(ISO_8859_1));
    assertThatThrownBy(() -> DataFormat.detect(latin)).hasMessageContaining("WINDOWS-1252");
  }
}
