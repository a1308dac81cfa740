// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import java.util.List;
import org.isogloss.api.FieldName;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.Snippet;
import org.isogloss.core.IsoglossException;
import org.isogloss.engine.EngineBuilder;
import org.isogloss.options.OptionValidation;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** Options of what the results of a query contain. */
class ResultOptions {
  @Option(
      names = "--explain",
      description =
          "Show the rank of each hit in every stage of the pipeline, and which of its words matched"
              + " which words of the query: by bm25, ql, psq and translate, with probabilities, and"
              + " by vectors, with similarities.")
  boolean explain;

  @Option(
      names = "--facets",
      split = ",",
      paramLabel = "FIELDS",
      description =
          "Count the values of these fields in the documents that are likely to answer the query,"
              + " such as category,language or, in groups, price by 10,date by month,price at 10 50.")
  private List<String> facets = List.of();

  @Option(
      names = "--sort",
      split = ",",
      paramLabel = "KEYS",
      description =
          "Show the hits that are likely to answer the query in the order of these fields, such as"
              + " 'date desc,price'; those without the field come last.")
  private List<String> sort = List.of();

  @Option(
      names = "--fields",
      split = ",",
      paramLabel = "FIELDS",
      description = "The fields of documents to show, such as category,date (default: all).")
  private List<String> fields;

  @Option(
      names = "--prefer",
      split = ",",
      paramLabel = "CODES",
      description =
          "Languages that come first, best first (default: the language of the query). Of the"
              + " versions of a text, the one in the first of them that it has is first.")
  private List<String> preferred = List.of();

  @Option(
      names = "--preference",
      paramLabel = "P",
      description =
          "How much these languages come first: 0 not at all, 0.5 before answers that are about as"
              + " probable, 1 also before more probable ones (default: 0, with --prefer 0.5).")
  private Double preference;

  @Option(
      names = "--min-probability",
      paramLabel = "P",
      description =
          "Leave out hits that answer the query with less than this probability, from 0 to 1.")
  private Double minProbability;

  @Option(
      names = "--snippet-length",
      paramLabel = "N",
      description = "Maximum number of characters of a snippet (default: 240).")
  private int snippetLength = Snippet.DEFAULT_LENGTH;

  @ArgGroup(exclusive = false)
  private Grouping grouping;

  @ArgGroup(exclusive = false)
  private Answers answers;

  /** How the results are grouped. */
  private static final class Grouping {
    /** What is one result. */
    private enum Unit {
      VERSIONS
    }

    @Option(
        names = "--group",
        required = true,
        paramLabel = "versions",
        description = "Show each text once, and name its versions in other languages.")
    private Unit unit;

    private SearchRequest apply(SearchRequest request) {
      return switch (unit) {
        case VERSIONS -> request.withGroupedTranslations();
      };
    }
  }

  /** Which answers are looked for. */
  private static final class Answers {
    @Option(
        names = "--answers",
        required = true,
        paramLabel = "MODEL",
        description =
            "Show answers above the hits, as this model finds them in the first passages: a folder"
                + " as training writes it from a recipe of the kind answers, or one of Python's"
                + " transformers with a head for question answering.")
    private String model;

    @Option(
        names = "--top-answers",
        paramLabel = "N",
        description = "With --answers: maximum number of answers (default: 3).")
    private int top = 3;

    @Option(
        names = "--answer-passages",
        paramLabel = "N",
        description =
            "With --answers: number of hits whose passages are read, whatever page is shown"
                + " (default: 10).")
    private int passages = SearchRequest.DEFAULT_ANSWER_PASSAGES;
  }

  /**
   * Checks the values of the options.
   *
   * @throws IsoglossException if one is invalid
   */
  void validate() {
    OptionValidation.requireOneOrMore("--snippet-length", snippetLength);
    if (minProbability != null && !(minProbability >= 0 && minProbability <= 1)) {
      throw new IsoglossException("--min-probability is " + minProbability + ", expected 0 to 1");
    }
    if (preference != null && !(preference >= 0 && preference <= 1)) {
      throw new IsoglossException("--preference is " + preference + ", expected 0 to 1");
    }
    if (answers != null) {
      OptionValidation.requireOneOrMore("--top-answers", answers.top);
      OptionValidation.requireOneOrMore("--answer-passages", answers.passages);
    }
  }

  /** Whether facets are counted. */
  boolean hasFacets() {
    return !facets.isEmpty();
  }

  /** Adds what the results need to an engine. */
  EngineBuilder apply(EngineBuilder engine) {
    return answers == null ? engine : engine.answers(answers.model);
  }

  /** Adds what the results contain to a request. */
  SearchRequest apply(SearchRequest request) {
    SearchRequest changed =
        request
            .withExplanations(explain)
            .withSnippetLength(snippetLength)
            .withPreferredLanguages(preferred.toArray(String[]::new))
            .withFacets(facets.toArray(String[]::new))
            .withSort(sort.toArray(String[]::new));
    if (fields != null) {
      changed =
          changed.withFields(
              fields.stream()
                  .filter(name -> !name.isBlank())
                  .map(FieldName::unquoted)
                  .toArray(String[]::new));
    }
    if (grouping != null) {
      changed = grouping.apply(changed);
    }
    if (preference != null) {
      changed = changed.withPreference(preference);
    }
    if (minProbability != null) {
      changed = changed.withMinProbability(minProbability);
    }
    return answers == null ? changed : changed.withAnswers(answers.top, answers.passages);
  }
}
