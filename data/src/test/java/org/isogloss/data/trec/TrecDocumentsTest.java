// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.trec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordReaderContractTest;
import org.isogloss.data.Records;
import org.isogloss.data.detect.DataFormat;
import org.isogloss.data.detect.Documents;
import org.junit.jupiter.api.Test;

class TrecDocumentsTest extends RecordReaderContractTest<Document> {
  private static final Language FR = Language.of("fr");

  @Override
  public String fileName() {
    return "ft911_1";
  }

  @Override
  public Records<Document> read(Path file, OnError onError) {
    return TrecDocuments.read(file, FR, onError);
  }

  @Override
  public List<String> good() {
    return List.of(
        """
        <DOC>
        <DOCNO> FT911-1 </DOCNO>
        <PROFILE>_AN-BENBQAD8FT</PROFILE>
        <HEADLINE>
        FT  14 MAY 91 / Oil &amp; gas
        </HEADLINE>
        <TEXT>
        The oil industry
        began in <b>Pennsyl</b>vania.
        </TEXT>
        <TEXT>Le p&eacute;trole.</TEXT>
        </DOC>
        """,
        """
        <doc id="x"><docno>AP-2</docno><head>One</head><head>Two</head>
        <text type='story'><p>First<p>Second <!-- no text --> &lt;1&gt;
        </text></doc>
        """,
        "<Doc><DocId>LEMONDE-3</DocId><LANG>de</LANG><TI>Öl</TI><LD>Der Anfang.</LD><TX>Das Ende."
            + "</TX></Doc>");
  }

  @Override
  public List<Document> expected() {
    return List.of(
        new Document(
            "FT911-1",
            FR,
            "FT 14 MAY 91 / Oil & gas",
            "The oil industry began in Pennsylvania.\n\nLe pétrole."),
        new Document("AP-2", FR, "One Two", "First\n\nSecond <1>"),
        new Document("LEMONDE-3", Language.of("de"), "Öl", "Der Anfang.\n\nDas Ende."));
  }

  @Override
  public List<Bad> bad() {
    return List.of(
        new Bad("no number", "<DOC><TEXT>x</TEXT></DOC>", "the document has no <DOCNO>", "add one"),
        new Bad(
            "nothing to find", "<DOC><DOCNO>1</DOCNO><TEXT> </TEXT></DOC>", "neither title nor"),
        new Bad("bad number", "<DOC><DOCNO>1\u00012</DOCNO><TEXT>x</TEXT></DOC>", "U+0001"),
        new Bad(
            "unknown language",
            "<DOC><DOCNO>1</DOCNO><LANG>xx</LANG><TEXT>x</TEXT></DOC>",
            "unknown language \"xx\""),
        new Bad(
            "text in an unknown element",
            "<DOC><DOCNO>1</DOCNO><TITLE>t</TITLE><CONTENU>Une longue histoire du pétrole.</CONTENU>"
                + "</DOC>",
            "has no <TEXT>, but the element \"contenu\" with 31 characters may be the text"));
  }

  @Override
  public String longRecord(int characters) {
    return "<DOC><DOCNO>long</DOCNO><TEXT>" + "x".repeat(characters) + "</TEXT></DOC>";
  }

  @Test
  void isDetectedByItsContent() throws IOException {
    for (String beginning :
        List.of("", "\n", "<?xml version=\"1.0\"?>\n<!DOCTYPE x>\n<DOCS>\n", "<!-- c --><root>")) {
      Path file = write(beginning + file(good()));
      assertThat(DataFormat.detect(file)).isEqualTo(DataFormat.TREC_DOCUMENTS);
      assertThat(Documents.read(file, FR, OnError.FAIL).toList()).isEqualTo(expected());
    }
  }

  @Test
  void readsTheLanguagesOfNtcirAndTagsOfSeveralLines() throws IOException {
    Path file =
        write(
            """
            <DOC><DOCNO>1</DOCNO><LANG>CH</LANG><TEXT>石油</TEXT></DOC>
            <DOC id="2"
             type="story"><LANG>JP</LANG><TEXT>石油</TEXT></DOC>
            """);
    assertThat(read(file, OnError.FAIL).toList())
        .containsExactly(
            new Document("1", Language.of("zh"), "", "石油"),
            new Document("2", Language.of("ja"), "", "石油"));
  }

  @Test
  void closingTagsAreOptional() throws IOException {
    Path file =
        write(
            """
            <DOC>
            <DOCNO>1
            <TITLE>Oil
            <DATE>today
            <TEXT>
            One line.

            A paragraph<P>Another
            <DOC><DOCNO>2<TEXT>Two
            """);
    assertThat(read(file, OnError.FAIL).toList())
        .containsExactly(
            new Document("1", FR, "Oil", "One line.\n\nA paragraph\n\nAnother"),
            new Document("2", FR, "", "Two"));
  }

  @Test
  void readsTheBodyOfNewswireAndExtractsOfWikis() throws IOException {
    Path file =
        write(
            """
            <DOC>
            <DOCNO> NYT-1 </DOCNO>
            <BODY>
            <SLUG> BC-OIL </SLUG>
            <HEADLINE> Oil </HEADLINE>
            <TEXT> <P> One </P> <ANNOTATION> kept </ANNOTATION> </TEXT>
            </BODY>
            </DOC>
            <doc id="12" url="https://example.org" title="Rhein">
            Rhein

            Ein Fluss.
            </doc>
            <DOC><DOCNO>3</DOCNO><BODY><P>Only a body.</P><P>Two.</P></BODY></DOC>
            """);
    assertThat(read(file, OnError.FAIL).toList())
        .containsExactly(
            new Document("NYT-1", FR, "Oil", "One\n\nkept"),
            new Document("12", FR, "Rhein", "Rhein\n\nEin Fluss."),
            new Document("3", FR, "", "Only a body.\n\nTwo."));
  }

  @Test
  void readsUpdatesOfSolr() throws IOException {
    Path file =
        write(
            """
            <add>
              <doc><field name="id">1</field><field name="title">Oil</field>
                <field name="text">The oil &lt;industry&gt;.</field><field name="price">2</field></doc>
              <doc>
                <field name="id">2</field>
                <field name="body">Gas.</field>
              </doc>
            </add>
            """);
    assertThat(Documents.read(file, FR, OnError.FAIL).toList())
        .containsExactly(
            new Document("1", FR, "Oil", "The oil <industry>."), new Document("2", FR, "", "Gas."));
  }

  @Test
  void reportsATruncatedFile() throws IOException {
    Path file = write(file(good()) + "<DOC><DOCNO>4</DOCNO><TEXT>cut");
    Records<Document> records = read(file, OnError.SKIP);
    assertThat(records.toList()).isEqualTo(expected());
    assertThat(records.problems().getFirst())
        .hasMessageContaining("has no </DOC>")
        .hasMessageContaining("get a complete copy");
  }

  @Test
  void namesTheLineAndByteOfAnotherEncoding() throws IOException {
    Path file = folder.resolve("latin1");
    Files.write(file, file(good()).getBytes(StandardCharsets.ISO_8859_1));
    Records<Document> records = Documents.read(file, FR, OnError.SKIP);
    assertThat(records.toList()).isEqualTo(expected().subList(0, 2));
    assertThat(records.problems().getFirst())
        .hasMessageStartingWith(file + ":18: is not UTF-8 (byte 0xD6 at column")
        .hasMessageContaining("iconv -f WINDOWS-1252");
  }

  @Test
  void rejectsAFileWithoutDocuments() throws IOException {
    Path file = write("id\ttext\n");
    assertThatThrownBy(() -> read(file, OnError.SKIP).toList())
        .hasMessageContaining("contains no <DOC>");
  }
}
