// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.io;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Predicate;
import org.isogloss.data.FormatException;
import org.isogloss.data.SkippedFiles;

/**
 * Iterates over the regular files below a folder in depth-first order, with files and subfolders of
 * a folder sorted by name. Only one list of names per level is in memory. Hidden files and folders,
 * symbolic links to folders, dangling links, pipes, sockets and devices are skipped and never
 * opened; so are subfolders that cannot be listed.
 */
public final class FolderWalker implements Iterator<Path> {
  private final Deque<Iterator<Path>> open = new ArrayDeque<>();
  private final Predicate<Path> isLeaf;
  private final SkippedFiles skipped;
  private Path next;

  /**
   * Starts a walk.
   *
   * @param isLeaf whether to return a subfolder itself instead of the files in it
   * @param skipped receives the skipped entries
   * @throws FormatException if the folder does not exist or cannot be listed
   */
  public FolderWalker(Path folder, Predicate<Path> isLeaf, SkippedFiles skipped) {
    this.isLeaf = isLeaf;
    this.skipped = skipped;
    open.push(FolderListing.listAll(folder).iterator());
  }

  @Override
  public boolean hasNext() {
    while (next == null && !open.isEmpty()) {
      if (open.peek().hasNext()) {
        visit(open.peek().next());
      } else {
        open.pop();
      }
    }
    return next != null;
  }

  private void visit(Path entry) {
    if (FolderListing.isHidden(entry)) {
      skipped.add(entry, "is hidden");
    } else if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
      if (isLeaf.test(entry)) {
        next = entry;
      } else {
        enter(entry);
      }
    } else if (Files.isRegularFile(entry)) {
      next = entry;
    } else {
      skipped.add(entry, FolderListing.describeSpecialFile(entry));
    }
  }

  private void enter(Path subfolder) {
    try {
      open.push(FolderListing.listAll(subfolder).iterator());
    } catch (FormatException e) {
      skipped.add(subfolder, e.problem());
    }
  }

  @Override
  public Path next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    Path found = next;
    next = null;
    return found;
  }
}
