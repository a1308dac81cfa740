// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.io;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.Predicate;
import org.isogloss.data.FormatException;
import org.isogloss.data.SkippedFiles;
import org.isogloss.data.SymbolicLinks;

/**
 * Iterates over the regular files below a folder in depth-first order, with files and subfolders of
 * a folder sorted by name. Only one list of names per level is in memory. Hidden files and folders,
 * pipes, sockets and devices are skipped and never opened; so are subfolders that cannot be listed,
 * and symbolic links to folders, to nothing and out of the folder. If all links are followed, each
 * folder is visited once, so that links cannot form a loop.
 */
public final class FolderWalker implements Iterator<Path> {
  private final Deque<Iterator<Path>> open = new ArrayDeque<>();
  private final LinkScope scope;
  private final Predicate<Path> isLeaf;
  private final SkippedFiles skipped;

  /**
   * The real paths of the folders that were visited; empty unless links to folders are followed.
   */
  private final Set<Path> visited = new HashSet<>();

  private Path next;

  /**
   * Starts a walk.
   *
   * @param scope the links that are followed
   * @param isLeaf whether to return a subfolder itself instead of the files in it
   * @param skipped receives the skipped entries
   * @throws FormatException if the folder does not exist or cannot be listed
   */
  public FolderWalker(Path folder, LinkScope scope, Predicate<Path> isLeaf, SkippedFiles skipped) {
    this.scope = scope;
    this.isLeaf = isLeaf;
    this.skipped = skipped;
    isFirstVisit(folder);
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
    } else if (isFolder(entry)) {
      if (!isFirstVisit(entry)) {
        skipped.add(entry, "is the same folder as an earlier one");
      } else if (isLeaf.test(entry)) {
        next = entry;
      } else {
        enter(entry);
      }
    } else if (!Files.isRegularFile(entry)) {
      skipped.add(entry, FolderListing.describeSpecialFile(entry));
    } else if (scope.excludes(entry)) {
      skipped.add(entry, SymbolicLinks.TO_OUTSIDE);
    } else {
      next = entry;
    }
  }

  private boolean isFolder(Path entry) {
    return scope.includesLinkedFolders()
        ? Files.isDirectory(entry)
        : Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS);
  }

  private boolean isFirstVisit(Path folder) {
    try {
      return !scope.includesLinkedFolders() || visited.add(folder.toRealPath());
    } catch (IOException e) {
      return true; // Listing it reports the problem.
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
