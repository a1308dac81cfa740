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
import org.isogloss.modelio.file.JsonObject;
import org.isogloss.modelio.file.ModelJson;
import org.isogloss.modelio.format.Excerpt;
import org.isogloss.modelio.format.ModelFormatException;

/**
 * Hugging Face's {@code tokenizer.json}, read in one pass: all of its small parts as JSON, the
 * vocabulary straight into lists.
 */
final class TokenizerJsonFile {
  private static final String MODEL = "model";
  private static final String VOCABULARY = "vocab";

  /**
   * Limit of ids and so of the pieces of a vocabulary: a single large id would take the memory of
   * all ids below it. Four times the largest published vocabulary.
   */
  static final int MAX_VOCABULARY_SIZE = 1 << 22;

  /**
   * Limit of a piece's length in characters, ten times that of the longest known. The time to find
   * pieces in a text grows with it.
   */
  static final int MAX_TOKEN_LENGTH = 1000;

  /**
   * Limit of the magnitude of a piece's score, a logarithm of a probability: sums of scores stay
   * exact enough to be compared.
   */
  static final double MAX_SCORE = 1e9;

  /** What stands in the list where an id has no piece; no piece is written so. */
  static final String UNASSIGNED = "";

  /** Reads one value and leaves what is behind it. */
  private static final ObjectReader VALUES =
      ModelJson.MAPPER
          .reader()
          .without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .with(StreamReadFeature.USE_FAST_DOUBLE_PARSER);

  private final Path file;
  private final ObjectNode tree;
  private final JsonObject parts;
  private final List<String> tokens;
  private final double[] scores;

  private TokenizerJsonFile(Path file, ObjectNode parts, List<String> pieces, double[] scores) {
    this.file = file;
    this.tree = parts;
    this.parts = JsonObject.of(file, parts);
    this.tokens = pieces;
    this.scores = scores;
  }

  /**
   * Reads a file.
   *
   * @throws ModelFormatException if it is missing, not JSON, or has no vocabulary of a kind that is
   *     known here
   */
  static TokenizerJsonFile read(Path file) {
    ModelJson.requireMaxSize(file, TokenizerFiles.MAX_TOKENIZER_JSON_BYTES);
    try (JsonParser json = VALUES.createParser(Files.readAllBytes(file))) {
      return new Reader(file, json).read();
    } catch (NoSuchFileException e) {
      throw new ModelFormatException(file, "no such file", e);
    } catch (JsonProcessingException e) {
      throw ModelJson.malformed(file, e);
    } catch (IOException e) {
      throw new ModelFormatException(file, FileErrors.readFailure(file, e), e);
    }
  }

  Path file() {
    return file;
  }

  /** Everything but the vocabulary, as it was read. */
  ObjectNode tree() {
    return tree;
  }

  /** Everything but the vocabulary. */
  JsonObject parts() {
    return parts;
  }

  /** Everything about the model but its vocabulary. */
  JsonObject model() {
    return parts.object(MODEL);
  }

  /** The pieces by id. */
  List<String> tokens() {
    return tokens;
  }

  /** The score of each piece; none where the vocabulary has no scores. */
  double[] scores() {
    return scores;
  }

  /** One pass over a file. */
  private static final class Reader {
    private final Path file;
    private final JsonParser json;
    private final ObjectNode parts = ModelJson.MAPPER.createObjectNode();
    private final List<String> pieces = new ArrayList<>();
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
        throw new ModelFormatException(file, "has something behind its end");
      }
      if (pieces.isEmpty()) {
        throw new ModelFormatException(file, "model.vocab is missing or empty, expected pieces");
      }
      return new TokenizerJsonFile(
          file, parts, pieces, scores.length == 0 ? scores : Arrays.copyOf(scores, pieces.size()));
    }

    private void model(ObjectNode model) throws IOException {
      for (String key = json.nextFieldName(); key != null; key = json.nextFieldName()) {
        JsonToken value = json.nextToken();
        if (key.equals(VOCABULARY) && value == JsonToken.START_ARRAY) {
          scored();
        } else if (key.equals(VOCABULARY) && value == JsonToken.START_OBJECT) {
          numbered();
        } else {
          model.set(key, VALUES.readTree(json));
        }
      }
    }

    /** {@code [["piece", score], ...]}, as Unigram has it. */
    private void scored() throws IOException {
      scores = new double[1 << 16];
      while (json.nextToken() != JsonToken.END_ARRAY) {
        String piece = json.currentToken() == JsonToken.START_ARRAY ? json.nextTextValue() : null;
        if (piece == null || !json.nextToken().isNumeric()) {
          throw bad("[\"piece\", score]");
        }
        if (pieces.size() == scores.length) {
          scores = Arrays.copyOf(scores, 2 * scores.length);
        }
        double score = json.getDoubleValue();
        if (!(Math.abs(score) <= MAX_SCORE)) {
          throw bad("a score from " + -MAX_SCORE + " to " + MAX_SCORE);
        }
        scores[pieces.size()] = score;
        requirePiece(piece, pieces.size());
        pieces.add(piece);
        if (json.nextToken() != JsonToken.END_ARRAY) {
          throw bad("[\"piece\", score]");
        }
      }
    }

    /** {@code {"piece": id, ...}}, as WordPiece has it. */
    private void numbered() throws IOException {
      for (String piece = json.nextFieldName(); piece != null; piece = json.nextFieldName()) {
        if (json.nextToken() != JsonToken.VALUE_NUMBER_INT || json.getIntValue() < 0) {
          throw bad("\"piece\": id");
        }
        int id = json.getIntValue();
        requirePiece(piece, id);
        while (pieces.size() <= id) {
          pieces.add(UNASSIGNED);
        }
        if (!pieces.get(id).equals(UNASSIGNED)) {
          throw bad("no other piece than " + Excerpt.quote(pieces.get(id)) + " with the id " + id);
        }
        pieces.set(id, piece);
      }
    }

    private void requirePiece(String piece, int id) throws IOException {
      if (id >= MAX_VOCABULARY_SIZE) {
        throw bad("ids below " + MAX_VOCABULARY_SIZE);
      }
      if (piece.length() > MAX_TOKEN_LENGTH) {
        throw bad("pieces of at most " + MAX_TOKEN_LENGTH + " characters");
      }
    }

    private ModelFormatException bad(String expected) throws IOException {
      return new ModelFormatException(
          file,
          "line "
              + json.currentLocation().getLineNr()
              + ": model.vocab has "
              + Excerpt.unquoted(String.valueOf(json.getText()))
              + " after "
              + pieces.size()
              + " pieces, expected "
              + expected);
    }
  }
}
