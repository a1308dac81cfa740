// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.language;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/**
 * A set of n-grams, each in one of two rows that follow from its hash value. A row keeps 8 bits of
 * the value, so that one in 128 other n-grams is taken for one of the set.
 */
final class NgramTable {
  private final byte[] fingerprints;

  /** Creates an empty table. */
  NgramTable(int rows) {
    this(new byte[rows]);
  }

  private NgramTable(byte[] fingerprints) {
    this.fingerprints = fingerprints;
  }

  int rows() {
    return fingerprints.length;
  }

  /** Returns the row of an n-gram, -1 if it is not in the set. */
  int find(long ngram) {
    byte fingerprint = fingerprint(ngram);
    int first = firstRow(ngram);
    if (fingerprints[first] == fingerprint) {
      return first;
    }
    int second = secondRow(ngram);
    return fingerprints[second] == fingerprint ? second : -1;
  }

  /** Adds an n-gram; returns its row, -1 if both are occupied. */
  int add(long ngram) {
    for (int row : new int[] {firstRow(ngram), secondRow(ngram)}) {
      if (fingerprints[row] == 0) {
        fingerprints[row] = fingerprint(ngram);
        return row;
      }
    }
    return -1;
  }

  private int firstRow(long ngram) {
    return row(ngram >>> 32);
  }

  private int secondRow(long ngram) {
    return row((ngram * 0x9E3779B97F4A7C15L) >>> 32);
  }

  private int row(long bits) {
    return (int) ((bits * fingerprints.length) >>> 32);
  }

  private static byte fingerprint(long ngram) {
    byte bits = (byte) ngram;
    return bits == 0 ? 1 : bits;
  }

  static NgramTable read(DataInputStream in, int rows) throws IOException {
    byte[] fingerprints = new byte[rows];
    in.readFully(fingerprints);
    return new NgramTable(fingerprints);
  }

  void write(DataOutputStream out) throws IOException {
    out.write(fingerprints);
  }
}
