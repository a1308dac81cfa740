// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.lucene;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.AtomicFile;
import org.isogloss.core.io.FolderTree;
import org.isogloss.search.index.IndexFolder;

/**
 * A copy of the last commit of an index in a folder. Lucene never changes a file that it has
 * written, so that copies on one file system share Lucene's files as hard links: a copy takes
 * milliseconds, and space only when the index has replaced the files.
 */
final class FolderSnapshot {
  /** An index that another process writes may replace its commit while it is copied. */
  private static final int ATTEMPTS = 20;

  private FolderSnapshot() {}

  /**
   * Copies the last commit.
   *
   * @param target an empty folder
   * @throws IsoglossException if the folder has no commit, or cannot be read or written
   */
  static void copy(Path folder, Path target) {
    try {
      for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
        if (tryCopy(folder, target)) {
          return;
        }
        FolderTree.deleteIfExists(target);
        Files.createDirectory(target);
      }
    } catch (IOException e) {
      throw IndexFolder.failure(folder, e);
    }
    throw new IsoglossException(
        folder + ": other processes wrote the index at each attempt to copy it; try again later");
  }

  /** Copies a commit; returns false if another one replaced it meanwhile. */
  private static boolean tryCopy(Path folder, Path target) throws IOException {
    try (Directory lucene = FSDirectory.open(IndexFolder.lucene(folder))) {
      SegmentInfos commit = SegmentInfos.readLatestCommit(lucene);
      copyOthers(folder, target);
      Path copied = Files.createDirectory(IndexFolder.lucene(target));
      for (String file : commit.files(/* includeSegmentsFile= */ true)) {
        link(IndexFolder.lucene(folder).resolve(file), copied.resolve(file));
      }
      return SegmentInfos.getLastCommitGeneration(lucene) == commit.getGeneration();
    } catch (NoSuchFileException | FileNotFoundException e) {
      if (!IndexFolder.hasCommit(folder)) {
        throw e;
      }
      return false;
    }
  }

  private static void link(Path file, Path link) throws IOException {
    try {
      Files.createLink(link, file);
    } catch (NoSuchFileException e) {
      throw e;
    } catch (IOException | UnsupportedOperationException e) {
      Files.copy(file, link); // Another file system, or one without hard links.
    }
  }

  /** Copies manifest, tables, links and journals, which may be replaced or extended in place. */
  private static void copyOthers(Path folder, Path target) throws IOException {
    Path lucene = IndexFolder.lucene(folder);
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path visited, BasicFileAttributes attributes)
              throws IOException {
            if (visited.equals(lucene) || isUnfinished(visited)) {
              return FileVisitResult.SKIP_SUBTREE;
            }
            Files.createDirectories(target.resolve(folder.relativize(visited).toString()));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (!isUnfinished(file)
                && !file.getFileName().toString().equals(IndexFolder.WRITING_MARKER)) {
              Files.copy(
                  file,
                  target.resolve(folder.relativize(file).toString()),
                  StandardCopyOption.REPLACE_EXISTING);
            }
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private static boolean isUnfinished(Path path) {
    return path.getFileName().toString().contains(AtomicFile.UNFINISHED_SUFFIX);
  }
}
