// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.storage;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.FileErrors;
import org.isogloss.core.io.FolderTree;

/**
 * The folder of a server for the indexes that clients create: {@code indexes/NAME}, {@code
 * snapshots/INDEX/NAME} and {@code server.json} with the {@link ServerState}. The administrator may
 * put models into {@code models/NAME}.
 *
 * <p>An index or snapshot is written to {@code unfinished} and renamed when all of it is on disk,
 * and renamed back before it is deleted. If the process is killed, it exists as a whole or not at
 * all; the next server deletes what is unfinished. One server uses the folder at a time. The caller
 * makes one change after the other.
 */
public final class DataFolder implements AutoCloseable {
  private static final String INDEXES = "indexes";
  private static final String SNAPSHOTS = "snapshots";
  private static final String MODELS = "models";
  private static final String UNFINISHED = "unfinished";
  private static final String STATE = "server.json";
  private static final String LOCK = "server.lock";

  private final Path root;
  private final FileChannel lock;
  private final Runnable step;

  private DataFolder(Path root, FileChannel lock, Runnable step) {
    this.root = root;
    this.lock = lock;
    this.step = step;
  }

  /**
   * Opens a folder, which is created if it is missing.
   *
   * @throws IsoglossException if another server uses it, it contains other files, or it cannot be
   *     written
   */
  public static DataFolder open(Path folder) {
    return open(folder, () -> {});
  }

  /**
   * Opens a folder like {@link #open(Path)}.
   *
   * @param step is run between the operations on files, for tests of what a kill leaves
   */
  static DataFolder open(Path folder, Runnable step) {
    Path root = requireNonNull(folder, "folder is null").toAbsolutePath().normalize();
    try {
      requireOwn(root);
      for (String name : List.of(INDEXES, SNAPSHOTS, UNFINISHED)) {
        Files.createDirectories(root.resolve(name));
      }
      FileChannel lock =
          FileChannel.open(root.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      try {
        requireLock(root, lock);
        for (Path abandoned : list(root.resolve(UNFINISHED))) {
          FolderTree.deleteIfExists(abandoned);
        }
        return new DataFolder(root, lock, step);
      } catch (IOException | RuntimeException e) {
        lock.close();
        throw e;
      }
    } catch (IOException e) {
      throw new IsoglossException(root + ": cannot be used: " + FileErrors.describe(e), e);
    }
  }

  /** Rejects a folder with other files, such as an index, which nobody meant to put others into. */
  private static void requireOwn(Path root) throws IOException {
    boolean isNew = !Files.exists(root) || Set.of(root.resolve(MODELS)).containsAll(list(root));
    if (isNew || Files.isDirectory(root.resolve(INDEXES))) {
      return;
    }
    throw new IsoglossException(
        root
            + ": is not a folder of indexes of a server and not empty; choose a new folder, whose"
            + " indexes the server creates");
  }

  private static void requireLock(Path root, FileChannel lock) throws IOException {
    Optional<FileLock> taken;
    try {
      taken = Optional.ofNullable(lock.tryLock());
    } catch (OverlappingFileLockException e) {
      taken = Optional.empty();
    }
    if (taken.isEmpty()) {
      throw new IsoglossException(
          root + ": another server uses this folder; stop it, or choose another folder");
    }
  }

  private static List<Path> list(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }

  /** The names of the indexes, in ascending order. */
  public List<String> indexes() {
    return names(root.resolve(INDEXES));
  }

  /** Returns the folder of an index, which need not exist. */
  public Path index(String name) {
    return root.resolve(INDEXES).resolve(requireName(name));
  }

  /** Returns the folders of the indexes of a folder that another server may use, by their names. */
  public static SortedMap<String, Path> indexesOf(Path folder) {
    Path indexes = folder.toAbsolutePath().normalize().resolve(INDEXES);
    SortedMap<String, Path> all = new TreeMap<>();
    names(indexes).forEach(name -> all.put(name, indexes.resolve(name)));
    return all;
  }

  /** Returns the folder of a model that the administrator has put here; empty if there is none. */
  public Optional<Path> model(String name) {
    return Optional.of(root.resolve(MODELS).resolve(requireName(name))).filter(Files::isDirectory);
  }

  /** The names of the models that the administrator has put here, in ascending order. */
  public List<String> models() {
    return names(root.resolve(MODELS));
  }

  /** The names of the snapshots of an index, which may have been dropped, in ascending order. */
  public List<String> snapshots(String index) {
    return names(root.resolve(SNAPSHOTS).resolve(requireName(index)));
  }

  /** Returns the folder of a snapshot, which need not exist. */
  public Path snapshot(String index, String name) {
    return root.resolve(SNAPSHOTS).resolve(requireName(index)).resolve(requireName(name));
  }

  /** Another name would be another place; clients get the errors of {@link ResourceName}. */
  private static String requireName(String name) {
    ResourceName.findProblem(name)
        .ifPresent(
            problem -> {
              throw new IllegalArgumentException("the name " + name + " " + problem);
            });
    return name;
  }

  private static List<String> names(Path folder) {
    try {
      return list(folder).stream()
          .filter(Files::isDirectory)
          .map(path -> path.getFileName().toString())
          .filter(name -> ResourceName.findProblem(name).isEmpty())
          .toList();
    } catch (IOException e) {
      throw FileErrors.cannotRead(folder, e);
    }
  }

  /** The aliases and models that clients have set. */
  public ServerState state() {
    return ServerState.read(root.resolve(STATE));
  }

  /** Replaces the aliases and models. */
  public void setState(ServerState state) {
    state.write(root.resolve(STATE));
    force(root);
  }

  /**
   * Creates the folder of an index or snapshot, as a whole or not at all.
   *
   * @param folder as {@link #index} or {@link #snapshot} returns it
   * @param content writes into an empty folder
   * @throws IsoglossException if there is such a folder or file, or it cannot be written; nothing
   *     that exists is changed
   */
  public void create(Path folder, Consumer<Path> content) {
    Path unfinished = unfinished();
    try {
      requireAbsent(folder);
      Files.createDirectory(unfinished);
      step.run();
      content.accept(unfinished);
      step.run();
      forceAll(unfinished);
      Files.createDirectories(folder.getParent());
      force(folder.getParent().getParent());
      step.run();
      requireAbsent(folder);
      Files.move(unfinished, folder, StandardCopyOption.ATOMIC_MOVE);
      step.run();
      force(folder.getParent());
    } catch (IOException e) {
      throw new IsoglossException(folder + ": cannot be written: " + FileErrors.describe(e), e);
    } finally {
      FolderTree.deleteIfExists(unfinished);
    }
  }

  /** Renaming would replace an empty folder. */
  private static void requireAbsent(Path folder) throws IOException {
    if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      throw new FileAlreadyExistsException(folder.toString());
    }
  }

  /**
   * Deletes the folder of an index or snapshot, as a whole or not at all.
   *
   * @param folder as {@link #index} or {@link #snapshot} returns it
   */
  public void delete(Path folder) {
    Path unfinished = unfinished();
    try {
      step.run();
      Files.move(folder, unfinished, StandardCopyOption.ATOMIC_MOVE);
      step.run();
      force(folder.getParent());
    } catch (IOException e) {
      throw new IsoglossException(folder + ": cannot be deleted: " + FileErrors.describe(e), e);
    }
    FolderTree.deleteIfExists(unfinished);
    step.run();
  }

  private Path unfinished() {
    return root.resolve(UNFINISHED).resolve(UUID.randomUUID().toString());
  }

  /** Writes everything in a folder to the disk. */
  private static void forceAll(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      all.forEach(DataFolder::force);
    }
  }

  /** Writes a file, or the names of the files in a folder, to the disk. */
  private static void force(Path path) {
    try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
      file.force(true);
    } catch (IOException e) {
      // Windows does not open folders, and needs no such call.
      if (!Files.isDirectory(path)) {
        throw new IsoglossException(path + ": cannot be written: " + FileErrors.describe(e), e);
      }
    }
  }

  /** Lets other servers use the folder. */
  @Override
  public void close() {
    try {
      lock.close();
    } catch (IOException e) {
      throw FileErrors.cannotRead(root.resolve(LOCK), e);
    }
  }
}
