// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.index;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.io.AtomicFile;
import org.isogloss.data.LanguagePair;
import org.isogloss.lexical.scoring.QueryTranslator;
import org.isogloss.lexical.table.TranslationTable;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.analysis.QueryTerms;

/**
 * The translation tables of an index, in its subfolder {@value #FOLDER}: one table for each pair of
 * languages, used in both directions. Their words are terms of the index's analyzers, for example
 * stems, independent of the tokenisation of the parallel text.
 */
public final class IndexTranslationTables {
  /** Name of the folder of the tables in that of an index. */
  public static final String FOLDER = "tables";

  /** No tables: every word is its own translation. */
  public static final IndexTranslationTables EMPTY = new IndexTranslationTables(List.of());

  private static final String SUFFIX = ".table";

  private record Direction(String from, String to) {}

  private final Map<Direction, QueryTranslator> translators = new HashMap<>();
  private final Set<String> languages = new TreeSet<>();

  private IndexTranslationTables(List<TranslationTable> tables) {
    for (TranslationTable table : tables) {
      String source = table.languages().source().code();
      String target = table.languages().target().code();
      translators.put(new Direction(source, target), new QueryTranslator(table));
      translators.put(new Direction(target, source), new QueryTranslator(table.reversed()));
      languages.add(source);
      languages.add(target);
    }
  }

  /**
   * Adds a table to an index; an existing table for the same languages is replaced.
   *
   * @param index the folder of the index
   * @param file a translation table file
   * @param fixed whether the tables of the index must not change
   * @param analyzers the analyzers of the index
   * @return the languages of the table
   * @throws IsoglossException if the file is not a translation table, is damaged or cannot be
   *     copied, or if {@code fixed} is true and the table differs from that of the index
   */
  public static LanguagePair add(
      Path index, Path file, boolean fixed, LanguageAnalyzers analyzers) {
    TranslationTable table = TranslationTable.open(file);
    LanguagePair pair = table.languages();
    if (pair.source().code().equals(pair.target().code())) {
      throw new IsoglossException(
          file + ": a table of " + pair + ", expected two different languages");
    }
    Path target = index.resolve(FOLDER).resolve(name(pair));
    Path unfinished = target.resolveSibling(target.getFileName() + AtomicFile.UNFINISHED_SUFFIX);
    try {
      Files.createDirectories(target.getParent());
      table.writeAnalysed(
          unfinished, terms(analyzers, pair.source()), terms(analyzers, pair.target()));
      boolean differs = !Files.exists(target) || Files.mismatch(unfinished, target) >= 0;
      if (fixed && differs) {
        Files.delete(unfinished);
        throw new IsoglossException(
            file
                + ": the index contains passages whose frequencies were projected without this table;"
                + " index the collection again into another folder, with the table");
      }
      Files.move(
          unfinished, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw IndexFolder.failure(index, e);
    }
    return pair;
  }

  /** Whether a file in the folder {@value #FOLDER} is a table, possibly an unfinished one. */
  static boolean isTable(Path file) {
    return file.getFileName().toString().contains(SUFFIX);
  }

  /** Returns the file name of a pair of {@link #pairs}. */
  public static String fileName(String pair) {
    return pair + SUFFIX;
  }

  /** Returns the file name of a pair, which is the same for both directions. */
  private static String name(LanguagePair pair) {
    String one = pair.source().code();
    String other = pair.target().code();
    return (one.compareTo(other) < 0 ? one + "-" + other : other + "-" + one) + SUFFIX;
  }

  private static Function<String, List<String>> terms(
      LanguageAnalyzers analyzers, Language language) {
    return word ->
        QueryTerms.tokens(analyzers.forLanguage(language.code()), word).stream()
            .map(QueryTerms.Token::term)
            .toList();
  }

  /**
   * Opens the tables of an index; there may be none.
   *
   * @throws IsoglossException if a table is damaged
   */
  public static IndexTranslationTables open(Path index) {
    Path folder = index.resolve(FOLDER);
    if (!Files.isDirectory(folder)) {
      return EMPTY;
    }
    try (Stream<Path> files = Files.list(folder)) {
      return new IndexTranslationTables(
          files
              .filter(file -> file.getFileName().toString().endsWith(SUFFIX))
              .sorted()
              .map(TranslationTable::open)
              .toList());
    } catch (IOException e) {
      throw IndexFolder.failure(index, e);
    }
  }

  /**
   * Returns file stamps, which change if a table is added or replaced, without reading the tables.
   */
  public static List<FileStamp> stamps(Path index) {
    Path folder = index.resolve(FOLDER);
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().endsWith(SUFFIX))
          .sorted()
          .map(FileStamp::of)
          .toList();
    } catch (IOException e) {
      throw IndexFolder.failure(index, e);
    }
  }

  /**
   * Checks the tables of an index.
   *
   * @return number of tables
   */
  public static int validate(Path index, IndexProblems problems) {
    Path folder = index.resolve(FOLDER);
    if (!Files.isDirectory(folder)) {
      return 0;
    }
    int tables = 0;
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(file -> file.toString().endsWith(SUFFIX)).sorted().toList()) {
        tables++;
        String name = name(TranslationTable.open(file).languages());
        if (!name.equals(file.getFileName().toString())) {
          problems.add(file + ": contains the table " + name);
        }
      }
    } catch (IOException | IsoglossException e) {
      problems.add("a translation table cannot be read", e);
    }
    return tables;
  }

  public boolean isEmpty() {
    return translators.isEmpty();
  }

  /** The pairs of language codes of the tables, such as {@code de-en}. */
  public SortedSet<String> pairs() {
    SortedSet<String> pairs = new TreeSet<>();
    translators
        .keySet()
        .forEach(
            direction -> {
              if (direction.from().compareTo(direction.to()) < 0) {
                pairs.add(direction.from() + "-" + direction.to());
              }
            });
    return pairs;
  }

  /** The codes of all languages of the tables. */
  public Set<String> languages() {
    return Collections.unmodifiableSet(languages);
  }

  /** The translator from a query language to a passage language; empty if there is no table. */
  public Optional<QueryTranslator> find(String from, String to) {
    return Optional.ofNullable(translators.get(new Direction(from, to)));
  }

  /**
   * The translator estimated from the most tokens in a language; empty if no table has the
   * language.
   */
  public Optional<QueryTranslator> withMostTokens(String code) {
    return languages.stream()
        .flatMap(other -> find(code, other).stream())
        .reduce((one, other) -> other.tokenCount() > one.tokenCount() ? other : one);
  }
}
