// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.links;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isogloss.search.links.DocumentPairs.DocumentPair;

/**
 * Groups documents into texts by pairs of translations, the nearest pairs first. Two groups are
 * joined if they have no language in common and at least half of their documents, taken in pairs,
 * are translations of each other. So a pair that was missed between two documents follows from
 * those with a third, and a wrong pair does not join two texts in many languages.
 */
final class TextClusters {
  private final PassageVectors vectors;
  private final Map<Integer, Cluster> clusterOf = new HashMap<>();
  private final Set<DocumentPair> pairs = new HashSet<>();

  /** A group of documents in different languages. */
  private static final class Cluster {
    private final Map<String, Integer> documents = new HashMap<>();
    private double cosines;
    private int pairs;
  }

  TextClusters(PassageVectors vectors) {
    this.vectors = vectors;
  }

  /** Joins the groups of pairs that documents state, unless both have a document in a language. */
  void joinStated(List<DocumentPair> translations) {
    for (DocumentPair pair : translations.stream().sorted(DocumentPair.ORDER).toList()) {
      Cluster one = cluster(pair.first());
      Cluster other = cluster(pair.second());
      if (one == other || haveNoLanguageInCommon(one, other)) {
        join(one, other, pair.cosine());
      }
    }
  }

  /**
   * Adds documents that are known to have the same text, each in another language, without those in
   * a language that the group of the first one has.
   */
  void addText(List<Integer> documents, double cosine) {
    Cluster text = cluster(documents.getFirst());
    text.cosines += cosine;
    text.pairs++;
    for (int document : documents) {
      Cluster other = cluster(document);
      if (haveNoLanguageInCommon(text, other)) {
        unite(text, other);
      }
    }
  }

  /** Number of groups with documents in two languages. */
  int count(String first, String second) {
    return (int)
        clusterOf.values().stream()
            .distinct()
            .filter(
                cluster ->
                    cluster.documents.containsKey(first) && cluster.documents.containsKey(second))
            .count();
  }

  /** Whether two documents are in one group. */
  boolean areJoined(int one, int other) {
    Cluster cluster = clusterOf.get(one);
    return cluster != null && cluster == clusterOf.get(other);
  }

  /** Joins the groups of pairs. */
  void join(List<DocumentPair> translations) {
    translations.forEach(pair -> pairs.add(unscored(pair.first(), pair.second())));
    for (DocumentPair pair : translations.stream().sorted(DocumentPair.ORDER).toList()) {
      Cluster one = cluster(pair.first());
      Cluster other = cluster(pair.second());
      if (one == other || isText(one, other)) {
        join(one, other, pair.cosine());
      }
    }
  }

  private void join(Cluster one, Cluster other, double cosine) {
    one.cosines += cosine;
    one.pairs++;
    unite(one, other);
  }

  private void unite(Cluster one, Cluster other) {
    if (one != other) {
      one.documents.putAll(other.documents);
      one.cosines += other.cosines;
      one.pairs += other.pairs;
      other.documents.values().forEach(document -> clusterOf.put(document, one));
    }
  }

  private static DocumentPair unscored(int one, int other) {
    return new DocumentPair(Math.min(one, other), Math.max(one, other), 0);
  }

  private Cluster cluster(int document) {
    return clusterOf.computeIfAbsent(
        document,
        alone -> {
          Cluster cluster = new Cluster();
          cluster.documents.put(vectors.document(document).language(), document);
          return cluster;
        });
  }

  private static boolean haveNoLanguageInCommon(Cluster one, Cluster other) {
    return Collections.disjoint(one.documents.keySet(), other.documents.keySet());
  }

  private boolean isText(Cluster one, Cluster other) {
    if (!haveNoLanguageInCommon(one, other)) {
      return false;
    }
    int translations = 0;
    for (int document : one.documents.values()) {
      for (int translated : other.documents.values()) {
        translations += pairs.contains(unscored(document, translated)) ? 1 : 0;
      }
    }
    return 2 * translations >= one.documents.size() * other.documents.size();
  }

  /** A group. */
  record Text(List<Integer> documents, double cosine) {}

  /** The groups of two or more documents, by number. */
  List<Text> texts() {
    List<Text> texts = new ArrayList<>();
    for (Cluster cluster : new HashSet<>(clusterOf.values())) {
      if (cluster.documents.size() > 1) {
        texts.add(
            new Text(
                cluster.documents.values().stream().sorted().toList(),
                cluster.cosines / cluster.pairs));
      }
    }
    texts.sort((a, b) -> Integer.compare(a.documents().getFirst(), b.documents().getFirst()));
    return texts;
  }
}
