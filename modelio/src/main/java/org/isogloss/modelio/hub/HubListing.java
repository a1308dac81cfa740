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
 * What a hub says about a model.
 *
 * @param name of the model
 * @param commit that its revision stands for, 40 hexadecimal digits
 * @param licence that its card gives; empty where it gives none
 * @param files all of its files
 */
public record HubListing(String name, String commit, String licence, List<HubFile> files) {
  /** Limit of a file's size, 4 TiB: far above any model, and far below where sums overflow. */
  private static final long MAX_FILE_BYTES = 1L << 42;

  private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{40}");

  /** A part of sentence-transformers, {@code 1_Pooling} for instance. */
  private static final String MODULE = "\\d+_\\w+/(config\\.json|model\\.safetensors)";

  private static final Pattern WANTED =
      Pattern.compile(
          "config\\.json|isogloss\\.json|tokenizer\\.json|tokenizer_config\\.json|vocab\\.txt"
              + "|special_tokens_map\\.json|added_tokens\\.json"
              + "|modules\\.json|config_sentence_transformers\\.json|sentence_bert_config\\.json"
              + "|(LICEN[CS]E|NOTICE|README)(\\.md|\\.txt)?|"
              + MODULE);

  private static final Pattern SHARD =
      Pattern.compile("model\\.safetensors\\.index\\.json|model-\\d+-of-\\d+\\.safetensors");

  private static final Pattern ONNX =
      Pattern.compile("onnx/model(_int8|_quantized)?\\.onnx(_data)?");

  private static final Pattern OTHER_WEIGHTS =
      Pattern.compile(".*\\.(bin|pt|pth|pkl|ckpt|h5|msgpack|onnx|gguf)");

  /**
   * Reads what the hub answered.
   *
   * @throws IsoglossException if it is no such answer
   */
  public static HubListing parse(HubModel model, JsonNode json) {
    String commit = json.path("sha").asText();
    if (!COMMIT.matcher(commit).matches() || !json.path("siblings").isArray()) {
      throw new IsoglossException(
          "the hub answers for "
              + model.name()
              + " without the commit \"sha\" and the files \"siblings\": is HF_ENDPOINT a hub?");
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
   * The files that a model folder needs.
   *
   * @throws IsoglossException if those are missing without which there is no model folder
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
              + ": other weights are not fetched, as they may carry programs; ask its publisher for"
              + " Safetensors, or look for a revision that has them");
    }
    if (!has(TokenizerFiles.TOKENIZER_JSON) && !has(TokenizerFiles.VOCAB_TXT)) {
      throw missing(TokenizerFiles.TOKENIZER_JSON + " and no " + TokenizerFiles.VOCAB_TXT);
    }
    if (!has(TransformerConfig.FILE)) {
      throw missing(TransformerConfig.FILE);
    }
    List<HubFile> wanted =
        files.stream().filter(file -> isWanted(file.name(), single, model.includeOnnx())).toList();
    for (HubFile file : wanted) {
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
    return wanted;
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
