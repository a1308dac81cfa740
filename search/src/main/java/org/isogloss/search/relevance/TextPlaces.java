// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.relevance;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.IntStream;
import org.isogloss.core.Hit;

/**
 * The places of the hits of some texts. A pipeline may rank translations of a text after the first
 * hits of the next texts; they keep this distance if the order of the texts changes.
 */
public final class TextPlaces {
  private final List<RankedText> texts;
  private final Map<Hit, Integer> textOf = new HashMap<>();
  private final List<Place> places = new ArrayList<>();

  /**
   * A place in a ranking.
   *
   * @param text position of the text that has it
   * @param lag number of the following texts whose first hits precede it
   */
  private record Place(int text, int lag) {}

  private TextPlaces(List<RankedText> texts, List<Hit> ranking) {
    this.texts = List.copyOf(texts);
    for (int i = 0; i < texts.size(); i++) {
      for (Hit hit : texts.get(i).hits()) {
        textOf.put(hit, i);
      }
    }
    int last = 0;
    for (Hit hit : ranking) {
      Integer text = textOf.get(hit);
      if (text != null) {
        last = Math.max(last, text);
        places.add(new Place(text, last - text));
      }
    }
  }

  /**
   * Creates the places.
   *
   * @param texts in the order of their first hits
   * @param ranking contains the hits of the texts; others are ignored
   */
  public static TextPlaces of(List<RankedText> texts, List<Hit> ranking) {
    return new TextPlaces(texts, ranking);
  }

  /**
   * Returns the hits of the texts in another order, with their log-odds: those of the text, but of
   * a translation after the first hits of other texts those of the last of these, so that they
   * descend with the ranks of the pipeline.
   *
   * @param ordered the same texts in their new order, each with its hits in their new order
   */
  public SequencedMap<Hit, Double> arrange(List<RankedText> ordered) {
    int[] positions = new int[texts.size()];
    Map<Integer, Iterator<Hit>> hits = new HashMap<>();
    for (int i = 0; i < ordered.size(); i++) {
      int text = textOf.get(ordered.get(i).hits().getFirst());
      positions[text] = i;
      hits.put(text, ordered.get(i).hits().iterator());
    }
    boolean moved = IntStream.range(0, positions.length).anyMatch(i -> positions[i] != i);
    List<Place> arranged =
        moved
            ? places.stream()
                .sorted(
                    Comparator.comparingInt((Place place) -> positions[place.text()] + place.lag())
                        .thenComparingInt(Place::lag))
                .toList()
            : places;
    SequencedMap<Hit, Double> logOdds = new LinkedHashMap<>();
    for (Place place : arranged) {
      logOdds.put(hits.get(place.text()).next(), texts.get(place.text() + place.lag()).logOdds());
    }
    return logOdds;
  }
}
