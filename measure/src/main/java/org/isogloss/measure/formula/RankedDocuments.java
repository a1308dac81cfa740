// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.formula;

import java.util.Arrays;

/** The retrieved documents of one query, sorted in trec_eval's order. */
public final class RankedDocuments {
  private String[] documents = new String[16];
  private double[] scores = new double[16];
  private int size;

  public void add(String document, double score) {
    if (size == documents.length) {
      documents = Arrays.copyOf(documents, 2 * size);
      scores = Arrays.copyOf(scores, 2 * size);
    }
    documents[size] = document;
    scores[size] = score;
    size++;
  }

  /** Sorts the hits. */
  public void sort() {
    boolean sorted = true;
    for (int i = 1; i < size && sorted; i++) {
      sorted = compare(i - 1, i) <= 0;
    }
    if (sorted) {
      return;
    }
    Integer[] order = new Integer[size];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, this::compare);
    String[] sortedDocuments = new String[size];
    double[] sortedScores = new double[size];
    for (int i = 0; i < size; i++) {
      sortedDocuments[i] = documents[order[i]];
      sortedScores[i] = scores[order[i]];
    }
    documents = sortedDocuments;
    scores = sortedScores;
  }

  private int compare(int a, int b) {
    return TrecOrder.compareHits(scores[a], documents[a], scores[b], documents[b]);
  }

  /** Number of hits with the same score as an adjacent hit. */
  public int tiedHits() {
    int tied = 0;
    for (int i = 0; i < size; i++) {
      boolean before = i > 0 && (float) scores[i - 1] == (float) scores[i];
      boolean after = i + 1 < size && (float) scores[i + 1] == (float) scores[i];
      tied += before || after ? 1 : 0;
    }
    return tied;
  }

  public int size() {
    return size;
  }

  public String document(int rank) {
    return documents[rank];
  }

  public double score(int rank) {
    return scores[rank];
  }
}
