// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli;

import org.isogloss.core.IsoglossException;

/**
 * What the archive for searching leaves out of the full one: the experiments of papers, and
 * libtorch, with which models are trained.
 */
final class FullArchive {
  private static final String PAPERS = "papers";
  private static final String LIBTORCH = "org/bytedeco/";

  private FullArchive() {}

  /** Returns whether this installation has a command. */
  static boolean hasCommand(String name) {
    return !name.equals(PAPERS) || isInstalled("org.isogloss.papers.Paper");
  }

  private static boolean isInstalled(String type) {
    try {
      Class.forName(type, false, FullArchive.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /** Returns the error that explains why a command is missing. */
  static IsoglossException missingCommand(String name) {
    return new IsoglossException(
        name + " is not in this installation, which is for searching: " + remedy());
  }

  /** Returns a failure, or the error that explains it if libtorch is missing. */
  static Throwable explained(Throwable failure) {
    return failure instanceof NoClassDefFoundError missing
            && missing.getMessage() != null
            && missing.getMessage().contains(LIBTORCH)
        ? new IsoglossException(
            "this command needs libtorch, which is not in this installation for searching: "
                + remedy(),
            failure)
        : failure;
  }

  private static String remedy() {
    return "install the full archive, isogloss-VERSION instead of isogloss-search-VERSION";
  }
}
