// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.spark.align;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.Function;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;
import org.isogloss.lexical.ParallelCorpus;
import org.isogloss.lexical.Vocabulary;
import org.isogloss.lexical.alignment.AlignerOptions;
import org.isogloss.lexical.alignment.AlignmentCounts;
import org.isogloss.lexical.alignment.AlignmentListener;
import org.isogloss.lexical.alignment.AlignmentModel;
import org.isogloss.lexical.alignment.AlignmentParameters;
import org.isogloss.lexical.alignment.AlignmentTraining;
import org.isogloss.lexical.alignment.InitialCounts;
import org.isogloss.lexical.alignment.InitialRows;
import scala.Tuple2;

/**
 * Trains the alignment models of a distributed bitext: tasks count the pairs of their part with the
 * current parameters, the counts are summed, and the driver updates the parameters.
 */
final class DistributedAligner {
  private final JavaSparkContext spark;
  private final DistributedBitext bitext;
  private final AlignerOptions options;

  DistributedAligner(JavaSparkContext spark, DistributedBitext bitext, AlignerOptions options) {
    this.spark = spark;
    this.bitext = bitext;
    this.options = options;
  }

  AlignmentParameters train(AlignmentListener listener) {
    AlignmentParameters parameters =
        AlignmentParameters.of(
            initialRows(InitialCounts::forward, bitext.sourceWords(), bitext.targetWords()),
            initialRows(InitialCounts::backward, bitext.targetWords(), bitext.sourceWords()),
            bitext.maxSourceLength(),
            bitext.maxTargetLength(),
            options);
    AlignmentTraining.train(parameters, options, this::count, listener);
    return parameters;
  }

  private InitialRows initialRows(
      Function<ParallelCorpus, List<InitialCounts>> count, int sourceWords, int targetWords) {
    JavaRDD<InitialCounts> counts =
        bitext.map(count).flatMap(List::iterator).persist(StorageLevel.MEMORY_AND_DISK());
    try {
      Broadcast<List<InitialCounts>> nullWord =
          spark.broadcast(counts.filter(word -> word.word() == Vocabulary.NULL_WORD).collect());
      int maxCandidates = options.maxCandidates();
      List<InitialCounts> rows =
          counts
              .mapToPair(word -> new Tuple2<>(word.word(), word))
              .groupByKey()
              .mapPartitions(
                  words -> {
                    var adder = new InitialRows.Adder(nullWord.value(), targetWords, maxCandidates);
                    List<InitialCounts> probabilities = new ArrayList<>();
                    words.forEachRemaining(
                        word -> probabilities.add(adder.probabilities(word._2())));
                    return probabilities.iterator();
                  })
              .collect();
      return InitialRows.of(rows, sourceWords);
    } finally {
      counts.unpersist();
    }
  }

  private AlignmentCounts count(
      AlignmentParameters parameters, AlignmentModel model, boolean agreement) {
    Broadcast<AlignmentParameters> current = spark.broadcast(parameters);
    try {
      return bitext
          .map(part -> current.value().count(part, model, agreement))
          .treeReduce(AlignmentCounts::add);
    } finally {
      current.destroy();
    }
  }
}
