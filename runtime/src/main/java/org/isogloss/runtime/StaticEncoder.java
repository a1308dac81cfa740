package org.isogloss.runtime;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import org.apache.lucene.util.VectorUtil;
import org.isogloss.core.Encoder;
import org.isogloss.core.Role;
import org.isogloss.model.StaticEmbedding;
import org.isogloss.text.Tokenizer;

/**
 * Encodes a text as the sum of its pieces' vectors, brought to unit length: no layers, no native
 * code. A piece's weight is the length of its vector; one of length nought, as an unknown piece's,
 * does not count. Texts may be of any length.
 */
public final class StaticEncoder implements Encoder {
  /** Fewer texts than this are encoded by the caller alone. */
  private static final int WORTH_SHARING = 64;

  private final StaticEmbedding embedding;
  private final Tokenizer tokenizer;
  private final String fingerprint;
  private final ForkJoinPool workers;
  private volatile boolean closed;

  /**
   * An encoder over weights in memory.
   *
   * @param tokenizer its pieces are the rows of the embedding
   * @param threads how many share a long list of texts, 1 or more; the vectors do not depend on it
   */
  public StaticEncoder(
      StaticEmbedding embedding, Tokenizer tokenizer, String fingerprint, int threads) {
    this.embedding = requireNonNull(embedding, "embedding is null");
    this.tokenizer = requireNonNull(tokenizer, "tokenizer is null");
    this.fingerprint = requireNonNull(fingerprint, "fingerprint is null");
    if (tokenizer.vocabularySize() != embedding.pieces()) {
      throw new IllegalArgumentException(
          "the tokenizer has "
              + tokenizer.vocabularySize()
              + " pieces and the embedding "
              + embedding.pieces()
              + " rows, expected as many");
    }
    this.workers = new ForkJoinPool(threads);
  }

  @Override
  public int dimension() {
    return embedding.dimension();
  }

  @Override
  public String fingerprint() {
    return fingerprint;
  }

  @Override
  public float[][] encode(List<String> texts, Role role) {
    requireNonNull(role, "role is null");
    if (closed) {
      throw new IllegalStateException("the encoder is closed");
    }
    float[][] vectors = new float[texts.size()][];
    if (texts.size() < WORTH_SHARING || workers.getParallelism() == 1) {
      for (int i = 0; i < vectors.length; i++) {
        vectors[i] = encode(texts.get(i));
      }
    } else {
      workers
          .submit(
              () ->
                  IntStream.range(0, vectors.length)
                      .parallel()
                      .forEach(i -> vectors[i] = encode(texts.get(i))))
          .join();
    }
    return vectors;
  }

  private float[] encode(String text) {
    float[] sum = new float[embedding.dimension()];
    for (int piece : tokenizer.ids(text)) {
      embedding.addTo(sum, piece);
    }
    return VectorUtil.l2normalize(sum, false);
  }

  @Override
  public void close() {
    closed = true;
    workers.shutdown();
  }
}
