// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data;

/**
 * Which symbolic links below a folder are followed. A folder of unknown origin may contain a link
 * to any file of its reader, such as {@code /etc/passwd}.
 */
public enum SymbolicLinks {
  /** Links to files in the same folder or below it; other links are skipped and listed. */
  WITHIN_FOLDER,

  /** All links, to files and to folders; each folder is read once. */
  ALL;

  /** Why a link to a file is not followed. */
  public static final String TO_OUTSIDE = "is a symbolic link to a file outside of the folder";

  /** Why a link to a folder is not followed. */
  public static final String TO_FOLDER = "is a symbolic link to a folder";

  /** Whether a message says that a link was not followed, although {@link #ALL} would follow it. */
  public static boolean isReasonOf(String message) {
    return message.contains(TO_OUTSIDE) || message.contains(TO_FOLDER);
  }
}
