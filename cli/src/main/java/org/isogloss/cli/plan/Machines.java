// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.plan;

/**
 * The machines that hold an index.
 *
 * @param cores cores of a machine, 1 or more
 * @param memoryBytes memory of a machine for the files that searches read all the time, positive
 * @param replicas number of machines that hold each shard, 1 or more
 */
record Machines(int cores, double memoryBytes, int replicas) {
  Machines {
    if (cores < 1 || !(memoryBytes > 0) || replicas < 1) {
      throw new IllegalArgumentException(
          cores + " cores, " + memoryBytes + " bytes, " + replicas + " replicas");
    }
  }
}
