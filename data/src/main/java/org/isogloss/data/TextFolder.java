package org.isogloss.data;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isogloss.core.Document;
import org.isogloss.core.Language;

/**
 * Documents as text files: every {@code .txt} and {@code .md} file below a folder (also with {@code
 * .gz} behind), in the order of their paths. The id is the path from the folder, with {@code /}
 * between its parts. The language is told by the name, {@code name.de.txt}, or else by the nearest
 * folder whose name is a language code, {@code de/name.txt}. The first line of a Markdown file is
 * its title where it is a heading {@code # Title}. Hidden files and folders are passed over, links
 * to folders are not followed. A file that cannot be read is one bad record, an empty one too.
 */
public final class TextFolder {
  private static final Pattern NAME =
      Pattern.compile("(?<name>.*)\\.(?<kind>txt|md)(\\.gz)?", Pattern.CASE_INSENSITIVE);

  /** Longer files are taken for something other than a document. */
  private static final long MAX_CHARACTERS = 64L << 20;

  private TextFolder() {}

  /** Reads a folder whose files may say their language by their names. */
  public static Records<Document> read(Path folder, OnError onError) {
    return read(folder, Language.UNDETERMINED, onError);
  }

  /**
   * Reads a folder.
   *
   * @param language of files whose names do not say their own
   * @throws FormatException if it is missing or not a folder
   */
  public static Records<Document> read(Path folder, Language language, OnError onError) {
    return new Records<>(new Walk(folder, language, Folders.list(folder).iterator()), onError);
  }

  /**
   * Reads one file as if it stood alone in its folder.
   *
   * @param language where its name does not say it
   */
  static Records<Document> readFile(Path file, Language language, OnError onError) {
    Path folder = file.toAbsolutePath().getParent();
    Iterator<Path> only = List.of(file.toAbsolutePath()).iterator();
    return new Records<>(new Walk(folder, language, only), onError);
  }

  /** Whether a file's name is that of a document. */
  static boolean isDocument(Path file) {
    return NAME.matcher(file.getFileName().toString()).matches();
  }

  private static final class Walk implements Records.Source<Document> {
    private final Path folder;
    private final Language language;
    private final Deque<Iterator<Path>> open = new ArrayDeque<>();
    private Path file;
    private long line;

    Walk(Path folder, Language language, Iterator<Path> entries) {
      this.folder = folder;
      this.language = language;
      this.file = folder;
      open.push(entries);
    }

    @Override
    public Optional<Document> next() throws MalformedRecordException {
      while (!open.isEmpty()) {
        if (!open.peek().hasNext()) {
          open.pop();
          continue;
        }
        Path entry = open.peek().next();
        if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
          open.push(Folders.list(entry).iterator());
        } else if (isDocument(entry) && !Files.isDirectory(entry)) {
          file = entry;
          line = 0;
          return Optional.of(document());
        }
      }
      return Optional.empty();
    }

    private Document document() throws MalformedRecordException {
      Path path = folder.relativize(file);
      String id = path.toString().replace(file.getFileSystem().getSeparator(), "/");
      String text = text();
      Matcher name = NAME.matcher(file.getFileName().toString());
      if (name.matches() && name.group("kind").toLowerCase(Locale.ROOT).equals("md")) {
        int end = text.indexOf('\n') < 0 ? text.length() : text.indexOf('\n');
        if (text.startsWith("# ")) {
          String title = text.substring(2, end).strip();
          return Parsing.document(id, language(path), title, text.substring(end).strip());
        }
      }
      return Parsing.document(id, language(path), "", text.strip());
    }

    private String text() throws MalformedRecordException {
      StringBuilder text = new StringBuilder();
      try (TextLines lines = TextLines.open(file)) {
        try {
          for (String next = lines.next(); next != null; next = lines.next()) {
            text.append(next).append('\n');
            if (text.length() > MAX_CHARACTERS) {
              throw new MalformedRecordException(
                  "is longer than 64 Mi characters, too much for one document: split it");
            }
          }
        } finally {
          line = lines.line();
        }
      } catch (FormatException e) {
        // One file among many: the others can still be read.
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
    public FormatException located(String problem) {
      return new FormatException(file, line, problem);
    }

    /** Unknown until the end: nobody counted the files. */
    @Override
    public double progress() {
      return 0;
    }

    @Override
    public void close() {
      open.clear();
    }
  }
}
