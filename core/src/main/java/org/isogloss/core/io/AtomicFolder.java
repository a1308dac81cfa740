package org.isogloss.core.io;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.stream.Stream;
import org.isogloss.core.IsoglossException;

/** Makes folders so that a reader finds the whole folder or none. */
public final class AtomicFolder {
  /** What goes into a folder. */
  @FunctionalInterface
  public interface Content {
    /** Writes all of it into a folder that exists and is empty. */
    void writeTo(Path folder) throws IOException;
  }

  private AtomicFolder() {}

  /**
   * Refuses a place where something is already; what is long in the making asks before it begins.
   *
   * @throws IsoglossException if the folder exists and is not empty
   */
  public static void requireAbsentOrEmpty(Path folder) {
    if (!Files.exists(folder)) {
      return;
    }
    boolean empty = false;
    if (Files.isDirectory(folder)) {
      try (Stream<Path> files = Files.list(folder)) {
        empty = files.findAny().isEmpty();
      } catch (IOException e) {
        throw FileErrors.cannotRead(folder, e);
      }
    }
    if (!empty) {
      throw new IsoglossException(
          folder + ": is there already: name another folder, or delete this one");
    }
  }

  /**
   * Makes a folder beside its place, then moves it there.
   *
   * @param folder must not exist, or be empty; the folder above it is made where it is missing
   * @throws IsoglossException if its place is taken, or it cannot be written; then nothing of it
   *     stays
   */
  public static void create(Path folder, Content content) {
    requireAbsentOrEmpty(folder);
    Path target = folder.toAbsolutePath().normalize();
    try {
      Files.createDirectories(target.getParent());
      Path unfinished =
          Files.createTempDirectory(
              target.getParent(), target.getFileName() + AtomicFile.UNFINISHED_SUFFIX);
      try {
        Path made = Files.createDirectory(unfinished.resolve("made"));
        content.writeTo(made);
        Files.deleteIfExists(target);
        Files.move(made, target, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        delete(unfinished);
      }
    } catch (IOException e) {
      throw new IsoglossException(folder + ": cannot be written: " + FileErrors.describe(e), e);
    }
  }

  private static void delete(Path folder) throws IOException {
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes about)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, IOException problem)
              throws IOException {
            Files.delete(visited);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
