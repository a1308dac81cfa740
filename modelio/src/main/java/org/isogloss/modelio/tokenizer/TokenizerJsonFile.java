// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.tokenizer;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.isogloss.core.io.FileErrors;
import org.isogloss.core.json.JsonFile;
import org.isogloss.core.json.JsonObject;
import org.isogloss.core.util.Excerpt;
import org.isogloss.modelio.file.ModelJson;
import org.isogloss.modelio.format.ModelFormatException;

/**
 * Hugging Face's {@code tokenizer.json}, read in one pass: the vocabulary is read directly into
 * lists, all other parts as JSON.
 */
final class TokenizerJsonFile {
  private static final String MODEL = "model";
  private static final String VOCABULARY = "vocab";
  private static final String MERGES = "merges";

  /**
   * Maximum size of a vocabulary, and thus of ids, because a single large id would need the memory
   * of all ids below it. The limit is four times the largest published vocabulary.
   */
  static final int MAX_VOCABULARY_SIZE = 1 << 22;

  /**
   * Maximum length of a token in characters, ten times that of the longest known. The time of
   * tokenization grows with it.
   */
  static final int MAX_TOKEN_LENGTH = 1000;

  /**
   * Maximum magnitude of a token's score, a log probability, so that sums of scores remain exact
   * enough for comparison.
   */
  static final double MAX_SCORE = 1e9;

  /** Placeholder in the list for an id without a token; no token is empty. */
  static final String UNASSIGNED = "";

  /** Reads one value and leaves the rest of the input. */
  private static final ObjectReader VALUES =
      JsonFile.MAPPER
          .reader()
          .without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .with(StreamReadFeature.USE_FAST_DOUBLE_PARSER);

  private final Path file;
  private final ObjectNode tree;
  private final JsonObject parts;
  private final List<String> tokens;
  private final double[] scores;
  private final List<String> merges;

  private TokenizerJsonFile(
      Path file, ObjectNode parts, List<String> tokens, double[] scores, List<String> merges) {
    this.file = file;
    this.tree = parts;
    this.parts = ModelJson.of(file, parts);
    this.tokens = tokens;
    this.scores = scores;
    this.merges = merges;
  }

  /**
   * Reads a file.
   *
   * @throws ModelFormatException if it is missing, not JSON, or has no vocabulary of a supported
   *     kind
   */
  static TokenizerJsonFile read(Path file) {
    JsonFile.requireMaxSize(
        file, TokenizerFiles.MAX_TOKENIZER_JSON_BYTES, ModelFormatException::new);
    try (JsonParser json = VALUES.createParser(Files.readAllBytes(file))) {
      return new Reader(file, json).read();
    } catch (NoSuchFileException e) {
      throw new ModelFormatException(file, "no such file", e);
    } catch (JsonProcessingException e) {
      throw new ModelFormatException(file, JsonFile.describe(e), e);
    } catch (IOException e) {
      throw new ModelFormatException(file, FileErrors.readFailure(file, e), e);
    }
  }

  Path file() {
    return file;
  }

  /** Returns everything but the vocabulary, as it was read. */
  ObjectNode tree() {
    return tree;
  }

  /** Returns everything but the vocabulary. */
  JsonObject parts() {
    return parts;
  }

  /** Returns the {@code model} object without its vocabulary. */
  JsonObject model() {
    return parts.object(MODEL);
  }

  /** Returns the tokens by id. */
  List<String> tokens() {
    return tokens;
  }

  /** Returns the score of each token; empty if the vocabulary has no scores. */
  double[] scores() {
    return scores;
  }

  /** Returns the left and the right token of each merge of a BPE model, by rank. */
  List<String> merges() {
    return merges;
  }

  /** Reads a file in one pass. */
  private static final class Reader {
    private final Path file;
    private final JsonParser json;
    private final ObjectNode parts = JsonFile.MAPPER.createObjectNode();
    private final List<String> tokens = new ArrayList<>();
    private final List<String> merges = new ArrayList<>();
    private double[] scores = {};

    Reader(Path file, JsonParser json) {
      this.file = file;
      this.json = json;
    }

    TokenizerJsonFile read() throws IOException {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw new ModelFormatException(file, "is not a JSON object");
      }
      for (String key = json.nextFieldName(); key != null; key = json.nextFieldName()) {
        json.nextToken();
        if (key.equals(MODEL) && json.currentToken() == JsonToken.START_OBJECT) {
          model(parts.putObject(MODEL));
        } else {
          parts.set(key, VALUES.readTree(json));
        }
      }
      if (json.nextToken() != null) {
        throw new ModelFormatException(file, "has content after the end of its JSON object");
      }
      if (tokens.isEmpty()) {
        throw new ModelFormatException(file, "model.vocab is missing or empty, expected tokens");
      }
      return new TokenizerJsonFile(
          file,
          parts,
          tokens,
          scores.length == 0 ? scores : Arrays.copyOf(scores, tokens.size()),
          merges);
    }

    private void model(ObjectNode model) throws IOException {
      for (String key = json.nextFieldName(); key != null; key = json.nextFieldName()) {
        JsonToken value = json.nextToken();
        if (key.equals(VOCABULARY) && value == JsonToken.START_ARRAY) {
          readScoredVocabulary();
        } else if (key.equals(VOCABULARY) && value == JsonToken.START_OBJECT) {
          readNumberedVocabulary();
        } else if (key.equals(MERGES) && value == JsonToken.START_ARRAY) {
          readMerges();
        } else {
          model.set(key, VALUES.readTree(json));
        }
      }
    }

    /** {@code [["token", score], ...]}, the vocabulary of a Unigram model. */
    private void readScoredVocabulary() throws IOException {
      scores = new double[1 << 16];
      while (json.nextToken() != JsonToken.END_ARRAY) {
        String token = json.currentToken() == JsonToken.START_ARRAY ? json.nextTextValue() : null;
        if (token == null || !json.nextToken().isNumeric()) {
          throw error("[\"token\", score]");
        }
        if (tokens.size() == scores.length) {
          scores = Arrays.copyOf(scores, 2 * scores.length);
        }
        double score = json.getDoubleValue();
        if (!(Math.abs(score) <= MAX_SCORE)) {
          throw error("a score from " + -MAX_SCORE + " to " + MAX_SCORE);
        }
        scores[tokens.size()] = score;
        requireValid(token, tokens.size());
        tokens.add(token);
        if (json.nextToken() != JsonToken.END_ARRAY) {
          throw error("[\"token\", score]");
        }
      }
    }

    /** {@code [["left", "right"], ...]}, or {@code ["left right", ...]} in older files. */
    private void readMerges() throws IOException {
      while (json.nextToken() != JsonToken.END_ARRAY) {
        if (merges.size() >= 2 * MAX_VOCABULARY_SIZE) {
          throw new ModelFormatException(
              file, "model.merges has more than " + MAX_VOCABULARY_SIZE + " merges");
        }
        if (json.currentToken() == JsonToken.VALUE_STRING) {
          String[] pair = json.getText().split(" ", -1);
          addMerge(pair);
        } else if (json.currentToken() == JsonToken.START_ARRAY) {
          addMerge(json.nextTextValue(), json.nextTextValue());
          if (json.nextToken() != JsonToken.END_ARRAY) {
            addMerge();
          }
        } else {
          addMerge();
        }
      }
    }

    private void addMerge(String... pair) {
      if (pair.length != 2 || pair[0] == null || pair[1] == null) {
        throw new ModelFormatException(
            file,
            "line "
                + json.currentLocation().getLineNr()
                + ": model.merges has something else than two tokens after "
                + merges.size() / 2
                + " merges");
      }
      merges.add(pair[0]);
      merges.add(pair[1]);
    }

    /** {@code {"token": id, ...}}, the vocabulary of a WordPiece or BPE model. */
    private void readNumberedVocabulary() throws IOException {
      for (String token = json.nextFieldName(); token != null; token = json.nextFieldName()) {
        if (json.nextToken() != JsonToken.VALUE_NUMBER_INT || json.getIntValue() < 0) {
          throw error("\"token\": id");
        }
        int id = json.getIntValue();
        requireValid(token, id);
        while (tokens.size() <= id) {
          tokens.add(UNASSIGNED);
        }
        if (!tokens.get(id).equals(UNASSIGNED)) {
          throw error(
              "no other token than " + Excerpt.quote(tokens.get(id)) + " with the id " + id);
        }
        tokens.set(id, token);
      }
    }

    private void requireValid(String token, int id) throws IOException {
      if (id >= MAX_VOCABULARY_SIZE) {
        throw error("ids below " + MAX_VOCABULARY_SIZE);
      }
      if (token.length() > MAX_TOKEN_LENGTH) {
        throw error("tokens of at most " + MAX_TOKEN_LENGTH + " characters");
      }
    }

    private ModelFormatException error(String expected) throws IOException {
      return new ModelFormatException(
          file,
          "line "
              + json.currentLocation().getLineNr()
              + ": model.vocab has "
              + Excerpt.unquoted(String.valueOf(json.getText()))
              + " after "
              + tokens.size()
              + " tokens, expected "
              + expected);
    }
  }
}
