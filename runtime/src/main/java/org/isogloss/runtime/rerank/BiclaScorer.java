// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.rerank;

import java.util.Arrays;
import java.util.List;
import org.isogloss.core.Language;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.concurrent.WorkerPool;
import org.isogloss.core.util.LruCache;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.bicla.BiclaArchitecture.Side;
import org.isogloss.modelio.bicla.BiclaFiles;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.bicla.BiclaModel;
import org.isogloss.runtime.bicla.EncodedSentence;
import org.isogloss.runtime.bicla.SentenceReader;

/**
 * Scores pairs of a query and a passage with a BiCLA model: the query is the first sentence, a
 * passage the second one. The score is the signed logarithm {@code sign(x) log(1 + |x|)} of the
 * model's logit {@code x}. It has the order of the paper's {@code tanh(x)}, which is 1 to the last
 * bit for many pairs.
 *
 * <p>Words that the model does not know are ignored; a pair without known words on either side has
 * the lowest score, {@link #UNKNOWN_SCORE}. A text in a language that is not given, or that the
 * model does not have, is read in the language that knows most of its words.
 */
public final class BiclaScorer implements PairScorer {
  /** The score of a pair in which a text has no known word; all other scores are higher. */
  public static final float UNKNOWN_SCORE = -90;

  /** Size of the passage cache in bytes: about 10,000 sentences. */
  private static final long CACHE_BYTES = 1 << 27;

  /** Number of passages that a thread encodes at a time. */
  private static final int CHUNK = 16;

  private record Text(Language language, String text, Side side) {}

  private final BiclaModel model;
  private final SentenceReader reader;
  private final WorkerPool workers;
  private final LruCache<Text, EncodedSentence> cache =
      new LruCache<>(
          CACHE_BYTES, sentence -> 64L + sentence.states().length * (16L + bytesOfState()));
  private volatile boolean closed;

  private BiclaScorer(BiclaFiles files, int maxLength, int threads) {
    this.model = new BiclaModel(files.architecture(), files.parameters());
    this.reader = new SentenceReader(files.words(), maxLength);
    this.workers = new WorkerPool("bicla", threads);
  }

  private long bytesOfState() {
    return (long) Float.BYTES * model.architecture().stateSize();
  }

  /**
   * Opens a model.
   *
   * @param model may be closed afterwards
   * @throws org.isogloss.modelio.format.ModelFormatException if it is not a BiCLA model, or is
   *     damaged
   */
  public static BiclaScorer open(ModelFolder model, InferenceOptions options) {
    return new BiclaScorer(
        BiclaFiles.read(model.path()), model.encoding().maxLength(), options.threads());
  }

  @Override
  public float[] score(Query query, List<Passage> passages) {
    if (closed) {
      throw new IllegalStateException("this scorer is closed");
    }
    EncodedSentence[] encoded = new EncodedSentence[passages.size()];
    workers.forEach(
        encoded.length,
        CHUNK,
        i ->
            encoded[i] =
                encode(
                    new Text(
                        passages.get(i).language(), passages.get(i).titledText(), Side.SECOND)));
    float[] scores =
        model
            .asFirst(encode(new Text(query.language(), query.text(), Side.FIRST)))
            .logits(model.asSecond(Arrays.asList(encoded)));
    for (int i = 0; i < scores.length; i++) {
      scores[i] = toScore(scores[i]);
    }
    return scores;
  }

  /** Returns the score of a logit of {@link BiclaModel}. */
  public static float toScore(float logit) {
    return logit == BiclaModel.UNKNOWN
        ? UNKNOWN_SCORE
        : (float) Math.copySign(Math.log1p(Math.abs(logit)), logit);
  }

  private EncodedSentence encode(Text text) {
    return cache
        .find(text)
        .orElseGet(
            () -> {
              EncodedSentence sentence =
                  model.encode(reader.read(text.text(), text.language()), text.side());
              cache.put(text, sentence);
              return sentence;
            });
  }

  @Override
  public void close() {
    closed = true;
    workers.close();
  }
}
