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
 * The regular files below a folder, in the order of their names, folders in their place among the
 * files. Only one list of names for each level is in memory. Hidden files and folders, links to
 * folders, links to nothing, pipes, sockets and devices are skipped and never opened.
 */
public final class FolderWalker implements Iterator<Path> {
  private final Deque<Iterator<Path>> open = new ArrayDeque<>();
  private final Predicate<Path> isLeaf;
  private final SkippedFiles skipped;
  private Path next;

  /**
   * Starts a walk.
   *
   * @param isLeaf which folders below are returned themselves, instead of the files in them
   * @param skipped receives what is left out
   * @throws FormatException if the folder is missing or cannot be listed
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
        open.push(FolderListing.listAll(entry).iterator());
      }
    } else if (Files.isRegularFile(entry)) {
      next = entry;
    } else {
      skipped.add(entry, FolderListing.describeSpecialFile(entry));
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
