// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.detect;

import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.data.FormatException;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.SkippedFiles;
import org.isogloss.data.file.DocumentFile;
import org.isogloss.data.file.FileContent;
import org.isogloss.data.io.FolderWalker;
import org.isogloss.data.io.LinkScope;
import org.isogloss.data.parse.FieldParsing;

/**
 * Documents as files: every {@link DocumentFile} below a folder (plain text, Markdown, HTML, PDF),
 * in the order of the paths. The id is the path relative to the folder, with {@code /} as
 * separator; blanks, control characters and bytes that are not UTF-8 are percent-encoded as in URLs
 * ({@code my%20notes.txt}). The language is the one in the file name, {@code name.de.txt}, or else
 * the one that the file states, or else the nearest folder whose name is a language code, {@code
 * de/name.txt}. Hidden files and folders are skipped, and symbolic links that lead out of the
 * folder. A file that cannot be read, or is empty, is one malformed record.
 */
final class TextFolder {
  private TextFolder() {}

  /**
   * Reads a folder.
   *
   * @throws FormatException if the folder does not exist or is not a folder
   */
  static Records<Document> read(Path folder, DocumentOptions options) {
    SkippedFiles skipped = new SkippedFiles(folder);
    LinkScope scope = LinkScope.of(folder, options.links());
    Iterator<Path> files = new FolderWalker(folder, scope, below -> false, skipped);
    return new Records<>(
        new Texts(folder, options.defaultLanguage(), files, skipped), options.onError());
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

  /** The source of some files below a folder. */
  static Records.Source<Document> source(
      Path folder, Language defaultLanguage, Iterator<Path> files, SkippedFiles skipped) {
    return new Texts(folder, defaultLanguage, files, skipped);
  }

  /** The source of one file below a folder. */
  static Records.Source<Document> singleFileSource(
      Path folder, Path file, Language defaultLanguage) {
    return new Texts(folder, defaultLanguage, List.of(file).iterator(), new SkippedFiles(folder));
  }

  /** Whether a file is a document by its name or its first bytes. */
  static boolean isDocument(Path file) {
    return DocumentFile.find(file).isPresent();
  }

  /** Whether a file is a document whose content is no other format, such as HTML and PDF. */
  static boolean isUnambiguousDocument(Path file) {
    return DocumentFile.find(file).filter(DocumentFile::isUnambiguous).isPresent();
  }

  /** Reads the text files of a sequence of files as documents. */
  private static final class Texts implements Records.Source<Document> {
    private final Path folder;
    private final Optional<Language> declaredLanguage;
    private final Iterator<Path> files;
    private final SkippedFiles skipped;
    private Path file;
    private long line;

    Texts(Path folder, Language language, Iterator<Path> files, SkippedFiles skipped) {
      this.folder = folder;
      this.declaredLanguage = Optional.of(language).filter(known -> !known.isUndetermined());
      this.files = files;
      this.skipped = skipped;
      this.file = folder;
    }

    @Override
    public Optional<Document> next() throws MalformedRecordException {
      while (files.hasNext()) {
        Path next = files.next();
        Optional<DocumentFile> found = DocumentFile.find(next);
        if (found.isPresent()) {
          file = next;
          line = 0;
          return Optional.of(document(found.get()));
        }
        skipped.add(next, () -> CollectionFolder.skipReason(next));
      }
      return Optional.empty();
    }

    @Override
    public SkippedFiles skippedFiles() {
      return skipped;
    }

    private Document document(DocumentFile found) throws MalformedRecordException {
      Path path = folder.relativize(file);
      Optional<Language> named = languageOfName(found.stem());
      Optional<Language> assumed = languageOfFolders(path).or(() -> declaredLanguage);
      try {
        FileContent content = found.read(named.or(() -> assumed));
        return FieldParsing.newDocument(
                FilePathId.of(file, path.getNameCount()),
                named.or(content::language).or(() -> assumed).orElse(Language.UNDETERMINED),
                content.title(),
                content.text())
            .withMetadata(content.metadata());
      } catch (FormatException e) {
        // A malformed record rather than a fatal error: the other files can still be read.
        line = e.line();
        throw new MalformedRecordException(e.problem());
      }
    }

    private static Optional<Language> languageOfName(String stem) {
      int dot = stem.lastIndexOf('.');
      return dot < 0 ? Optional.empty() : known(stem.substring(dot + 1));
    }

    /** The language of the nearest folder whose name is that of a language. */
    private static Optional<Language> languageOfFolders(Path path) {
      Optional<Language> found = Optional.empty();
      for (int i = path.getNameCount() - 2; i >= 0 && found.isEmpty(); i--) {
        found = known(path.getName(i).toString());
      }
      return found;
    }

    private static Optional<Language> known(String name) {
      return Language.findInName(name).filter(language -> !language.isUndetermined());
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
