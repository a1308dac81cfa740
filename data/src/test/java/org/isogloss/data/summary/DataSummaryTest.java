// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.summary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.isogloss.core.IsoglossException;
import org.isogloss.data.FormatException;
import org.isogloss.data.detect.DataFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataSummaryTest {
  @TempDir Path folder;

  private Path write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  @Test
  void summarisesDocuments() throws IOException {
    Path file =
        write(
            "docs.jsonl",
            """
            {"id": "1", "language": "de", "text": "Der Ausschuss trat am Nachmittag zusammen."}
            {"id": "2", "language": "de", "text": "The committee met\\nin the afternoon and decided to wait."}
            {"id": "2", "text": "Le comité s'est réuni dans l'après-midi et a décidé d'attendre."}
            {"id": "3", "language": "xx", "text": "?"}
            {"id": "4"}
            {"id": "5", "language": "de", "title": "", "text": "Der Ausschuss trat am Nachmittag zusammen."}
            """);
    DataSummary summary = DataSummary.of(file);
    assertThat(summary.format()).isEqualTo(DataFormat.JSONL);
    assertThat(summary.records()).isEqualTo(4);
    assertThat(summary.skipped()).isEqualTo(2);
    assertThat(summary.problems()).extracting(FormatException::line).containsExactly(4L, 5L);
    assertThat(summary.declared()).isEqualTo(Map.of("de", 3L, "und", 1L));
    assertThat(summary.identified()).isEqualTo(Map.of("de", 2L, "en", 1L, "fr", 1L));
    assertThat(summary.identified().keySet().iterator().next()).isEqualTo("de");
    assertThat(summary.contradicted()).isEqualTo(1);
    assertThat(summary.contradictions())
        .containsExactly(
            new DataSummary.Contradiction(
                "2", "de", "en", "The committee met in the afternoon and decided to wait."));
    assertThat(summary.repeatedIds()).isEqualTo(1);
    assertThat(summary.repeatedTexts()).isEqualTo(1);
  }

  @Test
  void countsLengthsInCharacters() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int length = 1; length <= 100; length++) {
      lines.append(length).append('\t').append("😀".repeat(length)).append('\n');
    }
    DataSummary.Lengths lengths = DataSummary.of(write("docs.tsv", lines.toString())).lengths();
    assertThat(lengths).isEqualTo(new DataSummary.Lengths(1, 25, 50, 75, 95, 100, 50.5));
  }

  @Test
  void skipsADocumentWhoseTextIsNotRecognised() throws IOException {
    Path file =
        write(
            "documents.jsonl",
            """
            {"id": "1", "title": "Rhein", "inhalt": "Der Rhein ist ein Fluss und ziemlich lang."}
            {"id": "2", "title": "Donau"}
            """);
    DataSummary summary = DataSummary.of(file);
    assertThat(summary.records()).isEqualTo(1);
    assertThat(summary.problems().getFirst())
        .hasMessageContaining("has no text, but \"inhalt\" with 42 characters may be the text");
  }

  @Test
  void summarisesRecordsWithoutText() throws IOException {
    DataSummary summary = DataSummary.of(write("qrels.txt", "1 0 a 1\n1 0 b 0\n1 0 b 0\n"));
    assertThat(summary.format()).isEqualTo(DataFormat.TREC_QRELS);
    assertThat(summary.records()).isEqualTo(2);
    assertThat(summary.skipped()).isEqualTo(1);
    assertThat(summary.texts()).isZero();
    assertThat(summary.lengths().longest()).isZero();
    assertThat(summary.declared()).isEmpty();
  }

  @Test
  void countsTheTagsOfWords() throws IOException {
    DataSummary summary =
        DataSummary.of(write("ner.iob2", "1\tin\tO\n2\tBonn\tB-LOC\n\n1\tBonn\tB-LOC\n"));
    assertThat(summary.records()).isEqualTo(2);
    assertThat(summary.labels()).containsExactly(entry("B-LOC", 2L), entry("O", 1L));
    assertThat(summary.toJson()).contains("\"labels\":{\"B-LOC\":2,\"O\":1}");
    assertThat(DataSummary.of(write("docs.tsv", "1\tx\n")).toJson()).doesNotContain("labels");
  }

  @Test
  void countsTheLabelsOfTexts() throws IOException {
    DataSummary summary =
        DataSummary.of(
            write("x.tsv", "language\tpremise\thypo\tlabel\nde\tEr lief.\tEr saß.\tneutral\n"));
    assertThat(summary.texts()).isEqualTo(2);
    assertThat(summary.labels()).containsExactly(entry("neutral", 1L));
    assertThat(summary.declared()).containsExactly(entry("de", 2L));
  }

  /** Summarises every format that can be detected. */
  @Test
  void summarisesEveryFormat() throws IOException {
    Map<DataFormat, Path> examples = new EnumMap<>(DataFormat.class);
    examples.put(DataFormat.JSONL, write("q.jsonl", "{\"qid\": 1, \"query\": \"x\"}\n"));
    examples.put(DataFormat.JSON_ARRAY, write("array.json", "[{\"id\": 1, \"text\": \"x\"}]\n"));
    examples.put(DataFormat.CSV, write("a.csv", "id,text\n1,\"x, y\"\n"));
    examples.put(DataFormat.TSV, write("a.tsv", "1\tx\n"));
    try (InputStream in =
        DataSummaryTest.class.getResourceAsStream("/org/isogloss/data/parquet/types.parquet")) {
      Files.copy(in, folder.resolve("rows"));
    }
    examples.put(
        DataFormat.ELASTICSEARCH_BULK,
        write("bulk", "{\"index\": {\"_id\": \"1\"}}\n{\"text\": \"x\"}\n"));
    examples.put(DataFormat.PARQUET, folder.resolve("rows"));
    write("beir/corpus.jsonl", "{\"_id\": \"d\", \"text\": \"x\"}\n");
    examples.put(DataFormat.BEIR_FOLDER, folder.resolve("beir"));
    examples.put(DataFormat.BEIR_QRELS, write("test.tsv", "query-id\tcorpus-id\tscore\nq\td\t1\n"));
    examples.put(DataFormat.BITEXT_BARS, write("words.en-de", "house ||| Haus\n"));
    examples.put(
        DataFormat.TMX,
        write(
            "m.tmx",
            "<tmx><body><tu><tuv xml:lang=\"de\"><seg>a</seg></tuv><tuv xml:lang=\"en\"><seg>b</seg>"
                + "</tuv></tu></body></tmx>"));
    examples.put(
        DataFormat.XLIFF,
        write(
            "m.xlf",
            "<xliff srcLang=\"en\"><segment><source>a</source><target>b</target></segment></xliff>"));
    examples.put(
        DataFormat.JSON_TOPICS, write("topics.json", "[{\"number\": 1, \"title\": \"x\"}]\n"));
    examples.put(DataFormat.TREC_TOPICS, write("topics", "<top><num>1<title>x</title></top>"));
    examples.put(
        DataFormat.TREC_DOCUMENTS, write("ft911", "<DOC><DOCNO>1</DOCNO><TEXT>x</TEXT></DOC>"));
    examples.put(DataFormat.TREC_QRELS, write("qrels", "1 0 d 1\n"));
    examples.put(DataFormat.TREC_RUN, write("run", "1 Q0 d 1 2.5 me\n"));
    examples.put(DataFormat.ID_LANGUAGES, write("languages", "id\tlanguage\nq\tde\n"));
    String squad =
        "{\"data\": [{\"paragraphs\": [{\"context\": \"Ja.\", \"qas\": [{\"id\": \"a\","
            + " \"question\": \"Ob?\", \"answers\": []}]}]}]}";
    examples.put(DataFormat.SQUAD, write("squad/de.json", squad));
    examples.put(DataFormat.SQUAD_FOLDER, folder.resolve("squad"));
    examples.put(DataFormat.BITEXT, write("en-de.tsv", "house\tHaus\n"));
    examples.put(DataFormat.WORD_PAIRS, write("en-de.txt", "house Haus\n"));
    examples.put(DataFormat.MOSES, write("moses/de-en.de", "Haus am See\n"));
    write("moses/de-en.en", "house by the lake\n");
    examples.put(DataFormat.MOSES_FOLDER, folder.resolve("moses"));
    write("ntrex/deu.txt", "Haus\n");
    write("ntrex/eng.txt", "house\n");
    examples.put(DataFormat.NTREX_FOLDER, folder.resolve("ntrex"));
    examples.put(DataFormat.DOCUMENTATION, write("help/de.tsv", "p\ti\th1\tx\n"));
    write("help/en.tsv", "p\ti\th1\tx\n");
    examples.put(DataFormat.DOCUMENTATION_FOLDER, folder.resolve("help"));
    examples.put(DataFormat.CLASSIFIED_TEXTS, write("nli.tsv", "He ran.\tHe sat.\tneutral\n"));
    examples.put(DataFormat.RATED_PAIRS, write("sts.csv", "He ran.,He sat.,1.5\n"));
    examples.put(DataFormat.TAGGED_SENTENCES, write("ner.tsv", "in\tO\nBonn\tB-LOC\n"));
    examples.put(
        DataFormat.CLIRMATRIX_QUERIES,
        write("clir.jl", "{\"src_id\": 1, \"src_query\": \"x\", \"tgt_results\": [[1, 1]]}\n"));
    examples.put(DataFormat.INSURANCE_VOCABULARY, write("v2/vocabulary", "idx_1\tWhat?\n"));
    examples.put(
        DataFormat.INSURANCE_ANSWERS,
        write("v2/InsuranceQA.label2answer.token.encoded", "7\tidx_1\n"));
    examples.put(DataFormat.INSURANCE_QUESTIONS, write("v2/questions", "life\tidx_1\t7\n"));
    examples.put(DataFormat.INSURANCE_FOLDER, folder.resolve("v2"));
    examples.put(
        DataFormat.INSURANCE_ZH_QUESTIONS,
        write(
            "test.json",
            "{\"0\": {\"zh\": \"x\", \"domain\": \"a\", \"answers\": [1], \"negatives\": []}}"));
    examples.put(
        DataFormat.INSURANCE_ZH_ANSWERS, write("answers.json", "{\"0\": {\"zh\": \"x\"}}"));
    examples.put(
        DataFormat.MEDIAWIKI_DUMP,
        write(
            "wiki.xml",
            "<mediawiki xml:lang='de'><page><title>a</title><id>1</id><revision><text>x</text>"
                + "</revision></page></mediawiki>"));
    examples.put(DataFormat.WORD_VECTORS, write("a.vec", "1 2\na 1 2\n"));
    examples.put(DataFormat.TEXT, write("text/a.txt", "x\n"));
    examples.put(DataFormat.TEXT_FOLDER, folder.resolve("text"));
    write("collection/a.jsonl", "{\"id\": 1, \"text\": \"x\"}\n");
    examples.put(DataFormat.COLLECTION_FOLDER, folder.resolve("collection"));
    Path zip = folder.resolve("docs.zip");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
      out.putNextEntry(new ZipEntry("a.txt"));
      out.write('x');
    }
    examples.put(DataFormat.ARCHIVE, zip);
    assertThat(examples).containsOnlyKeys(DataFormat.values());
    examples.forEach(
        (format, path) -> {
          DataSummary summary = DataSummary.of(path);
          assertThat(summary.format()).isEqualTo(format);
          assertThat(summary.skipped()).as("%s: %s", format, summary.problems()).isZero();
          assertThat(summary.records()).as("%s", format).isPositive();
        });
  }

  @Test
  void reportsDataThatCannotBeReadToItsEnd() throws IOException {
    Path cut = write("wiki.vec", "9 2\na 1 2\n");
    assertThatThrownBy(() -> DataSummary.of(cut))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("truncated");
    Path utf16 = folder.resolve("docs.tsv");
    Files.write(utf16, "\uFEFF1\tx\n".getBytes(StandardCharsets.UTF_16BE));
    assertThatThrownBy(() -> DataSummary.of(utf16)).hasMessageContaining("UTF-16");
  }

  @Test
  void reportsLatin1LinesAndCountsTheOthers() throws IOException {
    Path file = folder.resolve("docs.tsv");
    Files.write(file, "1\tBonn\n2\tKöln\n3\tMainz\n".getBytes(StandardCharsets.ISO_8859_1));
    DataSummary summary = DataSummary.of(file);
    assertThat(summary.records()).isEqualTo(2);
    assertThat(summary.problems())
        .extracting(FormatException::getMessage)
        .isEqualTo(
            List.of(
                file
                    + ":2: is not UTF-8 (byte 0xF6 at column 4): convert the file from its own"
                    + " encoding, for instance with iconv -f WINDOWS-1252 -t UTF-8"));
  }

  @Test
  void writesJson() throws IOException {
    Path file = write("docs.tsv", "1\tx\nbad\n1\tx\n");
    assertThat(DataSummary.of(file).toJson())
        .isEqualTo(
            ("{'path':'%s','format':'tsv','records':2,'skipped':1,'problems':[{'file':'%s','line':2,'problem':'found"
                    + " 1 column, expected id TAB text; other columns must be named in the first line:"
                    + " id, title, text, language'}],'texts':2,"
                    + "'characters':{'min':1,'p25':1,'p50':1,'p75':1,'p95':1,'max':1,'mean':1.0},"
                    + "'declared':{'und':2},'identified':{'und':2},'contradicted':0,"
                    + "'contradictions':[],'repeated_ids':1,'repeated_texts':1,'skipped_files':0}")
                .replace("%s", file.toString())
                .replace('\'', '"'));
  }
}
