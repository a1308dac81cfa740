// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.detect;

import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.IsoglossException;
import org.isogloss.data.SymbolicLinks;
import org.isogloss.data.collection.FieldNames;

/** The formats that are detected from the content of a file or folder. */
public enum DataFormat {
  JSONL("JSONL, an object with id and text on each line"),
  JSON_ARRAY("a JSON array of objects with id and text"),
  CSV("CSV with a header that names id and text, cells in quotation marks where needed"),
  TSV("TSV, id TAB text or the columns that the first line names"),
  BEIR_FOLDER("a folder in BEIR's layout, with corpus.jsonl"),
  BEIR_QRELS("judgements in BEIR's layout, query-id TAB corpus-id TAB score"),
  ELASTICSEARCH_BULK("Elasticsearch's bulk format, an action and a document on lines of their own"),
  PARQUET("Parquet with columns of id and text"),
  TREC_DOCUMENTS("documents in TREC's format, <DOC> with <DOCNO> and <TEXT>"),
  TREC_TOPICS("TREC topics, fields in tags as in TREC, CLEF, FIRE and NTCIR"),
  JSON_TOPICS("topics as JSON, with title or description, as in HC4, NeuCLIR and BioASQ"),
  TREC_QRELS("TREC qrels, four columns"),
  TREC_RUN("a TREC run, six columns"),
  ID_LANGUAGES("languages of ids, id TAB language"),
  SQUAD("JSON in SQuAD's format"),
  SQUAD_FOLDER("a folder of JSON in SQuAD's format, a file for each language"),
  BITEXT("bitext or a word list, source TAB target, named such as en-de.tsv"),
  BITEXT_BARS("bitext, source ||| target"),
  TMX("a translation memory, TMX"),
  XLIFF("texts with translations, XLIFF"),
  WORD_PAIRS("a word list, two words separated by a blank, named such as en-de.txt"),
  MOSES("one side of Moses bitext, named such as news.de next to news.en"),
  MOSES_FOLDER("a folder of Moses bitext, named such as deu-eng.deu and deu-eng.eng"),
  NTREX_FOLDER("a folder of parallel lines, a file for each language, named such as deu.txt"),
  DOCUMENTATION("parallel documentation, page TAB id TAB tag TAB text, named such as de.tsv"),
  DOCUMENTATION_FOLDER("a folder of parallel documentation, a file for each language"),
  CLIRMATRIX_QUERIES("CLIRMatrix's queries with judgements"),
  INSURANCE_QUESTIONS("InsuranceQA's questions, words as numbers"),
  INSURANCE_ANSWERS("InsuranceQA's answers, words as numbers"),
  INSURANCE_VOCABULARY("InsuranceQA's vocabulary"),
  INSURANCE_FOLDER("InsuranceQA's folder V2"),
  INSURANCE_ZH_QUESTIONS("questions of insuranceqa-corpus-zh"),
  INSURANCE_ZH_ANSWERS("answers of insuranceqa-corpus-zh"),
  CLASSIFIED_TEXTS(
      "texts or text pairs with labels: XNLI, PAWS-X, SICK, or text TAB text TAB label"),
  RATED_PAIRS("text pairs with ratings of their similarity: the STS benchmark"),
  TAGGED_SENTENCES("tagged words, one on each line: CoNLL-U, or word TAB tag with named entities"),
  MEDIAWIKI_DUMP("the articles of a wiki, an XML export of MediaWiki"),
  WORD_VECTORS("word vectors as text, fastText's .vec"),
  TEXT("a document as a file: .txt, .md, .html, .pdf, a manual page, DOCX, ODT or EPUB"),
  TEXT_FOLDER(
      "a folder of documents as files: .txt, .md, .html, .pdf, manual pages, DOCX, ODT or EPUB"),
  ARCHIVE("an archive of documents in files of any of these formats, ZIP or tar"),
  COLLECTION_FOLDER("a folder of documents in several files, of any of these formats");

  private final String description;

  DataFormat(String description) {
    this.description = description;
  }

  /** A description of the format for messages: "TREC qrels, four columns". */
  public String description() {
    return description;
  }

  /**
   * Detects the format of a file from its first 64 KiB, and the format of a folder from the names
   * and formats of its files. The name of a file is considered only if its content is ambiguous.
   *
   * @throws IsoglossException if the path does not exist, or its content has no supported format
   */
  public static DataFormat detect(Path path) {
    return detect(path, FieldNames.DOCUMENTS);
  }

  /**
   * Like {@link #detect(Path)}.
   *
   * @param names the names of the fields of documents, by which headers of tables are recognised
   */
  public static DataFormat detect(Path path, FieldNames names) {
    return FormatDetector.detect(path, List.of(values()), names, SymbolicLinks.WITHIN_FOLDER);
  }
}
