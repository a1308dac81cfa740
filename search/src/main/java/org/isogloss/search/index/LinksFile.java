// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.index;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.isogloss.core.io.AtomicFile;
import org.isogloss.core.io.FileErrors;
import org.isogloss.search.links.DocumentLinks;

/** The links of the documents of an index, in the file {@value #NAME} of its folder. */
public final class LinksFile {
  /** Name of the file. */
  public static final String NAME = "links.jsonl";

  private LinksFile() {}

  /**
   * Reads the file of an index.
   *
   * @return empty if the index has none, for example because an earlier version wrote it
   * @throws org.isogloss.core.IsoglossException if it is damaged
   */
  public static Optional<DocumentLinks> find(Path folder) {
    Path file = folder.resolve(NAME);
    try {
      return Optional.of(DocumentLinks.parse(file.toString(), Files.readAllBytes(file)));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw FileErrors.cannotRead(file, e);
    }
  }

  /** Replaces the file of an index. */
  public static void write(Path folder, DocumentLinks links) {
    AtomicFile.write(folder.resolve(NAME), out -> out.write(links.toBytes()));
  }
}
