// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.djl;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.isogloss.modelio.TokenizerProvider;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.text.Tokenizer;

/** Opens any {@code tokenizer.json} by Hugging Face's library in Rust. */
public final class DjlTokenizerProvider implements TokenizerProvider {
  private static final int MAX_BYTES = 1 << 28;

  /**
   * Settings of DJL for the process, unless the user made them: it must not report its use to its
   * authors, and use the native library of its jar rather than download one for a GPU.
   */
  private static final Map<String, String> SETTINGS =
      Map.of("OPT_OUT_TRACKING", "true", "RUST_FLAVOR", "cpu");

  /** Texts are encoded as they are: neither truncated nor padded. */
  private static final Map<String, String> OPTIONS =
      Map.of("truncation", "false", "padding", "false");

  /** Creates the provider. */
  public DjlTokenizerProvider() {
    SETTINGS.forEach(
        (name, value) -> {
          if (System.getProperty(name) == null) {
            System.setProperty(name, value);
          }
        });
  }

  @Override
  public Tokenizer open(Path tokenizerJson) {
    try {
      long size = Files.size(tokenizerJson);
      if (size > MAX_BYTES) {
        throw new ModelFormatException(
            tokenizerJson, "has " + size + " bytes, expected at most " + MAX_BYTES);
      }
      byte[] bytes = Files.readAllBytes(tokenizerJson);
      JsonNode json = new ObjectMapper().readTree(bytes);
      requireSupported(tokenizerJson, json);
      Vocabulary vocabulary = Vocabulary.read(tokenizerJson, json);
      // From a stream: next to a file, DJL would read settings by which it changes texts itself.
      return DjlTokenizer.of(
          HuggingFaceTokenizer.newInstance(new ByteArrayInputStream(bytes), OPTIONS), vocabulary);
    } catch (ModelFormatException e) {
      throw e;
    } catch (IOException | RuntimeException | LinkageError e) {
      throw new ModelFormatException(
          tokenizerJson, "cannot be read by Hugging Face's library: " + e.getMessage(), e);
    }
  }

  /** Rejects settings that would not be obeyed, or that make tokens random. */
  private static void requireSupported(Path file, JsonNode json) {
    for (String key : List.of("truncation", "padding")) {
      String direction = json.path(key).path("direction").asText("Right");
      if (!direction.equals("Right")) {
        throw new ModelFormatException(
            file, key + ".direction is \"" + direction + "\", expected \"Right\"");
      }
    }
    double dropout = json.path("model").path("dropout").asDouble(0);
    if (dropout != 0) {
      throw new ModelFormatException(
          file, "model.dropout is " + dropout + ", expected null: tokens would be random");
    }
  }
}
