// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.io;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.core.io.FileErrors;
import org.isogloss.data.FormatException;
import org.isogloss.data.SymbolicLinks;

/** The folder that the user named, and the symbolic links below it that are followed. */
public final class LinkScope {
  private final SymbolicLinks followed;
  private final Path root;

  private LinkScope(SymbolicLinks followed, Path root) {
    this.followed = followed;
    this.root = root;
  }

  /**
   * The scope of a folder, to which the path itself may be a link.
   *
   * @throws FormatException if there is no such folder
   */
  public static LinkScope of(Path folder, SymbolicLinks followed) {
    try {
      return new LinkScope(followed, folder.toRealPath());
    } catch (IOException e) {
      throw new FormatException(
          folder,
          0,
          Files.notExists(folder) ? "no such folder" : FileErrors.readFailure(folder, e));
    }
  }

  /** Whether links to folders are followed. */
  boolean includesLinkedFolders() {
    return followed == SymbolicLinks.ALL;
  }

  /** Whether a file or folder is a link that must not be followed, because it leads outside. */
  public boolean excludes(Path entry) {
    if (followed == SymbolicLinks.ALL || !Files.isSymbolicLink(entry)) {
      return false;
    }
    try {
      return !entry.toRealPath().startsWith(root);
    } catch (IOException e) {
      return true; // A link that leads nowhere, or where nothing can be read.
    }
  }
}
