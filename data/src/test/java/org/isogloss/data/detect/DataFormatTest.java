// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.detect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.isogloss.core.IsoglossException;
import org.isogloss.data.RecordReaderContractTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DataFormatTest {
  @TempDir Path folder;

  private Path write(String name, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.write(
        file,
        name.toLowerCase(Locale.ROOT).endsWith(".gz")
            ? RecordReaderContractTest.gzip(bytes)
            : bytes);
  }

  @Test
  void reportsAnEmptyFile() throws IOException {
    for (String text : List.of("", "\n\n", " \t\n")) {
      Path file = write("empty.jsonl", text);
      assertThatThrownBy(() -> DataFormat.detect(file))
          .hasMessage(file + ": is empty, expected data: check whether it was written completely");
    }
  }

  @Test
  void detectsBars() throws IOException {
    assertThat(DataFormat.detect(write("fa.de-en", "das haus ||| the house\na ||| b\n")))
        .isEqualTo(DataFormat.BITEXT_BARS);
    assertThat(DataFormat.detect(write("text.txt", "a ||| b\nNo bars\nNone here\n")))
        .isEqualTo(DataFormat.TEXT);
  }

  @Test
  void queriesAndJudgementsAreNoDocuments() throws IOException {
    for (String name : List.of("queries.txt", "topics.301-450.txt", "qrels.txt")) {
      Path file = write(name, "In no known format.\n");
      assertThatThrownBy(() -> DataFormat.detect(file))
          .hasMessageContaining("its name is that of queries, topics or judgements");
    }
    Path threeColumns = write("judged.txt", "1 d1 1\n1 d2 0\n2 d1 0\n");
    assertThatThrownBy(() -> DataFormat.detect(threeColumns))
        .hasMessageContaining("its lines have three columns as judgements do that lack one");
  }

  @Test
  void rejectsIndexesAndModels() throws IOException {
    write("index/segments_1", "x");
    write("index/isogloss.json", "{}");
    write("index/notes.txt", "x");
    assertThatThrownBy(() -> DataFormat.detect(folder.resolve("index")))
        .hasMessageContaining("index: is a search index, expected data");
    write("model/isogloss.json", "{}");
    write("model/vocab.txt", "x");
    assertThatThrownBy(() -> DataFormat.detect(folder.resolve("model")))
        .hasMessageContaining("model: is a model folder, expected data");
  }

  /** In the text, | stands for a line end and ~ for a tab. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '\0',
      value = {
        "JSONL; docs.jsonl; {\"id\": \"1\", \"text\": \"a\"}|{\"id\": \"2\", \"text\": \"b\"}|",
        "JSONL; docs.jsonl.gz; {\"id\": \"1\", \"text\": \"a\"}",
        "JSONL; broken.jsonl; {\"id\": \"1\", |{\"id\": \"2\", \"text\": \"b\"}|",
        "JSONL; docs.jsonl; {\"metadata\": {\"zh\": 1}, \"id\": \"1\", \"text\": \"a\"}|",
        "TSV; docs.tsv; 1~Text|2~Other|",
        "TSV; docs.tsv; id~title|1~Text|",
        "TSV; docs.tsv; language~id~text|de~1~Text|",
        "TSV; docs.tsv; qid~query|1~Text|",
        "TSV; export.csv; 1~Text|2~Other|",
        "TSV; export.csv; id~text|1~Text, more|",
        "CSV; export.csv; id,title,text|1,a,b|",
        "CSV; EXPORT.CSV; number,words|1,a|",
        "TEXT; LETTER.TXT.GZ; Dear all,|no tabs here|",
        "TREC_TOPICS; topics.txt; |<top>|<num> Number: 1|<title> x|</top>|",
        "TREC_TOPICS; fire.txt; <topics>|<top lang=\"de\">|<num>1</num><title>x</title></top>|",
        "TREC_TOPICS; t.xml; <?xml version=\"1.0\"?>|<topics task=\"x\"><topic number=\"1\">",
        "TREC_TOPICS; t.xml; <!-- a --><queries>|<query><qid>1</qid><content>x</content></query>|",
        "JSON_TOPICS; t.jsonl; {\"topic_id\": 1, \"languages\": [], \"topics\": [{\"lang\": 1}]}|",
        "JSON_TOPICS; t.jsonl; {\"number\": 1, \"title\": \"a\", \"narrative\": \"b\"}|",
        "JSON_TOPICS; t.json; [{\"number\": 1, \"title\": \"a\"}]|",
        "JSON_TOPICS; t.json; [{\"id\": 1, \"query\": \"a\"}]|",
        "JSON_TOPICS; b.json; {\"questions\": [{\"id\": 1, \"body\": \"a\"}]}|",
        "JSONL; d.jsonl; {\"topics\": [{\"name\": \"x\"}], \"_id\": 1, \"text\": \"a\"}|",
        "JSON_ARRAY; d.json; [{\"id\": 1, \"title\": \"a\", \"query\": 1, \"text\": \"b\"}]|",
        "TREC_QRELS; qrels.txt; 1 0 d1 1|1 0 d2 0|",
        "TREC_QRELS; qrels.txt; 1~0~d1~1|",
        "TREC_QRELS; qrels.txt; # by hand|# twice|1  0  d1  1.0|",
        "TREC_QRELS; judged.txt; 1 anna d1 1|1 bert d2 0|",
        "TREC_RUN; run.txt; 1 Q0 d1 - 1.5 me|1 Q0 d2 - 1.4 me|",
        "TREC_TOPICS; t.txt; <?xml version=\"1.0\"?><data>|<topic id=\"1\"><query>a</query></topic>",
        "TREC_RUN; ms.tsv; 7~d1~1|7~d2~2|8~d1~1|",
        "TREC_RUN; ms.de-en.tsv; 7 d1 1|7 d2 2|",
        "TREC_RUN; my.run; 1 Q0 d1 1 12.5 me|",
        "TREC_RUN; run.txt; 1 Q0 d1 1 1.5 my tag|1 Q0 d2 2 1.4 my tag|",
        "TREC_RUN; run.txt; 1 Q0 d1 1 1.5|1 Q0 d2 2 1.4|",
        "TREC_QRELS; judged.txt; 1 0 d1 0.5|1 0 d2 1.5|",
        "TREC_QRELS; judged.txt; 1 0 d1 1 0.5|1 0 d2 0 0.5|",
        "BEIR_QRELS; test.tsv; query-id~corpus-id~score|q~d~1|",
        "ID_LANGUAGES; languages.tsv; id~language|q~de|",
        "SQUAD; xquad.de.json; {\"data\": [{\"title\": \"x\"}]}",
        "SQUAD; any.json; {\"version\": \"1.1\",| \"data\": [|{\"title\": \"x\"}]}",
        "BITEXT; en-de.tsv.gz; house~Haus~src|cat~Katze~src|",
        "BITEXT; de-fr.test.tsv; Haus~maison|",
        "TMX; m.xml; <?xml version=\"1.0\"?>|<!DOCTYPE tmx SYSTEM \"tmx14.dtd\">|<tmx version=\"1.4\">",
        "XLIFF; messages.xml; <xliff version=\"2.0\" srcLang=\"en\"><file id=\"f\">",
        "WORD_PAIRS; en-de.0-5000.txt; house Haus|cat Katze|",
        "DOCUMENTATION; de.tsv; a/b.xhp~par_1~h1~Titel|a/b.xhp~par_2~paragraph~Text|",
        "CLIRMATRIX_QUERIES; en_af.train.jl; {\"src_id\": \"1\", \"src_query\": \"a\","
            + " \"tgt_results\": []}|",
        "INSURANCE_QUESTIONS; test.encoded; life-insurance~idx_1 idx_2~7~8 9|",
        "INSURANCE_ANSWERS; answers.encoded; 7~idx_1 idx_2|",
        "INSURANCE_VOCABULARY; vocabulary; idx_1~What|",
        "INSURANCE_ZH_QUESTIONS; test.json; {\"0\":{\"zh\":\"x\",\"en\":\"y\",\"answers\":[]}}",
        "INSURANCE_ZH_ANSWERS; answers.json; {\"0\":{\"zh\":\"x\",\"en\":\"y\"}}",
        "CLASSIFIED_TEXTS; xnli.de.test.tsv; a b~c~neutral|d~e~entailment|",
        "CLASSIFIED_TEXTS; pawsx.tsv; id~sentence1~sentence2~label|1~a~b~0|",
        "CLASSIFIED_TEXTS; pairs.jsonl; {\"premise\": \"a\", \"hypothesis\": \"b\", \"label\": 1}|",
        "CLASSIFIED_TEXTS; one.jsonl; {\"text\": \"a\", \"label\": \"b\"}|",
        "JSONL; docs.jsonl; {\"id\": 1, \"text\": \"a\", \"label\": \"b\"}|",
        "TSV; docs.tsv; id~text~label|1~Text~b|",
        "RATED_PAIRS; stsb.csv; \"a, \"\"b\"\"\",c,4.5|d,e,0|",
        "RATED_PAIRS; pairs.tsv; sentence1~sentence2~score|a~b~1|",
        "TAGGED_SENTENCES; en.conllu; # text = a|1-2~ab~_~_~_~_~_~_~_~_|1~a~_~DET~_~_~_~_~_~_|",
        "TAGGED_SENTENCES; ner.tsv; In~O|Bonn~B-LOC||In~O|",
        "TAGGED_SENTENCES; eng.testa; -DOCSTART- -X- O O||EU NNP I-NP I-ORG|",
        "TAGGED_SENTENCES; en_ewt.iob2; # sent_id = 1|# text = a|1~In~O~-~anna|2~Bonn~B-LOC~-~anna|",
        "WORD_VECTORS; wiki.de.vec; 2 3|a 1 2 3|b 1 2 3|",
        "WORD_VECTORS; x.vec; 3 2|New York 1 2|b 3 4|5 6|",
        "WORD_VECTORS; glove.txt; der 1 -.2 3e-4 .4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0|",
        "TEXT; letter.de.txt; Dear all,|no tabs here|",
      })
  void detectsFiles(DataFormat format, String name, String text) throws IOException {
    Path file = write(name, text.replace('|', '\n').replace('~', '\t'));
    assertThat(DataFormat.detect(file)).isEqualTo(format);
  }

  @Test
  void detectsFolders() throws IOException {
    write("beir/corpus.jsonl.gz", "");
    write("squad/README.md", "x");
    write("squad/de.json", "{\"data\": []}");
    write("moses/tatoeba.deu-eng.deu", "a");
    write("moses/tatoeba.deu-eng.eng", "a");
    write("lines/newstest2019-ref.deu.txt", "a");
    write("lines/eng.txt.gz", "a");
    write("help/de.tsv", "p\ti\th1\tx\n");
    write("insurance/InsuranceQA.label2answer.token.encoded.gz", "");
    write("text/de.txt", "a");
    write("nested/de/letter.txt", "a");
    assertThat(List.of("beir", "squad", "moses", "lines", "help", "insurance", "text", "nested"))
        .extracting(name -> DataFormat.detect(folder.resolve(name)))
        .containsExactly(
            DataFormat.BEIR_FOLDER,
            DataFormat.SQUAD_FOLDER,
            DataFormat.MOSES_FOLDER,
            DataFormat.NTREX_FOLDER,
            DataFormat.DOCUMENTATION_FOLDER,
            DataFormat.INSURANCE_FOLDER,
            DataFormat.TEXT_FOLDER,
            DataFormat.TEXT_FOLDER);
    assertThat(DataFormat.detect(folder.resolve("moses").resolve("tatoeba.deu-eng.eng")))
        .isEqualTo(DataFormat.MOSES);
  }

  @Test
  void listsTheSupportedFormatsForUnknownData() throws IOException {
    for (String text :
        List.of("no tabs\nhere\n", "[1, 2]", "{\"a\": [1]\n, \"b\": 2}", "a\tb\tc\n")) {
      Path file = write("some.dat", text);
      assertThatThrownBy(() -> DataFormat.detect(file))
          .as(text)
          .isInstanceOf(IsoglossException.class)
          .hasMessageStartingWith(
              file + ": begins with \"" + text.substring(0, 5).replace('\t', ' '))
          .hasMessageContaining("JSONL, an object with id and text");
    }
    assertThatThrownBy(() -> DataFormat.detect(write("empty.tsv", "\n")))
        .hasMessageContaining("empty.tsv: is empty");
    Files.createDirectory(folder.resolve("none"));
    assertThatThrownBy(() -> DataFormat.detect(folder.resolve("none")))
        .hasMessageContaining("is an empty folder");
    assertThatThrownBy(() -> DataFormat.detect(folder.resolve("nowhere")))
        .hasMessage(folder.resolve("nowhere") + ": no such file");
  }

  @Test
  void reportsWrongEncodings() throws IOException {
    Path file = folder.resolve("docs.tsv");
    Files.write(file, "\uFEFF1\tGrüße\n".getBytes(StandardCharsets.UTF_16LE));
    assertThatThrownBy(() -> DataFormat.detect(file)).hasMessageContaining("is UTF-16");
    Files.write(file, "1\tGrüße\n2\tKöln\n".getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> DataFormat.detect(file))
        .hasMessageContaining("is not UTF-8 text")
        .hasMessageContaining("iconv");
    Files.write(file, "1\tGrüße\n2\tBonn\n".getBytes(StandardCharsets.ISO_8859_1));
    assertThat(DataFormat.detect(file)).isEqualTo(DataFormat.TSV);
  }

  @Test
  void detectsALongFileByItsBeginning() throws IOException {
    String paragraph = "{\"context\": \"" + "ä".repeat(100_000) + "\", \"qas\": []}";
    Path file = write("xquad.de.json", "{\"data\": [{\"paragraphs\": [" + paragraph + "]}]}");
    assertThat(DataFormat.detect(file)).isEqualTo(DataFormat.SQUAD);
    Path lines = write("docs.jsonl", "{\"id\": 1, \"text\": \"" + "ä".repeat(100_000) + "\"}\n");
    assertThat(DataFormat.detect(lines)).isEqualTo(DataFormat.JSONL);
  }
}
