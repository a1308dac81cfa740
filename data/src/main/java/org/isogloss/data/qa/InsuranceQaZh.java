// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.qa;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.parse.FieldParsing;
import org.isogloss.data.parse.JsonObjectEntries;
import org.isogloss.data.parse.StrictJson;

/**
 * InsuranceQA in Chinese and English in the format of insuranceqa-corpus-zh (Wang 2017): JSON
 * objects with questions in {@code train.json}, {@code valid.json}, {@code test.json},
 *
 * <pre>{@code
 * {"0": {"zh": "...", "en": "...", "domain": "life-insurance",
 *        "answers": ["16164", "99"], "negatives": ["15813"]}, ...}
 * }</pre>
 *
 * and with answers in {@code answers.json}, {@code {"16164": {"zh": "...", "en": "..."}, ...}}. A
 * question or answer has the same id in both languages.
 */
public final class InsuranceQaZh {
  private InsuranceQaZh() {}

  /**
   * Reads questions. The candidates are the correct answers, followed by the wrong ones.
   *
   * @param language the language of the texts: zh or en
   */
  public static Records<InsuranceQaQuestion> readQuestions(
      Path file, Language language, OnError onError) {
    String key = key(language);
    return new Records<>(
        new JsonObjectEntries<>(file, (id, entry) -> question(id, entry, key, language)), onError);
  }

  private static InsuranceQaQuestion question(
      String id, ObjectNode entry, String key, Language language) throws MalformedRecordException {
    List<String> answers = StrictJson.ids(StrictJson.require(entry, List.of("answers")), "answers");
    if (answers.isEmpty()) {
      throw new MalformedRecordException("\"answers\" is empty: remove the question");
    }
    List<String> negatives =
        StrictJson.ids(StrictJson.require(entry, List.of("negatives")), "negatives");
    Optional<String> both = negatives.stream().filter(answers::contains).findFirst();
    if (both.isPresent()) {
      throw new MalformedRecordException(
          "answer "
              + both.get()
              + " is both in \"answers\" and in \"negatives\": remove it from one");
    }
    List<String> candidates = new ArrayList<>(answers);
    candidates.addAll(negatives);
    String domain = StrictJson.text(StrictJson.require(entry, List.of("domain")), "domain");
    return new InsuranceQaQuestion(
        new Query(id, language, text(entry, key)), domain, answers, candidates);
  }

  /**
   * Reads answers as documents.
   *
   * @param language the language of the texts: zh or en
   */
  public static Records<Document> readAnswers(Path file, Language language, OnError onError) {
    String key = key(language);
    return new Records<>(
        new JsonObjectEntries<>(
            file, (id, entry) -> FieldParsing.newDocument(id, language, "", text(entry, key))),
        onError);
  }

  private static String text(ObjectNode entry, String key) throws MalformedRecordException {
    String text = StrictJson.text(StrictJson.require(entry, List.of(key)), key);
    return FieldParsing.requireNotBlank(text, "\"" + key + "\"");
  }

  private static String key(Language language) {
    String code = language.code();
    if (!code.equals("zh") && !code.equals("en")) {
      throw new IsoglossException(
          "the language is " + language + ", but these texts are in zh and en");
    }
    return code;
  }
}
