package org.isogloss.data;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.isogloss.core.Language;

/**
 * What languages documents or queries are in, as TSV: {@code id TAB language}. For measures by
 * language, where qrels and runs say only ids.
 */
public final class IdLanguages {
  private IdLanguages() {}

  /** Reads a file line by line. */
  public static Records<IdLanguage> read(Path file, OnError onError) {
    return LineRecords.read(file, onError, line -> line.equals("id\tlanguage"), IdLanguages::parse);
  }

  private static IdLanguage parse(String line) throws MalformedRecordException {
    String[] columns = Parsing.columns(line);
    if (columns.length != 2) {
      throw new MalformedRecordException(
          "found " + Parsing.count(columns.length, "column") + ", expected id TAB language");
    }
    return new IdLanguage(Parsing.notBlank(columns[0], "the id"), Parsing.language(columns[1]));
  }

  /**
   * Reads a whole file into memory, in its order.
   *
   * @throws FormatException if a line is malformed, or gives an id a second language
   */
  public static Map<String, Language> load(Path file) {
    Map<String, Language> languages = new LinkedHashMap<>();
    try (Records<IdLanguage> records =
        LineRecords.read(
            file,
            OnError.FAIL,
            line -> line.equals("id\tlanguage"),
            line -> {
              IdLanguage record = parse(line);
              Language before = languages.putIfAbsent(record.id(), record.language());
              if (before != null && !before.equals(record.language())) {
                throw new MalformedRecordException(
                    "id "
                        + Parsing.excerpt(record.id())
                        + " was "
                        + before
                        + " above and is "
                        + record.language()
                        + " here: remove one of the lines");
              }
              return record;
            })) {
      records.forEachRemaining(record -> {});
    }
    return languages;
  }

  /** Writes a file with the header {@code id TAB language}. */
  public static RecordWriter<IdLanguage> writer(Path file) {
    return RecordWriter.open(
        file,
        "id\tlanguage",
        (record, line) ->
            line.append(Tsv.id(record.id())).append('\t').append(record.language().tag()));
  }
}
