// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.detect;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.core.util.IdValidator;
import org.isogloss.data.FormatException;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.SkippedFiles;
import org.isogloss.data.io.FolderWalker;
import org.isogloss.data.io.Utf8LineReader;
import org.isogloss.data.parse.FieldParsing;

/**
 * Documents as text files: every {@code .txt} and {@code .md} file below a folder (optionally with
 * {@code .gz} appended), in the order of their paths. The id is the path relative to the folder,
 * with {@code /} as separator; blanks and control characters, which an id cannot contain, are
 * percent-encoded as in URLs ({@code my%20notes.txt}). The language is the one in the file name,
 * {@code name.de.txt}, or else the nearest folder whose name is a language code, {@code
 * de/name.txt}. The first line of a Markdown file is its title if it is a heading {@code # Title}.
 * Hidden files and folders are skipped; symbolic links to folders are not followed. A file that
 * cannot be read, or is empty, is one malformed record.
 */
public final class TextFolder {
  private static final Pattern NAME =
      Pattern.compile(
          "(?<name>.*)\\.(?<kind>txt|md)(\\.gz)?", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  /** An escape sequence in an id. */
  private static final Pattern ESCAPE = Pattern.compile("%[0-9a-fA-F]{2}");

  /** Maximum length of a document; a longer file is assumed not to be a document. */
  private static final long MAX_CHARACTERS = 64L << 20;

  private TextFolder() {}

  /** Reads a folder whose file names may contain the languages. */
  public static Records<Document> read(Path folder, OnError onError) {
    return read(folder, Language.UNDETERMINED, onError);
  }

  /**
   * Reads a folder.
   *
   * @param defaultLanguage the language of files whose names contain no language
   * @throws FormatException if the folder does not exist or is not a folder
   */
  public static Records<Document> read(Path folder, Language defaultLanguage, OnError onError) {
    SkippedFiles skipped = new SkippedFiles(folder);
    Iterator<Path> files = new FolderWalker(folder, below -> false, skipped);
    return new Records<>(new Texts(folder, defaultLanguage, files, skipped), onError);
  }

  /**
   * Reads one file as if it were the only file of its folder.
   *
   * @param defaultLanguage the language if the file name contains none
   */
  static Records<Document> readFile(Path file, Language defaultLanguage, OnError onError) {
    Path absolute = file.toAbsolutePath();
    return new Records<>(
        singleFileSource(absolute.getParent(), absolute, defaultLanguage), onError);
  }

  /** The source of one file below a folder. */
  static Records.Source<Document> singleFileSource(
      Path folder, Path file, Language defaultLanguage) {
    return new Texts(folder, defaultLanguage, List.of(file).iterator(), new SkippedFiles(folder));
  }

  /** Whether a file has the name of a text document. */
  static boolean isDocument(Path file) {
    return NAME.matcher(file.getFileName().toString()).matches();
  }

  /** The document id for a path relative to the folder. */
  private static String id(Path path) {
    String separator = path.getFileSystem().getSeparator();
    String plain = path.toString().replace(separator, "/");
    StringBuilder id = new StringBuilder(plain.length());
    for (int i = 0; i < plain.length(); i += Character.charCount(plain.codePointAt(i))) {
      String character = Character.toString(plain.codePointAt(i));
      boolean escape = ESCAPE.matcher(plain).region(i, plain.length()).lookingAt();
      if (IdValidator.isForbiddenCharacter(plain.codePointAt(i)) || escape) {
        for (byte one : character.getBytes(StandardCharsets.UTF_8)) {
          id.append('%').append(HexFormat.of().withUpperCase().toHexDigits(one));
        }
      } else {
        id.append(character);
      }
    }
    return id.toString();
  }

  /** Reads the text files of a sequence of files as documents. */
  private static final class Texts implements Records.Source<Document> {
    private final Path folder;
    private final Language language;
    private final Iterator<Path> files;
    private final SkippedFiles skipped;
    private Path file;
    private long line;

    Texts(Path folder, Language language, Iterator<Path> files, SkippedFiles skipped) {
      this.folder = folder;
      this.language = language;
      this.files = files;
      this.skipped = skipped;
      this.file = folder;
    }

    @Override
    public Optional<Document> next() throws MalformedRecordException {
      while (files.hasNext()) {
        Path next = files.next();
        if (isDocument(next)) {
          file = next;
          line = 0;
          return Optional.of(document());
        }
        skipped.add(next, () -> CollectionFolder.skipReason(next));
      }
      return Optional.empty();
    }

    @Override
    public SkippedFiles skippedFiles() {
      return skipped;
    }

    private Document document() throws MalformedRecordException {
      Path path = folder.relativize(file);
      String id = id(path);
      String text = text();
      Matcher name = NAME.matcher(file.getFileName().toString());
      if (name.matches() && name.group("kind").toLowerCase(Locale.ROOT).equals("md")) {
        int end = text.indexOf('\n') < 0 ? text.length() : text.indexOf('\n');
        if (text.startsWith("# ")) {
          String title = text.substring(2, end).strip();
          return FieldParsing.newDocument(id, language(path), title, text.substring(end).strip());
        }
      }
      return FieldParsing.newDocument(id, language(path), "", text.strip());
    }

    private String text() throws MalformedRecordException {
      StringBuilder text = new StringBuilder();
      try (Utf8LineReader lines = Utf8LineReader.open(file)) {
        try {
          for (String next = lines.next(); next != null; next = lines.next()) {
            text.append(next).append('\n');
            if (text.length() > MAX_CHARACTERS) {
              throw new MalformedRecordException(
                  "is longer than 64 Mi characters, expected a shorter document: split it");
            }
          }
        } finally {
          line = lines.lineNumber();
        }
      } catch (FormatException e) {
        // A malformed record rather than a fatal error: the other files can still be read.
        line = e.line();
        throw new MalformedRecordException(e.problem());
      }
      return text.toString();
    }

    private Language language(Path path) {
      Matcher name = NAME.matcher(path.getFileName().toString());
      String stem = name.matches() ? name.group("name") : "";
      int dot = stem.lastIndexOf('.');
      Optional<Language> found = dot < 0 ? Optional.empty() : known(stem.substring(dot + 1));
      for (int i = path.getNameCount() - 2; i >= 0 && found.isEmpty(); i--) {
        found = known(path.getName(i).toString());
      }
      return found.orElse(language);
    }

    private static Optional<Language> known(String name) {
      return Language.find(name).filter(language -> !language.isUndetermined());
    }

    @Override
    public FormatException toFormatException(String problem) {
      return new FormatException(file, line, problem);
    }

    /** Always 0, because the number of files is not known in advance. */
    @Override
    public double progress() {
      return 0;
    }

    @Override
    public void close() {
      // Each file is closed after it is read.
    }
  }
}
