// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.isogloss.core.Hit;
import org.isogloss.search.links.DocumentLinks;
import org.isogloss.search.links.LinkedText;
import org.isogloss.search.reader.CandidatePassages;
import org.isogloss.search.reader.IndexSnapshot;
import org.isogloss.search.vector.ReproducibleDotProduct;

/**
 * The translations and copies of documents that the links of an index state: from each document
 * that is linked with that of the leader, the passage that is nearest to the leader.
 *
 * @param candidates the passages that may complete a group
 */
record LinkedPassages(DocumentLinks links, IndexSnapshot snapshot, CandidatePassages candidates)
    implements Translations {
  @Override
  public List<List<Integer>> groups(
      List<Hit> hits, List<String> languages, TextScores scores, int count) {
    Map<LinkedText, List<Integer>> linked = new HashMap<>();
    List<Optional<LinkedText>> texts = new ArrayList<>();
    for (int i = 0; i < hits.size(); i++) {
      Optional<LinkedText> text = links.text(hits.get(i).documentId());
      texts.add(text);
      if (text.isPresent()) {
        linked.computeIfAbsent(text.get(), absent -> new ArrayList<>()).add(i);
      }
    }
    boolean[] grouped = new boolean[hits.size()];
    List<List<Integer>> groups = new ArrayList<>();
    for (int leader = 0; leader < grouped.length && groups.size() < count; leader++) {
      if (!grouped[leader]) {
        List<Integer> group =
            texts.get(leader).isEmpty()
                ? List.of(leader)
                : group(leader, linked.get(texts.get(leader).get()), hits, grouped);
        group.forEach(hit -> grouped[hit] = true);
        groups.add(group);
      }
    }
    return groups;
  }

  /** Returns a leader, and from each other document of its text the hit nearest to it. */
  private List<Integer> group(int leader, List<Integer> text, List<Hit> hits, boolean[] grouped) {
    Map<String, List<Integer>> others = new HashMap<>();
    for (int hit : text) {
      String document = hits.get(hit).documentId();
      if (!grouped[hit] && !document.equals(hits.get(leader).documentId())) {
        others.computeIfAbsent(document, absent -> new ArrayList<>(1)).add(hit);
      }
    }
    List<Integer> group = new ArrayList<>(List.of(leader));
    others.values().forEach(choice -> group.add(nearest(leader, choice, hits)));
    return group.stream().sorted().toList();
  }

  /** Returns the hit nearest to a leader; of equally near ones, the first. */
  private int nearest(int leader, List<Integer> choice, List<Hit> hits) {
    if (choice.size() == 1) {
      return choice.getFirst();
    }
    Optional<float[]> vector = snapshot.stored().vector(hits.get(leader));
    List<Optional<float[]>> vectors =
        snapshot.stored().vectors(choice.stream().map(hits::get).toList());
    int nearest = choice.getFirst();
    double highest = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < choice.size() && vector.isPresent(); i++) {
      double cosine =
          vectors
              .get(i)
              .map(found -> (double) ReproducibleDotProduct.dotProduct(vector.get(), found))
              .orElse(Double.NEGATIVE_INFINITY);
      if (cosine > highest) {
        highest = cosine;
        nearest = choice.get(i);
      }
    }
    return nearest;
  }

  @Override
  public int versions(Hit leader, int found) {
    return links
        .text(leader.documentId())
        .map(text -> Math.max(found, text.ids().size()))
        .orElse(found);
  }

  @Override
  public List<Hit> missing(Hit leader, Set<String> languages) {
    Optional<LinkedText> text = links.text(leader.documentId());
    if (text.isEmpty()) {
      return List.of();
    }
    Set<String> documents = new HashSet<>();
    text.get()
        .documents()
        .forEach(
            (language, ids) -> {
              if (!languages.contains(language) && candidates.codes().contains(language)) {
                documents.add(ids.getFirst());
              }
            });
    Optional<float[]> vector = documents.isEmpty() ? Optional.empty() : vector(leader);
    if (vector.isEmpty()) {
      return List.of();
    }
    Map<String, Hit> nearest = new TreeMap<>();
    snapshot
        .stored()
        .documentVectors(documents)
        .forEach(
            (hit, found) -> {
              double cosine = ReproducibleDotProduct.dotProduct(vector.get(), found);
              nearest.merge(
                  hit.documentId(),
                  hit.withScore(cosine),
                  (one, other) -> one.score() >= other.score() ? one : other);
            });
    return candidates.retain(List.copyOf(nearest.values()));
  }

  private Optional<float[]> vector(Hit hit) {
    return snapshot.stored().vector(hit);
  }
}
