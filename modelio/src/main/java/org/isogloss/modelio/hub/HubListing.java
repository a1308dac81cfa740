// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.hub;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.isogloss.core.IsoglossException;
import org.isogloss.modelio.safetensors.Safetensors;
import org.isogloss.modelio.tokenizer.TokenizerFiles;
import org.isogloss.modelio.transformer.TransformerConfig;

/**
 * The description and the files of a model on a hub.
 *
 * @param name the name of the model
 * @param commit the commit that the revision refers to, 40 hexadecimal digits
 * @param licence the licence in the model card; empty if there is none
 * @param files all of its files
 */
public record HubListing(String name, String commit, String licence, List<HubFile> files) {
  /**
   * Maximum size of a file, 4 TiB: far larger than any model, and small enough that sums do not
   * overflow.
   */
  private static final long MAX_FILE_BYTES = 1L << 42;

  private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{40}");

  /** Files of a module of sentence-transformers, such as {@code 1_Pooling}. */
  private static final String MODULE = "\\d+_\\w+/(config\\.json|model\\.safetensors)";

  private static final Pattern WANTED =
      Pattern.compile(
          "config\\.json|isogloss\\.json|tokenizer\\.json|tokenizer_config\\.json|vocab\\.txt"
              + "|special_tokens_map\\.json|added_tokens\\.json"
              + "|interaction\\.safetensors|translation\\.(json|safetensors)"
              + "|modules\\.json|config_sentence_transformers\\.json|sentence_[\\w-]+_config\\.json"
              // A model with an adapter is rejected.
              + "|adapter_config\\.json"
              + "|(LICEN[CS]E|NOTICE|README)(\\.md|\\.txt)?|"
              + MODULE);

  private static final Pattern SHARD =
      Pattern.compile("model\\.safetensors\\.index\\.json|model-\\d+-of-\\d+\\.safetensors");

  private static final Pattern ONNX =
      Pattern.compile("onnx/model(_int8|_quantized)?\\.onnx(_data)?");

  private static final Pattern OTHER_WEIGHTS =
      Pattern.compile(".*\\.(bin|pt|pth|pkl|ckpt|h5|msgpack|onnx|gguf)");

  /**
   * Parses the response of a hub.
   *
   * @throws IsoglossException if it is not a listing of a model
   */
  public static HubListing parse(HubModel model, JsonNode json) {
    String commit = json.path("sha").asText();
    if (!COMMIT.matcher(commit).matches() || !json.path("siblings").isArray()) {
      throw new IsoglossException(
          "the response of the hub for "
              + model.name()
              + " has no commit \"sha\" or no files \"siblings\": is HF_ENDPOINT a hub?");
    }
    List<HubFile> files = new ArrayList<>();
    for (JsonNode file : json.path("siblings")) {
      JsonNode large = file.path("lfs");
      files.add(
          new HubFile(
              file.path("rfilename").asText(),
              file.path("size").asLong(-1),
              large.hasNonNull("sha256")
                  ? Optional.of(large.get("sha256").asText())
                  : Optional.empty(),
              file.path("blobId").asText()));
    }
    JsonNode licence = json.path("cardData").path("license");
    return new HubListing(
        model.name(), commit, licence.isTextual() ? licence.textValue() : "", files);
  }

  /**
   * Returns the files that a model folder needs.
   *
   * @throws IsoglossException if a required file is missing, or a file has no valid size or
   *     checksum
   */
  public List<HubFile> requiredFiles(HubModel model) {
    boolean single = has(Safetensors.FILE);
    if (!single && !has(Safetensors.INDEX)) {
      throw new IsoglossException(
          name
              + " at "
              + commit
              + " has no "
              + Safetensors.FILE
              + found(OTHER_WEIGHTS)
              + ": other weight formats are not fetched because they can contain code; ask the"
              + " publisher for Safetensors, or choose a revision that has them");
    }
    if (!has(TokenizerFiles.TOKENIZER_JSON) && !has(TokenizerFiles.VOCAB_TXT)) {
      throw missing(TokenizerFiles.TOKENIZER_JSON + " and no " + TokenizerFiles.VOCAB_TXT);
    }
    if (!has(TransformerConfig.FILE)) {
      throw missing(TransformerConfig.FILE);
    }
    List<HubFile> required =
        files.stream().filter(file -> isWanted(file.name(), single, model.includeOnnx())).toList();
    for (HubFile file : required) {
      if (file.size() > MAX_FILE_BYTES) {
        throw new IsoglossException(
            "the hub announces "
                + file.name()
                + " of "
                + name
                + " with "
                + file.size()
                + " bytes, expected at most "
                + MAX_FILE_BYTES);
      }
      if (file.size() < 0 || (file.sha256().isEmpty() && file.blob().isEmpty())) {
        throw new IsoglossException(
            "the hub announces " + file.name() + " of " + name + " without size or checksum");
      }
    }
    return required;
  }

  private static boolean isWanted(String file, boolean single, boolean onnx) {
    boolean weights = single ? file.equals(Safetensors.FILE) : SHARD.matcher(file).matches();
    return weights || WANTED.matcher(file).matches() || (onnx && ONNX.matcher(file).matches());
  }

  private boolean has(String file) {
    return files.stream().anyMatch(known -> known.name().equals(file));
  }

  private IsoglossException missing(String what) {
    return new IsoglossException(name + " at " + commit + " has no " + what);
  }

  private String found(Pattern pattern) {
    String found =
        files.stream()
            .map(HubFile::name)
            .filter(pattern.asMatchPredicate())
            .limit(5)
            .collect(Collectors.joining(", "));
    return found.isEmpty() ? "" : " (but " + found + ")";
  }
}
