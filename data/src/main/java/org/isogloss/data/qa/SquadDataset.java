// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.qa;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.core.util.Excerpt;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.io.FileHead;
import org.isogloss.data.parquet.ParquetRows;
import org.isogloss.data.parse.FieldParsing;
import org.isogloss.data.parse.JsonStreamReader;

/**
 * Reading comprehension data in the JSON format of SQuAD (Rajpurkar et al. 2016), which XQuAD,
 * MLQA, XQuAD-R, TyDi QA's gold passages and BiPaR also use: articles contain paragraphs,
 * paragraphs contain questions, questions contain answers. Rows of questions with their paragraphs,
 * as Hugging Face has them, are read too. Only one article is in memory at a time. A malformed
 * question is omitted from its paragraph; the paragraph itself is returned.
 *
 * <p>{@code answer_start} counts code points, and the answer must match the text at that offset
 * exactly. A question without answers cannot be answered from its paragraph (SQuAD 2.0), or its
 * answers are withheld; an answer with an empty text is none. Sentences are read from {@code
 * sentence_breaks}, a list of pairs of offsets, as in XQuAD-R and MLQA-R (LAReQA, Roy et al. 2020).
 */
public final class SquadDataset {
  private static final Pattern MLQA =
      Pattern.compile("context-(?<context>[\\w]+)-question-(?<question>[\\w]+)");
  private static final Pattern TYDI_QA =
      Pattern.compile("^tydiqa\\.(goldp\\.)?(?<language>[a-z]{2})\\.");
  private static final Pattern BIPAR_ID = Pattern.compile("_(?<cross>CROSS_Q)?(?<question>EN|ZH)$");

  /**
   * The languages of a file.
   *
   * @param context the language of the paragraphs
   * @param question the language of the questions
   */
  public record Languages(Language context, Language question) {
    public Languages {
      requireNonNull(context, "context is null");
      requireNonNull(question, "question is null");
    }

    /**
     * The languages in a file name: {@code xquad.de.json}, {@code de.json.gz}, {@code
     * de.train.json}, {@code test-context-de-question-en.json}, {@code tydiqa.goldp.sw.dev.json}.
     *
     * @throws IsoglossException if the name does not contain them
     */
    public static Languages fromFileName(Path file) {
      return findInFileName(file)
          .orElseThrow(
              () ->
                  new IsoglossException(
                      file
                          + ": the language cannot be determined from this name: expected a name"
                          + " such as xquad.de.json or test-context-de-question-en.json, or specify"
                          + " the languages"));
    }

    /** Like {@link #fromFileName}, but returns an empty result where that throws an exception. */
    public static Optional<Languages> findInFileName(Path file) {
      String name = file.getFileName().toString();
      Matcher mlqa = MLQA.matcher(name);
      if (mlqa.find()) {
        Optional<Language> question = Language.find(mlqa.group("question"));
        return Language.find(mlqa.group("context"))
            .flatMap(context -> question.map(other -> new Languages(context, other)));
      }
      Matcher tydi = TYDI_QA.matcher(name);
      if (tydi.find()) {
        return Language.find(tydi.group("language")).map(both -> new Languages(both, both));
      }
      String[] parts = name.split("\\.", -1);
      for (int i = 1; i < parts.length; i++) {
        Optional<Language> language = Language.find(parts[i - 1]);
        if (List.of("json", "jsonl", "parquet").contains(parts[i]) && language.isPresent()) {
          return language.map(both -> new Languages(both, both));
        }
      }
      return parts[0].length() == 2
          ? Language.find(parts[0]).map(both -> new Languages(both, both))
          : Optional.empty();
    }
  }

  private SquadDataset() {}

  /**
   * Reads a file whose name contains its languages.
   *
   * @throws IsoglossException if the name does not contain them
   */
  public static Records<SquadParagraph> read(Path file, OnError onError) {
    return read(file, Languages.fromFileName(file), onError);
  }

  /**
   * Reads a file whose name contains its languages, or else is entirely in the default language.
   */
  public static Records<SquadParagraph> readWithDefaultLanguage(
      Path file, Language defaultLanguage, OnError onError) {
    return read(
        file,
        Languages.findInFileName(file).orElse(new Languages(defaultLanguage, defaultLanguage)),
        onError);
  }

  /** Reads a file. */
  public static Records<SquadParagraph> read(Path file, Languages languages, OnError onError) {
    SquadParser.IdentityResolver identity =
        paragraph -> new SquadParser.Identity(languages, paragraph.position());
    if (ParquetRows.isParquet(file)) {
      return SquadRows.readParquet(file, identity, onError);
    }
    FileHead head = FileHead.read(file);
    return SquadRows.isRows(head)
        ? SquadRows.read(file, head, identity, onError)
        : new Records<>(new SquadReader(JsonStreamReader.open(file), identity), onError);
  }

  /** Whether a Parquet file has a question with its paragraph on each row. */
  public static boolean isParquetRows(Path file) {
    return SquadRows.areColumns(ParquetRows.columns(file));
  }

  /** Whether a file has a question with its paragraph on each row. */
  public static boolean isRows(FileHead head) {
    return SquadRows.isRows(head);
  }

  /**
   * Reads a file of BiPaR (Jing et al. 2019). The languages are part of the question ids: {@code
   * ..._EN} and {@code ..._ZH} if question and paragraph have the same language, {@code
   * ..._CROSS_QEN} if an English question asks about a Chinese paragraph. The id of a paragraph is
   * the title of its article, which is the same in both languages.
   */
  public static Records<SquadParagraph> readBipar(Path file, OnError onError) {
    return new Records<>(
        new SquadReader(JsonStreamReader.open(file), SquadDataset::biparIdentity), onError);
  }

  /**
   * Reads a file of the gold passage task of TyDi QA (Clark et al. 2020), which contains several
   * languages. The ids of its questions begin with the name of the language: {@code
   * swahili-5478432789523-0}.
   */
  public static Records<SquadParagraph> readTydiQa(Path file, OnError onError) {
    return new Records<>(
        new SquadReader(JsonStreamReader.open(file), TydiQaIdentity::resolve), onError);
  }

  private static SquadParser.Identity biparIdentity(SquadParser.ParsedParagraph paragraph)
      throws MalformedRecordException {
    Languages found = null;
    for (SquadQuestion question : paragraph.questions()) {
      Languages languages = biparLanguages(question.query());
      if (found != null && !found.equals(languages)) {
        throw new MalformedRecordException(
            "the ids of the questions name different languages: expected all ids of a paragraph to"
                + " end in the same one of _EN, _ZH, _CROSS_QEN, _CROSS_QZH");
      }
      found = languages;
    }
    if (found == null) {
      throw new MalformedRecordException(
          "the paragraph has no question, whose id would name its language: remove the paragraph");
    }
    String number = paragraph.position().substring(paragraph.position().indexOf('-'));
    String title = FieldParsing.requireNotBlank(paragraph.title(), "\"title\"");
    return new SquadParser.Identity(found, number.equals("-0") ? title : title + number);
  }

  private static Languages biparLanguages(Query question) throws MalformedRecordException {
    Matcher id = BIPAR_ID.matcher(question.id());
    if (!id.find()) {
      throw new MalformedRecordException(
          "question id "
              + Excerpt.quote(question.id())
              + " does not end in _EN, _ZH, _CROSS_QEN or _CROSS_QZH, expected a file of BiPaR");
    }
    boolean english = id.group("question").equals("EN");
    Language questionLanguage = Language.of(english ? "en" : "zh");
    Language otherLanguage = Language.of(english ? "zh" : "en");
    return new Languages(
        id.group("cross") == null ? questionLanguage : otherLanguage, questionLanguage);
  }
}
