// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.formula;

import java.util.Arrays;

/**
 * The judged documents of one query with their grades, in the order of the input and without
 * duplicates, indexed by a hash table of positions.
 */
public final class JudgedDocuments {
  private String[] documents = new String[8];
  private int[] grades = new int[8];
  private int[] slots = new int[16];
  private int size;

  /** Adds a document; returns false if it was added before. */
  public boolean add(String document, int grade) {
    int slot = slot(document);
    if (slots[slot] != 0) {
      return false;
    }
    if (size == documents.length) {
      documents = Arrays.copyOf(documents, 2 * size);
      grades = Arrays.copyOf(grades, 2 * size);
      slots = new int[4 * size];
      for (int i = 0; i < size; i++) {
        slots[slot(documents[i])] = i + 1;
      }
      slot = slot(document);
    }
    documents[size] = document;
    grades[size] = grade;
    slots[slot] = ++size;
    return true;
  }

  /** The slot of a document, or the empty slot for it. */
  private int slot(String document) {
    int mask = slots.length - 1;
    int hash = document.hashCode();
    int slot = (hash ^ hash >>> 15) & mask;
    while (slots[slot] != 0 && !documents[slots[slot] - 1].equals(document)) {
      slot = slot + 1 & mask;
    }
    return slot;
  }

  /** The position of a document; -1 if it was not judged. */
  public int positionOf(String document) {
    return slots[slot(document)] - 1;
  }

  public int size() {
    return size;
  }

  public String document(int position) {
    return documents[position];
  }

  public int grade(int position) {
    return grades[position];
  }
}
