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
 * The tables of translations that an index was given, in the folder {@value #FOLDER} of it: one for
 * two languages, good in both directions. Their words are the terms of the index's analyzers, stems
 * where these make stems, however the words of the bitext were cut.
 */
public final class IndexTranslationTables {
  static final String FOLDER = "tables";

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
   * Gives an index a table; one that it has for the same languages is replaced.
   *
   * @param index its folder
   * @param file a table that {@code isogloss align} wrote
   * @param fixed whether the index may have no other tables than it has
   * @param analyzers of the index
   * @throws IsoglossException if it is no table, is damaged, or cannot be copied; if it is another
   *     than the one there, and that is fixed
   */
  public static LanguagePair add(
      Path index, Path file, boolean fixed, LanguageAnalyzers analyzers) {
    TranslationTable table = TranslationTable.open(file);
    LanguagePair pair = table.languages();
    if (pair.source().code().equals(pair.target().code())) {
      throw new IsoglossException(
          file + ": a table of " + pair + ", expected two languages that are not one");
    }
    Path there = index.resolve(FOLDER).resolve(name(pair));
    Path made = there.resolveSibling(there.getFileName() + AtomicFile.UNFINISHED_SUFFIX);
    try {
      Files.createDirectories(there.getParent());
      table.writeAnalysed(made, terms(analyzers, pair.source()), terms(analyzers, pair.target()));
      boolean other = !Files.exists(there) || Files.mismatch(made, there) >= 0;
      if (fixed && other) {
        Files.delete(made);
        throw new IsoglossException(
            file
                + ": the index holds passages whose frequencies were projected without this table;"
                + " index the collection again into another folder, with the table");
      }
      Files.move(made, there, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw IndexFolder.failure(index, e);
    }
    return pair;
  }

  /** Whether a file in the folder {@value #FOLDER} is a table, or one that was being written. */
  static boolean isTable(Path file) {
    return file.getFileName().toString().contains(SUFFIX);
  }

  /** One name for both directions of a pair. */
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
   * Opens the tables of an index, none where it was given none.
   *
   * @throws IsoglossException if one is damaged
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

  /** What changes if a table is added or replaced, without reading the tables. */
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
   * @return how many there are
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
          problems.add(file + ": is the table " + name);
        }
      }
    } catch (IOException | IsoglossException e) {
      problems.add("a table of translations cannot be read", e);
    }
    return tables;
  }

  public boolean isEmpty() {
    return translators.isEmpty();
  }

  /** The codes of the languages that some table has. */
  public Set<String> languages() {
    return Collections.unmodifiableSet(languages);
  }

  /** What translates queries of one language for passages of another. */
  public Optional<QueryTranslator> find(String from, String to) {
    return Optional.ofNullable(translators.get(new Direction(from, to)));
  }

  /** What knows most text of a language; empty where no table has it. */
  public Optional<QueryTranslator> withMostTokens(String code) {
    return languages.stream()
        .flatMap(other -> find(code, other).stream())
        .reduce((one, other) -> other.tokenCount() > one.tokenCount() ? other : one);
  }
}
