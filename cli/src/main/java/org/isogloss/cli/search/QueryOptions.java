package org.isogloss.cli.search;

import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.isogloss.cli.console.Console;
import org.isogloss.core.Encoder;
import org.isogloss.core.Language;
import org.isogloss.core.LanguageRange;
import org.isogloss.core.Query;
import org.isogloss.core.Role;
import org.isogloss.engine.EngineBuilder;
import org.isogloss.engine.SearchEngine;
import org.isogloss.search.QueryLimit;
import picocli.CommandLine.Option;

/** In which language an index is asked, and for documents in which. */
final class QueryOptions {
  @Option(
      names = "--languages",
      paramLabel = "CODES",
      split = ",",
      description =
          "Only documents in these languages, such as de,fr; zh-Hant: in this script only; no: in"
              + " nb and nn too.")
  private List<String> languages = List.of();

  @Option(
      names = "--query-language",
      paramLabel = "CODE",
      description = "What the query is written in, where that is known.")
  private String queryLanguage = Language.UNDETERMINED.tag();

  @Option(
      names = "--model",
      paramLabel = "MODEL",
      description = "Where the index's model is now, if it is elsewhere than when it was made.")
  private String model;

  /** The languages of the documents that are wanted; none for all. */
  Set<LanguageRange> documentLanguages() {
    Set<LanguageRange> within = new LinkedHashSet<>();
    languages.forEach(code -> within.add(LanguageRange.of(code.strip())));
    return within;
  }

  Language language() {
    return Language.of(queryLanguage);
  }

  /**
   * The query that words on the command line are, without what does not count; warns if there is
   * any.
   *
   * @param encoder of the index, if its vectors are searched
   */
  Query query(List<String> words, Optional<Encoder> encoder, Console console) {
    Query query = new Query("q", language(), String.join(" ", words));
    Query cut = QueryLimit.truncate(query);
    if (!cut.equals(query)) {
      console.warn(
          "the query has "
              + Console.formatCount(query.text().length())
              + " characters: only its first "
              + Console.formatCount(QueryLimit.MAX_WORDS)
              + " words, and at most its first "
              + Console.formatCount(QueryLimit.MAX_CHARACTERS)
              + " characters, count");
    }
    if (encoder.isPresent() && !encoder.get().fits(cut.text(), Role.QUERY)) {
      console.warn("the query is longer than the model reads: its end does not count for vectors");
    }
    return cut;
  }

  /** How to open the index that is asked. */
  EngineBuilder engine(Path folder, int threads) {
    EngineBuilder engine = SearchEngine.at(folder).threads(threads);
    return model == null ? engine : engine.model(model);
  }
}
