// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.spark.mine;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaPairRDD;
import org.isogloss.mining.neighbour.BidirectionalNeighbours;
import org.isogloss.mining.neighbour.CellCentroids;
import org.isogloss.mining.neighbour.Int8Vectors;
import org.isogloss.mining.neighbour.NeighbourLists;
import org.isogloss.mining.neighbour.NeighbourUnion;
import scala.Tuple2;

/**
 * Finds the neighbours of both sides. Each target passage is in the cell of its nearest centroid;
 * each source passage is compared with the targets of the nearest cells. A task compares all pairs
 * of a cell, in both directions.
 */
final class CellSearch {
  private static final int BATCH = 4096;
  private static final long SEED = 42;

  private final MiningSide source;
  private final MiningSide target;
  private final MineOptions options;

  /** A vector in a cell. */
  private record Member(int id, byte[] vector) implements Serializable {}

  /** Centroids in the form in which tasks receive them. */
  private record Centroids(byte[][] rows, float step) implements Serializable {
    /** Returns a copy of each vector for each of its nearest cells. */
    Iterator<Tuple2<Integer, Member>> assign(
        Iterator<Tuple2<Integer, MiningSide.Line>> lines, float vectorStep, int cells) {
      Int8Vectors centroids = Int8Vectors.of(rows, step);
      List<Tuple2<Integer, Member>> assigned = new ArrayList<>();
      List<Member> batch = new ArrayList<>();
      while (lines.hasNext()) {
        Tuple2<Integer, MiningSide.Line> line = lines.next();
        batch.add(new Member(line._1(), line._2().vector()));
        if (batch.size() == BATCH || !lines.hasNext()) {
          Int8Vectors vectors = vectors(batch, vectorStep);
          NeighbourLists nearest =
              BidirectionalNeighbours.findExact(vectors, centroids, cells, 1).forward();
          for (int i = 0; i < batch.size(); i++) {
            for (int rank = 0; rank < nearest.count(i); rank++) {
              assigned.add(new Tuple2<>(nearest.candidate(i, rank), batch.get(i)));
            }
          }
          batch.clear();
        }
      }
      return assigned.iterator();
    }
  }

  /** The nearest candidates of a passage, and the products of the quantised vectors. */
  private record Neighbours(int[] candidates, int[] products) implements Serializable {
    static Neighbours of(NeighbourLists lists, int sentence, List<Member> members) {
      int[] candidates = new int[lists.count(sentence)];
      int[] products = new int[candidates.length];
      for (int rank = 0; rank < candidates.length; rank++) {
        int candidate = lists.candidate(sentence, rank);
        candidates[rank] = members.isEmpty() ? candidate : members.get(candidate).id();
        products[rank] = lists.product(sentence, rank);
      }
      return new Neighbours(candidates, products);
    }

    void addTo(NeighbourUnion union, int sentence) {
      for (int rank = 0; rank < candidates.length; rank++) {
        union.add(sentence, candidates[rank], products[rank]);
      }
    }

    Neighbours union(Neighbours other, int depth) {
      NeighbourUnion union = new NeighbourUnion(1, depth);
      addTo(union, 0);
      other.addTo(union, 0);
      return of(union.lists(1), 0, List.of());
    }
  }

  /** A passage of one of the sides. */
  private record Key(boolean isSource, int id) implements Serializable {}

  CellSearch(MiningSide source, MiningSide target, MineOptions options) {
    this.source = source;
    this.target = target;
    this.options = options;
  }

  BidirectionalNeighbours run() {
    int cells = Math.min(options.cells().orElse(1 + target.size() / 10_000), target.size());
    Centroids centroids = train(cells);
    int probes = Math.min(options.probes(), cells);
    float sourceStep = source.step();
    float targetStep = target.step();
    int depth = options.neighbours();
    JavaPairRDD<Integer, Member> sources =
        source.lines().mapPartitionsToPair(lines -> centroids.assign(lines, sourceStep, probes));
    JavaPairRDD<Integer, Member> targets =
        target.lines().mapPartitionsToPair(lines -> centroids.assign(lines, targetStep, 1));
    List<Tuple2<Key, Neighbours>> found =
        sources
            .cogroup(targets, options.partitions())
            .flatMapToPair(
                cell ->
                    compare(
                            inOrder(cell._2()._1()),
                            inOrder(cell._2()._2()),
                            sourceStep,
                            targetStep,
                            depth)
                        .iterator())
            .reduceByKey((one, other) -> one.union(other, depth))
            .collect();
    NeighbourUnion forward = new NeighbourUnion(source.size(), depth);
    NeighbourUnion backward = new NeighbourUnion(target.size(), depth);
    for (Tuple2<Key, Neighbours> one : found) {
      one._2().addTo(one._1().isSource() ? forward : backward, one._1().id());
    }
    double unit = (double) sourceStep * targetStep;
    return new BidirectionalNeighbours(forward.lists(unit), backward.lists(unit));
  }

  private Centroids train(int cells) {
    List<byte[]> sample =
        target
            .lines()
            .values()
            .map(MiningSide.Line::vector)
            .takeSample(
                /* withReplacement= */ false,
                Math.min(CellCentroids.sampleSize(cells), target.size()),
                SEED);
    Int8Vectors trained =
        CellCentroids.train(
            Int8Vectors.of(sample.toArray(byte[][]::new), target.step()),
            cells,
            Runtime.getRuntime().availableProcessors());
    byte[][] rows = new byte[cells][];
    for (int cell = 0; cell < cells; cell++) {
      rows[cell] = trained.row(cell);
    }
    return new Centroids(rows, trained.step());
  }

  /** Returns the members of a cell in an order that does not depend on the tasks. */
  private static List<Member> inOrder(Iterable<Member> members) {
    List<Member> all = new ArrayList<>();
    members.forEach(all::add);
    all.sort(Comparator.comparingInt(Member::id));
    return all;
  }

  private static Int8Vectors vectors(List<Member> members, float step) {
    return Int8Vectors.of(members.stream().map(Member::vector).toArray(byte[][]::new), step);
  }

  private static Stream<Tuple2<Key, Neighbours>> neighbours(
      NeighbourLists lists, List<Member> sentences, List<Member> candidates, boolean areSources) {
    return IntStream.range(0, sentences.size())
        .mapToObj(
            i ->
                new Tuple2<>(
                    new Key(areSources, sentences.get(i).id()),
                    Neighbours.of(lists, i, candidates)));
  }

  private static Stream<Tuple2<Key, Neighbours>> compare(
      List<Member> sources, List<Member> targets, float sourceStep, float targetStep, int depth) {
    if (sources.isEmpty() || targets.isEmpty()) {
      return Stream.empty();
    }
    BidirectionalNeighbours found =
        BidirectionalNeighbours.findExact(
            vectors(sources, sourceStep), vectors(targets, targetStep), depth, 1);
    return Stream.concat(
        neighbours(found.forward(), sources, targets, true),
        neighbours(found.backward(), targets, sources, false));
  }
}
