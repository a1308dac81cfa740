package org.isogloss.data.qa;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.parse.FieldParsing;
import org.isogloss.data.parse.JsonStreamReader;

/**
 * Reading comprehension data in the JSON of SQuAD (Rajpurkar et al. 2016), as XQuAD, MLQA, XQuAD-R
 * and BiPaR use it: articles with paragraphs with questions with answers. It is read an article at
 * a time. A question that is malformed is left out of its paragraph, which is given all the same.
 *
 * <p>{@code answer_start} counts code points, and the answer has to stand there to the letter.
 * Sentences are read from {@code sentence_breaks}, as XQuAD-R and MLQA-R have them (LAReQA, Roy et
 * al. 2020): pairs of offsets.
 */
public final class SquadDataset {
  private static final Pattern MLQA =
      Pattern.compile("context-(?<context>[\\w]+)-question-(?<question>[\\w]+)");
  private static final Pattern BIPAR_ID = Pattern.compile("_(?<cross>CROSS_Q)?(?<question>EN|ZH)$");

  /**
   * What the parts of a file are written in.
   *
   * @param context the paragraphs
   * @param question the questions
   */
  public record Languages(Language context, Language question) {
    public Languages {
      requireNonNull(context, "context is null");
      requireNonNull(question, "question is null");
    }

    /**
     * The languages that stand in the name of a file: {@code xquad.de.json}, {@code de.json.gz},
     * {@code test-context-de-question-en.json}.
     *
     * @throws IsoglossException if the name does not say them
     */
    public static Languages fromFileName(Path file) {
      return findInFileName(file)
          .orElseThrow(
              () ->
                  new IsoglossException(
                      file
                          + ": cannot tell the language from this name: expected one such as"
                          + " xquad.de.json or test-context-de-question-en.json, or give the"
                          + " languages"));
    }

    /** Like {@link #fromFileName}, empty where that throws. */
    public static Optional<Languages> findInFileName(Path file) {
      String name = file.getFileName().toString();
      Matcher mlqa = MLQA.matcher(name);
      if (mlqa.find()) {
        Optional<Language> question = Language.find(mlqa.group("question"));
        return Language.find(mlqa.group("context"))
            .flatMap(context -> question.map(asked -> new Languages(context, asked)));
      }
      String[] parts = name.split("\\.", -1);
      for (int i = 1; i < parts.length; i++) {
        Optional<Language> language = Language.find(parts[i - 1]);
        if (parts[i].equals("json") && language.isPresent()) {
          return language.map(one -> new Languages(one, one));
        }
      }
      return Optional.empty();
    }
  }

  private SquadDataset() {}

  /**
   * Reads a file whose name says its languages.
   *
   * @throws IsoglossException if the name does not say them
   */
  public static Records<SquadParagraph> read(Path file, OnError onError) {
    return read(file, Languages.fromFileName(file), onError);
  }

  /** Reads a file whose name says its languages, or else is all in one. */
  public static Records<SquadParagraph> readWithDefaultLanguage(
      Path file, Language defaultLanguage, OnError onError) {
    return read(
        file,
        Languages.findInFileName(file).orElse(new Languages(defaultLanguage, defaultLanguage)),
        onError);
  }

  /** Reads a file. */
  public static Records<SquadParagraph> read(Path file, Languages languages, OnError onError) {
    return new Records<>(
        new SquadReader(
            JsonStreamReader.open(file),
            paragraph -> new SquadParser.Identity(languages, paragraph.position())),
        onError);
  }

  /**
   * Reads a file of BiPaR (Jing et al. 2019). The ids of its questions say the languages: {@code
   * ..._EN} and {@code ..._ZH} where question and paragraph are in one, {@code ..._CROSS_QEN} where
   * an English question asks about a Chinese paragraph. The id of a paragraph is the title of its
   * article, the same in both languages.
   */
  public static Records<SquadParagraph> readBipar(Path file, OnError onError) {
    return new Records<>(
        new SquadReader(JsonStreamReader.open(file), SquadDataset::biparIdentity), onError);
  }

  private static SquadParser.Identity biparIdentity(SquadParser.ParsedParagraph paragraph)
      throws MalformedRecordException {
    Languages found = null;
    for (SquadQuestion question : paragraph.questions()) {
      Languages languages = biparLanguages(question.query());
      if (found != null && !found.equals(languages)) {
        throw new MalformedRecordException(
            "the ids of the questions say different languages: expected all of a paragraph to end in"
                + " the same of _EN, _ZH, _CROSS_QEN, _CROSS_QZH");
      }
      found = languages;
    }
    if (found == null) {
      throw new MalformedRecordException(
          "the paragraph has no question whose id says its language: remove it");
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
              + FieldParsing.quotedExcerpt(question.id())
              + " does not end in _EN, _ZH, _CROSS_QEN or _CROSS_QZH: is this a file of BiPaR?");
    }
    boolean english = id.group("question").equals("EN");
    Language asked = Language.of(english ? "en" : "zh");
    Language other = Language.of(english ? "zh" : "en");
    return new Languages(id.group("cross") == null ? asked : other, asked);
  }
}
