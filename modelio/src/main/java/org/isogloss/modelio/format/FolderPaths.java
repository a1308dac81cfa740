// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.format;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.isogloss.core.io.FileErrors;
import org.isogloss.core.util.Excerpt;

/**
 * Resolves the names of files inside a model folder. Model folders are untrusted, so files outside
 * the folder are never opened: a name that leads outside, by {@code ..}, an absolute path or a
 * symbolic link, is rejected, and so is anything that is neither a regular file nor a folder (a
 * named pipe would block its reader). The model folder itself can be a link.
 */
public final class FolderPaths {
  private FolderPaths() {}

  /**
   * Returns the path of a file, which need not exist.
   *
   * @param folder the folder that the name must not leave
   * @param name relative to the folder, such as {@code onnx/model.onnx}
   * @throws ModelFormatException if the name is not a valid file name, or the file is outside the
   *     folder, a broken link, or neither a regular file nor a folder
   */
  public static Path resolve(Path folder, String name) {
    Path file = relative(folder, name);
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      requireInside(folder, file);
    }
    return file;
  }

  /**
   * Returns the path of a file if it exists.
   *
   * @return empty if there is no such file
   * @throws ModelFormatException as {@link #resolve} does
   */
  public static Optional<Path> find(Path folder, String name) {
    return Optional.of(resolve(folder, name)).filter(Files::exists);
  }

  private static Path relative(Path folder, String name) {
    try {
      Path relative = folder.getFileSystem().getPath(name);
      if (relative.getRoot() == null && !relative.normalize().startsWith("..")) {
        return folder.resolve(relative);
      }
      throw new ModelFormatException(
          folder,
          "refers to the file " + Excerpt.quote(name) + ", expected a file inside the folder");
    } catch (InvalidPathException e) {
      throw new ModelFormatException(
          folder, "refers to the file " + Excerpt.quote(name) + ", which is not a file name", e);
    }
  }

  private static void requireInside(Path folder, Path file) {
    try {
      Path real = file.toRealPath();
      if (!real.startsWith(folder.toRealPath())) {
        throw new ModelFormatException(
            file,
            "is a link to "
                + real
                + ", outside the folder, and was not read: copy the folder with its links followed"
                + " (cp -rL) and use the copy");
      }
      if (!Files.isRegularFile(real) && !Files.isDirectory(real)) {
        throw new ModelFormatException(file, "is not a regular file");
      }
    } catch (NoSuchFileException e) {
      throw new ModelFormatException(file, "is a link to a file that does not exist", e);
    } catch (IOException e) {
      throw new ModelFormatException(file, FileErrors.readFailure(file, e), e);
    }
  }
}
