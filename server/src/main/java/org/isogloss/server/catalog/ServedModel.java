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
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Role;
import org.isogloss.core.SparseEncoder;
import org.isogloss.core.SparseVector;
import org.isogloss.core.util.UnitVectors;
import org.isogloss.engine.LoadedModel;
import org.isogloss.engine.Models;
import org.isogloss.engine.SparseModel;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.OnnxEncoder;
import org.isogloss.runtime.TokenVectors;
import org.isogloss.runtime.sparse.OnnxSparseEncoder;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.server.http.RequestException;
import org.isogloss.text.Encoding;
import org.isogloss.text.Tokenizer;

/**
 * A model that encodes texts of clients: as vectors, as weights of terms, or as both. Thread-safe.
 */
public final class ServedModel implements AutoCloseable {
  private final String name;
  private final String source;
  private final ModelFolder folder;
  private final Optional<CountingEncoder> encoder;
  private final InferenceOptions inference;
  private final Tokenizer tokenizer;
  private final EncodingSettings settings;
  private final int specialTokens;
  private final ReadWriteLock use = new ReentrantReadWriteLock();
  private boolean closed;
  private Optional<TokenVectors> tokenVectors = Optional.empty();
  private Optional<SparseEncoder> sparse;
  private final LongAdder encodedTexts = new LongAdder();
  private final LongAdder encodedTokens = new LongAdder();

  private ServedModel(
      String name,
      String source,
      ModelFolder folder,
      Optional<CountingEncoder> encoder,
      Optional<SparseEncoder> sparse,
      InferenceOptions inference) {
    this.name = requireNonNull(name, "name is null");
    this.source = source;
    this.folder = folder;
    this.encoder = encoder;
    this.sparse = sparse;
    this.inference = inference;
    this.tokenizer = folder.tokenizer();
    this.settings = folder.encoding();
    this.specialTokens = tokenizer.encode("", settings.maxLength()).size();
  }

  /**
   * Opens a model like {@link Models#openFor}, or one that computes weights of terms.
   *
   * @param index the index whose texts it encodes; empty for a new one, or for clients
   * @param name the name by which clients refer to it
   * @param folderOrName a model folder, or the name of a shipped model
   * @param inference how the model is run
   * @throws IsoglossException if it cannot be opened, or computes neither vectors of texts nor
   *     weights of terms
   */
  static ServedModel openFor(
      Optional<IndexManifest> index, String name, String folderOrName, InferenceOptions inference) {
    ModelFolder folder = ModelFolder.open(folderOrName);
    try {
      if (folder.sparseHead().filter(head -> head.kind().expands()).isEmpty()) {
        LoadedModel model = Models.openFor(index, folderOrName, inference);
        folder.close();
        return new ServedModel(
            name,
            model.name(),
            model.folder(),
            Optional.of(model.encoder()),
            Optional.empty(),
            inference);
      }
      SparseModel model = SparseModel.open(folderOrName, inference);
      return new ServedModel(
          name, model.name(), folder, Optional.empty(), Optional.of(model.encoder()), inference);
    } catch (RuntimeException | Error e) {
      folder.close();
      throw e;
    }
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
    return source;
  }

  /** Whether the model computes vectors of texts, not only weights of terms. */
  public boolean hasVectors() {
    return encoder.isPresent();
  }

  /**
   * Checks that the model {@linkplain #hasVectors computes vectors of texts}.
   *
   * @throws RequestException if it does not
   */
  public void requireVectors() {
    if (encoder.isEmpty()) {
      throw RequestException.invalid("model", withoutVectors());
    }
  }

  /** Why a model without vectors of texts cannot encode, and what to use it for. */
  public String withoutVectors() {
    return "the model "
        + name
        + " computes weights of terms and has no vectors of texts: use /embed_sparse, or an index"
        + " whose sparse model it is";
  }

  /**
   * Returns the encoder of the vectors of texts.
   *
   * @throws RequestException if the model has none
   */
  CountingEncoder encoder() {
    requireVectors();
    return encoder.get();
  }

  /** Returns the dimension of the vectors of texts; 0 if the model has none. */
  public int dimension() {
    return encoder.map(CountingEncoder::dimension).orElse(0);
  }

  /** Whether the vector of a text takes microseconds, because the model has no transformer. */
  public boolean isBrief() {
    return encoder.isPresent() && !encoder.get().isContextual();
  }

  /** Whether vectors may be {@linkplain Encoded#shortened shortened} to a dimension. */
  public boolean allowsDimension(int dimension) {
    return folder.allowsDimension(dimension);
  }

  public Tokenizer tokenizer() {
    return tokenizer;
  }

  /** Identifies the weights of the model. */
  public String fingerprint() {
    return encoder.map(CountingEncoder::fingerprint).orElseGet(() -> sparse().fingerprint());
  }

  /**
   * How the vectors of tokens become one vector, in lower case, such as {@code mean}; {@code
   * splade} for weights of terms.
   */
  public String pooling() {
    return encoder.isPresent() ? settings.pooling().name().toLowerCase(Locale.ROOT) : "splade";
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
   * @throws RequestException if a text is too long and may not be truncated, or the model has no
   *     vectors of texts
   */
  public Encoded encode(String key, List<String> texts, Role role, boolean truncate) {
    return use(() -> encodeOpen(key, texts, role, truncate));
  }

  private Encoded encodeOpen(String key, List<String> texts, Role role, boolean truncate) {
    CountingEncoder dense = encoder();
    CountingEncoder.Encoded encoded = dense.encodeAndCount(texts, role);
    long all = 0;
    for (int i = 0; i < texts.size(); i++) {
      int count = encoded.tokens()[i] + specialTokens;
      if (!truncate && count >= maxTokens() && !dense.fits(texts.get(i), role)) {
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

  /** Whether the model computes weights of terms. */
  public boolean weighsTerms() {
    return folder.sparseHead().isPresent();
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
      sparse = Optional.of(OnnxSparseEncoder.open(folder, inference));
    }
    return sparse.get();
  }

  private synchronized TokenVectors tokenVectors() {
    if (tokenVectors.isEmpty()) {
      tokenVectors = Optional.of(TokenVectors.open(folder, inference));
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

  /** Number of batches that the model has run for vectors of texts; 0 if it needs none. */
  public long batches() {
    return encoder.orElse(null) instanceof OnnxEncoder onnx ? onnx.batches() : 0;
  }

  /** Number of texts in these batches. */
  public long batchedTexts() {
    return encoder.orElse(null) instanceof OnnxEncoder onnx ? onnx.batchedTexts() : 0;
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
      encoder.ifPresent(CountingEncoder::close);
      folder.close();
    } finally {
      use.writeLock().unlock();
    }
  }
}
