// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.catalog;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;
import org.isogloss.core.Role;
import org.isogloss.engine.LoadedModel;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.runtime.OnnxEncoder;
import org.isogloss.server.http.Arguments;
import org.isogloss.server.http.RequestException;
import org.isogloss.text.Encoding;
import org.isogloss.text.Tokenizer;

/** A model that encodes texts of clients. Thread-safe. */
public final class ServedModel implements AutoCloseable {
  private final String name;
  private final LoadedModel model;
  private final Tokenizer tokenizer;
  private final EncodingSettings settings;
  private final int specialTokens;
  private final LongAdder texts = new LongAdder();
  private final LongAdder tokens = new LongAdder();

  /**
   * Serves a model.
   *
   * @param name the name by which clients refer to it
   * @param model the model, which is closed with this object
   */
  ServedModel(String name, LoadedModel model) {
    this.name = requireNonNull(name, "name is null");
    this.model = model;
    this.tokenizer = model.folder().tokenizer();
    this.settings = model.folder().encoding();
    this.specialTokens = tokenizer.encode("", settings.maxLength()).size();
  }

  /**
   * Texts that fit into the model.
   *
   * @param texts the texts
   * @param tokens number of tokens that the model reads, those of prefixes and special tokens
   *     included
   */
  public record Input(List<String> texts, Role role, long tokens) {
    public Input {
      texts = List.copyOf(texts);
      requireNonNull(role, "role is null");
    }
  }

  public String name() {
    return name;
  }

  /** The name of a shipped model, or the absolute path of a model folder. */
  String source() {
    return model.name();
  }

  LoadedModel model() {
    return model;
  }

  public int dimension() {
    return model.encoder().dimension();
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
    return tokenizer.encode(text, Integer.MAX_VALUE);
  }

  /**
   * Returns the text of a list of token ids.
   *
   * @param key name of the list, for messages
   * @throws RequestException if it is not a list of ids of this model
   */
  public String decode(String key, JsonNode ids) {
    if (!ids.isArray()) {
      throw Arguments.wrongType(key, ids, "a list of token ids");
    }
    int[] tokens = new int[ids.size()];
    for (int i = 0; i < tokens.length; i++) {
      JsonNode id = ids.get(i);
      if (!id.isIntegralNumber() || id.asLong() < 0 || id.asLong() >= tokenizer.vocabularySize()) {
        throw RequestException.invalid(
            key,
            key
                + "["
                + i
                + "] is no token id of "
                + name
                + ", expected an integer from 0 to "
                + (tokenizer.vocabularySize() - 1)
                + ": token ids of other models have other meanings, so send the text instead");
      }
      tokens[i] = id.intValue();
    }
    return tokenizer.decode(tokens);
  }

  /**
   * Counts the tokens of texts.
   *
   * @param key name of the list of texts, for messages
   * @param truncate whether the model may ignore the end of a long text
   * @throws RequestException if a text is too long and may not be truncated
   */
  public Input input(String key, List<String> texts, Role role, boolean truncate) {
    long all = 0;
    for (int i = 0; i < texts.size(); i++) {
      int count = tokenizer.ids(settings.prefix(role) + texts.get(i)).length + specialTokens;
      if (count > maxTokens()) {
        if (!truncate && !model.encoder().fits(texts.get(i), role)) {
          throw RequestException.of(
              RequestException.Reason.TOO_LONG,
              key,
              key
                  + "["
                  + i
                  + "] has "
                  + count
                  + " tokens, expected at most "
                  + maxTokens()
                  + ": split the text, or ask for truncation");
        }
        count = maxTokens();
      }
      all += count;
    }
    return new Input(texts, role, all);
  }

  /**
   * Encodes texts.
   *
   * @return {@code float[texts][dimension]}
   */
  public float[][] encode(Input input) {
    float[][] vectors = model.encoder().encode(input.texts(), input.role());
    texts.add(input.texts().size());
    tokens.add(input.tokens());
    return vectors;
  }

  /** Number of texts that have been encoded for clients. */
  public long encodedTexts() {
    return texts.sum();
  }

  /** Number of tokens that have been encoded for clients. */
  public long encodedTokens() {
    return tokens.sum();
  }

  /** Number of batches that the model has run; 0 for a model that needs none. */
  public long batches() {
    return model.encoder() instanceof OnnxEncoder onnx ? onnx.batches() : 0;
  }

  /** Number of texts in these batches. */
  public long batchedTexts() {
    return model.encoder() instanceof OnnxEncoder onnx ? onnx.batchedTexts() : 0;
  }

  @Override
  public void close() {
    model.close();
  }
}
