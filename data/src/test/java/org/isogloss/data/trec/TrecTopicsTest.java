// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.trec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.data.FormatException;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordReaderContractTest;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.Records;
import org.junit.jupiter.api.Test;

class TrecTopicsTest extends RecordReaderContractTest<Topic> {
  private static final Language EN = Language.of("en");

  @Override
  public String fileName() {
    return "topics.301-450";
  }

  @Override
  public Records<Topic> read(Path file, OnError onError) {
    return TrecTopics.read(file, EN, onError);
  }

  @Override
  public List<String> good() {
    return List.of(
        """
        <top>

        <num> Number: 301
        <title> International Organized Crime

        <desc> Description:
        Identify organizations that participate
        in criminal activity.

        <narr> Narrative:
        A relevant document must name it.

        </top>\
        """,
        """
        <top><num>C041</num><DE-title>Pestizide in Babykost</DE-title>
        <DE-desc>Berichte &uuml;ber &lt;Gift&gt; &amp; Kost.</DE-desc></top>\
        """,
        """
        <TOP>
        <NUM>3</NUM>
        <DESC>Only a description: this one.</DESC>
        </TOP>\
        """);
  }

  @Override
  public List<Topic> expected() {
    return List.of(
        new Topic(
            "301",
            EN,
            "International Organized Crime",
            "Identify organizations that participate in criminal activity.",
            "A relevant document must name it."),
        new Topic(
            "C041", Language.of("de"), "Pestizide in Babykost", "Berichte über <Gift> & Kost.", ""),
        new Topic("3", EN, "", "Only a description: this one.", ""));
  }

  @Override
  public List<Bad> bad() {
    return List.of(
        new Bad("no number", "<top>\n<title> a\n</top>", "has no number", "<num> Number: 301"),
        new Bad("blank number", "<top><num> Number: <title>a</top>", "has no number"),
        new Bad(
            "no title and no description",
            "<top>\n<num> 1\n<narr> b\n</top>",
            "neither <title> nor <desc>"),
        new Bad("not closed", "<top>\n<num> 1\n<title> a\n", "has no </top>", "complete copy"),
        new Bad(
            "two topics in one",
            "<top>\n<num> 1\n<title> a\n<num> 2\n<title> b\n</top>",
            "two <num>",
            "check whether a </top> is missing"),
        new Bad("unknown language", "<top><num>1<QQ-title>a</top>", "unknown language \"QQ\""));
  }

  @Override
  public String longRecord(int characters) {
    return "<top><num>long</num><title>" + "x".repeat(characters) + "</title></top>";
  }

  @Test
  void buildsQueriesFromParts() {
    Topic topic = expected().getFirst();
    assertThat(topic.toQuery()).isEqualTo(new Query("301", EN, "International Organized Crime"));
    assertThat(topic.toQuery(EnumSet.of(Topic.Part.DESCRIPTION, Topic.Part.TITLE)).text())
        .isEqualTo(
            "International Organized Crime Identify organizations that participate in criminal"
                + " activity.");
    Topic bare = expected().get(2);
    assertThat(bare.toQuery().text()).isEqualTo("Only a description: this one.");
    assertThatThrownBy(() -> bare.toQuery(EnumSet.of(Topic.Part.TITLE)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void reportsAnotherFormat() throws IOException {
    Path file = write("301\tInternational Organized Crime\n");
    assertThatThrownBy(() -> read(file, OnError.SKIP).toList())
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("contains no <top> or <topic>")
        .hasMessageContaining("TSV or JSONL");
  }

  @Test
  void readsWhatItWrites() {
    Path file = folder.resolve("written.txt");
    List<Topic> topics =
        List.of(
            new Topic("7", Language.of("de"), "Salz & <Pfeffer>", "Was kostet\nSalz?", "Preise."),
            new Topic("8", EN, "pepper", "", ""));
    try (RecordWriter<Topic> writer = TrecTopics.writer(file)) {
      topics.forEach(writer::write);
      writer.commit();
    }
    assertThat(TrecTopics.read(file, Language.UNDETERMINED, OnError.FAIL).toList())
        .containsExactly(
            new Topic("7", Language.of("de"), "Salz & <Pfeffer>", "Was kostet Salz?", "Preise."),
            topics.getLast());
  }

  @Test
  void readsTheFirstTopicsOfTrec() throws IOException {
    String text =
        """
        <top>
        <head> Tipster Topic Description
        <num> Number: 051
        <dom> Domain: International Economics
        <title> Topic: Airbus Subsidies
        <desc> Description:
        Document mentions assistance to Airbus.
        <smry> Summary:
        Assistance.
        <narr> Narrative:
        A relevant document mentions it.
        <con> Concept(s):
        1. Airbus
        <fac> Factor(s):
        <nat> Nationality: EC
        </fac>
        <def> Definition(s):
        </top>
        """;
    assertThat(read(write(text), OnError.FAIL).toList())
        .containsExactly(
            new Topic(
                "051",
                EN,
                "Airbus Subsidies",
                "Document mentions assistance to Airbus.",
                "A relevant document mentions it."));
  }

  private Topic readOnly(String text) throws IOException {
    List<Topic> topics = TrecTopics.read(write(text), Language.UNDETERMINED, OnError.FAIL).toList();
    assertThat(topics).hasSize(1);
    return topics.getFirst();
  }

  @Test
  void unknownTagsEndAField() throws IOException {
    Topic topic =
        readOnly(
            """
            <top>
            <num> Number: 1
            <title> langer Fluss
            <keywords> Rhein, Donau
            <desc> Description:
            Ein <i>langer</i> Fluss, H<sub>2</sub>O.
            </top>
            """);
    assertThat(topic.title()).isEqualTo("langer Fluss");
    assertThat(topic.description()).isEqualTo("Ein langer Fluss, H2O.");
  }

  @Test
  void leavesOutUnknownElementsWithAllThatTheyContain() throws IOException {
    Topic topic =
        readOnly(
            """
            <topics><topic number="4" type="faceted"><query>long river</query>
            <subtopics><subtopic number="1"><title>Rhine</title></subtopic></subtopics>
            <!-- <description>old</description> -->
            <description><![CDATA[Rivers < 100 km & others]]></description></topic></topics>
            """);
    assertThat(topic)
        .isEqualTo(
            new Topic("4", Language.UNDETERMINED, "long river", "Rivers < 100 km & others", ""));
  }

  @Test
  void decodesEntities() throws IOException {
    assertThat(readOnly("<top><num> 1\n<title> &eacute;cole &#x5b66; AT&T R&amp;D\n</top>").title())
        .isEqualTo("école 学 AT&T R&D");
  }

  @Test
  void readsQueryQuestionAndNarrative() throws IOException {
    assertThat(
            readOnly(
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <topics task="demo" batch="1">
                 <topic
                   number="1">
                   <query>oil industry</query>
                   <question>how did it begin</question>
                   <narrative>Any account.</narrative>
                 </topic>
                </topics>
                """))
        .isEqualTo(
            new Topic(
                "1", Language.UNDETERMINED, "oil industry", "how did it begin", "Any account."));
  }

  @Test
  void theLanguageOfATopicMayBeAnAttribute() throws IOException {
    assertThat(
            readOnly("<topics><top lang='de'><num>76</num><title>Fluss</title></top></topics>")
                .language())
        .isEqualTo(Language.of("de"));
    assertThat(
            readOnly(
                    """
                    <topic lang="fr"><identifier>10.2452/76-AH</identifier>
                    <title>fleuve</title></topic>
                    """)
                .id())
        .isEqualTo("10.2452/76-AH");
  }

  @Test
  void readsTopicsOfNtcir() throws IOException {
    assertThat(
            readOnly(
                """
                <TOPIC>
                <NUM>013</NUM>
                <SLANG>CH</SLANG>
                <TLANG>JP</TLANG>
                <TITLE>長い川</TITLE>
                <DESC>ヨーロッパの長い川</DESC>
                <NARR><BACK>背景</BACK><REL>関連</REL></NARR>
                <CONC>川</CONC>
                </TOPIC>
                """))
        .isEqualTo(new Topic("013", Language.of("ja"), "長い川", "ヨーロッパの長い川", ""));
    assertThat(
            readOnly(
                """
                <queries><query>
                <qid>0007</qid><content>long river</content><description>Which?</description>
                </query></queries>
                """))
        .isEqualTo(new Topic("0007", Language.UNDETERMINED, "long river", "Which?", ""));
    assertThat(readOnly("<TOPIC q=0001>\n<TITLE>\nロボット\n</TITLE>\n</TOPIC>"))
        .isEqualTo(new Topic("0001", Language.UNDETERMINED, "ロボット", "", ""));
  }

  @Test
  void aTopicWithoutFieldsIsItsTitle() throws IOException {
    assertThat(readOnly("<topics><topic number=\"1\">A patient\nof 64.</topic></topics>"))
        .isEqualTo(new Topic("1", Language.UNDETERMINED, "A patient of 64.", "", ""));
  }

  @Test
  void selectsOneOfSeveralLanguages() throws IOException {
    Path file =
        write("<top><num>1<title lang=\"de\">Fluss<title lang=\"en\">river<narr>All.</top>\n");
    assertThat(TrecTopics.read(file, EN, OnError.FAIL).toList())
        .containsExactly(new Topic("1", EN, "river", "", "All."));
    assertThatThrownBy(() -> TrecTopics.read(file, Language.of("fr"), OnError.FAIL).toList())
        .hasMessageContaining(":1: topic 1 has the versions de, en, expected one in fr");
    assertThatThrownBy(() -> TrecTopics.read(file, Language.UNDETERMINED, OnError.FAIL).toList())
        .hasMessageContaining("topic 1 has the versions de, en, expected only one: select");
  }

  /** The time grows with the length of the file, not with its square. */
  @Test
  void readsUnclosedMarkupInLinearTime() {
    String text = "<top><num>1<title>a" + "<x><!--<y z".repeat(200_000) + "</top>\n";
    assertTimeoutPreemptively(Duration.ofSeconds(60), () -> readOnly(text));
  }
}
