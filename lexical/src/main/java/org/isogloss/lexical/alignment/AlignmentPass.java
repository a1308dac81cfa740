// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.alignment;

import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;
import org.isogloss.core.concurrent.WorkerPool;
import org.isogloss.lexical.Alignment;
import org.isogloss.lexical.ParallelCorpus;

/**
 * One pass over all sentence pairs in both directions. Chunks of consecutive sentences are
 * distributed among the threads; sums are computed in the order of the chunks, so that results do
 * not depend on the number of threads.
 */
final class AlignmentPass {
  private static final int CHUNK = 128;
  private static final int WAVE = 64;

  private final AlignmentParameters parameters;
  private final DirectedPairs forwardPairs;
  private final DirectedPairs backwardPairs;
  private final AlignmentModel model;
  private final boolean agreement;
  private final int sentences;
  private final WorkerPool workers;

  /** The expected counts of a chunk in one direction. */
  private static final class Expected {
    private final ExpectedCountBuffer counts = new ExpectedCountBuffer();
    private double[] jumps = JumpDistribution.newCounts();
    private double logLikelihood;
    private long targetWords;

    /** Adds the counts, except for the links, to those of other chunks and clears them. */
    void drain(DirectionalCounts totals) {
      totals.add(jumps, logLikelihood, targetWords);
      jumps = JumpDistribution.newCounts();
      logLikelihood = 0;
      targetWords = 0;
    }
  }

  /** The working memory of one thread. */
  private record Scratch(LinkPosteriors forward, LinkPosteriors backward) {}

  AlignmentPass(
      AlignmentParameters parameters,
      ParallelCorpus corpus,
      AlignmentModel model,
      boolean agreement,
      WorkerPool workers) {
    this.parameters = parameters;
    this.forwardPairs = DirectedPairs.forward(corpus);
    this.backwardPairs = DirectedPairs.backward(corpus);
    this.model = model;
    this.agreement = agreement;
    this.sentences = corpus.size();
    this.workers = workers;
  }

  /** The E-step: returns the expected counts of all pairs. */
  AlignmentCounts count(LongConsumer progress) {
    Expected[] forwardChunks = chunks();
    Expected[] backwardChunks = chunks();
    AlignmentCounts totals = new AlignmentCounts(parameters);
    for (int first = 0; first < sentences; first += WAVE * CHUNK) {
      requireNotInterrupted();
      int from = first;
      workers.forEach(
          WAVE,
          1,
          this::scratch,
          (scratch, chunk) ->
              forEachInChunk(
                  from + chunk * CHUNK,
                  s -> expect(s, scratch, forwardChunks[chunk], backwardChunks[chunk])));
      drain(forwardChunks, totals.forward());
      drain(backwardChunks, totals.backward());
      progress.accept(Math.min(sentences, first + WAVE * CHUNK));
    }
    return totals;
  }

  private static void requireNotInterrupted() {
    if (Thread.currentThread().isInterrupted()) {
      throw new IllegalStateException("interrupted while words were aligned");
    }
  }

  private static Expected[] chunks() {
    Expected[] chunks = new Expected[WAVE];
    for (int chunk = 0; chunk < WAVE; chunk++) {
      chunks[chunk] = new Expected();
    }
    return chunks;
  }

  private Scratch scratch() {
    return new Scratch(model.posteriors(), model.posteriors());
  }

  private void forEachInChunk(int from, IntConsumer sentence) {
    for (int s = from; s < Math.min(from + CHUNK, sentences); s++) {
      if (!forwardPairs.isEmpty(s)) {
        sentence.accept(s);
      }
    }
  }

  private void expect(
      int sentence, Scratch scratch, Expected forwardCounts, Expected backwardCounts) {
    forwardCounts.logLikelihood +=
        scratch.forward.compute(parameters.forward(), forwardPairs, sentence, forwardCounts.jumps);
    forwardCounts.targetWords += forwardPairs.target().length(sentence);
    backwardCounts.logLikelihood +=
        scratch.backward.compute(
            parameters.backward(), backwardPairs, sentence, backwardCounts.jumps);
    backwardCounts.targetWords += backwardPairs.target().length(sentence);
    if (agreement) {
      LinkPosteriors.multiply(scratch.forward, scratch.backward);
    }
    scratch.forward.addExpectedCounts(forwardCounts.counts);
    scratch.backward.addExpectedCounts(backwardCounts.counts);
  }

  private void drain(Expected[] chunks, DirectionalCounts totals) {
    workers.forEach(
        ExpectedCountBuffer.PARTS,
        1,
        () -> "",
        (none, part) -> {
          for (Expected chunk : chunks) {
            chunk.counts.drain(part, totals.links());
          }
        });
    for (Expected chunk : chunks) {
      chunk.drain(totals);
    }
  }

  /** Aligns all pairs; the calling thread passes the alignments to the consumer in order. */
  void align(
      Symmetrisation symmetrisation,
      WordAligner.AlignmentConsumer consumer,
      LongConsumer progress) {
    Alignment[] wave = new Alignment[WAVE * CHUNK];
    for (int first = 0; first < sentences; first += wave.length) {
      requireNotInterrupted();
      int from = first;
      Arrays.fill(wave, Alignment.NONE);
      workers.forEach(
          WAVE,
          1,
          this::scratch,
          (scratch, chunk) ->
              forEachInChunk(
                  from + chunk * CHUNK, s -> wave[s - from] = align(s, scratch, symmetrisation)));
      for (int s = first; s < Math.min(first + wave.length, sentences); s++) {
        consumer.accept(s, wave[s - first]);
      }
      progress.accept(Math.min(sentences, first + wave.length));
    }
  }

  private Alignment align(int sentence, Scratch scratch, Symmetrisation symmetrisation) {
    double[] unused = JumpDistribution.newCounts();
    scratch.forward.compute(parameters.forward(), forwardPairs, sentence, unused);
    scratch.backward.compute(parameters.backward(), backwardPairs, sentence, unused);
    if (symmetrisation == Symmetrisation.AGREEMENT) {
      LinkPosteriors.multiply(scratch.forward, scratch.backward);
      return scratch.forward.linksAbove(
          Symmetrisation.AGREEMENT_THRESHOLD * Symmetrisation.AGREEMENT_THRESHOLD);
    }
    return symmetrisation.combine(
        scratch.forward.mostLikelySources(), scratch.backward.mostLikelySources());
  }
}
