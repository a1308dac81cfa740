package org.isogloss.papers.xpr;

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

/**
 * Relevance out of a documentation in many languages: the title of a page or the heading of a
 * section asks for the text below it, or in training something else of a section ({@link Asking}).
 * Against it stand the other sections of its page, sections that are near the question (by BM25
 * unless told), and any. A heading that stands in several places asks for nothing. Pages are kept
 * apart: what is tested is of pages that nothing was trained on.
 */
final class HelpRelevance implements Relevance {
  /** Of so many sections that share most words with a heading, one is a negative. */
  private static final int NEAR = 10;

  /** So many stand against each answer: one of its page, one near, the others any. */
  private static final int NEGATIVES = 3;

  private final List<HelpSections.Section> sections;
  private final LanguagePair languages;
  private final Asking asking;
  private final Function<List<String>, TextSearch> search;

  /**
   * Reads a documentation, whose headings ask.
   *
   * @param folder of {@code xx.tsv.gz}
   */
  HelpRelevance(Path folder, LanguagePair languages) {
    this(folder, languages, Asking.HEADING, texts -> new WordSearch(texts, languages.source()));
  }

  /**
   * Reads a documentation.
   *
   * @param folder of {@code xx.tsv.gz}
   * @param asking what asks in training; headings do in validation and test
   * @param search finds what is near a question among texts in the first language
   */
  HelpRelevance(
      Path folder,
      LanguagePair languages,
      Asking asking,
      Function<List<String>, TextSearch> search) {
    this.sections = HelpSections.read(folder, languages);
    this.languages = languages;
    this.asking = asking;
    this.search = search;
  }

  @Override
  public String name() {
    return "help";
  }

  /** The sections of a part, to find some for others. */
  private final class Pool implements AutoCloseable {
    private final List<HelpSections.Section> pool;
    private final List<Integer> order;
    private final TextSearch near;

    Pool(
        HelpSections.Part part,
        Predicate<HelpSections.Section> asks,
        Function<List<String>, TextSearch> search,
        Random random) {
      pool = sections.stream().filter(section -> section.part() == part).toList();
      order =
          IntStream.range(0, pool.size())
              .filter(i -> asks.test(pool.get(i)))
              .boxed()
              .collect(Collectors.toCollection(ArrayList::new));
      Collections.shuffle(order, random);
      near = search.apply(pool.stream().map(one -> one.text().first()).toList());
    }

    HelpSections.Section get(int number) {
      return pool.get(number);
    }

    /** Those that are no answer to a section's heading; equal texts answer alike. */
    private List<Integer> wrong(int own, List<Integer> of) {
      Twin text = get(own).text();
      return of.stream()
          .filter(other -> !get(other).text().first().equals(text.first()))
          .filter(other -> !get(other).text().second().equals(text.second()))
          .toList();
    }

    List<Integer> onThePageOf(int own) {
      return wrong(
          own,
          IntStream.range(0, pool.size())
              .filter(i -> get(i).page().equals(get(own).page()))
              .boxed()
              .toList());
    }

    /** Others that are near a question of it, the nearest first. */
    List<Integer> near(int own, String question, int most) {
      List<Integer> found = wrong(own, near.find(question, most + NEAR));
      return found.subList(0, Math.min(most, found.size()));
    }

    List<Integer> all(int own) {
      return wrong(own, IntStream.range(0, pool.size()).boxed().toList());
    }

    @Override
    public void close() {
      near.close();
    }
  }

  @Override
  public List<TwinPair> training(int most, Random random) {
    List<TwinPair> pairs = new ArrayList<>();
    try (Pool pool = new Pool(HelpSections.Part.TRAINING, this::asks, search, random)) {
      for (int own : pool.order) {
        Asking.Asked asked = asking.ask(pool.get(own), languages, random).orElseThrow();
        Set<Integer> negatives = new LinkedHashSet<>();
        add(pool.onThePageOf(own), negatives, random);
        add(pool.near(own, asked.query().first(), NEAR), negatives, random);
        boolean more = true;
        while (more && negatives.size() < NEGATIVES) {
          more = add(pool.all(own), negatives, random);
        }
        pairs.add(new TwinPair(asked.query(), asked.answer(), true));
        for (int other : negatives) {
          pairs.add(new TwinPair(asked.query(), asking.shown(pool.get(other), random), false));
        }
        if (pairs.size() >= most) {
          break;
        }
      }
    }
    List<TwinPair> chosen = new ArrayList<>(pairs.subList(0, Math.min(most, pairs.size())));
    Collections.shuffle(chosen, random);
    return chosen;
  }

  private boolean asks(HelpSections.Section section) {
    return asking.ask(section, languages, new Random(0)).isPresent();
  }

  /** Adds one of these that is not there yet; whether there was any. */
  private static boolean add(List<Integer> some, Set<Integer> negatives, Random random) {
    List<Integer> left = some.stream().filter(one -> !negatives.contains(one)).toList();
    return !left.isEmpty() && negatives.add(left.get(random.nextInt(left.size())));
  }

  @Override
  public TwinQuestions validation(int most, int candidates, Random random) {
    return questions(HelpSections.Part.VALIDATION, most, candidates, random);
  }

  @Override
  public TwinQuestions test(int most, int candidates, Random random) {
    return questions(HelpSections.Part.TEST, most, candidates, random);
  }

  private TextSearch words(List<String> texts) {
    return new WordSearch(texts, languages.source());
  }

  private TwinQuestions questions(HelpSections.Part part, int most, int candidates, Random random) {
    List<TwinQuestion> questions = new ArrayList<>();
    try (Pool pool = new Pool(part, HelpSections.Section::asks, this::words, random)) {
      for (int own : pool.order.subList(0, Math.min(most, pool.order.size()))) {
        SequencedSet<Integer> chosen = new LinkedHashSet<>(List.of(own));
        List<Function<Integer, List<Integer>>> kinds =
            List.of(
                pool::onThePageOf,
                one -> pool.near(one, pool.get(one).heading().first(), candidates),
                pool::all);
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
        questions.add(new TwinQuestion(pool.get(own).heading(), order, Set.of(own)));
      }
      return new TwinQuestions(
          name(), pool.pool.stream().map(HelpSections.Section::text).toList(), questions);
    }
  }
}
