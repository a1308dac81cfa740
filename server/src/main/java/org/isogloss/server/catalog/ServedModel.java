// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.catalog;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import org.isogloss.core.CountingEncoder;
import org.isogloss.core.Role;
import org.isogloss.core.SparseEncoder;
import org.isogloss.core.SparseVector;
import org.isogloss.core.util.UnitVectors;
import org.isogloss.engine.LoadedModel;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.OnnxEncoder;
import org.isogloss.runtime.TokenVectors;
import org.isogloss.runtime.sparse.OnnxSparseEncoder;
import org.isogloss.server.http.RequestException;
import org.isogloss.text.Encoding;
import org.isogloss.text.Tokenizer;

/** A model that encodes texts of clients. Thread-safe. */
public final class ServedModel implements AutoCloseable {
  private final String name;
  private final LoadedModel model;
  private final int threads;
  private final Tokenizer tokenizer;
  private final EncodingSettings settings;
  private final int specialTokens;
  private final ReadWriteLock use = new ReentrantReadWriteLock();
  private boolean closed;
  private Optional<TokenVectors> tokenVectors = Optional.empty();
  private Optional<SparseEncoder> sparse = Optional.empty();
  private final LongAdder encodedTexts = new LongAdder();
  private final LongAdder encodedTokens = new LongAdder();

  /**
   * Serves a model.
   *
   * @param name the name by which clients refer to it
   * @param model the model, which is closed with this object
   * @param threads number of threads for the vectors of tokens
   */
  ServedModel(String name, LoadedModel model, int threads) {
    this.name = requireNonNull(name, "name is null");
    this.model = model;
    this.threads = threads;
    this.tokenizer = model.folder().tokenizer();
    this.settings = model.folder().encoding();
    this.specialTokens = tokenizer.encode("", settings.maxLength()).size();
  }

  /**
   * Encoded texts.
   *
   * @param vectors {@code float[texts][dimension]}
   * @param tokens number of tokens that the model has read, those of prefixes and special tokens
   *     included
   */
  public record Encoded(float[][] vectors, long tokens) {
    /** Returns vectors of the first components, of unit length again. */
    public Encoded shortened(int dimension) {
      if (vectors.length == 0 || vectors[0].length == dimension) {
        return this;
      }
      float[][] shorter = new float[vectors.length][];
      for (int i = 0; i < shorter.length; i++) {
        shorter[i] = UnitVectors.normalize(Arrays.copyOf(vectors[i], dimension));
      }
      return new Encoded(shorter, tokens);
    }
  }

  public String name() {
    return name;
  }

  /** The name of a shipped model, or the absolute path of a model folder. */
  public String source() {
    return model.name();
  }

  LoadedModel model() {
    return model;
  }

  public int dimension() {
    return model.encoder().dimension();
  }

  /** Whether the vector of a text takes microseconds, because the model has no transformer. */
  public boolean isBrief() {
    return !model.encoder().isContextual();
  }

  /** Whether vectors may be {@linkplain Encoded#shortened shortened} to a dimension. */
  public boolean allowsDimension(int dimension) {
    return model.folder().allowsDimension(dimension);
  }

  public Tokenizer tokenizer() {
    return tokenizer;
  }

  /** Identifies the weights of the model. */
  public String fingerprint() {
    return model.encoder().fingerprint();
  }

  /** How the vectors of tokens become one vector, in lower case, such as {@code mean}. */
  public String pooling() {
    return settings.pooling().name().toLowerCase(Locale.ROOT);
  }

  /** Maximum number of tokens of a text, those of its prefix and special tokens included. */
  public int maxTokens() {
    return settings.maxLength();
  }

  /** Encodes a text as the model reads it, without its prefix, of any length. */
  public Encoding tokenize(String text) {
    return use(() -> tokenizer.encode(text, Integer.MAX_VALUE));
  }

  /** Returns the text of token ids of the model. */
  public String decode(int... ids) {
    return use(() -> tokenizer.decode(ids));
  }

  /**
   * Encodes texts.
   *
   * @param key name of the list of texts, for messages
   * @param truncate whether the model may ignore the end of a long text
   * @throws RequestException if a text is too long and may not be truncated
   */
  public Encoded encode(String key, List<String> texts, Role role, boolean truncate) {
    return use(() -> encodeOpen(key, texts, role, truncate));
  }

  private Encoded encodeOpen(String key, List<String> texts, Role role, boolean truncate) {
    CountingEncoder.Encoded encoded = model.encoder().encodeAndCount(texts, role);
    long all = 0;
    for (int i = 0; i < texts.size(); i++) {
      int count = encoded.tokens()[i] + specialTokens;
      if (!truncate && count >= maxTokens() && !model.encoder().fits(texts.get(i), role)) {
        throw tooLong(key + "[" + i + "]", key, settings.prefix(role) + texts.get(i));
      }
      all += Math.min(count, maxTokens());
    }
    encodedTexts.add(texts.size());
    encodedTokens.add(all);
    return new Encoded(encoded.vectors(), all);
  }

  /**
   * Computes the vectors of all tokens of texts, those of prefixes and special tokens included. The
   * first call opens the graph that returns them.
   *
   * @param key name of the list of texts, for messages
   * @param truncate whether the model may ignore the end of a long text
   * @param maxTokens maximum number of tokens of all texts
   * @return {@code float[texts][tokens][width]}
   * @throws RequestException if a text is too long and may not be truncated, or all are together
   */
  public float[][][] encodeTokens(
      String key, List<String> texts, Role role, boolean truncate, int maxTokens) {
    return use(
        () -> {
          long all = 0;
          for (int i = 0; i < texts.size(); i++) {
            String text = settings.prefix(role) + texts.get(i);
            int count = tokenizer.ids(text).length + specialTokens;
            if (!truncate && count > maxTokens()) {
              throw tooLong(key + "[" + i + "]", key, text);
            }
            all += Math.min(count, maxTokens());
          }
          if (all > maxTokens) {
            throw RequestException.of(
                RequestException.Reason.TOO_LARGE,
                key,
                key
                    + " has "
                    + all
                    + " tokens, expected at most "
                    + maxTokens
                    + ": send fewer texts");
          }
          float[][][] vectors = tokenVectors().encode(texts, role);
          encodedTexts.add(texts.size());
          encodedTokens.add(all);
          return vectors;
        });
  }

  /** Whether the model computes weights of terms, too. */
  public boolean weighsTerms() {
    return model.folder().sparseHead().isPresent();
  }

  /**
   * Computes the weights of the terms of texts. The first call opens the graph that they need.
   *
   * @param key name of the list of texts, for messages
   * @param truncate whether the model may ignore the end of a long text
   * @throws RequestException if a text is too long and may not be truncated
   */
  public List<SparseVector> encodeSparse(
      String key, List<String> texts, Role role, boolean truncate) {
    return use(
        () -> {
          SparseEncoder encoder = sparse();
          for (int i = 0; i < texts.size(); i++) {
            if (!truncate && !encoder.fits(texts.get(i), role)) {
              throw tooLong(key + "[" + i + "]", key, settings.prefix(role) + texts.get(i));
            }
          }
          List<SparseVector> vectors = encoder.encode(texts, role);
          encodedTexts.add(texts.size());
          return vectors;
        });
  }

  private synchronized SparseEncoder sparse() {
    if (sparse.isEmpty()) {
      InferenceOptions options = InferenceOptions.defaults().withThreads(threads);
      sparse = Optional.of(OnnxSparseEncoder.open(model.folder(), options));
    }
    return sparse.get();
  }

  private synchronized TokenVectors tokenVectors() {
    if (tokenVectors.isEmpty()) {
      InferenceOptions options = InferenceOptions.defaults().withThreads(threads);
      tokenVectors = Optional.of(TokenVectors.open(model.folder(), options));
    }
    return tokenVectors.get();
  }

  private RequestException tooLong(String name, String key, String text) {
    return RequestException.of(
        RequestException.Reason.TOO_LONG,
        key,
        name
            + " has "
            + (tokenizer.ids(text).length + specialTokens)
            + " tokens, expected at most "
            + maxTokens()
            + ": split the text, or ask for truncation");
  }

  /** Number of texts that have been encoded for clients. */
  public long encodedTexts() {
    return encodedTexts.sum();
  }

  /** Number of tokens that have been encoded for clients. */
  public long encodedTokens() {
    return encodedTokens.sum();
  }

  /** Number of batches that the model has run; 0 for a model that needs none. */
  public long batches() {
    return model.encoder() instanceof OnnxEncoder onnx ? onnx.batches() : 0;
  }

  /** Number of texts in these batches. */
  public long batchedTexts() {
    return model.encoder() instanceof OnnxEncoder onnx ? onnx.batchedTexts() : 0;
  }

  /**
   * Uses the open model.
   *
   * @throws RequestException if it was unloaded after the request had found it
   */
  private <T> T use(Supplier<T> action) {
    use.readLock().lock();
    try {
      if (closed) {
        throw RequestException.of(
            RequestException.Reason.NOT_FOUND, "model", "the model " + name + " was unloaded");
      }
      return action.get();
    } finally {
      use.readLock().unlock();
    }
  }

  /** Closes the model when no client uses it. */
  @Override
  public void close() {
    use.writeLock().lock();
    try {
      closed = true;
      tokenVectors.ifPresent(TokenVectors::close);
      sparse.ifPresent(SparseEncoder::close);
      model.close();
    } finally {
      use.writeLock().unlock();
    }
  }
}
