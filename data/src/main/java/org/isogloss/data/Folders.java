package org.isogloss.data;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Lists folders. */
final class Folders {
  private Folders() {}

  /**
   * The files and folders in a folder, in the order of their names, without hidden ones.
   *
   * @throws FormatException if it is missing or a file
   */
  static List<Path> list(Path folder) {
    if (!Files.isDirectory(folder)) {
      throw new FormatException(
          folder, 0, Files.exists(folder) ? "is a file, expected a folder" : "no such folder");
    }
    List<Path> entries = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
      for (Path entry : stream) {
        if (!name(entry).startsWith(".")) {
          entries.add(entry);
        }
      }
    } catch (IOException e) {
      throw new FormatException(folder, 0, "cannot be read: " + e.getMessage());
    } catch (DirectoryIteratorException e) {
      throw new FormatException(folder, 0, "cannot be read: " + e.getCause().getMessage());
    }
    entries.sort((a, b) -> name(a).compareTo(name(b)));
    return entries;
  }

  static String name(Path file) {
    return file.getFileName().toString();
  }

  /** The name of a file without {@code .gz}. */
  static String unpackedName(Path file) {
    String name = name(file);
    return name.endsWith(".gz") ? name.substring(0, name.length() - 3) : name;
  }
}
