// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr.relevance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.io.FileErrors;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.qa.SquadDataset;
import org.isogloss.data.qa.SquadFolder;
import org.isogloss.data.qa.SquadParagraph;
import org.isogloss.data.qa.SquadQuestion;
import org.isogloss.papers.xpr.mixture.BilingualQuestion;
import org.isogloss.papers.xpr.mixture.BilingualQuestionSet;
import org.isogloss.papers.xpr.mixture.BilingualText;

/**
 * Reads reading comprehension data in two languages as a test of re-ranking (Chen et al. 2020,
 * section V-A-3): all paragraphs are candidates of each question; the one with the answer is
 * relevant. Only questions and paragraphs in both languages are used.
 */
public final class ReadingComprehensionReader {
  private ReadingComprehensionReader() {}

  /** XQuAD: a folder of {@code xquad.xx.json}. */
  public static BilingualQuestionSet xquad(Path folder, LanguagePair languages) {
    return questionSet("XQuAD", folder, languages);
  }

  /**
   * MLQA's development set: a folder of {@code dev-context-xx-question-xx.json}, in which
   * paragraphs have different numbers in each language.
   */
  public static BilingualQuestionSet mlqa(Path folder, LanguagePair languages) {
    return questionSet("MLQA", folder, languages);
  }

  private static BilingualQuestionSet questionSet(
      String name, Path folder, LanguagePair languages) {
    SquadFolder files = SquadFolder.open(folder);
    return questionSet(
        name,
        folder,
        files.paragraphs(languages.source()),
        files.paragraphs(languages.target()),
        Function.identity());
  }

  /**
   * BiPaR's development set: a folder with its multilingual {@code .json} files, English and
   * Chinese in one or two files; the ids of questions state the language.
   */
  public static BilingualQuestionSet bipar(Path folder, LanguagePair languages) {
    List<SquadParagraph> all = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(ReadingComprehensionReader::isJson).sorted().toList()) {
        try (Records<SquadParagraph> read = SquadDataset.readBipar(file, OnError.FAIL)) {
          read.forEachRemaining(all::add);
        }
      }
    } catch (IOException e) {
      throw FileErrors.cannotRead(folder, e);
    }
    return questionSet(
        "BiPaR",
        folder,
        inLanguage(all, languages.source()),
        inLanguage(all, languages.target()),
        id -> id.replaceFirst("_(EN|ZH)$", ""));
  }

  private static boolean isJson(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(".json") || name.endsWith(".json.gz");
  }

  /** Returns the paragraphs of a language with questions in the same language. */
  private static List<SquadParagraph> inLanguage(List<SquadParagraph> all, Language language) {
    return all.stream()
        .filter(paragraph -> paragraph.language().equals(language))
        .filter(
            paragraph ->
                paragraph.questions().stream()
                    .allMatch(question -> question.query().language().equals(language)))
        .toList();
  }

  /** A question with its relevant paragraph, in one language. */
  private record QuestionWithParagraph(String question, String paragraph) {}

  private static Map<String, QuestionWithParagraph> byKey(
      List<SquadParagraph> paragraphs, Function<String, String> key) {
    Map<String, QuestionWithParagraph> questionsByKey = new LinkedHashMap<>();
    for (SquadParagraph paragraph : paragraphs) {
      for (SquadQuestion question : paragraph.questions()) {
        questionsByKey.put(
            key.apply(question.query().id()),
            new QuestionWithParagraph(question.query().text(), paragraph.context()));
      }
    }
    return questionsByKey;
  }

  private static BilingualQuestionSet questionSet(
      String name,
      Path from,
      List<SquadParagraph> first,
      List<SquadParagraph> second,
      Function<String, String> key) {
    Map<String, QuestionWithParagraph> others = byKey(second, key);
    Map<BilingualText, Integer> places = new HashMap<>();
    List<BilingualText> passages = new ArrayList<>();
    List<BilingualText> queries = new ArrayList<>();
    List<Integer> answers = new ArrayList<>();
    byKey(first, key)
        .forEach(
            (id, one) -> {
              QuestionWithParagraph other = others.get(id);
              if (other != null) {
                BilingualText passage = new BilingualText(one.paragraph(), other.paragraph());
                Integer known = places.putIfAbsent(passage, passages.size());
                if (known == null) {
                  passages.add(passage);
                }
                queries.add(new BilingualText(one.question(), other.question()));
                answers.add(places.get(passage));
              }
            });
    if (queries.isEmpty()) {
      throw new IsoglossException(from + ": no question exists in both languages");
    }
    List<Integer> all = IntStream.range(0, passages.size()).boxed().toList();
    return new BilingualQuestionSet(
        name,
        passages,
        IntStream.range(0, queries.size())
            .mapToObj(i -> new BilingualQuestion(queries.get(i), all, Set.of(answers.get(i))))
            .toList());
  }
}
