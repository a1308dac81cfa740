package org.isogloss.benchmarks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.data.Judgement;
import org.isogloss.data.qa.SquadFolder;
import org.isogloss.data.qa.SquadParagraph;
import org.isogloss.data.qa.SquadTestCollection;

/** Reads the test sets that ask the same questions about the same paragraphs in many languages. */
final class QuestionAnswering {
  private QuestionAnswering() {}

  /** Every question in every language asks for its paragraph in all languages. */
  static TestCollection paragraphs(Path data) {
    SquadTestCollection all = inAllLanguages(data.resolve("xquad"));
    return new TestCollection("xquad", all.paragraphs(), all.queries(), all.paragraphJudgements());
  }

  /**
   * Every question in every language asks for the sentences with its answer in all languages, as
   * LAReQA has it (Roy et al. 2020).
   */
  static TestCollection sentences(Path data) {
    SquadTestCollection all = inAllLanguages(data.resolve("xquad-r"));
    return new TestCollection("xquad-r", all.sentences(), all.queries(), all.sentenceJudgements());
  }

  private static SquadTestCollection inAllLanguages(Path folder) {
    SquadFolder files = SquadFolder.open(folder);
    List<SquadParagraph> paragraphs = files.paragraphs(files.languages());
    return SquadTestCollection.of(paragraphs, paragraphs);
  }

  /**
   * XPR's mixed test: each paragraph stands in one of two languages only, and each question is
   * asked in one of them, by independent throws of a coin.
   */
  static TestCollection mixed(Path data, String name, Language one, Language other, long seed) {
    SquadFolder files = SquadFolder.open(data.resolve("xquad"));
    List<SquadParagraph> paragraphs = files.paragraphs(List.of(one, other));
    SquadTestCollection both = SquadTestCollection.of(paragraphs, paragraphs);
    Mix mix = new Mix(one, other, new Random(seed));
    List<Document> documents =
        both.paragraphs().stream().filter(document -> mix.keeps(document.id())).toList();
    List<Query> queries = both.queries().stream().filter(query -> mix.keeps(query.id())).toList();
    List<Judgement> judgements = new ArrayList<>();
    for (Judgement judgement : both.paragraphJudgements()) {
      if (mix.keeps(judgement.queryId()) && mix.keeps(judgement.documentId())) {
        judgements.add(judgement);
      }
    }
    return new TestCollection(name, documents, queries, judgements);
  }

  /** Chooses one of two languages for whatever has an id such as {@code en/12-3} in both. */
  private static final class Mix {
    private final Language one;
    private final Language other;
    private final Random coin;
    private final Map<String, String> chosen = new HashMap<>();

    Mix(Language one, Language other, Random coin) {
      this.one = one;
      this.other = other;
      this.coin = coin;
    }

    boolean keeps(String id) {
      int slash = id.indexOf('/');
      String language =
          chosen.computeIfAbsent(
              id.substring(slash + 1), same -> (coin.nextBoolean() ? one : other).tag());
      return id.substring(0, slash).equals(language);
    }
  }
}
