// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr.relevance;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.SequencedSet;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.isogloss.data.LanguagePair;
import org.isogloss.papers.xpr.mixture.BilingualPair;
import org.isogloss.papers.xpr.mixture.BilingualQuestion;
import org.isogloss.papers.xpr.mixture.BilingualQuestionSet;
import org.isogloss.papers.xpr.mixture.BilingualText;

/**
 * Relevance from a documentation in many languages: the title of a page or the heading of a
 * section, or in training another part of a section ({@link QueryConstruction}), is the query of
 * the text below it. Negatives are other sections of its page, sections similar to the query (by
 * BM25 by default), and random ones. Headings that occur several times are no queries. Training,
 * validation and test use different pages.
 */
public final class DocumentationRelevance implements RelevanceSource {
  /** Number of sections most similar to a heading from which a negative is sampled. */
  private static final int NEAR_POOL_SIZE = 10;

  /** Number of negatives of each relevant text: one of its page, one similar, the others random. */
  private static final int NEGATIVES = 3;

  private final List<BilingualSections.BilingualSection> sections;
  private final LanguagePair languages;
  private final QueryConstruction construction;
  private final Function<List<String>, HardNegativeSearch> negativeSearch;

  /**
   * Reads a documentation whose headings are queries.
   *
   * @param folder folder of {@code xx.tsv.gz}
   */
  public DocumentationRelevance(Path folder, LanguagePair languages) {
    this(
        folder,
        languages,
        QueryConstruction.HEADING,
        texts -> new Bm25NegativeSearch(texts, languages.source()));
  }

  /**
   * Reads a documentation.
   *
   * @param folder folder of {@code xx.tsv.gz}
   * @param construction queries of training; headings in validation and test
   * @param negativeSearch finds texts in the first language that are similar to a query
   */
  public DocumentationRelevance(
      Path folder,
      LanguagePair languages,
      QueryConstruction construction,
      Function<List<String>, HardNegativeSearch> negativeSearch) {
    this.sections = BilingualSections.read(folder, languages);
    this.languages = languages;
    this.construction = construction;
    this.negativeSearch = negativeSearch;
  }

  @Override
  public String name() {
    return "help";
  }

  @Override
  public String candidates() {
    return "sections of the same page, sections that share words with the heading, and others";
  }

  /** Returns the sections of a part, for the search of negatives. */
  private final class Pool implements AutoCloseable {
    private final List<BilingualSections.BilingualSection> sections;
    private final List<Integer> order;
    private final HardNegativeSearch near;

    Pool(
        BilingualSections.DataSplit part,
        Predicate<BilingualSections.BilingualSection> asks,
        Function<List<String>, HardNegativeSearch> search,
        Random random) {
      sections =
          DocumentationRelevance.this.sections.stream()
              .filter(section -> section.split() == part)
              .toList();
      order =
          IntStream.range(0, sections.size())
              .filter(i -> asks.test(sections.get(i)))
              .boxed()
              .collect(Collectors.toCollection(ArrayList::new));
      Collections.shuffle(order, random);
      near = search.apply(sections.stream().map(one -> one.text().first()).toList());
    }

    BilingualSections.BilingualSection get(int number) {
      return sections.get(number);
    }

    /**
     * Returns sections that are not relevant to a section's heading; equal texts are equally
     * relevant.
     */
    private List<Integer> nonAnswers(int own, List<Integer> of) {
      BilingualText text = get(own).text();
      return of.stream()
          .filter(other -> !get(other).text().first().equals(text.first()))
          .filter(other -> !get(other).text().second().equals(text.second()))
          .toList();
    }

    List<Integer> samePage(int own) {
      return nonAnswers(
          own,
          IntStream.range(0, sections.size())
              .filter(i -> get(i).page().equals(get(own).page()))
              .boxed()
              .toList());
    }

    /** Returns other sections similar to its query, the most similar first. */
    List<Integer> near(int own, String question, int max) {
      List<Integer> found = nonAnswers(own, near.find(question, max + NEAR_POOL_SIZE));
      return found.subList(0, Math.min(max, found.size()));
    }

    List<Integer> allNonAnswers(int own) {
      return nonAnswers(own, IntStream.range(0, sections.size()).boxed().toList());
    }

    @Override
    public void close() {
      near.close();
    }
  }

  @Override
  public List<BilingualPair> training(int maxPairs, Random random) {
    List<BilingualPair> pairs = new ArrayList<>();
    try (Pool pool =
        new Pool(BilingualSections.DataSplit.TRAINING, this::canAsk, negativeSearch, random)) {
      for (int own : pool.order) {
        QueryConstruction.QueryWithAnswer question =
            construction.construct(pool.get(own), languages, random).orElseThrow();
        Set<Integer> negatives = new LinkedHashSet<>();
        addUnused(pool.samePage(own), negatives, random);
        addUnused(pool.near(own, question.query().first(), NEAR_POOL_SIZE), negatives, random);
        boolean more = true;
        while (more && negatives.size() < NEGATIVES) {
          more = addUnused(pool.allNonAnswers(own), negatives, random);
        }
        pairs.add(new BilingualPair(question.query(), question.answer(), true));
        for (int other : negatives) {
          pairs.add(
              new BilingualPair(
                  question.query(), construction.distractorText(pool.get(other), random), false));
        }
        if (pairs.size() >= maxPairs) {
          break;
        }
      }
    }
    List<BilingualPair> chosen =
        new ArrayList<>(pairs.subList(0, Math.min(maxPairs, pairs.size())));
    Collections.shuffle(chosen, random);
    return chosen;
  }

  private boolean canAsk(BilingualSections.BilingualSection section) {
    return construction.construct(section, languages, new Random(0)).isPresent();
  }

  /** Adds one of these that is not yet included; returns whether there was one. */
  private static boolean addUnused(List<Integer> some, Set<Integer> negatives, Random random) {
    List<Integer> left = some.stream().filter(one -> !negatives.contains(one)).toList();
    return !left.isEmpty() && negatives.add(left.get(random.nextInt(left.size())));
  }

  @Override
  public BilingualQuestionSet validation(int maxQuestions, int candidates, Random random) {
    return questions(BilingualSections.DataSplit.VALIDATION, maxQuestions, candidates, random);
  }

  @Override
  public BilingualQuestionSet test(int maxQuestions, int candidates, Random random) {
    return questions(BilingualSections.DataSplit.TEST, maxQuestions, candidates, random);
  }

  private HardNegativeSearch bm25Search(List<String> texts) {
    return new Bm25NegativeSearch(texts, languages.source());
  }

  private BilingualQuestionSet questions(
      BilingualSections.DataSplit part, int maxQuestions, int candidates, Random random) {
    List<BilingualQuestion> questions = new ArrayList<>();
    try (Pool pool =
        new Pool(
            part, BilingualSections.BilingualSection::uniqueHeading, this::bm25Search, random)) {
      for (int own : pool.order.subList(0, Math.min(maxQuestions, pool.order.size()))) {
        SequencedSet<Integer> chosen = new LinkedHashSet<>(List.of(own));
        List<Function<Integer, List<Integer>>> kinds =
            List.of(
                pool::samePage,
                one -> pool.near(one, pool.get(one).heading().first(), candidates),
                pool::allNonAnswers);
        for (Function<Integer, List<Integer>> kind : kinds) {
          if (chosen.size() < candidates) {
            List<Integer> more = new ArrayList<>(kind.apply(own));
            if (kind == kinds.getLast()) {
              Collections.shuffle(more, random);
            }
            more.stream().takeWhile(one -> chosen.size() < candidates).forEach(chosen::add);
          }
        }
        List<Integer> order = new ArrayList<>(chosen);
        Collections.shuffle(order, random);
        questions.add(new BilingualQuestion(pool.get(own).heading(), order, Set.of(own)));
      }
      return new BilingualQuestionSet(
          name(),
          pool.sections.stream().map(BilingualSections.BilingualSection::text).toList(),
          questions);
    }
  }
}
