// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.io;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.isogloss.core.io.FileErrors;
import org.isogloss.data.FormatException;
import org.isogloss.data.SymbolicLinks;

/** Lists folders. */
public final class FolderListing {
  private static final Pattern EXTENSION_OF_COMPRESSION =
      Pattern.compile("\\.(gz|zst|xz|bz2)\\z", Pattern.CASE_INSENSITIVE);

  private FolderListing() {}

  /**
   * The regular files and folders in a folder, in the order of their names, without hidden ones.
   * Pipes, sockets and devices are not listed, because opening them could block.
   *
   * @throws FormatException if the folder does not exist or is a file
   */
  public static List<Path> listVisible(Path folder) {
    return listAll(folder).stream()
        .filter(entry -> !isHidden(entry))
        .filter(entry -> Files.isRegularFile(entry) || Files.isDirectory(entry))
        .toList();
  }

  /**
   * All entries of a folder, in the order of their names.
   *
   * @throws FormatException if the folder does not exist or is a file
   */
  public static List<Path> listAll(Path folder) {
    if (!Files.isDirectory(folder)) {
      throw new FormatException(
          folder, 0, Files.exists(folder) ? "is a file, expected a folder" : "no such folder");
    }
    List<Path> entries = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
      stream.forEach(entries::add);
    } catch (IOException e) {
      throw new FormatException(folder, 0, FileErrors.readFailure(folder, e));
    } catch (DirectoryIteratorException e) {
      throw new FormatException(folder, 0, FileErrors.readFailure(folder, e.getCause()));
    }
    entries.sort((a, b) -> fileName(a).compareTo(fileName(b)));
    return entries;
  }

  /** Whether a file or folder is hidden by its name. */
  public static boolean isHidden(Path entry) {
    return fileName(entry).startsWith(".");
  }

  /** Describes an entry that is neither a regular file nor a real folder. */
  static String describeSpecialFile(Path entry) {
    if (Files.isDirectory(entry)) {
      return SymbolicLinks.TO_FOLDER;
    }
    if (Files.exists(entry)) {
      return "is a pipe, socket or device";
    }
    return Files.isSymbolicLink(entry)
        ? "is a symbolic link to a file that does not exist"
        : "vanished while the folder was read";
  }

  public static String fileName(Path file) {
    return file.getFileName().toString();
  }

  /**
   * The name of a file without the extension {@code .gz}, {@code .zst}, {@code .xz} or {@code
   * .bz2}, in upper or lower case.
   */
  public static String nameUncompressed(Path file) {
    return EXTENSION_OF_COMPRESSION.matcher(fileName(file)).replaceFirst("");
  }
}
