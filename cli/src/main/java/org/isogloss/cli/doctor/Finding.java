// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.doctor;

import static java.util.Objects.requireNonNull;

import java.util.Locale;

/**
 * The result of one check.
 *
 * @param check what was checked, a word or two
 * @param found what was found
 * @param remedy how to correct it; empty if all is well
 */
record Finding(String check, Status status, String found, String remedy) {
  /** How serious it is, the least serious first. */
  enum Status {
    OK,
    /** Isogloss works, but more slowly or with restrictions. */
    WARNING,
    /** Commands fail. */
    ERROR;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  Finding {
    requireNonNull(check, "check is null");
    requireNonNull(status, "status is null");
    requireNonNull(found, "found is null");
    requireNonNull(remedy, "remedy is null");
  }

  static Finding ok(String check, String found) {
    return new Finding(check, Status.OK, found, "");
  }

  static Finding warning(String check, String found, String remedy) {
    return new Finding(check, Status.WARNING, found, remedy);
  }

  static Finding error(String check, String found, String remedy) {
    return new Finding(check, Status.ERROR, found, remedy);
  }
}
