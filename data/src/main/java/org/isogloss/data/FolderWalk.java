package org.isogloss.data;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Predicate;

/**
 * The regular files below a folder, in the order of their names, folders in their place among the
 * files. Only one list of names for each level is in memory. Hidden files and folders, links to
 * folders, links to nothing, pipes, sockets and devices are skipped and never opened.
 */
final class FolderWalk implements Iterator<Path> {
  private final Deque<Iterator<Path>> open = new ArrayDeque<>();
  private final Predicate<Path> whole;
  private final SkippedFiles skipped;
  private Path next;

  /**
   * Starts a walk.
   *
   * @param whole which folders below are returned themselves, instead of the files in them
   * @param skipped receives what is left out
   * @throws FormatException if the folder is missing or cannot be listed
   */
  FolderWalk(Path folder, Predicate<Path> whole, SkippedFiles skipped) {
    this.whole = whole;
    this.skipped = skipped;
    open.push(Folders.all(folder).iterator());
  }

  @Override
  public boolean hasNext() {
    while (next == null && !open.isEmpty()) {
      if (open.peek().hasNext()) {
        look(open.peek().next());
      } else {
        open.pop();
      }
    }
    return next != null;
  }

  private void look(Path entry) {
    if (Folders.isHidden(entry)) {
      skipped.add(entry, "is hidden");
    } else if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
      if (whole.test(entry)) {
        next = entry;
      } else {
        open.push(Folders.all(entry).iterator());
      }
    } else if (Files.isRegularFile(entry)) {
      next = entry;
    } else {
      skipped.add(entry, Folders.notRegular(entry));
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
