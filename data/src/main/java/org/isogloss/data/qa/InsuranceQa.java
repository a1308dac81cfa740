// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.qa;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.data.FormatException;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.io.FolderListing;
import org.isogloss.data.io.LineRecordReader;
import org.isogloss.data.parse.FieldParsing;

/**
 * InsuranceQA, version 2 (Feng et al. 2015): English questions about insurance with answers of
 * professionals. Words are encoded as numbers; the file {@code vocabulary} decodes them.
 *
 * <ul>
 *   <li>{@code InsuranceQA.label2answer.token.encoded}: {@code label TAB idx_1 idx_2 ...}
 *   <li>{@code InsuranceQA.question.anslabel.token.100.pool.solr.test.encoded}: {@code domain TAB
 *       idx_1 idx_2 ... TAB labels of correct answers TAB labels of candidates}; the last column is
 *       missing in {@code InsuranceQA.question.anslabel.token.encoded}
 * </ul>
 *
 * Each file may be compressed with gzip, with {@code .gz} appended to its name. A decoded text
 * consists of its words separated by spaces.
 */
public final class InsuranceQa {
  private static final Language ENGLISH = Language.of("en");

  private final Path folder;

  private InsuranceQa(Path folder) {
    this.folder = folder;
  }

  /**
   * Opens the folder {@code V2} of the data.
   *
   * @throws FormatException if the folder does not exist or contains no vocabulary
   */
  public static InsuranceQa open(Path folder) {
    InsuranceQa data = new InsuranceQa(folder);
    data.file("vocabulary");
    return data;
  }

  private Path file(String name) {
    for (Path file : FolderListing.listVisible(folder)) {
      if (FolderListing.nameUncompressed(file).equals(name) && !Files.isDirectory(file)) {
        return file;
      }
    }
    throw new FormatException(
        folder, 0, "has no " + name + ", which is part of InsuranceQA's folder V2");
  }

  /** All answers as documents, with their labels as ids. */
  public Records<Document> answers(OnError onError) {
    return readAnswers(file("InsuranceQA.label2answer.token.encoded"), file("vocabulary"), onError);
  }

  /**
   * The questions of a split.
   *
   * @param split {@code train}, {@code valid} or {@code test}
   * @param pool number of candidates per question: 100, 500, 1000 or 1500
   */
  public Records<InsuranceQaQuestion> questions(String split, int pool, OnError onError) {
    return readQuestions(
        file("InsuranceQA.question.anslabel.token." + pool + ".pool.solr." + split + ".encoded"),
        file("vocabulary"),
        split,
        onError);
  }

  /**
   * Reads a file of answers.
   *
   * @param vocabulary the vocabulary file
   */
  public static Records<Document> readAnswers(Path file, Path vocabulary, OnError onError) {
    InsuranceQaVocabulary words = InsuranceQaVocabulary.read(vocabulary);
    return LineRecordReader.read(file, onError, line -> answer(line, words));
  }

  private static Document answer(String line, InsuranceQaVocabulary words)
      throws MalformedRecordException {
    String[] columns = FieldParsing.splitColumns(line);
    if (columns.length != 2) {
      throw new MalformedRecordException(
          "found "
              + FieldParsing.formatCount(columns.length, "column")
              + ", expected label TAB idx_1 idx_2");
    }
    return FieldParsing.newDocument(
        FieldParsing.requireNotBlank(columns[0], "the label"),
        ENGLISH,
        "",
        words.decode(columns[1], "the answer"));
  }

  /**
   * Reads a file of questions, with or without candidates.
   *
   * @param vocabulary the vocabulary file
   * @param split prefix of the ids: the question on line 7 is {@code test-7}
   */
  public static Records<InsuranceQaQuestion> readQuestions(
      Path file, Path vocabulary, String split, OnError onError) {
    InsuranceQaVocabulary words = InsuranceQaVocabulary.read(vocabulary);
    return LineRecordReader.readNumbered(
        file, onError, (line, number) -> question(line, split + "-" + number, words));
  }

  private static InsuranceQaQuestion question(String line, String id, InsuranceQaVocabulary words)
      throws MalformedRecordException {
    String[] columns = FieldParsing.splitColumns(line);
    if (columns.length < 3 || columns.length > 4) {
      throw new MalformedRecordException(
          "found "
              + FieldParsing.formatCount(columns.length, "column")
              + ", expected domain TAB question TAB answers, optionally followed by TAB"
              + " candidates");
    }
    return new InsuranceQaQuestion(
        new Query(id, ENGLISH, words.decode(columns[1], "the question")),
        FieldParsing.requireNotBlank(columns[0], "the domain"),
        labels(columns[2], "the list of answers"),
        columns.length == 3 ? List.of() : labels(columns[3], "the list of candidates"));
  }

  private static List<String> labels(String column, String fieldName)
      throws MalformedRecordException {
    List<String> labels =
        List.of(FieldParsing.requireNotBlank(column, fieldName).strip().split(" +", -1));
    for (String label : labels) {
      FieldParsing.parseInteger(label, "a label in " + fieldName);
    }
    return labels;
  }
}
