// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.detect;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.FileErrors;
import org.isogloss.data.io.FolderListing;

/**
 * Reports that files in folders were created, changed, renamed or deleted. Subfolders are watched
 * too, except hidden ones; symbolic links are not followed. The operating system reports the
 * changes; where it does not, as on network file systems, {@link #awaitChange} ends after its time
 * limit.
 *
 * <p>Not thread-safe, except {@link #close}.
 */
public final class FolderWatch implements AutoCloseable {
  private static final WatchEvent.Kind<?>[] CHANGES = {
    StandardWatchEventKinds.ENTRY_CREATE,
    StandardWatchEventKinds.ENTRY_MODIFY,
    StandardWatchEventKinds.ENTRY_DELETE
  };

  /** A program often writes a file in several steps. */
  private static final Duration QUIET = Duration.ofMillis(200);

  /** A file that is always being written must not hide the changes of others. */
  private static final Duration MAX_COLLECTING = Duration.ofSeconds(1);

  private final List<Path> origins;
  private final Path excluded;
  private final WatchService service;

  private FolderWatch(List<Path> origins, Path excluded, WatchService service) {
    this.origins = origins;
    this.excluded = excluded;
    this.service = service;
  }

  /**
   * Begins to watch.
   *
   * @param origins folders, and files, of which the folders are watched without their subfolders
   * @param excluded a folder that is not watched, because the changes themselves change it
   * @throws IsoglossException if the operating system cannot watch so many folders
   */
  public static FolderWatch open(List<Path> origins, Path excluded) {
    WatchService service;
    try {
      service = origins.getFirst().getFileSystem().newWatchService();
    } catch (IOException e) {
      throw failure(origins.getFirst(), e);
    }
    FolderWatch watch =
        new FolderWatch(List.copyOf(origins), excluded.toAbsolutePath().normalize(), service);
    try {
      watch.register();
      return watch;
    } catch (IsoglossException e) {
      watch.close();
      throw e;
    }
  }

  /** Watches all folders that exist now; those that are watched already remain so. */
  private void register() {
    for (Path origin : origins) {
      try {
        if (Files.isDirectory(origin)) {
          Files.walkFileTree(origin, new Registration(origin));
        } else if (Files.exists(origin)) {
          origin.toRealPath().getParent().register(service, CHANGES);
        }
      } catch (IOException e) {
        throw failure(origin, e);
      }
    }
  }

  private final class Registration extends SimpleFileVisitor<Path> {
    private final Path origin;

    Registration(Path origin) {
      this.origin = origin;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
        throws IOException {
      boolean skipped =
          !folder.equals(origin)
              && (FolderListing.isHidden(folder)
                  || folder.toAbsolutePath().normalize().equals(excluded));
      if (skipped) {
        return FileVisitResult.SKIP_SUBTREE;
      }
      try {
        folder.register(service, CHANGES);
      } catch (NoSuchFileException e) {
        return FileVisitResult.SKIP_SUBTREE; // It was deleted after it was listed.
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) {
      return FileVisitResult.CONTINUE; // It was deleted, or reading it reports the problem.
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, IOException e) {
      return FileVisitResult.CONTINUE;
    }
  }

  private static IsoglossException failure(Path origin, IOException e) {
    String message = String.valueOf(e.getMessage());
    return message.contains("inotify")
        ? new IsoglossException(
            origin
                + ": has more folders than the system lets a user watch ("
                + message
                + "); raise fs.inotify.max_user_watches or fs.inotify.max_user_instances with"
                + " sysctl",
            e)
        : FileErrors.cannotRead(origin, e);
  }

  /**
   * Waits until something has changed and no further change follows for 200 ms, at most for a
   * second after the first change. Changes since the last call are reported at once. When it
   * returns, new subfolders are watched, and a folder that was deleted and exists again.
   *
   * @param limit the longest time to wait for a change
   * @return false if this watch was closed, which another thread may do
   * @throws InterruptedException if the thread is interrupted
   */
  public boolean awaitChange(Duration limit) throws InterruptedException {
    try {
      WatchKey changed = service.poll(limit.toNanos(), TimeUnit.NANOSECONDS);
      long start = System.nanoTime();
      while (changed != null) {
        changed.pollEvents();
        changed.reset();
        changed =
            System.nanoTime() - start < MAX_COLLECTING.toNanos()
                ? service.poll(QUIET.toNanos(), TimeUnit.NANOSECONDS)
                : null;
      }
      register();
      return true;
    } catch (ClosedWatchServiceException e) {
      return false;
    }
  }

  @Override
  public void close() {
    try {
      service.close();
    } catch (IOException e) {
      throw failure(origins.getFirst(), e);
    }
  }
}
