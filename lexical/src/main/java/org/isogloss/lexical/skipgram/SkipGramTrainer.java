// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.skipgram;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import org.isogloss.core.concurrent.WorkerPool;
import org.isogloss.lexical.SentenceList;

/**
 * Trains skip-gram word vectors with subword n-grams and negative sampling, as {@code fasttext
 * skipgram} does (Bojanowski, Grave, Joulin and Mikolov, <i>Enriching Word Vectors with Subword
 * Information</i>, TACL 2017).
 *
 * <pre>{@code
 * SubwordVectors vectors =
 *     SkipGramTrainer.train(sentences.iterator(), SkipGramOptions.defaults(), SkipGramListener.NONE);
 * vectors.toWordVectors().write(file);
 * }</pre>
 *
 * <p>The text is read once and kept as numbers: four bytes a word, eight while it is read. The
 * model takes {@code 4 * dimension} bytes for each word twice and for each bucket of n-grams once.
 *
 * <p>One thread gives the same vectors to the bit for the same text, options and seed. Several
 * threads update the model without locks, so that no two runs are the same.
 *
 * <p>Unlike fastText, the end of a line is not a word of the vocabulary, {@code </s>}.
 */
public final class SkipGramTrainer {
  /** Words of one task. */
  private static final int CHUNK = 1 << 13;

  private final TrainingText text;
  private final SkipGramOptions options;
  private final SkipGramListener listener;
  private final SkipGramModel model;
  private final FrequentWordSampling sampling;
  private final NegativeSampler negatives;
  private final int[] chunks;
  private final long totalWords;
  private final long taskSeed;
  private final AtomicLong processedWords = new AtomicLong();
  private final DoubleAdder loss = new DoubleAdder();
  private final LongAdder pairs = new LongAdder();
  private final Thread caller = Thread.currentThread();
  private final long started = System.nanoTime();

  private SkipGramTrainer(
      TrainingText text, SkipGramOptions options, SkipGramListener listener, SkipGramModel model) {
    this.text = text;
    this.options = options;
    this.listener = listener;
    this.model = model;
    sampling =
        new FrequentWordSampling(text.counts(), text.totalWords(), options.samplingThreshold());
    negatives = new NegativeSampler(text.counts());
    chunks = chunks(text.sentences());
    taskSeed = new SplittableRandom(~options.seed()).nextLong();
    totalWords = (long) text.sentences().wordCount() * options.epochs();
  }

  /**
   * Trains on sentences, which are read to their end.
   *
   * @param sentences the words of each sentence or paragraph in order
   * @throws org.isogloss.core.IsoglossException if fewer than two distinct words are frequent
   *     enough
   * @throws IllegalStateException if the thread is interrupted
   */
  public static SubwordVectors train(
      Iterator<List<String>> sentences, SkipGramOptions options, SkipGramListener listener) {
    requireNonNull(listener, "listener is null");
    TrainingText text = TrainingText.read(sentences, options.minCount());
    SubwordIndex subwords =
        SubwordIndex.of(
            text.words(),
            new SubwordNgrams(options.minNgram(), options.maxNgram(), options.buckets()));
    int words = text.words().size();
    listener.textRead(text.totalWords(), words, subwords.rowCount() - words);
    try (WorkerPool workers = new WorkerPool("skip-gram", options.threads())) {
      SkipGramModel model =
          SkipGramModel.initialise(subwords, words, options.dimension(), options.seed(), workers);
      SkipGramTrainer trainer = new SkipGramTrainer(text, options, listener, model);
      workers.forEach(
          Math.multiplyExact(trainer.chunks.length - 1, options.epochs()),
          1,
          trainer::newWorker,
          Worker::train);
      listener.progress(trainer.progress());
      return new SubwordVectors(text.words(), subwords, model.input());
    }
  }

  /** Returns the first sentence of each chunk, and at the end the number of sentences. */
  private static int[] chunks(SentenceList sentences) {
    int[] starts = new int[sentences.size() + 1];
    int count = 1;
    int first = 0;
    for (int sentence = 1; sentence <= sentences.size(); sentence++) {
      boolean last = sentence == sentences.size();
      if (last || sentences.offset(sentence) - sentences.offset(first) >= CHUNK) {
        starts[count++] = sentence;
        first = sentence;
      }
    }
    return Arrays.copyOf(starts, count);
  }

  private Worker newWorker() {
    return new Worker();
  }

  private SkipGramProgress progress() {
    return new SkipGramProgress(
        processedWords.get(),
        totalWords,
        pairs.sum() == 0 ? 0 : loss.sum() / pairs.sum(),
        Duration.ofNanos(System.nanoTime() - started));
  }

  /** The working memory of one thread. */
  private final class Worker {
    private final SkipGramUpdate update = new SkipGramUpdate(model, options.negatives());
    private final int[] targets = new int[options.negatives() + 1];
    private final int[] kept = new int[TrainingText.MAX_SENTENCE_LENGTH];

    void train(int task) {
      // The seed depends on the task only: it is the same in whichever thread the task runs.
      SplittableRandom random = new SplittableRandom(taskSeed + task);
      int chunk = task % (chunks.length - 1);
      for (int sentence = chunks[chunk]; sentence < chunks[chunk + 1]; sentence++) {
        double progress = (double) processedWords.get() / totalWords;
        train(sentence, (float) (options.learningRate() * (1 - progress)), random);
        processedWords.addAndGet(text.sentences().length(sentence));
      }
      loss.add(update.loss());
      pairs.add(update.pairs());
      update.resetLoss();
      if (Thread.currentThread() == caller) {
        if (caller.isInterrupted()) {
          throw new IllegalStateException("interrupted while word vectors were trained");
        }
        if (processedWords.get() < totalWords) {
          listener.progress(progress());
        }
      }
    }

    private void train(int sentence, float learningRate, SplittableRandom random) {
      int[] words = text.sentences().words();
      int from = text.sentences().offset(sentence);
      int to = from + text.sentences().length(sentence);
      int count = 0;
      for (int i = from; i < to; i++) {
        if (sampling.keeps(words[i], random)) {
          kept[count++] = words[i];
        }
      }
      for (int at = 0; at < count; at++) {
        int window = 1 + random.nextInt(options.window());
        int first = Math.max(0, at - window);
        int last = Math.min(count - 1, at + window);
        if (first < last) {
          update.start(kept[at]);
          for (int context = first; context <= last; context++) {
            if (context != at) {
              draw(kept[context], random);
              update.step(targets, learningRate);
            }
          }
          update.finish();
        }
      }
    }

    private void draw(int context, SplittableRandom random) {
      targets[0] = context;
      for (int i = 1; i < targets.length; i++) {
        targets[i] = negatives.sampleOther(context, random);
      }
    }
  }
}
